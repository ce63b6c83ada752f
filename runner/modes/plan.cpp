#include <algorithm>

#include "runner/findings/plan_experiment.hpp"
#include "runner/findings/planning.hpp"
#include "runner/findings/run_warnings.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner::modes {
namespace {

std::vector<logic::Performance> measured(const Planning& planning) {
  std::vector<logic::Performance> result;
  for (const PlannedPerformance& one : planning.performances) {
    result.push_back(one.performance);
  }
  return result;
}

}  // namespace

ExitStatus plan(Suite suite, const Origin& origin, const Session& session) {
  const ProgramCatalogue* programs = origin.programs();
  if (programs == nullptr) {
    throw PlainError("--plan plans measuring; it takes no --data");
  }
  prepare_launcher(session);
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  const auto layouts =
      lay_out(suite, origin, session.invocation.settings, session);
  try {
    const ProgressLine progress(session);
    report.planning = plan_experiment(suite, *programs, report.context.seed,
                                      surroundings(session, layouts.get()));
  } catch (const LayoutError&) {
    require_programs(origin.revisions.get());
    throw;
  }
  const auto& relations = report.planning->relations;
  const bool failed = std::any_of(
      relations.begin(), relations.end(),
      [](const PlannedRelation& one) { return !one.failure.empty(); });
  if (failed) require_programs(origin.revisions.get());
  report.seconds = session.world.clock.seconds() - start;
  report_hosts(session);
  warn_of_builds(measured(*report.planning), *programs, report);
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

}  // namespace spl::runner::modes
