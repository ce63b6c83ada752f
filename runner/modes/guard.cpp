#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include "runner/findings/formulas_status.hpp"
#include "runner/findings/guard.hpp"
#include "runner/formulas/guard_text.hpp"
#include "runner/modes/interim_reports.hpp"
#include "runner/modes/measuring.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"
#include "runner/settings/plain_error.hpp"
#include "spl/logic/revision_name.hpp"

namespace spl::runner::modes {
namespace {

/// Builds the baseline and the revision under test.
Origin both_sides(const Session& session) {
  if (!session.invocation.line.named_programs.empty()) {
    throw PlainError(
        "--guard compares revisions and takes no named builds; compare these "
        "by formulas, as f@fast(n) <= f@plain(n)");
  }
  require_no_program(
      session.invocation,
      "--guard builds both sides as \"revisions\" in spl.json says");
  RevisionsOfTexts used;
  used.named = {logic::kBaseline};
  used.selected.named = used.named;
  used.selected.under_test = true;
  Origin origin = programs_to_measure(std::move(used), session);
  for (const auto& [name, facts] : origin.catalogue().revisions) {
    if (!facts.problem.empty()) throw PlainError("--guard: " + facts.problem);
  }
  const auto& failures = origin.programs()->failures;
  if (!failures.empty()) {
    const auto& [name, reason] = *failures.begin();
    const bool is_baseline = name == logic::kBaseline;
    throw MeasuringFailed(
        (is_baseline ? "the baseline " : "the revision under test ") + reason);
  }
  return origin;
}

/// Returns the budget of a claim if only that of all is given: several shares,
/// since clear claims leave most of theirs to the others.
std::chrono::nanoseconds budget_of_claim(const Settings& settings,
                                         std::size_t claims) {
  constexpr int kShares = 4;
  if (settings.budget_total.count() == 0) return settings.budget;
  return kShares * settings.budget_total / static_cast<std::int64_t>(claims);
}

/// The filter selects workloads, and these have been selected; each text sets
/// its metric, if there are several.
SettingLayers layers_of(const Invocation& invocation, std::size_t claims) {
  SettingLayers layers = invocation.layers;
  layers.base.filter.clear();
  if (!invocation.names_budget) {
    layers.base.budget = budget_of_claim(invocation.settings, claims);
  }
  const bool sets_metric = invocation.metrics.size() > 1;
  std::erase_if(layers.command_line, [&](const Assignment& one) {
    return one.option == "filter" || (sets_metric && one.option == "metric");
  });
  return layers;
}

void require_workloads(const Guarded& guarded, const Settings& settings) {
  if (!guarded.claims.empty()) return;
  std::string text = "--guard: there is nothing to compare: ";
  if (!guarded.left_out.empty()) {
    const LeftOut& one = guarded.left_out.front();
    text += one.name + " cannot be guarded, since " + one.reason;
  } else if (!settings.filter.empty()) {
    text += "no workload that --filter " + settings.filter +
            " selects is on both sides; --list shows the workloads";
  } else {
    text += "no workload is on both sides; --list shows the workloads";
  }
  throw PlainError(text);
}

/// The claims, each labelled as its call.
Suite suite_of(const Guarded& guarded, const Origin& origin,
               const Session& session) {
  const std::size_t claims = guarded.claims.size() * guarded.texts.size();
  Suite suite = read_suite(guarded.texts, origin.catalogue(),
                           layers_of(session.invocation, claims));
  for (std::size_t i = 0; i < suite.formulas.size(); ++i) {
    suite.formulas[i].label = guarded.claims[i % guarded.claims.size()];
  }
  return suite;
}

}  // namespace

ExitStatus guard(const Session& session) {
  const Settings& settings = session.invocation.settings;
  const Origin origin = both_sides(session);
  const Guarded guarded =
      runner::guarded(origin.catalogue(), settings, session.invocation.metrics);
  require_workloads(guarded, settings);
  Suite suite = suite_of(guarded, origin, session);
  if (!suite.errors.empty()) return reject(suite, origin, session);
  add_warnings(compare_sources(suite, *origin.programs(), *origin.revisions),
               session);
  Report& report = session.report;
  const double start = session.world.clock.seconds();
  const LaidOut laid_out = lay_out(suite, origin, settings, session);
  const EvaluationInputs inputs = evaluation_inputs(origin, laid_out, session);
  InterimReports interim(suite, inputs, session);
  Evaluation& found = report_evaluation(
      suite, observations(suite, origin, laid_out, session, &interim), inputs,
      report);
  keep_findings(found.formulas, session);
  const ExitStatus status = exit_status(found.formulas, settings.undecided);
  if (status == ExitStatus::kFailed) require_programs(origin.revisions.get());
  report.outcome =
      runner::guard(guarded, std::move(found), report.performances);
  report.seconds = session.world.clock.seconds() - start;
  add_measurement_warnings(origin.programs(), session);
  write_reports(session);
  return status;
}

}  // namespace spl::runner::modes
