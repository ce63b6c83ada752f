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
      std::regex(R"re(The source directory\s+"([^"\n]+)"\s+does not)re")};
  for (const std::regex& message : kMessages) {
    std::smatch found;
    if (!std::regex_search(failure, found, message)) continue;
    return "\n" + found[1].str() +
           " may have been added later: name in \"overlay\" in \"revisions\" "
           "of spl.json the files that the working tree gives old revisions";
  }
  return "";
}

}  // namespace spl::runner
