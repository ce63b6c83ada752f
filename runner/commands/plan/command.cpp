#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "runner/commands/plan/planning.hpp"
#include "runner/findings/run_warnings.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {
namespace {

std::vector<logic::Performance> measured(const Planning& planning) {
  std::vector<logic::Performance> result;
  for (const PlannedPerformance& one : planning.performances) {
    result.push_back(one.performance);
  }
  return result;
}

bool has_failed(const Planning& planning) {
  const auto& relations = planning.relations;
  return std::ranges::any_of(relations, [](const PlannedRelation& one) {
    return !one.failure.empty();
  });
}

/// Plans by the levels of a data file, whose observations may be anybody's.
ExitStatus plan_given(Suite suite, const GivenObservations& given,
                      const Session& session) {
  Planning planning = [&] {
    const ProgressLine progress(session, "planning");
    return plan_by_data(std::move(suite), given, session.invocation.settings);
  }();
  const bool failed = has_failed(planning);
  session.report.quantity = {given.metric, given.dimension};
  session.report.outcome = std::make_shared<Planning>(std::move(planning));
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

ExitStatus plan_again(const Suite& suite, const GivenObservations& given,
                      const Session& session) {
  Planning planning = [&] {
    const ProgressLine progress(session, "planning");
    return plan_by_report(suite, given);
  }();
  const bool failed = has_failed(planning);
  session.report.outcome = std::make_shared<Planning>(std::move(planning));
  add_warnings(
      {"the plan is by observations that were made before: each relation has "
       "blocks of its own, which take no time for links"},
      session);
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

ExitStatus plan(Suite suite, const Origin& origin, const Session& session) {
  if (const auto* given = std::get_if<GivenObservations>(&origin.source)) {
    return given->groups.empty() ? plan_given(std::move(suite), *given, session)
                                 : plan_again(suite, *given, session);
  }
  const ProgramCatalogue* programs = origin.programs();
  prepare_launcher(session);
  Report& report = session.report;
  const MeasuringTime time(session.world);
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
  const bool failed = has_failed(planning);
  if (failed) require_programs(origin.revisions.get());
  time.report(report);
  report_hosts(session);
  warn_of_hosts(session);
  add_warnings(build_warnings(measured(planning), *programs, report), session);
  report.outcome = std::make_shared<Planning>(std::move(planning));
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

ExitStatus run_plan(const Session& session) {
  return bind_formulas(
      session, Binding::kPlan,
      [](Suite suite, const Origin& origin, const Session& suited) {
        return plan(std::move(suite), origin, suited);
      });
}

}  // namespace

std::vector<CommandRow> plan() {
  return {{Mode::kPlan, "plan", "",
           "shows what would be measured, how long it takes and the smallest "
           "change "
           "it finds",
           "plan perf/formulas.spl --budget 10s",
           "A few pilot runs tell the time; with --data nothing is measured.",
           "which decides nothing", "", run_plan}};
}

}  // namespace spl::runner::command
