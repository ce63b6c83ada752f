#include "runner/builds/outside_files.hpp"

#include <limits.h>

#include <iterator>
#include <sstream>
#include <string_view>

#include "runner/builds/build_inputs.hpp"
#include "runner/builds/compiler_call.hpp"
#include "runner/git/content_id.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

std::string names_id(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!is_around_builds(entry.path())) {
      names.insert(entry.path().filename().string());
    }
  }
  std::string text;
  for (const std::string& name : names) text += name + '\0';
  return content_id(text);
}

std::string id_of(const fs::path& path) {
  try {
    if (fs::is_directory(path)) return names_id(path);
    return file_id(path);
  } catch (const std::exception&) {
    return "";
  }
}

/// Gathers the paths outside the build slot.
class Paths {
 public:
  explicit Paths(const BuildTraces& traces) : traces_(traces) {
    for (const fs::path& path : traces.more) {
      std::error_code error;
      if (fs::is_directory(path, error)) {
        paths_.insert(path);
      } else {
        add(path);
      }
    }
  }

  void add(const fs::path& path) {
    if (!path.is_absolute() || path.native().size() > PATH_MAX) return;
    std::error_code error;
    fs::path normal = path.lexically_normal();
    if (is_below(normal, traces_.build_slot)) {
      // A link of the revision may point out of it.
      normal = fs::canonical(normal, error);
      if (error || is_below(normal, build_slot_)) return;
    }
    if (is_device(normal) || normal == traces_.launcher) return;
    if (fs::is_regular_file(normal, error)) paths_.insert(normal);
  }

  /// Adds paths, each with a zero byte after it.
  void add_all(const std::string& text) {
    for (const std::string& path : zero_ended(text)) add(path);
  }

  [[nodiscard]] const std::set<fs::path>& paths() const { return paths_; }

 private:
  static bool is_device(const fs::path& path) {
    return is_below(path, "/dev") || is_below(path, "/proc") ||
           is_below(path, "/sys");
  }

  const BuildTraces& traces_;
  fs::path build_slot_ = fs::weakly_canonical(traces_.build_slot);
  std::set<fs::path> paths_;
};

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Returns a list that a build made; nothing of one that is longer than any.
std::string read_list(const fs::path& path) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  std::error_code error;
  return fs::file_size(path, error) > kMost ? "" : read_file(path, kMost);
}

/// Adds the paths that compilers left.
void add_reads(const fs::path& reads, Paths& paths) {
  if (is_there(reads / "files")) paths.add_all(read_list(reads / "files"));
  std::error_code error;
  for (const auto& tool : fs::directory_iterator(reads / "tools", error)) {
    paths.add_all(read_list(tool.path()));
  }
  if (is_there(reads / "rules")) {
    for (const fs::path& path : prerequisites(read_list(reads / "rules"), "")) {
      paths.add(path);
    }
  }
  if (is_there(reads / "headers")) {  // ". /usr/include/stdio.h"
    std::istringstream lines(read_list(reads / "headers"));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find('/');
      if (begin != std::string::npos) paths.add(line.substr(begin));
    }
  }
}

/// Adds the dependencies that Ninja keeps in a file of its own.
void add_ninja_dependencies(const BuildTraces& traces, Paths& paths) {
  if (!is_there(traces.build / ".ninja_deps")) return;
  const fs::path list = traces.reads / "ninja";
  constexpr auto kTimeout = std::chrono::minutes(1);
  (void)run_tool({{"ninja", "-C", traces.build.string(), "-t", "deps"},
                  traces.build,
                  traces.environment,
                  list,
                  kTimeout,
                  -1});
  if (!is_there(list)) return;
  std::istringstream lines(read_list(list));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin > 0 && begin != std::string::npos) paths.add(line.substr(begin));
  }
}

/// Adds the absolute paths among the words that CMake writes for build tools:
/// files that CMake read, libraries that are linked. A quoted word may have
/// spaces, and ninja escapes them by $.
void add_words(const std::string& text, Paths& paths) {
  constexpr std::string_view kEnds = " \t\n\r\";=:,()|&<>'";
  for (std::size_t at = text.find('/'); at != std::string::npos;
       at = text.find('/', at)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    std::string word;
    for (; at < text.size(); ++at) {
      const bool is_escaped = text[at] == '$' && at + 1 < text.size();
      if (is_escaped) ++at;
      const bool ends = before == '"' ? text[at] == '"' || text[at] == '\n'
                                      : kEnds.find(text[at]) != kEnds.npos;
      if (ends && !is_escaped) break;
      word += text[at];
    }
    if (kEnds.find(before) != kEnds.npos) paths.add(word);
  }
}

/// Returns the folders that linkers search without -L.
std::vector<fs::path> usual_library_folders(
    const std::vector<std::string>& environment) {
  constexpr std::string_view kVariable = "LIBRARY_PATH=";
  std::vector<fs::path> result{"/usr/local/lib", "/usr/lib64", "/usr/lib"};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/usr/lib", error)) {
    const std::string name = entry.path().filename().string();
    if (name.find("-linux-gnu") != std::string::npos) {
      result.push_back(entry.path());
    }
  }
  for (const std::string& variable : environment) {
    if (!variable.starts_with(kVariable)) continue;
    std::istringstream folders(variable.substr(kVariable.size()));
    for (std::string one; std::getline(folders, one, ':');) {
      if (!one.empty()) result.emplace_back(one);
    }
  }
  return result;
}

