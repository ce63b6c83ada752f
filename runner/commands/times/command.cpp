#include "runner/commands/times/times.hpp"

#include <cmath>
#include <iterator>
#include <memory>
#include <set>

#include "runner/formulas/listing.hpp"
#include "runner/formulas/name_filter.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner::command {
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

/// Returns the named builds that are timed: those of -p, or all if there are no
/// other programs.
std::set<std::string> timed_builds(const Invocation& invocation) {
  const bool are_all =
      invocation.programs.empty() && invocation.recipe.programs.empty();
  std::set<std::string> result;
  for (const auto& [name, programs] :
       are_all ? invocation.named_programs : invocation.line.named_programs) {
    result.insert(name);
  }
  return result;
}

/// The same of given performances, each of which is called as it is given.
DeclaredWorkloads given_workloads(const logic::GivenPerformances& given,
                                  const std::string& filter,
                                  logic::Dimension dimension,
                                  std::string& text) {
  DeclaredWorkloads all;
  for (const logic::Performance& one : given.performances) {
    const std::string name = text_in_formulas(one);
    if (!filter.empty() && !selects(filter, name) &&
        !selects(filter, one.method)) {
      continue;
    }
    if (std::string reason = refusal(one); !reason.empty()) {
      all.left_out.push_back({name, std::move(reason)});
      continue;
    }
    all.workloads.push_back({name, {}, {}});
    text += name +
            (dimension == logic::Dimension::kTime ? " >= 0 ns\n" : " >= 0\n");
  }
  return all;
}

/// Returns the workloads of the programs and, after them, of the builds, and
/// adds the formulas that have them measured to the text.
DeclaredWorkloads take_workloads(const Origin& origin, const Session& session,
                                 logic::Dimension dimension,
                                 std::string& text) {
  const logic::Catalogue& catalogue = origin.catalogue();
  const std::string& filter = session.invocation.settings.filter;
  if (catalogue.given) {
    return given_workloads(*catalogue.given, filter, dimension, text);
  }
  DeclaredWorkloads all = declared_workloads(catalogue.entries, filter);
  text = times_text(all, dimension);
  for (const std::string& build : timed_builds(session.invocation)) {
    const auto found = catalogue.revisions.find(build);
    if (found == catalogue.revisions.end() || !found->second.entries) continue;
    DeclaredWorkloads own = declared_workloads(*found->second.entries, filter);
    text += times_text(own, dimension, build);
    std::move(own.workloads.begin(), own.workloads.end(),
              std::back_inserter(all.workloads));
    std::move(own.left_out.begin(), own.left_out.end(),
              std::back_inserter(all.left_out));
  }
  return all;
}

void require_workloads(const DeclaredWorkloads& declared,
                       const Settings& settings) {
  if (!declared.workloads.empty()) return;
  if (!declared.left_out.empty()) {
    const LeftOut& one = declared.left_out.front();
    throw PlainError("times: " + one.name + " cannot be called, since " +
                     one.reason);
  }
  throw PlainError("times: there is no workload" +
                   (settings.filter.empty()
                        ? ""
                        : " that --filter " + settings.filter +
                              " selects; spl-run list shows the workloads"));
}

/// Adds what is known of given observations, which are of one metric.
void add_facts(const GivenObservations& given, Times& times) {
  for (Timing& row : times.rows) {
    row.metric = given.metric;
    row.dimension = given.dimension;
    const double calls = given.performances.at(row.performance).calls;
    row.iterations = static_cast<std::uint64_t>(std::llround(calls));
  }
}

ExitStatus run_times(const Session& session) {
  const Settings& settings = session.invocation.settings;
  RevisionsOfTexts used;
  used.named = timed_builds(session.invocation);
  const Origin origin =
      settings.data.empty()
          ? programs_to_measure(std::move(used), session)
          : origin_to_measure({}, session.invocation.layers, session);
  const Quantity quantity = quantity_of(origin, settings);
  FormulaText text;
  text.name = "<times>";
  DeclaredWorkloads declared =
      take_workloads(origin, session, quantity.dimension, text.content);
  require_workloads(declared, settings);
  Suite suite = read_suite({text}, origin.catalogue(), layers_of(session));
  if (!suite.errors.empty()) return reject(suite, origin, session);
  Report& report = session.report;
  const MeasuringTime time(session.world);
  const LaidOut laid_out = lay_out(suite, origin, settings, session);
  const Observations all = observations(suite, origin, laid_out, session);
  report.quantity = quantity;
  report.performances = all.performances;
  keep_findings({}, session);
  const auto outcome = std::make_shared<Times>(
      runner::times(suite, all, std::move(declared.left_out)));
  Times& found = *outcome;
  report.outcome = outcome;
  if (const auto* given = std::get_if<GivenObservations>(&origin.source)) {
    add_facts(*given, found);
  }
  const bool failed = std::ranges::any_of(
      found.rows, [](const Timing& one) { return !one.failure.empty(); });
  if (failed) require_programs(origin.revisions.get());
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  write_reports(session);
  return failed ? ExitStatus::kFailed : ExitStatus::kFound;
}

}  // namespace

std::vector<CommandRow> times() {
  return {{Mode::kTimes, "times", "",
           "measures every workload for its declared values",
           "times -p build/bench -f 'parse*' -o times.csv", "",
           "which measures and decides nothing", "bench benchmark time",
           run_times}};
}

}  // namespace spl::runner::command
