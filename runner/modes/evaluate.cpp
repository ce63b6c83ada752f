#include <algorithm>

#include "runner/findings/evaluation.hpp"
#include "runner/findings/formulas_status.hpp"
#include "runner/findings/portability.hpp"
#include "runner/findings/run_warnings.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"

namespace spl::runner::modes {
namespace {

bool has_failed(const Report& report) {
  return std::any_of(report.formulas.begin(), report.formulas.end(),
                     [](const FormulaReport& one) {
                       return one.verdict == logic::Verdict::kError;
                     });
}

}  // namespace

ExitStatus evaluate(Suite suite, const Origin& origin,
                    const std::optional<JsonText>& other,
                    const Session& session) {
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  const auto layouts =
      lay_out(suite, origin, session.invocation.settings, session);
  runner::evaluate(suite, observations(suite, origin, layouts.get(), session),
                   report);
  if (has_failed(report)) require_programs(origin.revisions.get());
  report.seconds = session.world.clock.seconds() - start;
  warn_of_measurements(origin.programs(), report);
  if (other) compare_with(*other, report);
  write_reports(session);
  return exit_status(report);
}

}  // namespace spl::runner::modes
