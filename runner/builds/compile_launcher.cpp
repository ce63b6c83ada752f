#include "runner/builds/compile_launcher.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "runner/builds/compile_command.hpp"
#include "runner/builds/dependency_file.hpp"
#include "runner/builds/inline_assembly.hpp"
#include "runner/builds/needed_libraries.hpp"
#include "runner/builds/object_cache.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/repository.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"
#include "runner/system/search_path.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr int kNotFound = 127;  // As shells have it.

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

Command command(const std::vector<std::string>& words) {
  Command result;
  result.words = words;
  result.environment = own_environment();
  result.search_path = true;
  return result;
}

int status(const Ending& ending, const std::vector<std::string>& words) {
  switch (ending.kind) {
    case Ending::Kind::kExited:
      return ending.status;
    case Ending::Kind::kNotStarted:
      std::cerr << words.front() << ' ' << to_text(ending, {}) << '\n';
      return kNotFound;
    default:
      return end_by(ending.status);
  }
}

/// The exit of a process, and all that it printed.
struct Printed {
  Ending ending;
  std::string text;
};

Printed printed(const std::vector<std::string>& words) {
  Printed result;
  Command one = command(words);
  one.on_output = [&](std::string_view part) { result.text += part; };
  result.ending = execute(one);
  return result;
}

bool succeeded(const Ending& ending) {
  return ending.kind == Ending::Kind::kExited && ending.status == 0;
}

/// A file that goes with this object.
class ScratchFile {
 public:
  explicit ScratchFile(std::string path) : path_(std::move(path)) {}
  ~ScratchFile() { unlink(path_.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Returns the files that lines `# 12 "path" 1 3 4` name, with \" and \\ in the
/// path.
std::set<std::string> files_in(std::string_view preprocessed) {
  std::set<std::string> result;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end =
        std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view line = preprocessed.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("# ")) continue;
    const std::size_t quote = line.find('"');
    if (quote == std::string_view::npos) continue;
    std::string path;
    for (std::size_t i = quote + 1; i < line.size() && line[i] != '"'; ++i) {
      if (line[i] == '\\' && i + 1 < line.size()) ++i;
      path += line[i];
    }
    // <built-in> and the like; with -g a folder with two slashes after it.
    if (!path.starts_with('<') && !path.ends_with("//")) {
      result.insert(std::move(path));
    }
  }
  return result;
}

/// Identifies each file by its content; returns nothing if one cannot be read.
std::optional<std::string> contents(const std::set<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    try {
      text += file_id(file) + ' ' + file + '\0';
    } catch (const RepositoryError&) {
      return std::nullopt;
    }
  }
  return text;
}

/// Returns the tool and the libraries that it is loaded with, each with a zero
/// byte after it. They are looked up once a build, for the dynamic linker takes
/// as long as starting the tool.
std::string tool_files(const fs::path& tool, const fs::path& reads) {
  const fs::path known = reads / "tools" / content_id(tool.string());
  std::error_code error;
  if (fs::exists(known, error)) return read_file(known);
  std::string text = tool.string() + '\0';
  for (const fs::path& library :
       loaded_libraries(tool, own_environment(),
                        known.string() + '.' + std::to_string(getpid()))) {
    text += library.string() + '\0';
  }
  fs::create_directories(known.parent_path(), error);
  write_file(known, text);
  return text;
}

/// Returns the first word of a line ` /usr/lib/.../cc1 -quiet`, `
/// "/usr/lib/.../clang" "-cc1"` or ` as --64`; empty for another line, and for
/// ` (in-process)`.
std::string listed_tool(const std::string& line) {
  if (!line.starts_with(' ') || line.starts_with(" (")) return "";
  const bool is_quoted = line.starts_with(" \"");
  const std::size_t begin = is_quoted ? 2 : 1;
  return line.substr(begin, line.find(is_quoted ? '"' : ' ', begin) - begin);
}

/// Returns the tools that the compiler would start, as it lists them, with
/// facts that change when they do.
std::optional<std::string> toolchain(const std::vector<std::string>& words,
                                     const fs::path& reads) {
  std::vector<std::string> listing = words;
  // Pipes instead of files with random names.
  listing.insert(listing.begin() + 1, {"-###", "-pipe"});
  const Printed listed = printed(listing);
  if (!succeeded(listed.ending)) return std::nullopt;
  std::vector<std::string> tools{words.front()};
  std::istringstream lines(listed.text);
  for (std::string line; std::getline(lines, line);) {
    if (std::string tool = listed_tool(line); !tool.empty()) {
      tools.push_back(std::move(tool));
    }
  }
  std::string result = listed.text;
  for (const std::string& name : tools) {
    const auto tool = in_search_path(name, own_environment());
    if (!tool) return std::nullopt;
    for (const std::string& file :
         zero_ended(tool_files(fs::absolute(*tool), reads))) {
      result += file + ' ' + file_facts(file) + '\0';
    }
  }
  return result;
}

/// Returns whether an object may hold columns of its source: debug information,
/// sanitizers and std::source_location do.
bool shows_columns(const CompileCommand& compile, std::string_view text) {
  const auto shows = [](const std::string& word) {
    return word.starts_with("-g") || word.starts_with("-fsanitize");
  };
  return std::any_of(compile.preprocess.begin(), compile.preprocess.end(),
                     shows) ||
         text.find("__builtin_source_location") != std::string::npos ||
         text.find("__builtin_COLUMN") != std::string::npos;
}

