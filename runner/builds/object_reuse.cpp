#include "runner/builds/compile_launcher.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "runner/builds/program_content.hpp"
#include "runner/git/content_id.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

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

bool is_any(const std::vector<std::string>& words, std::string_view beginning) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word.starts_with(beginning);
  });
}

/// Returns the text without the folder of the build slot, which is another in
/// each.
std::string without_slot(std::string text, const fs::path& build_slot) {
  const std::string slot = build_slot.string();
  for (std::size_t at = text.find(slot); at != std::string::npos;
       at = text.find(slot, at)) {
    text.erase(at, slot.size());
  }
  return text;
}

/// Lets ccache know objects by what makes them, and nothing of its user.
void set_variables(const std::string& compiler, const ObjectFolders& folders) {
  for (const std::string& variable : own_environment()) {
    const std::string name = variable.substr(0, variable.find('='));
    if (name.starts_with("CCACHE_") || name.starts_with("CC_PRINT_HEADERS") ||
        name == "SUNPRO_DEPENDENCIES") {
      unsetenv(name.c_str());
    }
  }
  const std::pair<const char*, std::string> values[] = {
      {"CCACHE_DIR", folders.objects.string()},
      {"CCACHE_CONFIGPATH", "/dev/null"},
      // A list of the headers does not tell of one that newly appears earlier.
      {"CCACHE_NODIRECT", "1"},
      {"CCACHE_COMPILERCHECK", "string:" + compiler},
      // Where it is compiled differs between slots, and no object shows it.
      {"CCACHE_NOHASHDIR", "1"},
      {"CCACHE_BASEDIR", folders.reads.parent_path().string()}};
  for (const auto& [name, value] : values) setenv(name, value.c_str(), 1);
}

/// Returns the words that write all files that are read, of the system, too.
std::vector<std::string> with_dependencies(std::vector<std::string> words,
                                           const fs::path& reads) {
  for (std::string& word : words) {
    if (word == "-MMD") word = "-MD";
  }
  if (!is_any(words, "-M") && !is_any(words, "-Wp,-M")) {
    const fs::path file = reads / ("rules of " + std::to_string(getpid()));
    words.insert(words.end(), {"-MD", "-MF", file.string()});
  }
  return words;
}

}  // namespace

std::optional<std::vector<std::string>> through_ccache(
    const std::vector<std::string>& words, const CompilerCall& call,
    const ObjectFolders& folders) {
  const auto ccache = in_search_path("ccache", own_environment());
  if (!ccache || folders.objects.empty() || call.sources.size() != 1 ||
      is_any(words, "-fsanitize")) {
    return std::nullopt;
  }
  const auto compiler = in_search_path(words.front(), own_environment());
  std::error_code error;
  if (!compiler || fs::canonical(*compiler, error).filename() == "ccache") {
    return std::nullopt;
  }
  const auto tools = toolchain(words, folders.reads);
  if (!tools) return std::nullopt;
  set_variables(content_id(without_slot(*tools + variables(),
                                        folders.reads.parent_path())),
                folders);
  std::vector<std::string> result = with_dependencies(words, folders.reads);
  result.front() = fs::absolute(*compiler).string();
  if (is_any(words, "-g")) result.emplace_back("-gno-column-info");
  result.insert(result.begin(), fs::absolute(*ccache).string());
  return result;
}

}  // namespace spl::runner
