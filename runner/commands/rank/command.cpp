#include <memory>
#include <vector>

#include "runner/commands/rank/ranking.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/session/world.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/plain_error.hpp"

namespace spl::runner::command {
namespace {

/// The test looks once, and at all performances alike.
constexpr std::size_t kRankedRuns = 10;
/// Runs of commands have few observations.
constexpr std::size_t kRankedCommands = 40;

/// Drops the filter, which is for labels of formulas.
SettingLayers without_filter(SettingLayers layers) {
  layers.base.filter.clear();
  std::erase_if(layers.command_line,
                [](const Assignment& one) { return one.option == "filter"; });
  return layers;
}

/// Restores excerpts as they were given, with commas in place of signs.
void show_as_given(const FormulaText& text, const std::string& as_given,
                   Suite& suite) {
  const parser::Source given(text.name, as_given);
  for (parser::Diagnostic& error : suite.errors) {
    if (error.file != text.name || error.line != 1) continue;
    error.excerpt = given.excerpt(error.column - 1);
  }
}

/// Lets no two runs have one layout: each is a unit of the test.
Settings with_fresh_layouts(Settings settings, const Origin& origin) {
  if (settings.layouts != std::size_t{1}) settings.layouts.reset();
  if (origin.programs() == nullptr) return settings;
  for (const auto& program : origin.programs()->programs) {
    if (!program.links.given.empty() && !origin.revisions) settings.layouts = 1;
  }
  return settings;
}

ExitStatus run_rank(const Session& asked_for) {
  if (asked_for.invocation.settings.builds) {
    throw PlainError(
        "rank does not take -s builds: every run is a unit of its own there");
  }
  const FormulaText text = ranking_text(asked_for.invocation.line.subject);
  const Origin origin =
      asked_for.invocation.line.commands.empty()
          ? origin_to_measure(
                {text}, without_filter(asked_for.invocation.layers), asked_for)
          : commands_to_measure(asked_for);
  const Invocation invocation = suited(asked_for.invocation, origin);
  const Session session = asked_for.with(invocation);
  const SettingLayers layers = without_filter(invocation.layers);
  Suite suite = read_suite({text}, origin.catalogue(), layers);
  if (!suite.errors.empty()) {
    show_as_given(text, invocation.line.subject, suite);
    return reject(suite, origin, session);
  }
  const auto performances = ranked_performances(suite);
  for (SuiteFormula& formula : suite.formulas) {
    formula.settings.runs = formula.settings.runs.value_or(
        invocation.line.commands.empty() ? kRankedRuns : kRankedCommands);
  }
  Settings settings = with_fresh_layouts(invocation.settings, origin);
  // Commands are compared as they are.
  if (!invocation.line.commands.empty()) settings.layouts = 1;
  const LaidOut laid_out = lay_out(suite, origin, settings, session);
  // Blocks of a report are all there are, whatever ended them.
  if (std::holds_alternative<GivenObservations>(origin.source)) {
    for (SuiteFormula& formula : suite.formulas) {
      formula.settings.runs = kMostBlocks;
    }
  }
  Report& report = session.report;
  const MeasuringTime time(session.world);
  const Observations all = observations(suite, origin, laid_out, session);
  const auto found = std::make_shared<Ranking>(
      runner::rank(performances, all, settings.deciding));
  const Ranking& ranking = *found;
  report.outcome = found;
  report.quantity = quantity_of(origin, invocation.settings);
  add_warnings(all.warnings, session);
  report.performances = all.performances;
  keep_findings({}, session);
  if (!ranking.failure.empty()) require_programs(origin.revisions.get());
  time.report(report);
  add_measurement_warnings(origin.programs(), session);
  write_reports(session);
  if (!ranking.failure.empty()) return ExitStatus::kFailed;
  return ranking.refusal.empty() ? ExitStatus::kFound : ExitStatus::kUndecided;
}

}  // namespace

std::vector<CommandRow> rank() {
  return {
      {Mode::kRank, "rank", "TEXT",
       "ranks performances by analysis of variance and Tukey's HSD",
       "rank 'quick(1000), merge(1000), heap(1000)' -p build/bench",
       "TEXT is performances with commas between. Each makes as many runs as\n"
       "--runs says, or 10; `alpha` is the level of all pairs.",
       "which makes as many runs as --runs says and shows every difference", "",
       run_rank}};
}

}  // namespace spl::runner::command
