#include <utility>
#include <vector>

#include "runner/session/bound_formulas.hpp"
#include "runner/session/explaining/explanation.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {
namespace {

ExitStatus run_explain(const Session& asked) {
  return bind_formulas(
      asked, Binding::kEvaluate,
      [](Suite suite, const Origin& origin, const Session& session) {
        explain(std::move(suite), origin, session);
        write_files(session);
        return ExitStatus::kFound;
      });
}

}  // namespace

std::vector<CommandRow> explain() {
  return {{Mode::kExplain, "explain", "",
           "profiles both sides of formulas under Valgrind, and lists the "
           "functions that differ",
           "explain -p build/bench -e 'new(1000) <= old(1000)'",
           "Counts instructions of a call by function; with --metric "
           "allocations or\nallocated-bytes, allocations by call site. -s "
           "profiles=FOLDER keeps both\nprofiles there, for KCachegrind "
           "(callgrind.out.left and callgrind.out.right) and\nas folded stacks "
           "(folded.left and folded.right), with .2 and so on behind them\nfor "
           "further relations. -s explain=true explains what an evaluation "
           "finds violated.",
           "which profiles under Valgrind", "profile why", run_explain}};
}

}  // namespace spl::runner::command
