#include "runner/recorded_program.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "runner/build_tool.hpp"
#include "runner/disk_error.hpp"
#include "runner/file_facts.hpp"
#include "runner/files.hpp"
#include "runner/program_content.hpp"
#include "runner/repository.hpp"
#include "runner/shuffling_linker.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPack = ".links";  // As beside programs of revisions.
constexpr auto kTimeout = std::chrono::minutes(5);

/// Why a program has one layout.
class OneLayout : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// --- Words -------------------------------------------------------------------

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& all,
               const std::string& word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

/// Whether the next word is what the option is about, and not an input.
bool takes_next_word(const std::string& word) {
  static constexpr std::array<std::string_view, 22> kOptions{
      "-o",           "-e",
      "-m",           "-z",
      "-h",           "-soname",
      "-u",           "-y",
      "-l",           "-L",
      "-rpath",       "--rpath",
      "-R",           "-init",
      "-fini",        "--soname",
      "--entry",      "-rpath-link",
      "--rpath-link", "--undefined",
      "--defsym",     "-dynamic-linker"};
  return is_one_of(kOptions, word);
}

/// Whether the option names a file that linkers write beside the program. Such
/// a file is the build's own.
bool is_written(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kOptions{
      "-Map", "--Map", "--dependency-file", "-dependency-file",
      "--print-gc-sections-to"};
  return is_one_of(kOptions, name);
}

bool is_system_file(const fs::path& path) {
  return is_below(path, "/usr") || is_below(path, "/lib") ||
         is_below(path, "/lib64");
}

std::string with_origin(std::string paths, const std::string& origin) {
  for (const std::string_view name : {"$ORIGIN", "${ORIGIN}"}) {
    for (std::size_t at = paths.find(name); at != std::string::npos;
         at = paths.find(name, at + origin.size())) {
      paths.replace(at, name.size(), origin);
    }
  }
  return paths;
}

/// Makes one link movable.
class Mover {
 public:
  Mover(const LinkCommand& link, const fs::path& program)
      : link_(link), origin_(program.parent_path().string()) {
    for (std::size_t i = 0; i < link.words.size(); ++i) {
      const std::string& word = link.words[i];
      if (!word.starts_with("-L")) continue;
      const bool is_alone = word == "-L" && i + 1 < link.words.size();
      folders_.push_back(
          absolute(is_alone ? link.words[i + 1] : word.substr(2)));
    }
  }

  std::vector<std::string> words() {
    for (std::size_t i = 0; i < link_.words.size(); ++i) {
      const std::string& word = link_.words[i];
      if (is_written(word)) {
        ++i;
      } else if (takes_next_word(word) && i + 1 < link_.words.size()) {
        add_pair(word, link_.words[++i]);
      } else if (!is_written(word.substr(0, word.find('=')))) {
        add(word);
      }
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] fs::path absolute(const fs::path& path) const {
    return (link_.folder / path).lexically_normal();
  }

  void add_pair(const std::string& option, const std::string& value) {
    if (option == "-L" || option == "-l") {
      add(option + value);
      return;
    }
    result_.push_back(option);
    const bool is_path =
        option == "-rpath" || option == "--rpath" || option == "-R";
    result_.push_back(is_path ? with_origin(value, origin_) : value);
  }

  void add(const std::string& word) {
    if (word == "-Bstatic" || word == "-static" || word == "-dn") {
      prefers_static_ = true;
    } else if (word == "-Bdynamic" || word == "-dy") {
      prefers_static_ = false;
    }
    result_.push_back(moved(word));
  }

  std::string moved(const std::string& word) {
    if (word.starts_with("-l")) return library(word);
    if (word.starts_with("-L") && !word.starts_with("-L=")) {
      return "-L" + absolute(word.substr(2)).string();
    }
    for (const char* name : {"-rpath=", "--rpath="}) {
      if (word.starts_with(name)) return with_origin(word, origin_);
    }
    const bool is_option = word.starts_with('-');
    const std::size_t sign = is_option ? word.find('=') : 0;
    if (sign == std::string::npos) return word;
    const std::size_t start = is_option ? sign + 1 : 0;
    std::error_code error;
    if (start == word.size() ||
        !fs::is_regular_file(absolute(word.substr(start)), error)) {
      return word;
    }
    return word.substr(0, start) + absolute(word.substr(start)).string();
  }

  /// A static library of the build's changes when it is built again; only
  /// what is named by its file is copied.
  [[nodiscard]] std::string library(const std::string& word) const {
    std::error_code error;
    const std::string name = word.substr(2);
    const bool is_file = name.starts_with(':');
    const std::string archive = is_file ? name.substr(1) : "lib" + name + ".a";
    for (const fs::path& folder : folders_) {
      const bool is_shared =
          !is_file && !prefers_static_ &&
          fs::is_regular_file(folder / ("lib" + name + ".so"), error);
      if (is_shared) return word;
      if (!fs::is_regular_file(folder / archive, error)) continue;
      return archive.ends_with(".a") && !is_system_file(folder)
                 ? (folder / archive).string()
                 : word;
    }
    return word;
  }

  const LinkCommand& link_;
  std::string origin_;
  std::vector<fs::path> folders_;
  bool prefers_static_ = false;
  std::vector<std::string> result_;
};

// --- Links -------------------------------------------------------------------

bool strips_all(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "-s" || word == "--strip-all";
  });
}

