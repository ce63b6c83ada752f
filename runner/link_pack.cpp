#include "runner/link_pack.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "runner/build_tool.hpp"
#include "runner/command_words.hpp"
#include "runner/disk_error.hpp"
#include "runner/file_copy.hpp"
#include "runner/file_facts.hpp"
#include "runner/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kPack = "{pack}";  ///< Stands for its folder in words.
constexpr std::chrono::nanoseconds kTimeout = std::chrono::minutes(5);

fs::path output_of(const std::vector<std::string>& words,
                   const fs::path& folder) {
  const auto option = std::find(words.begin(), words.end(), "-o");
  if (option == words.end() || option + 1 == words.end()) return {};
  std::error_code error;
  return fs::weakly_canonical(folder / *(option + 1), error);
}

void make_empty(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  fs::create_directories(folder, error);
  if (error) throw FileError(disk_error("write", folder, error.value()));
}

/// Copies inputs and rewrites words so that they name the copies.
class Packer {
 public:
  Packer(fs::path own, fs::path pack)
      : own_(std::move(own)), pack_(std::move(pack)) {}

  std::vector<std::string> packed(const LinkCommand& link) {
    std::vector<std::string> result;
    bool is_output = false;
    for (const std::string& word : link.words) {
      result.push_back(is_output ? word : packed(word, link.folder));
      is_output = word == "-o";
    }
    return result;
  }

 private:
  /// A file, --option=FILE, or -LFOLDER; anything else stays as it is.
  std::string packed(const std::string& word, const fs::path& folder) {
    std::error_code error;
    if (word.starts_with("-L")) {
      const fs::path path = (folder / word.substr(2)).lexically_normal();
      if (!is_below(path, own_) || !fs::is_directory(path, error)) return word;
      return "-L" + folder_copy(path);
    }
    const std::size_t sign = word.starts_with('-') ? word.find('=') : 0;
    if (sign == std::string::npos) return word;
    const std::size_t start = word.starts_with('-') ? sign + 1 : 0;
    if (start == word.size()) return word;
    const fs::path path = (folder / word.substr(start)).lexically_normal();
    if (!fs::is_regular_file(path, error) || !is_kept(path)) return word;
    return word.substr(0, start) + file_copy(path);
  }

  /// What comes with the system stays where it is.
  [[nodiscard]] bool is_kept(const fs::path& path) const {
    if (is_below(path, own_)) return true;
    const std::string ending = path.extension().string();
    return (ending == ".o" || ending == ".a") && !is_below(path, "/usr") &&
           !is_below(path, "/lib") && !is_below(path, "/lib64");
  }

  std::string name_of(const fs::path& path) {
    const std::string name =
        std::to_string(copies_.size()) + '-' + path.filename().string();
    return copies_.emplace(path, name).first->second;
  }

  std::string file_copy(const fs::path& path) {
    const bool is_new = !copies_.contains(path);
    const std::string name = name_of(path);
    if (is_new) copy_into_cache(path, pack_ / name);
    return std::string(kPack) + '/' + name;
  }

  std::string folder_copy(const fs::path& path) {
    const bool is_new = !copies_.contains(path);
    const std::string name = name_of(path);
    if (is_new) {
      for (const auto& entry : fs::directory_iterator(path)) {
        const std::string file = entry.path().filename().string();
        const bool is_library =
            file.ends_with(".a") || file.find(".so") != std::string::npos;
        if (entry.is_regular_file() && is_library) {
          copy_into_cache(entry.path(), pack_ / name / file);
        }
      }
    }
    return std::string(kPack) + '/' + name;
  }

  fs::path own_;
  fs::path pack_;
  std::map<fs::path, std::string> copies_;
};

std::string replaced(std::string word, const std::string& folder) {
  const std::size_t at = word.find(kPack);
  if (at != std::string::npos) {
    word.replace(at, std::string_view(kPack).size(), folder);
  }
  return word;
}

