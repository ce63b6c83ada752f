#include <algorithm>

#include "runner/findings/formulas_status.hpp"
#include "runner/findings/portability.hpp"
#include "runner/formulas/repeat_command.hpp"
#include "runner/modes/interim_reports.hpp"
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

void add_commands(const CommandLine& line,
                  std::vector<FormulaReport>& formulas) {
  for (FormulaReport& one : formulas) {
    if (one.verdict == logic::Verdict::kHolds) continue;
    one.command = repeat_command(
        line.arguments, {formulas.size() > 1 ? one.label : "", std::nullopt});
  }
}

}  // namespace

ExitStatus evaluate(Suite suite, const Origin& origin,
                    const std::optional<JsonText>& other,
                    const Session& session) {
  const Settings& settings = session.invocation.settings;
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  const LaidOut laid_out = lay_out(suite, origin, settings, session);
  const EvaluationInputs inputs = evaluation_inputs(origin, laid_out, session);
  InterimReports interim(suite, inputs, session);
  Evaluation& found = report_evaluation(
      suite, observations(suite, origin, laid_out, session, &interim), inputs,
      report);
  add_commands(session.invocation.line, found.formulas);
  if (has_failed(found)) require_programs(origin.revisions.get());
  report.seconds = session.world.clock.seconds() - start;
  add_measurement_warnings(origin.programs(), session);
  if (other) add_warnings(compare_with(*other, found.formulas), session);
  write_reports(session);
  return exit_status(found.formulas, settings.undecided);
}

}  // namespace spl::runner::modes
