#include "runner/builds/object_reuse.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "runner/builds/compile_command.hpp"
#include "runner/builds/compiler_process.hpp"
#include "runner/builds/inline_assembly.hpp"
#include "runner/builds/needed_libraries.hpp"
#include "runner/builds/object_cache.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/repository.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"
#include "runner/system/search_path.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

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

/// A stand-in for the folder of the build slot, which is another in each.
constexpr std::string_view kSlot = "{slot}";

std::string replaced_all(std::string text, std::string_view before,
                         std::string_view after) {
  for (std::size_t at = text.find(before); at != std::string::npos;
       at = text.find(before, at + after.size())) {
    text.replace(at, before.size(), after);
  }
  return text;
}

/// Identifies each file by its content and its path, without the folder of the
/// build slot; returns nothing if one cannot be read.
std::optional<std::string> contents(const std::set<std::string>& files,
                                    const std::string& build_slot) {
  std::string text;
  for (const std::string& file : files) {
    try {
      text +=
          file_id(file) + ' ' + replaced_all(file, build_slot, kSlot) + '\0';
    } catch (const RepositoryError&) {
      return std::nullopt;
    }
  }
  return text;
}

/// Replaces the folder in lines `# 12 "path" 1 3 4`, and nowhere else: what is
/// compiled stays.
std::string with_neutral_markers(const std::string& preprocessed,
                                 const std::string& build_slot) {
  std::string result;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end =
        std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view line(preprocessed.data() + at, end - at);
    result += line.starts_with("# ")
                  ? replaced_all(std::string(line), build_slot, kSlot)
                  : std::string(line);
    result += '\n';
    at = end + 1;
  }
  return result;
}

/// Returns whether the object may show in which folder it was made: as it is,
/// or as a part of a name.
bool shows_slot(const std::string& object, const std::string& build_slot) {
  std::string name = build_slot;
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char sign) {
        return std::isalnum(sign) == 0 && sign != '.' && sign != '$';
      },
      '_');
  return object.find(build_slot) != std::string::npos ||
         object.find(name) != std::string::npos;
}

/// Returns what the object depends on besides words, folder and tools; nothing
/// if that is unknown. Writes dependencies as compiling does.
std::optional<std::string> ingredients(const CompileCommand& compile,
                                       const std::string& build_slot) {
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
  const auto files = contents(files_in(text), build_slot);
  if (!files) return std::nullopt;
  return *files + '\n' + text;
}

std::string preloaded() {
  const char* value = std::getenv("LD_PRELOAD");
  return value == nullptr ? "" : value;
}

/// Returns the variables that change what the compiler, or a tool that it
/// starts, makes.
std::string variables() {
  std::string result;
  for (const std::string& one : compiler_environment(own_environment())) {
    result += one + '\0';
  }
  return result + preloaded() + '\0';
}

/// What an object is known by: in any build slot, or in this one only.
struct ObjectNames {
  std::string anywhere;
  std::string here;

  friend bool operator==(const ObjectNames&, const ObjectNames&) = default;
};

ObjectNames names_of(const std::vector<std::string>& words,
                     const std::string& tools, const std::string& ingredients,
                     const std::string& build_slot) {
  std::string text = "object 3\n" + fs::current_path().string() + '\0';
  for (const std::string& word : words) text += word + '\0';
  text += '\n' + variables() + '\n' + tools + '\n';
  const std::string anywhere = replaced_all(text, build_slot, kSlot) +
                               with_neutral_markers(ingredients, build_slot);
  return {content_id(anywhere), content_id(text + ingredients)};
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

/// Compiles with a cache.
class ObjectReuse {
 public:
  ObjectReuse(const std::vector<std::string>& words,
              const CompileCommand& command, const fs::path& objects,
              const fs::path& reads)
      : words_(words),
        command_(command),
        cache_(objects),
        reads_(reads),
        build_slot_(reads.parent_path().string()) {}

  int compile() {
    tools_ = toolchain(words_, reads_);
    const auto names = names_now();
    if (!names) return execute_here(words_);
    for (const std::string& name : {names->anywhere, names->here}) {
      const auto found = cache_.find(name);
      if (!found) continue;
      std::cerr << replaced_all(found->printed, kSlot, build_slot_)
                << std::flush;
      write_file(command_.object, found->bytes);
      return 0;
    }
    return compile_and_keep(*names);
  }

 private:
  [[nodiscard]] std::optional<ObjectNames> names_now() const {
    const auto all = tools_ ? ingredients(command_, build_slot_) : std::nullopt;
    if (!all) return std::nullopt;
    return names_of(words_, *tools_, *all, build_slot_);
  }

  [[nodiscard]] int compile_and_keep(const ObjectNames& expected) const {
    const Printed done = printed(words_);
    std::cerr << done.text << std::flush;
    if (!succeeded(done.ending)) return status(done.ending);
    if (names_now() != expected) return 0;
    const std::string object = read_file(command_.object);
    cache_.store(
        shows_slot(object, build_slot_) ? expected.here : expected.anywhere,
        {replaced_all(done.text, build_slot_, kSlot), object});
    return 0;
  }

  const std::vector<std::string>& words_;
  const CompileCommand& command_;
  ObjectCache cache_;
  const fs::path& reads_;
  std::string build_slot_;
  std::optional<std::string> tools_;
};

}  // namespace

int compile_object(const std::vector<std::string>& words,
                   const fs::path& objects, const fs::path& reads) {
  const auto known = objects.empty() || has_precompiled_header(words)
                         ? std::nullopt
                         : compile_command(words);
  if (!known) return execute_here(words);
  try {
    return ObjectReuse(words, *known, objects, reads).compile();
  } catch (const FileError&) {
    // The disk may be full: the compiler reports that better, or finds a way.
    return execute_here(words);
  }
}

}  // namespace spl::runner
