#include "runner/git/ignored_sources.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Returns the files that compilers, ninja, make and CMake report as missing.
std::vector<std::string> missing_files(const std::string& text) {
  static const std::array kMessages{
      std::regex(R"(error: ([^\s:]+): No such file or directory)"),    // GCC
      std::regex(R"(error: '([^'\n]+)' file not found)"),              // Clang
      std::regex(R"('([^'\n]+)', needed by .*missing and no known)"),  // ninja
      std::regex(R"(No rule to make target '([^'\n]+)')"),             // make
      std::regex(R"(Cannot find source file:\s+([^\s]+))")};           // CMake
  std::vector<std::string> result;
  for (const std::regex& message : kMessages) {
    for (std::sregex_iterator at(text.begin(), text.end(), message), end;
         at != end; ++at) {
      result.push_back((*at)[1]);
    }
  }
  return result;
}

/// Returns whether an ignored file may be the missing one: messages have other
/// folders in front of its name.
bool may_be(const fs::path& path, const fs::path& missing) {
  return path.filename() == missing.filename();
}

}  // namespace

std::string ignored_source(const std::string& failure,
                           const std::vector<std::string>& ignored) {
  for (const std::string& missing : missing_files(failure)) {
    const auto found =
        std::find_if(ignored.begin(), ignored.end(),
                     [&](const auto& path) { return may_be(path, missing); });
    if (found == ignored.end()) continue;
    return "\n" + *found +
           " is in the working tree, but Git ignores it, so that builds of "
           "revisions do not get it: generate it below {build}, or name it in "
           "\"overlay\" in \"revisions\" of spl.json";
  }
  return "";
}

}  // namespace spl::runner
