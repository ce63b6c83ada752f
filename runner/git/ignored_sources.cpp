#include "runner/git/ignored_sources.hpp"

#include <array>
#include <filesystem>
#include <map>

#include "runner/system/tool_message.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

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