std::string last_line(const fs::path& log) {
  std::string text;
  try {
    constexpr std::size_t kLongest = 4096;
    text = read_end(log, kLongest);
  } catch (const FileError&) {
    return {};
  }
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

std::chrono::nanoseconds time_left(const LinkLimits& limits) {
  if (!limits.end) return kTimeout;
  using std::chrono::nanoseconds;
  const auto left = *limits.end - std::chrono::steady_clock::now();
  return std::clamp<nanoseconds>(left, nanoseconds(0), kTimeout);
}

/// The words of the linker: its own, then what makes this link another one.
std::vector<std::string> link_words(const LinkedFile& file,
                                    const LinkPack& links, const fs::path& pack,
                                    std::uint32_t seed, const fs::path& to) {
  std::vector<std::string> words{links.linker.path.string()};
  bool is_output = false;
  for (const std::string& word : file.words) {
    words.push_back(is_output ? (to / file.relative).string()
                              : replaced(word, pack.string()));
    is_output = word == "-o";
  }
  words.push_back(shuffle_option(links.linker, seed));
  words.emplace_back("--strip-debug");
  return words;
}

std::string run_linker(const std::vector<std::string>& words,
                       const std::vector<std::string>& environment,
                       const fs::path& to, const LinkLimits& limits) {
  const fs::path log = to / "link.log";
  const std::chrono::nanoseconds timeout = time_left(limits);
  const Ending ending = run_tool({words, to, environment, log, timeout, -1});
  if (ending.kind == Ending::Kind::kExited && ending.status == 0) return {};
  return words.front() + ' ' + to_text(ending, timeout) + ": " + last_line(log);
}

bool is_equal(const fs::path& left, const fs::path& right) {
  return read_file(left) == read_file(right);
}

/// Tries two links, and how long one takes.
std::string problem_of(LinkPack& links, const fs::path& pack,
                       const std::vector<BuiltFile>& files,
                       const std::vector<std::string>& environment) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].is_program && links.files[i].words.empty()) {
      return "was not linked by " + links.linker.path.string() +
             ", which its build was asked to do by LDFLAGS";
    }
  }
  const fs::path tries[] = {pack / "try1", pack / "try2"};
  std::string problem;
  for (std::uint32_t i = 0; i < 2 && problem.empty(); ++i) {
    const auto began = std::chrono::steady_clock::now();
    problem =
        link_again(links, pack, {}, i + 1, environment, tries[i], {1, {}});
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - began;
    links.seconds =
        i == 0 ? took.count() : std::min(links.seconds, took.count());
  }
  if (!problem.empty()) {
    problem = "cannot be linked again: " + problem;
  } else {
    const bool is_same = std::all_of(
        links.files.begin(), links.files.end(), [&](const LinkedFile& file) {
          return file.words.empty() ||
                 is_equal(tries[0] / file.relative, tries[1] / file.relative);
        });
    if (is_same) {
      problem = kIdenticalLinks;
    }
  }
  std::error_code ignored;
  for (const fs::path& one : tries) fs::remove_all(one, ignored);
  return problem;
}

/// With what is kept beside it.
void remove_record(const fs::path& record) {
  std::vector<fs::path> files{record};
  std::error_code error;
  for (const auto& one : fs::directory_iterator(record.parent_path(), error)) {
    const std::string name = one.path().filename().string();
    if (name.starts_with(record.filename().string() + '.')) {
      files.push_back(one.path());
    }
  }
  for (const fs::path& one : files) fs::remove(one, error);
}

/// Records, but not what is kept beside them.
std::vector<fs::path> records_in(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().has_extension()) result.push_back(entry.path());
  }
  return result;
}

struct TimedLink {
  fs::file_time_type time;
  fs::path record;
  LinkCommand link;
};

}  // namespace

void append_words(const std::string& word, std::vector<std::string>& words) {
  if (!word.starts_with('@')) {
    words.push_back(word);
    return;
  }
  for (const std::string& one : command_words(read_file(word.substr(1)))) {
    append_words(one, words);
  }
}

