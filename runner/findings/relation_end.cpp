#include "runner/findings/relation_end.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runner/settings/single_calls.hpp"
#include "runner/system/number_text.hpp"
#include "spl/logic/effect_intervals.hpp"
#include "spl/logic/look.hpp"
#include "spl/logic/quantile_runs.hpp"

namespace spl::runner {
namespace {

/// A data file may have failed performances that the relation is not about.
bool has_failure(const logic::Relation& relation,
                 const logic::Experiment& experiment) {
  const auto all = performances_of(relation);
  return std::ranges::any_of(all, [&](const logic::Performance& one) {
    const auto found = experiment.find(one);
    return found != experiment.end() &&
           std::holds_alternative<logic::Failure>(found->second);
  });
}

// --- Relations that are left open --------------------------------------------

std::string unheld(const logic::Relation& relation, const Basis& basis) {
  if (!basis.slow_start.empty()) return basis.slow_start;
  std::string none = "the budget is too short for two runs of each side";
  if (!is_about_single_calls(relation)) return none;
  return none + ": " + logic::observations_needed(*relation.statistic);
}

std::string interruption(const Basis& basis) {
  const std::size_t blocks = basis.stopped.blocks;
  if (blocks == 0) return "interrupted before its first block";
  return "interrupted after " + std::to_string(blocks) + " of at most " +
         std::to_string(basis.planned) + " blocks";
}

std::string so_far(const Basis& basis) {
  const std::size_t blocks = basis.stopped.blocks;
  if (blocks == 0) return "not measured yet";
  return "measured for " + std::to_string(blocks) + " of at most " +
         std::to_string(basis.planned) + " blocks";
}

/// Keeps estimates and intervals: no observation is thrown away.
void leave_open(RelationReport& report, std::string reason) {
  report.open_parts = std::exchange(report.parts, std::nullopt);
  if (report.open_parts) report.open_parts->found_by.reset();
  logic::Decision& decision = report.decision;
  decision.finding = logic::Finding::kUnknown;
  decision.strength = logic::Strength::kUndecided;
  decision.verdict = logic::Verdict::kUndecided;
  decision.reason = std::move(reason);
}

/// Keeps estimate and interval of the blocks before the failure.
void leave_failed(RelationReport& report, const Basis& basis) {
  const logic::Decision& decision = report.decision;
  leave_open(report, basis.failure.empty() ? decision.reason : basis.failure);
  report.decision.verdict = logic::Verdict::kError;
}

/// Decides by a factor of 2 in all runs, even if the usual test is undecided:
/// then the interval is that of this test.
void settle(const RelationInputs& inputs, RelationReport& report) {
  const auto& [relation, settings, basis] = inputs;
  const logic::Experiment runs =
      logic::compared_runs(relation, experiment_of(basis), settings.deciding);
  const auto statistic = settings.deciding.statistic;
  const logic::Finding found = logic::twofold(relation, runs, statistic);
  const logic::Sign sign = relation.sign;
  report.parts.reset();
  logic::Decision& decision = report.decision;
  if (decision.finding != found) {
    const auto estimate = decision.ratio.estimate;
    decision.ratio = logic::twofold_ratios(relation, runs, statistic);
    decision.ratio.estimate = estimate;
  }
  decision.finding = found;
  decision.strength = logic::strength(sign, found);
  decision.verdict = logic::verdict(decision.strength);
  decision.reason.clear();
}

/// Takes the reason why both sides are equal, whatever was measured.
void take_identity(const logic::Relation& relation, logic::Decision& decision) {
  decision.reason = relation.identity;
  // The difference of multiples of a time has a known sign only.
  if (!relation.left.minus(relation.right).terms().empty()) {
    decision.difference.reset();
  }
}

void leave_without_links(RelationReport& report) {
  leave_open(report,
             "the budget leaves no time to link the programs, and one layout "
             "says nothing about their sources");
  report.open_parts.reset();
  statistics::RatioInterval& ratio = report.decision.ratio;
  ratio.lower.reset();
  ratio.upper.reset();
  ratio.refusal = "it is that of one layout";
}

/// Leaves a relation that did not fail open, or settles it, as its end demands.
void end(const RelationInputs& inputs, RelationReport& report) {
  const auto& [relation, settings, basis] = inputs;
  switch (basis.stopped.why) {
    case Stop::kInterrupted:
      return leave_open(report, interruption(basis));
    case Stop::kFailFast:
      return leave_open(report, "another formula is violated (fail-fast)");
    case Stop::kOpen:
      return leave_open(report, so_far(basis));
    case Stop::kDoubtfulTimes:
    case Stop::kLateCalls:
      return leave_open(report, basis.stopped.reason);
    case Stop::kObservations:
      return leave_open(report, lack_of_observations(relation, settings));
    case Stop::kLinks:
      return leave_without_links(report);
    case Stop::kTwofold:
      return settle(inputs, report);
    case Stop::kData:
      if (std::string reason = lack_of_independence(inputs, report);
          !reason.empty()) {
        return leave_open(report, std::move(reason));
      }
      break;
    default:
      break;
  }
  if (basis.stopped.why == Stop::kBudget && basis.stopped.blocks == 0) {
    leave_open(report, unheld(relation, basis));
  } else if (basis.evidence &&
             report.decision.verdict == logic::Verdict::kError) {
    report.stopped = Stop::kFailed;
  }
}

// --- Changes that were not found ---------------------------------------------

/// Returns the largest change that would turn the verdict and was not ruled
/// out.
std::optional<double> hidden_change(logic::Sign sign,
                                    const statistics::RatioInterval& ratio) {
  if (!ratio.lower || !ratio.upper) return std::nullopt;
  double hidden = 0;
  if (logic::turns_verdict(sign, logic::Finding::kGreater)) {
    hidden = std::max(hidden, *ratio.upper - 1);
  }
  if (logic::turns_verdict(sign, logic::Finding::kLess)) {
    hidden = std::max(hidden, 1 - *ratio.lower);
  }
  return hidden;
}

std::optional<std::size_t> needed_blocks(const RelationReport& report) {
  const auto& detectable = report.decision.detectable;
  if (!detectable || *detectable <= report.resolution) return std::nullopt;
  const double times = *detectable / report.resolution;
  return block_count(static_cast<double>(report.blocks) * times * times);
}

/// Adds what could hide in the mean of all calls, unless it rules a change out.
void hide_in_the_mean(logic::Sign sign, RelationReport& report) {
  const logic::PartsDecision& parts = *report.parts;
  if (!report.hidden || parts.rules_out_change) return;
  statistics::RatioInterval mean;
  mean.lower = parts.lower;
  mean.upper = parts.upper;
  report.hidden =
      std::max(*report.hidden, hidden_change(sign, mean).value_or(0));
}

/// Leaves open a claimed difference that was not seen but may exist.
void leave_unproven_open(const logic::Relation& relation, bool is_ruled_out,
                         logic::Decision& decision) {
  if (decision.verdict == logic::Verdict::kUndecided) return;
  decision.strength = logic::strength_if_all(
      relation, decision.finding, *decision.decided_by, is_ruled_out);
  decision.verdict = logic::verdict(decision.strength);
}

/// Says what would decide where a side is one given run, as one report is.
void name_remedy_of_one_run(const RelationInputs& inputs,
                            logic::Decision& decision) {
  const Basis& basis = inputs.basis;
  if (basis.stopped.why != Stop::kData ||
      inputs.settings.deciding.interpretation ==
          logic::Interpretation::kWelch ||
      decision.verdict != logic::Verdict::kUndecided) {
    return;
  }
  const auto all = logic::performances_of(inputs.relation);
  std::size_t single = 0;
  for (const logic::Performance& one : all) {
    const auto* sample =
        std::get_if<statistics::Sample>(&basis.evidence->experiment.at(one));
    if (sample == nullptr) return;
    if (sample->run_count() == 1) ++single;
  }
  if (single == 0) return;
  const auto& ratio = decision.ratio.estimate;
  decision.reason =
      (ratio ? "the ratio is " + ratio_text(*ratio) + ", but " : "") +
      (single < all.size() ? "one side" : "this") +
      " is one run, which says nothing of other processes and layouts; "
      "give two reports or more a side, each with its own --data" +
      (inputs.relation.quotients > 0 ? ""
                                     : ", or ask for -s interpretation=welch");
}

/// Adds what could hide in an indistinct relation.
void hide(const RelationInputs& inputs, RelationReport& report) {
  logic::Decision& decision = report.decision;
  if (decision.finding != logic::Finding::kIndistinct) return;
  const auto* test = logic::deciding_test(decision);
  // Observations that do not vary are no evidence of seeing everything.
  if (test->status != statistics::Status::kOk) return;
  const logic::Relation& relation = inputs.relation;
  report.hidden = hidden_change(relation.sign, decision.ratio);
  if (report.parts) hide_in_the_mean(relation.sign, report);
  const bool is_ruled_out =
      inputs.basis.stopped.why == Stop::kResolution ||
      (report.hidden && *report.hidden < report.resolution);
  if (!report.parts) leave_unproven_open(relation, is_ruled_out, decision);
  // More blocks are no more layouts.
  if (inputs.basis.layouts > 0) return;
  if (!is_ruled_out) report.blocks_needed = needed_blocks(report);
}

}  // namespace

/// only.
bool holds_weakly(const RelationReport& report) {
  if (report.decision.verdict != logic::Verdict::kHolds ||
      report.decision.strength == logic::Strength::kProven) {
    return false;
  }
  if (report.stopped == Stop::kResolution || report.stopped == Stop::kMayHide) {
    return false;
  }
  if (report.parts && !report.parts->nothing_varies) {
    return !report.parts->rules_out_change;
  }
  return report.hidden && *report.hidden > report.resolution;
}

void conclude(const RelationInputs& inputs, RelationReport& report) {
  const auto& [relation, settings, basis] = inputs;
  logic::Decision& decision = report.decision;
  const Stop why = basis.stopped.why;
  if (why == Stop::kIdentical) take_identity(relation, decision);
  if (!relation.unfit.empty()) {
    report.stopped = Stop::kUnoptimised;
    leave_open(report, relation.unfit);
  } else if (why == Stop::kFormula) {
    leave_open(report, "its formula is decided without it");
  } else if (!basis.failure.empty() ||
             has_failure(relation, experiment_of(basis))) {
    report.stopped = Stop::kFailed;
    leave_failed(report, basis);
  } else {
    end(inputs, report);
    name_remedy_of_one_run(inputs, decision);
  }
  if (!basis.evidence) return;
  const bool is_failed = decision.verdict == logic::Verdict::kError;
  if (is_failed && !decision.decided_by) return;
  report.blocks = why == Stop::kData
                      ? fewest_runs(relation, basis.evidence->experiment)
                      : basis.stopped.blocks;
  hide(inputs, report);
  report.is_weak = holds_weakly(report);
}

namespace {

void take_ratio(const RelationInputs& inputs, logic::DecisionSettings how,
                const logic::History& history, RelationReport& report) {
  const Basis& basis = inputs.basis;
  Basis longer = basis;
  longer.evidence = basis.of_ratio;
  how.alpha = basis.stopped.level_of_ratio.level;
  const logic::Experiment& experiment = longer.evidence->experiment;
  logic::Decision found =
      logic::decide(inputs.relation, experiment, how, history);
  logic::add_nonparametric_interval(inputs.relation, experiment, how, history,
                                    found);
  const auto parts = parts_of({inputs.relation, inputs.settings, longer},
                              basis.stopped.level_of_ratio, report.alpha);
  logic::Decision& decision = report.decision;
  decision.difference = found.difference;
  decision.ratio = parts && parts->ratio ? *parts->ratio : found.ratio;
  if (!parts || !report.parts) return;
  report.parts->mean = parts->mean;
  report.parts->lower = parts->lower;
  report.parts->upper = parts->upper;
}

}  // namespace

void add_precision(const RelationInputs& inputs,
                   const logic::DecisionSettings& how,
                   const logic::History& history, RelationReport& report) {
  const auto& [relation, settings, basis] = inputs;
  if (!basis.evidence || report.blocks == 0 ||
      report.decision.verdict == logic::Verdict::kError) {
    return;
  }
  if (basis.of_ratio) take_ratio(inputs, how, history, report);
  Precision precision{settings.precision,
                      logic::half_width(report.decision, report.parts),
                      std::max(basis.stopped.blocks_of_ratio, report.blocks)};
  if (precision.reached && *precision.reached > precision.wanted) {
    const double times = *precision.reached / precision.wanted;
    precision.blocks_needed =
        block_count(static_cast<double>(precision.blocks) * times * times);
  }
  report.precision = precision;
}

std::size_t block_count(double blocks) {
  constexpr double kMost = 9e18;
  return static_cast<std::size_t>(std::min(std::ceil(blocks), kMost));
}

}  // namespace spl::runner
