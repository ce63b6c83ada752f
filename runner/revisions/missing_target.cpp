#include "runner/revisions/missing_target.hpp"

#include <array>

#include "runner/system/tool_message.hpp"

namespace spl::runner {

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

}  // namespace spl::runner
