#include "runner/revisions/remarks.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include "runner/system/tool_message.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Says what the build gets if an attribute is left out.
std::string instead(bool is_on_disk, const std::string& attribute) {
  const std::string quoted = '"' + attribute + "\" of .gitattributes";
  if (is_on_disk) {
    return quoted +
           " is not applied: the build of the working tree gets the files on "
           "disk, and builds of commits the files as Git stores them; this "
           "alone may make the sides differ";
  }
  return quoted +
         " is not applied: the build gets the files as Git stores them" +
         (attribute == "filter=lfs"
              ? "; git lfs fetch --all gets the files themselves"
              : "");
}

/// Returns the files that compilers, ninja, make and CMake report as missing.
std::vector<std::string> missing_files(const std::string& text) {
  constexpr std::array<ToolMessage, 5> kMessages{
      {{"error: ", " \t\r:", ": No such file or directory"},  // GCC
       {"error: '", "'", "' file not found"},                 // Clang
       {"error: '", "'", "', needed by"},                     // ninja
       {"No rule to make target '", "'", "'"},                // make
       {"Cannot find source file:", " \t\r", ""}}};           // CMake
  std::vector<std::string> result;
  for (const ToolMessage& message : kMessages) {
    const auto names = names_in(text, message);
    result.insert(result.end(), names.begin(), names.end());
  }
  return result;
}

}  // namespace

std::vector<std::string> left_out_remarks(const Tree& tree) {
  std::map<std::pair<std::string, bool>, std::vector<std::string>> files;
  for (const TreeFile& file : tree) {
    if (file.left_out.empty()) continue;
    files[{file.left_out, file.disk.has_value()}].push_back(file.path);
  }
  std::vector<std::string> result;
  for (const auto& [what, paths] : files) {
    const std::size_t more = paths.size() - 1;
    result.push_back(paths.front() +
                     (more == 0 ? std::string()
                                : " (and " + std::to_string(more) + " more)") +
                     ": " + instead(what.second, what.first));
  }
  return result;
}

std::string missing_target(const std::string& failure) {
  constexpr std::array<ToolMessage, 6> kMessages{
      {{"ninja: error: unknown target '", "'", "'"},
       {"No rule to make target '", "'", "'."},
       {"Can't invoke target `", "`", "`"},  // Meson
       // CMake
       {"The source directory", "\"", "\" does not exist"},
       {"add_subdirectory given source", "\"", "\" which"},
       // A build that makes all that there is.
       {"is built, but there is no program ", "(", "("}}};
  for (const ToolMessage& message : kMessages) {
    const std::vector<std::string> found = names_in(failure, message);
    if (found.empty()) continue;
    return "\n    " + found.front() +
           " may be newer than this revision: list its files as \"overlay\" in "
           "\"revisions\" of spl.json, which takes them from the working tree";
  }
  return "";
}

std::string ignored_source(const std::string& failure,
                           const std::vector<std::string>& ignored) {
  const std::vector<std::string> all = missing_files(failure);
  if (all.empty()) return "";
  // Messages have other folders in front of a name.
  std::map<fs::path, const std::string*> names;
  for (const std::string& path : ignored) {
    names.emplace(fs::path(path).filename(), &path);
  }
  for (const fs::path missing : all) {
    const auto found = names.find(missing.filename());
    if (found == names.end()) continue;
    return "\n" + *found->second +
           " is in the working tree, but Git ignores it, so that builds of "
           "revisions do not get it: generate it below {build}, or name it in "
           "\"overlay\" in \"revisions\" of spl.json";
  }
  return "";
}

}  // namespace spl::runner