/// The linkers to be tried. Some objects, of -flto by Clang, say, are linked
/// again by the recorded linker only.
std::vector<ShufflingLinker> linkers_for(
    const LinkRecord& record, const std::vector<std::string>& environment) {
  std::vector<ShufflingLinker> result;
  if (const auto found = find_shuffling_linker(environment)) {
    result.push_back(*found);
  }
  const std::string name = record.linker.filename().string();
  for (const char* known : {"mold", "lld"}) {
    const bool is_new = result.empty() || result.front().name != known;
    if (is_new && (name == known || name == std::string("ld.") + known)) {
      result.push_back({known, record.linker});
    }
  }
  return result;
}

/// The recorded link into another file, without what only debuggers read.
std::vector<std::string> plain_words(const LinkRecord& record,
                                     const fs::path& output) {
  std::vector<std::string> result{record.linker.string()};
  const std::vector<std::string>& words = record.link.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_written(words[i])) {
      ++i;
    } else if (!is_written(words[i].substr(0, words[i].find('=')))) {
      const bool is_output = i > 0 && words[i - 1] == "-o";
      result.push_back(is_output ? output.string() : words[i]);
    }
  }
  // The last of these is obeyed.
  if (!strips_all(words)) result.emplace_back("--strip-debug");
  return result;
}

std::string last_line_of(const fs::path& log) {
  constexpr std::size_t kLongest = 4096;
  std::error_code error;
  if (!fs::exists(log, error)) return {};
  std::string text = read_end(log, kLongest);
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

bool needs_its_driver(const fs::path& log) {
  std::error_code error;
  return fs::exists(log, error) &&
         read_file(log).find("COLLECT_GCC") != std::string::npos;
}

/// In an order of its own, for that of registration is the link's.
std::string workloads_of(workload::CatalogueAnswer answer) {
  std::sort(
      answer.entries.begin(), answer.entries.end(),
      [](const workload::EntryFacts& left, const workload::EntryFacts& right) {
        return std::pair(left.kind, left.name) <
               std::pair(right.kind, right.name);
      });
  return workload::encode(answer);
}

std::vector<StoredFile> files_below(const fs::path& folder,
                                    const fs::path& relative) {
  std::vector<StoredFile> result;
  for (const auto& one : fs::recursive_directory_iterator(folder)) {
    if (!one.is_regular_file()) continue;
    result.push_back(
        {one.path(), relative / one.path().lexically_relative(folder)});
  }
  return result;
}

}  // namespace

fs::path link_record_file(const fs::path& program) {
  return program.string() + ".link/record";
}

