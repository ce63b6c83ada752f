#include <vector>

#include "runner/settings/commands.hpp"

// The table of the commands, in the order in which the manual has them. Each is
// a folder with a function of its name, which returns what can be typed.
#define SPL_COMMANDS(EACH) \
  EACH(evaluate)           \
  EACH(init)               \
  EACH(check)              \
  EACH(list)               \
  EACH(plan)               \
  EACH(guard)              \
  EACH(bisect)             \
  EACH(audit)              \
  EACH(times)              \
  EACH(compare)            \
  EACH(rank)               \
  EACH(explain)            \
  EACH(history)            \
  EACH(cache)              \
  EACH(document)           \
  EACH(doctor)             \
  EACH(sensitivity)        \
  EACH(portability)        \
  EACH(help)

#define SPL_DECLARE(NAME) std::vector<CommandRow> NAME();
#define SPL_APPEND(NAME) \
  for (const CommandRow& one : command::NAME()) all.push_back(one);

namespace spl::runner {
namespace command {
SPL_COMMANDS(SPL_DECLARE)
}  // namespace command

std::span<const CommandRow> commands() {
  static const std::vector<CommandRow> kRows = [] {
    std::vector<CommandRow> all;
    SPL_COMMANDS(SPL_APPEND)
    return all;
  }();
  return kRows;
}

}  // namespace spl::runner
