#include "runner/layouts/link_pack.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <future>
#include <map>
#include <sstream>

#include "runner/layouts/link_map.hpp"
#include "runner/layouts/response_file.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/new_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPack = "{pack}";  ///< The pack's folder in words.
constexpr std::chrono::nanoseconds kTimeout = std::chrono::minutes(5);

fs::path output_of(const std::vector<std::string>& words,
                   const fs::path& folder) {
  const auto option = std::ranges::find(words, "-o");
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

/// The use that a linker makes of a file.
enum class LinkInput {
  kCopied,       ///< Objects, archives, scripts: in the program afterwards.
  kReferred,     ///< Shared libraries and programs: found when it starts.
  kThinArchive,  ///< An archive that only names its members.
};

/// Returns the use of a file by its first bytes, since names are anybody's
/// choice. A file that cannot be read counts as copied.
LinkInput link_input(const fs::path& file) {
  constexpr std::string_view kThin = "!<thin>\n";
  // Both classes of ELF files begin with the identity, then the type.
  std::array<char, EI_NIDENT + sizeof(Elf64_Half)> bytes{};
  auto in = regular_file(file);
  in.read(bytes.data(), bytes.size());
  const std::string_view begin(bytes.data(),
                               static_cast<std::size_t>(in.gcount()));
  if (begin.starts_with(kThin)) return LinkInput::kThinArchive;
  if (begin.size() < bytes.size() ||
      !begin.starts_with(std::string_view(ELFMAG, SELFMAG))) {
    return LinkInput::kCopied;
  }
  Elf64_Half type = 0;
  std::memcpy(&type, bytes.data() + EI_NIDENT, sizeof type);
  return type == ET_REL ? LinkInput::kCopied : LinkInput::kReferred;
}

/// Copies inputs and rewrites words so that they name the copies.
class Packer {
 public:
  Packer(fs::path own, fs::path pack)
      : own_(std::move(own)), pack_(std::move(pack)) {}

  std::vector<std::string> packed(const LinkCommand& link) {
    std::vector<std::string> result;
    std::string before;
    for (const std::string& word : link.words) {
      const bool is_format = before == "-b" || before == "--format";
      if (is_format) (void)packed("--format=" + word, link.folder);
      result.push_back(before == "-o" || is_format ? word
                                                   : packed(word, link.folder));
      before = word;
    }
    return result;
  }

  /// Returns why something could not be copied, or nothing.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  /// Rewrites FILE, --option=FILE or -LFOLDER; returns other words unchanged.
  std::string packed(const std::string& word, const fs::path& folder) {
    std::error_code error;
    if (word.starts_with("-plugin")) return word;  // Programs.
    if (word == "--format=binary" || word == "-bbinary") {
      problem_ = "holds files as they are (" + word +
                 "), under names that come from where these are; make objects "
                 "of them (.incbin)";
    }
    if (word.starts_with("-T") &&
        fs::is_regular_file(folder / word.substr(2), error)) {
      return "-T" + packed(word.substr(2), folder);
    }
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

  /// Returns whether a file is copied. Others' shared libraries are not copied:
  /// they are found when a program starts.
  [[nodiscard]] bool is_kept(const fs::path& path) const {
    return is_below(path, own_) || link_input(path) != LinkInput::kReferred;
  }

  std::string name_of(const fs::path& path) {
    const std::string name =
        std::to_string(copies_.size()) + '/' + path.filename().string();
    return copies_.emplace(path, name).first->second;
  }

  std::string file_copy(const fs::path& path) {
    const bool is_new = !copies_.contains(path);
    const std::string name = name_of(path);
    if (is_new) copy_into_cache(path, pack_ / name);
    if (is_new && link_input(path) == LinkInput::kThinArchive) {
      problem_ = "is linked from " + path.string() +
                 ", a thin archive, whose members are elsewhere; make the "
                 "archive without T";
    }
    return std::string(kPack) + '/' + name;
  }

  std::string folder_copy(const fs::path& path) {
    const bool is_new = !copies_.contains(path);
    const std::string name = name_of(path);
    if (is_new) {
      std::error_code error;  // For circular links, which are no libraries.
      for (const auto& entry : fs::directory_iterator(path)) {
        const std::string file = entry.path().filename().string();
        const bool is_library =
            file.ends_with(".a") || file.find(".so") != std::string::npos;
        if (is_library && entry.is_regular_file(error)) {
          copy_into_cache(entry.path(), pack_ / name / file);
        }
      }
    }
    return std::string(kPack) + '/' + name;
  }

  fs::path own_;
  fs::path pack_;
  std::map<fs::path, std::string> copies_;
  std::string problem_;
};

std::string replaced(std::string word, const std::string& folder) {
  const std::size_t at = word.find(kPack);
  if (at != std::string::npos) {
    word.replace(at, std::string_view(kPack).size(), folder);
  }
  return word;
}

/// Returns the last line that reports an error or, without any, the last line.
std::string last_line(const fs::path& log) {
  std::istringstream lines(log_end(log));
  std::string last;
  bool is_error = false;
  for (std::string line; std::getline(lines, line);) {
    const bool speaks = line.find("error") != std::string::npos ||
                        line.find("undefined reference") != std::string::npos;
    if (speaks || (!is_error && !line.empty())) last = line;
    is_error = is_error || speaks;
  }
  return last;
}

std::chrono::nanoseconds time_left(const LinkOptions& options) {
  if (!options.end) return kTimeout;
  using std::chrono::nanoseconds;
  const auto left = *options.end - std::chrono::steady_clock::now();
  return std::clamp<nanoseconds>(left, nanoseconds(0), kTimeout);
}

/// Returns the words of a link by the linker, in the order of the file's words.
std::vector<std::string> link_words(const LinkedFile& file,
                                    const fs::path& linker,
                                    const LinkPlace& place,
                                    const LinkOptions& options) {
  std::vector<std::string> words{linker.string()};
  bool is_output = false;
  for (const std::string& word : file.words) {
    words.push_back(is_output ? (place.to / file.relative).string()
                              : replaced(word, place.pack.string()));
    is_output = word == "-o";
  }
  if (options.threads > 0) {
    words.push_back("--threads=" + std::to_string(options.threads));
  }
  if (options.is_traced) {
    const std::string output = (place.to / file.relative).string();
    words.push_back("-Map=" + output + ".map");
    words.emplace_back("--no-demangle");
    words.push_back("--dependency-file=" + output + ".d");
  }
  return words;
}

bool strips_all(const LinkedFile& file) {
  return std::ranges::any_of(file.words, [](const std::string& word) {
    return word == "-s" || word == "--strip-all";
  });
}

std::string run_linker(const std::vector<std::string>& words,
                       const LinkPlace& place, const LinkOptions& options) {
  const fs::path log = place.to / "link.log";
  const std::chrono::nanoseconds timeout = time_left(options);
  const Ending ending =
      run_tool({words, place.to, place.environment, log, timeout, -1});
  if (ending.kind == Ending::Kind::kExited && ending.status == 0) return {};
  if (lacks_room(log)) return full_disk_error(place.to);
  return words.front() + ' ' + to_text(ending, timeout) + ": " + last_line(log);
}

bool is_equal(const fs::path& left, const fs::path& right) {
  return read_file(left) == read_file(right);
}

/// Returns the problem of a program that reads sections in their order, which
/// mold would shuffle; by its map.
std::string order_problem(const fs::path& map) {
  std::map<std::string, int> pieces;
  for (const LinkedSection& one : read_link_map(map).sections) {
    if (is_read_in_order(one.name) && ++pieces[one.name] > 1) {
      return "may read its sections " + one.name +
             " in the order of the link, which mold changes and lld keeps";
    }
  }
  return {};
}

/// Links twice, into the folders, sets the pack's other facts and returns its
/// problem, or nothing.
std::string problem_of(LinkPack& links, const fs::path& pack,
                       const std::vector<std::string>& environment,
                       const std::array<fs::path, 2>& tries,
                       const TimeLimit& end) {
  struct Try {
    std::string problem;
    std::chrono::duration<double> took{};
  };
  const auto link = [&](std::uint32_t i) {
    const LinkOptions options{1, end, i == 0};
    const auto began = std::chrono::steady_clock::now();
    Try result;
    result.problem =
        link_again(links, {pack, tries[i], environment}, {}, i + 1, options);
    result.took = std::chrono::steady_clock::now() - began;
    return result;
  };
  std::future<Try> second = std::async(std::launch::async, link, 1);
  const Try first = link(0);
  const Try other = second.get();
  for (const Try& one : {first, other}) {
    if (!one.problem.empty()) return "cannot be linked again: " + one.problem;
  }
  links.seconds = std::min(first.took, other.took).count();
  for (const LinkedFile& file : links.files) {
    if (file.words.empty() || links.linker.name != "mold") continue;
    std::string problem =
        order_problem(tries[0] / (file.relative.string() + ".map"));
    if (!problem.empty()) return problem;
  }
  links.are_identical =
      std::ranges::all_of(links.files, [&](const LinkedFile& file) {
        return file.words.empty() ||
               is_equal(tries[0] / file.relative, tries[1] / file.relative);
      });
  return links.are_identical
             ? "comes out identical from all links; let its build find "
               "compilers in PATH, where spl-run adds -ffunction-sections"
             : "";
}

/// Removes a record and the files that are kept beside it.
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

/// Returns the records, without the files that are kept beside them.
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
      continue;  // This link cannot be repeated.
    }
    link.output = output_of(link.words, link.folder);
    if (link.output.empty() || !fs::is_regular_file(link.output, error)) {
      remove_record(record);
      continue;
    }
    TimedLink fresh{fs::last_write_time(record, error), record, link};
    const auto [known, is_new] = last.try_emplace(link.output, fresh);
    if (is_new) continue;
    // Only the last link counts, and the objects of others take room.
    if (known->second.time < fresh.time) std::swap(known->second, fresh);
    remove_record(fresh.record);
  }
  std::vector<LinkCommand> result;
  for (auto& [output, one] : last) result.push_back(std::move(one.link));
  return result;
}