std::optional<LinkRecord> read_link_record(const fs::path& program) {
  std::error_code error;
  const fs::path file = link_record_file(program);
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  try {
    LinkRecord result;
    result.content = read_file(file);
    const std::vector<std::string> fields = zero_ended(result.content);
    if (fields.size() < 3) return std::nullopt;
    result.linker = fields[0];
    result.link.output = program;
    result.link.folder = fields[1];
    for (std::size_t i = 2; i < fields.size(); ++i) {
      append_words(fields[i], result.link.words);
    }
    return result;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

LinkCommand movable(const LinkRecord& record, const fs::path& program) {
  const fs::path path = fs::absolute(program).lexically_normal();
  return {path, link_record_file(path).parent_path(),
          Mover(record.link, path).words()};
}

RecordedPrograms::RecordedPrograms(Launcher& launcher,
                                   std::vector<std::string> environment,
                                   const fs::path& cache,
                                   std::uint64_t cache_limit)
    : launcher_(launcher),
      environment_(std::move(environment)),
      cache_(cache, cache_limit) {}

ProgramLinks RecordedPrograms::links(const std::string& program) {
  const auto one_layout = [](const std::string& why) {
    return ProgramLinks{{}, {}, why};
  };
  try {
    const fs::path path = fs::canonical(program);
    const auto record = read_link_record(path);
    if (!record) {
      return one_layout(
          "its link was not recorded; link it to spl::workload, with "
          "SPL_FRESH_LINKS on, and build it again");
    }
    const auto linkers = linkers_for(*record, environment_);
    if (linkers.empty()) {
      return one_layout("there is neither mold nor lld in PATH; install mold");
    }
    const fs::path pack = kept_pack(path, *record, linkers);
    const std::string problem = read_link_pack(pack).problem;
    if (problem.empty()) return {pack, {}, {}};
    return one_layout(problem == kIdenticalLinks
                          ? "all its links come out identical; compile it with "
                            "-ffunction-sections"
                          : "it " + problem);
  } catch (const OneLayout& reason) {
    return one_layout(reason.what());
  } catch (const std::runtime_error& error) {  // Of files and processes.
    return one_layout(std::string("it cannot be linked again: ") +
                      error.what());
  }
}

fs::path RecordedPrograms::kept_pack(const fs::path& program,
                                     const LinkRecord& record,
                                     const Linkers& linkers) {
  std::string inputs = program.string() + '\0' + record.content + '\0' +
                       program_content(program);
  for (const ShufflingLinker& one : linkers) {
    inputs += '\0' + one.path.string() + '\0' + file_facts(one.path);
  }
  const std::string hash = content_id(inputs);
  // Whoever makes the pack of a hash does so alone.
  const fs::path scratch = cache_.folder() / "recorded" / hash;
  bool is_new = false;
  const auto make = [&] {
    is_new = true;
    return packed(program, record, linkers, scratch);
  };
  const auto clear = [&] {
    std::error_code ignored;
    if (is_new) fs::remove_all(scratch, ignored);
  };
  try {
    const fs::path files =
        cache_.find_or_store(hash, "links of " + program.string(), make);
    clear();
    if (is_new) cache_.trim();
    return files / kPack;
  } catch (...) {
    clear();
    throw;
  }
}

void RecordedPrograms::require_equal_link(const fs::path& program,
                                          const LinkRecord& record,
                                          const fs::path& scratch) const {
  const fs::path output = scratch / "plain";
  const fs::path log = scratch / "plain.log";
  const Ending ending =
      run_tool({plain_words(record, output), record.link.folder, environment_,
                log, kTimeout, -1});
  if (needs_its_driver(log)) {
    throw OneLayout(
        "its objects are of -flto by GCC, which links them only by itself; "
        "add -fno-lto, or compile it by Clang");
  }
  if (ending.kind != Ending::Kind::kExited || ending.status != 0) {
    throw OneLayout("it cannot be linked again, for " + record.linker.string() +
                    ' ' + to_text(ending, kTimeout) + " (" + last_line_of(log) +
                    "); build it again");
  }
  if (program_content(output) != program_content(program)) {
    throw OneLayout(
        "its objects have changed since it was linked, or it was changed "
        "afterwards; build it again");
  }
}

void RecordedPrograms::require_equal_workloads(const fs::path& program,
                                               const fs::path& pack,
                                               const fs::path& scratch) {
  const LinkPack links = read_link_pack(pack);
  const fs::path folder = scratch / "other";
  const std::string problem =
      link_again(links, pack, {}, 1, environment_, folder);
  if (!problem.empty()) {
    throw OneLayout("it cannot be linked again: " + problem);
  }
  const std::string link = (folder / program.filename()).string();
  std::string found;
  try {
    const workload::CatalogueAnswer answer = launcher_.catalogue(link);
    if (!answer.failure.empty()) {
      throw ProgramError(link + " fails: " + answer.failure);
    }
    found = workloads_of(answer);
  } catch (const ProgramError& error) {
    throw OneLayout("linked in another order it" +
                    std::string(error.what()).substr(link.size()));
  }
  if (found != workloads_of(launcher_.catalogue(program.string()))) {
    throw OneLayout(
        "linked in another order it does not have the same workloads");
  }
}

ProgramFiles RecordedPrograms::packed(const fs::path& program,
                                      const LinkRecord& record,
                                      const Linkers& linkers,
                                      const fs::path& scratch) {
  std::error_code error;
  fs::remove_all(scratch, error);
  fs::create_directories(scratch, error);
  if (error) throw FileError(disk_error("write", scratch, error.value()));
  require_equal_link(program, record, scratch);
  const LinkCommand link = movable(record, program);
  const fs::path pack = scratch / "pack";
  for (const ShufflingLinker& one : linkers) {
    pack_links({{program, program.filename(), true}}, {link}, link.folder, one,
               environment_, pack);
    if (!read_link_pack(pack).problem.empty()) continue;
    require_equal_workloads(program, pack, scratch);
    break;
  }
  return {files_below(pack, kPack), {}};
}

}  // namespace spl::runner