/// Returns what the object depends on besides words, folder and tools; nothing
/// if that is unknown. Writes dependencies as compiling does.
std::optional<std::string> ingredients(const CompileCommand& compile) {
  const ScratchFile file(compile.object + ".spl-i");
  std::vector<std::string> words = compile.preprocess;
  words.insert(words.end(), {"-o", file.path()});
  if (!succeeded(printed(words).ending)) return std::nullopt;
  std::string text = read_file(file.path());
  // Files that the text names but does not contain.
  if (may_read_files_when_assembled(text) ||
      text.find("#pragma GCC pch_preprocess") != std::string::npos ||
      text.find("#embed") != std::string::npos) {
    return std::nullopt;
  }
  if (!shows_columns(compile, text)) return text;
  const auto files = contents(files_in(text));
  if (!files) return std::nullopt;
  return *files + text;
}

/// Returns the variables that change what the compiler, or a tool that it
/// starts, makes.
std::string variables() {
  std::string result;
  for (const std::string& one : compiler_environment(own_environment())) {
    result += one + '\0';
  }
  return result + variable("LD_PRELOAD").value_or("") + '\0';
}

std::string hash(const std::vector<std::string>& words,
                 const std::string& tools, const std::string& ingredients) {
  std::string text = "object 2\n" + fs::current_path().string() + '\0';
  for (const std::string& word : words) text += word + '\0';
  return content_id(text + '\n' + variables() + '\n' + tools + '\n' +
                    ingredients);
}

/// Adds what the dependencies name to the files that the build read. Throws
/// FileError.
void record_reads(const std::string& dependencies, const fs::path& reads) {
  std::error_code error;
  if (dependencies.empty() || !fs::exists(dependencies, error)) return;
  std::string text;
  for (const fs::path& path :
       prerequisites(read_file(dependencies), fs::current_path())) {
    text += path.string() + '\0';
  }
  const fs::path list = reads / "files";
  const Descriptor file(
      open(list.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  // Written at once, so that the paths of several compilers do not mix.
  const ssize_t size =
      file.number() < 0 ? -1 : ::write(file.number(), text.data(), text.size());
  if (size != static_cast<ssize_t>(text.size())) {
    throw FileError(disk_error("write", list, size < 0 ? errno : ENOSPC));
  }
}

/// Returns the file that -MF names in any command.
std::string dependencies_of(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "-MF") return words[i + 1];
  }
  return "";
}

/// Returns whether the compiler may read a precompiled header for a file that
/// -include names.
bool has_precompiled_header(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    std::error_code error;
    if (words[i] == "-include" && (fs::exists(words[i + 1] + ".gch", error) ||
                                   fs::exists(words[i + 1] + ".pch", error))) {
      return true;
    }
  }
  return false;
}

/// Returns whether this is one of CMake's checks of the compiler, whose folder
/// has a random name: its objects are never asked for again.
bool is_configuring() {
  const std::string folder = fs::current_path().string();
  return folder.find("/CMakeFiles/CMakeScratch/") != std::string::npos ||
         folder.find("/CMakeFiles/CMakeTmp") != std::string::npos;
}

int compile_plainly(const std::vector<std::string>& words) {
  Command one = command(words);
  one.inherits_output = true;
  return status(execute(one), words);
}

int compile_and_keep(const std::vector<std::string>& words,
                     const CompileCommand& known, const std::string& tools,
                     const ObjectCache& cache, const std::string& expected) {
  const Printed done = printed(words);
  std::cerr << done.text << std::flush;
  if (!succeeded(done.ending)) return status(done.ending, words);
  const auto after = ingredients(known);
  if (after && hash(words, tools, *after) == expected) {
    cache.store(expected, {done.text, read_file(known.object)});
  }
  return 0;
}

int compile_once(const std::vector<std::string>& words,
                 const CompileCommand& known, const ObjectCache& cache,
                 const fs::path& reads) {
  const auto tools = toolchain(words, reads);
  const auto before = tools ? ingredients(known) : std::nullopt;
  if (!before) return compile_plainly(words);
  const std::string expected = hash(words, *tools, *before);
  const auto found = cache.find(expected);
  if (!found) {
    return compile_and_keep(words, known, *tools, cache, expected);
  }
  std::cerr << found->printed << std::flush;
  write_file(known.object, found->bytes);
  return 0;
}

}  // namespace

int compile(const std::vector<std::string>& words) {
  const auto objects = variable(kObjects);
  const auto reads = variable(kReads);
  if (!objects || !reads) return compile_plainly(words);
  const auto known = has_precompiled_header(words) || is_configuring()
                         ? std::nullopt
                         : compile_command(words);
  int result = 0;
  try {
    result = known ? compile_once(words, *known, ObjectCache(*objects), *reads)
                   : compile_plainly(words);
  } catch (const FileError&) {
    // The disk may be full: the compiler reports that better, or finds a way.
    result = compile_plainly(words);
  }
  try {
    record_reads(dependencies_of(words), *reads);
  } catch (const FileError& error) {
    // Without the list nobody would know when the program is out of date.
    std::cerr << "spl-run: error: " << error.what() << '\n';
    return 1;
  }
  return result;
}

}  // namespace spl::runner
