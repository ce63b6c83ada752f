#include "runner/findings/times.hpp"

#include <algorithm>

#include "runner/findings/run_warnings.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner::modes {
namespace {

/// Nothing is decided: the interpretations of the papers measure all runs that
/// were planned, and look once.
SettingLayers layers_of(const Session& session) {
  SettingLayers layers = session.invocation.layers;
  layers.base.filter.clear();
  std::erase_if(layers.command_line, [](const Assignment& one) {
    return one.option == "filter" || one.option == "statistic";
  });
  layers.base.deciding.interpretation = logic::Interpretation::kWelch;
  return layers;
}

void require_workloads(const DeclaredWorkloads& declared,
                       const Settings& settings) {
  if (!declared.workloads.empty()) return;
  if (!declared.left_out.empty()) {
    const LeftOut& one = declared.left_out.front();
    throw PlainError("--times: " + one.name + " cannot be called, since " +
                     one.reason);
  }
  throw PlainError("--times: there is no workload" +
                   (settings.filter.empty()
                        ? ""
                        : " that --filter " + settings.filter +
                              " selects; --list shows the workloads"));
}

}  // namespace

ExitStatus times(const Session& session) {
  const Settings& settings = session.invocation.settings;
  check_tables(settings);
  if (!session.invocation.line.named_programs.empty()) {
    throw PlainError(
        "--times takes no named builds; give their programs without names");
  }
  const Origin origin = programs_to_measure({}, session);
  DeclaredWorkloads declared =
      declared_workloads(origin.catalogue().entries, settings.filter);
  require_workloads(declared, settings);
  const Quantity quantity = quantity_of(origin, settings);
  Suite suite = read_suite({times_text(declared, quantity.dimension)},
                           origin.catalogue(), layers_of(session));
  if (!suite.errors.empty()) return reject(suite, origin, session);
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  const LaidOut laid_out = lay_out(suite, origin, settings, session);
  const Observations all = observations(suite, origin, laid_out, session);
  report.quantity = quantity;
  report.performances = all.performances;
  const Times& found = report.outcome.emplace<Times>(
      runner::times(suite, report.performances, std::move(declared.left_out)));
  const bool failed =
      std::any_of(found.rows.begin(), found.rows.end(),
                  [](const Timing& one) { return !one.failure.empty(); });
  if (failed) require_programs(origin.revisions.get());
  report.seconds = session.world.clock.seconds() - start;
  add_warnings(measurement_warnings(origin.programs(), report), session);
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

}  // namespace spl::runner::modes
