#include <vector>

#include "runner/settings/commands.hpp"

namespace spl::runner::command {
std::vector<CommandRow> help() {
  return {{Mode::kHelp, "help", "[WORD]",
           "explains a command, a key, or a word of a report", "help max-runs",
           "", "which prints a text", "", nullptr}};
}

}  // namespace spl::runner::command