/// Adds the libraries that lines of build.ninja and link.txt name.
void add_searched_libraries(const std::string& text, const BuildTraces& traces,
                            Paths& paths) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("-l") == std::string::npos) continue;
    std::istringstream parts(line);
    const std::vector<std::string> words(
        std::istream_iterator<std::string>(parts), {});
    for (const fs::path& one :
         searched_libraries(words, traces.build, traces.environment)) {
      paths.add(one);
    }
  }
}

/// Adds the packages, programs and libraries that CMake found: the values of
/// its cache, NAME:TYPE=VALUE, in which lists are split.
void add_cache_values(const std::string& text, Paths& paths) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t value = line.find('=');
    if (value == std::string::npos) continue;
    std::istringstream items(line.substr(value + 1));
    for (std::string item; std::getline(items, item, ';');) paths.add(item);
  }
}

/// Adds the files that are read before anything is compiled, and rules of make.
void add_build_folder(const BuildTraces& traces, Paths& paths) {
  const fs::path& build = traces.build;
  std::error_code error;
  for (fs::recursive_directory_iterator at(build, error), end; at != end;
       at.increment(error)) {
    if (error) break;
    const fs::path& path = at->path();
    const std::string name = path.filename().string();
    if (!is_there(path)) continue;
    if (name == "CMakeCache.txt") {
      add_cache_values(read_list(path), paths);
    } else if (name == "build.ninja" || name == "link.txt" ||
               name == "Makefile.cmake") {
      const std::string text = read_list(path);
      add_words(text, paths);
      if (name != "Makefile.cmake") add_searched_libraries(text, traces, paths);
    } else if (path.extension() == ".d") {
      for (const fs::path& one :
           prerequisites(read_list(path), path.parent_path())) {
        paths.add(one);
      }
    }
  }
}

}  // namespace

std::vector<std::string> reading_variables(const fs::path& reads) {
  std::vector<std::string> result{
      "CC_PRINT_HEADERS=1",  // Clang
      "CC_PRINT_HEADERS_FILE=" + (reads / "headers").string()};
  // GCC takes a file and a target, which a space separates.
  if (reads.string().find_first_of(" \t") == std::string::npos) {
    result.push_back("SUNPRO_DEPENDENCIES=" + (reads / "rules").string() +
                     " any");
  }
  return result;
}

std::vector<fs::path> searched_libraries(
    const std::vector<std::string>& words, const fs::path& folder,
    const std::vector<std::string>& environment) {
  std::vector<fs::path> folders;
  std::set<std::string> files;
  for (const std::string& word : words) {
    if (word.size() < 3) continue;
    const std::string rest = word.substr(2);
    if (word.starts_with("-L")) {
      folders.push_back(folder / rest);
    } else if (word.starts_with("-l:")) {
      files.insert(rest.substr(1));
    } else if (word.starts_with("-l")) {
      files.insert({"lib" + rest + ".so", "lib" + rest + ".a"});
    }
  }
  if (files.empty()) return {};
  for (fs::path& usual : usual_library_folders(environment)) {
    folders.push_back(std::move(usual));
  }
  // Each folder once, and where many libraries are searched, what is in it: so
  // this takes a time that grows with the words.
  constexpr std::size_t kFew = 64;
  std::vector<fs::path> result;
  std::set<fs::path> known;
  for (const fs::path& place : folders) {
    std::error_code error;
    const fs::path real = fs::canonical(place, error);
    if (error || !known.insert(real).second) continue;
    std::set<std::string> found = files;
    if (files.size() > kFew) {
      found.clear();
      for (fs::directory_iterator at(place, error), end; !error && at != end;
           at.increment(error)) {
        const std::string name = at->path().filename();
        if (files.contains(name)) found.insert(name);
      }
    }
    for (const std::string& file : found) {
      if (fs::is_regular_file(place / file, error)) {
        result.push_back(place / file);
      }
    }
  }
  return result;
}

std::vector<OutsideFile> outside_files(const BuildTraces& traces) {
  Paths paths(traces);
  add_reads(traces.reads, paths);
  add_ninja_dependencies(traces, paths);
  add_build_folder(traces, paths);
  return as_they_are(paths.paths());
}

std::vector<OutsideFile> as_they_are(const std::set<fs::path>& paths) {
  std::vector<OutsideFile> result;
  for (const fs::path& path : paths) {
    result.push_back({path, id_of(path), file_facts(path)});
  }
  return result;
}

std::string changed_file(const std::vector<OutsideFile>& files) {
  for (const OutsideFile& file : files) {
    if (file_facts(file.path) != file.facts && id_of(file.path) != file.id) {
      return file.path.string();
    }
  }
  return "";
}

std::string encode(const std::vector<OutsideFile>& files) {
  std::string text;
  for (const OutsideFile& file : files) {
    text += file.id + ' ' + file.facts + ' ' + file.path.string() + '\0';
  }
  return text;
}

std::vector<OutsideFile> decode_outside_files(const std::string& text) {
  std::vector<OutsideFile> result;
  for (const std::string& line : zero_ended(text)) {
    const std::size_t first = line.find(' ');
    const std::size_t second = line.find(' ', first + 1);
    if (second == std::string::npos) {
      throw FileError("not a list of files that a build read: " + line);
    }
    result.push_back({line.substr(second + 1), line.substr(0, first),
                      line.substr(first + 1, second - first - 1)});
  }
  return result;
}

}  // namespace spl::runner