std::vector<LinkCommand> recorded_links(const fs::path& records) {
  std::map<fs::path, TimedLink> last;
  std::error_code error;
  for (const fs::path& record : records_in(records)) {
    const auto raw = zero_ended(read_file(record));
    if (raw.empty()) continue;
    LinkCommand link{{}, raw.front(), {}};
    try {
      for (std::size_t i = 1; i < raw.size(); ++i) {
        append_words(raw[i], link.words);
      }
    } catch (const std::runtime_error&) {
      continue;  // Linked in a way that cannot be repeated.
    }
    link.output = output_of(link.words, link.folder);
    if (link.output.empty() || !fs::is_regular_file(link.output, error)) {
      remove_record(record);
      continue;
    }
    TimedLink fresh{fs::last_write_time(record, error), record, link};
    const auto [known, is_new] = last.try_emplace(link.output, fresh);
    if (is_new) continue;
    // Objects that are kept take room, and only the last link counts.
    if (known->second.time < fresh.time) std::swap(known->second, fresh);
    remove_record(fresh.record);
  }
  std::vector<LinkCommand> result;
  for (auto& [output, one] : last) result.push_back(std::move(one.link));
  return result;
}

void pack_links(const std::vector<BuiltFile>& files,
                const std::vector<LinkCommand>& links, const fs::path& own,
                const ShufflingLinker& linker,
                const std::vector<std::string>& environment,
                const fs::path& pack) {
  make_empty(pack);
  Packer packer(own, pack);
  LinkPack result{linker, {}, "", 0};
  for (const BuiltFile& file : files) {
    std::error_code error;
    const fs::path path = fs::canonical(file.path, error);
    const auto link = std::find_if(
        links.begin(), links.end(),
        [&](const LinkCommand& one) { return one.output == path; });
    result.files.push_back({file.relative, link == links.end()
                                               ? std::vector<std::string>()
                                               : packer.packed(*link)});
  }
  result.problem = problem_of(result, pack, files, environment);
  json facts{{"linker", linker.name},
             {"path", linker.path.string()},
             {"problem", result.problem},
             {"seconds", result.seconds},
             {"files", json::array()}};
  for (const LinkedFile& file : result.files) {
    facts["files"].push_back(
        {{"path", file.relative.string()}, {"words", file.words}});
  }
  write_file(pack / kPackFacts,
             facts.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

LinkPack read_link_pack(const fs::path& pack) {
  const json facts = json::parse(read_file(pack / kPackFacts));
  LinkPack result{{facts.at("linker").get<std::string>(),
                   facts.at("path").get<std::string>()},
                  {},
                  facts.at("problem").get<std::string>(),
                  facts.value("seconds", 0.0)};
  for (const json& file : facts.at("files")) {
    result.files.push_back({file.at("path").get<std::string>(),
                            file.at("words").get<std::vector<std::string>>()});
  }
  return result;
}

fs::path linked_name(const LinkPack& links, const fs::path& originals,
                     const fs::path& program) {
  const fs::path relative = program.lexically_relative(originals);
  const bool is_there = std::any_of(
      links.files.begin(), links.files.end(),
      [&](const LinkedFile& file) { return file.relative == relative; });
  return is_there ? relative : links.files.front().relative;
}

std::string link_again(const LinkPack& links, const fs::path& pack,
                       const fs::path& originals, std::uint32_t seed,
                       const std::vector<std::string>& environment,
                       const fs::path& to, const LinkLimits& limits) {
  for (const LinkedFile& file : links.files) {
    const fs::path path = to / file.relative;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return disk_error("write", path.parent_path(), error.value());
    if (file.words.empty()) {
      if (!originals.empty()) {
        fs::create_symlink(originals / file.relative, path, error);
      }
      continue;
    }
    std::vector<std::string> words = link_words(file, links, pack, seed, to);
    if (limits.threads > 0) {
      words.push_back("--threads=" + std::to_string(limits.threads));
    }
    std::string problem = run_linker(words, environment, to, limits);
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace spl::runner
