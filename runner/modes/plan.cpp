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
  const LaidOut laid_out =
      lay_out(suite, origin, session.invocation.settings, session);
  Planning planning;
  try {
    const ProgressLine progress(session);
    planning = plan_experiment(suite, *programs, session.seed,
                               surroundings(session, laid_out.layouts.get()));
  } catch (const LayoutError&) {
    require_programs(origin.revisions.get());
    throw;
  }
  const auto& relations = planning.relations;
  const bool failed = std::any_of(
      relations.begin(), relations.end(),
      [](const PlannedRelation& one) { return !one.failure.empty(); });
  if (failed) require_programs(origin.revisions.get());
  report.seconds = session.world.clock.seconds() - start;
  report_hosts(session);
  add_warnings(build_warnings(measured(planning), *programs, report), session);
  report.outcome = std::move(planning);
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

}  // namespace spl::runner::modes