LinkPack copy_links(const std::vector<BuiltFile>& files,
                    const std::vector<LinkCommand>& links, const fs::path& own,
                    const fs::path& pack) {
  make_empty(pack);
  Packer packer(own, pack);
  LinkPack result;
  for (const BuiltFile& file : files) {
    std::error_code error;
    const fs::path path = fs::canonical(file.path, error);
    const auto link = std::ranges::find(links, path, &LinkCommand::output);
    result.files.push_back({file.relative, link == links.end()
                                               ? std::vector<std::string>()
                                               : packer.packed(*link)});
  }
  result.problem = packer.problem();
  return result;
}

void try_links(LinkPack& links, const fs::path& pack,
               const std::vector<std::string>& environment,
               const TimeLimit& end) {
  const std::array<fs::path, 2> tries{pack / "try1", pack / "try2"};
  links.problem = problem_of(links, pack, environment, tries, end);
  std::error_code ignored;
  for (const fs::path& one : tries) fs::remove_all(one, ignored);
}

void pack_links(const std::vector<BuiltFile>& files,
                const std::vector<LinkCommand>& links, const PackOrder& order) {
  LinkPack result = copy_links(files, links, order.own, order.pack);
  result.linker = order.linker;
  for (std::size_t i = 0; i < files.size() && result.problem.empty(); ++i) {
    if (!files[i].is_program || !result.files[i].words.empty()) continue;
    result.problem = "was not linked by " + order.linker.path.string() +
                     "; let its build find compilers in PATH, where spl-run "
                     "adds the linker";
  }
  if (result.problem.empty()) {
    try_links(result, order.pack, order.environment);
  }
  write_link_pack(result, order.pack);
}

