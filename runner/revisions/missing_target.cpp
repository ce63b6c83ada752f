#include "runner/revisions/missing_target.hpp"

#include <array>
#include <regex>

namespace spl::runner {

std::string missing_target(const std::string& failure) {
  static const std::array kMessages{
      std::regex(R"(ninja: error: unknown target '([^'\n]+)')"),
      std::regex(R"(No rule to make target '([^'\n]+)'\.)"),
      std::regex(R"(Can't invoke target `([^`\n]+)`)"),  // Meson
      // CMake
      std::regex(R"re(The source directory\s+"([^"\n]+)"\s+does not exist)re"),
      std::regex(R"re(add_subdirectory given source\s+"([^"\n]+)"\s+which)re"),
      // A build that makes all that there is.
      std::regex(R"(is built, but there is no program ([^\n]+) \()")};
  for (const std::regex& message : kMessages) {
    std::smatch found;
    if (!std::regex_search(failure, found, message)) continue;
    return "\n" + found[1].str() +
           " may be newer than this revision: list its files as \"overlay\" in "
           "\"revisions\" of spl.json, which takes them from the working tree";
  }
  return "";
}

}  // namespace spl::runner
