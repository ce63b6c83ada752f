#include "runner/commands/portability/portability.hpp"

#include "runner/session/evaluating.hpp"
#include "runner/session/measuring.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {
namespace {

ExitStatus run_portability(const Session& session) {
  // Read before anything is measured.
  const JsonText other = JsonText::read(session.invocation.line.subject);
  require_report(other);
  return evaluate_formulas(
      session, [&](Evaluation& found, const Session& suited) {
        add_sentences(compare_with(other, found.formulas), suited);
      });
}

}  // namespace

std::vector<CommandRow> portability() {
  return {{Mode::kPortability, "portability", "REPORT",
           "evaluates, and compares ratios with another machine's JSON report",
           "portability there.json perf/formulas.spl", "",
           "which compares ratios of formulas", "", run_portability}};
}

}  // namespace spl::runner::command
