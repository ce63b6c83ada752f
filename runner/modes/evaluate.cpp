#include <algorithm>

#include "runner/findings/formulas_status.hpp"
#include "runner/findings/portability.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/measuring/family.hpp"
#include "runner/modes/deciding.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"

namespace spl::runner::modes {
namespace {

bool has_failed(const Evaluation& evaluation) {
  const auto& formulas = evaluation.formulas;
  return std::any_of(formulas.begin(), formulas.end(),
                     [](const FormulaReport& one) {
                       return one.verdict == logic::Verdict::kError;
                     });
}

/// Returns the level of a formula's relations, if they would have another
/// without the others of their family.
std::optional<double> level_in_family(const SuiteFormula& formula,
                                      const FormulaReport& report) {
  Suite alone;
  alone.formulas.push_back(formula);
  const std::vector<double> levels = shared_alphas(alone);
  std::optional<double> lowest;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double level = report.relations[i].alpha;
    if (level < levels[i]) lowest = std::min(level, lowest.value_or(level));
  }
  return lowest;
}

void add_commands(const Session& session, const Suite& suite,
                  std::vector<FormulaReport>& formulas) {
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    FormulaReport& one = formulas[i];
    if (one.verdict == logic::Verdict::kHolds) continue;
    Repetition again;
    if (formulas.size() > 1) {
      again.label = one.label;
      again.level = level_in_family(suite.formulas[i], one);
    }
    one.command = repeat_command(session.world.context.program,
                                 session.invocation.line.arguments, again);
  }
}

}  // namespace

ExitStatus evaluate(Suite suite, const Origin& origin,
                    const std::optional<JsonText>& other,
                    const Session& session) {
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  Evaluation& found = decide(suite, origin, session);
  add_commands(session, suite, found.formulas);
  if (has_failed(found)) require_programs(origin.revisions.get());
  report.seconds = session.world.clock.seconds() - start;
  add_measurement_warnings(origin.programs(), session);
  if (other) add_warnings(compare_with(*other, found.formulas), session);
  write_reports(session);
  return exit_status(found.formulas, session.invocation.settings.undecided);
}

}  // namespace spl::runner::modes