fs::path linked_name(const LinkPack& links, const fs::path& originals,
                     const fs::path& program) {
  const fs::path relative = program.lexically_relative(originals);
  const bool is_there = std::ranges::any_of(
      links.files,
      [&](const LinkedFile& file) { return file.relative == relative; });
  return is_there ? relative : links.files.front().relative;
}

std::string link_again(const LinkPack& links, const LinkPlace& place,
                       const fs::path& originals, std::uint32_t seed,
                       const LinkOptions& options) {
  for (const LinkedFile& file : links.files) {
    const fs::path path = place.to / file.relative;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return disk_error("write", path.parent_path(), error.value());
    if (file.words.empty()) {
      if (!originals.empty()) {
        fs::create_symlink(originals / file.relative, path, error);
      }
      continue;
    }
    auto words = link_words(file, links.linker.path, place, options);
    words.push_back(shuffle_option(links.linker, seed));
    words.emplace_back("--strip-debug");
    std::string problem = run_linker(words, place, options);
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string link_plainly(const LinkedFile& file, const fs::path& linker,
                         const LinkPlace& place, const LinkOptions& options) {
  std::error_code error;
  fs::create_directories(place.to, error);
  if (error) return disk_error("write", place.to, error.value());
  auto words = link_words(file, linker, place, options);
  // Linkers obey the last such option.
  if (!strips_all(file)) words.emplace_back("--strip-debug");
  return run_linker(words, place, options);
}

}  // namespace spl::runner
