#include <vector>

#include "runner/session/evaluating.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {
namespace {

ExitStatus run_evaluate(const Session& session) {
  return evaluate_formulas(session);
}

}  // namespace

std::vector<CommandRow> evaluate() {
  return {
      {Mode::kEvaluate, "", "", "measures what formulas compare, and decides",
       "perf/formulas.spl --rev HEAD~1",
       "FILE is a formula file (.spl), a C++ source with formulas in "
       "attributes, "
       "or a\nfolder of these; FILE:LINE is the formula at that line. Without "
       "any, the\n\"formulas\" of spl.json are evaluated.",
       "which evaluates formulas", "test run evaluate", run_evaluate}};
}

}  // namespace spl::runner::command
