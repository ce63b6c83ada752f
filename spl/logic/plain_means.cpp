#include "spl/logic/plain_means.hpp"

#include <vector>

#include "spl/logic/sample_contrast.hpp"
#include "spl/statistics/block_contrasts.hpp"
#include "spl/statistics/rate_interval.hpp"

namespace spl::logic {
namespace {

using statistics::RunStatistic;
using statistics::Sample;

bool is_distinct(Finding finding) {
  return finding == Finding::kLess || finding == Finding::kGreater;
}

/// Of each run the mean less the statistic, as its only observation.
Sample cut_off(const Sample& sample, RunStatistic statistic) {
  statistics::Runs runs;
  for (const auto& run : sample.runs()) {
    runs.push_back({run_statistic(run, RunStatistic::kMean) -
                    run_statistic(run, statistic)});
  }
  return Sample(std::move(runs));
}

/// Whether what was cut off differs between the sides.
bool hides_a_difference(const Relation& relation, const Experiment& experiment,
                        DecisionSettings settings, Interpretation decided_by) {
  std::vector<Sample> samples;
  samples.reserve(relation.theta.terms().size());
  statistics::SampleContrast contrast;
  for (const LinearForm::Term& term : relation.theta.terms()) {
    samples.push_back(cut_off(std::get<Sample>(experiment.at(term.performance)),
                              settings.statistic));
    contrast.terms.push_back({term.coefficient, &samples.back()});
  }
  settings.statistic = RunStatistic::kMean;
  return is_distinct(interpret(decided_by, contrast, settings).finding);
}

/// Whether blocks were clipped, and those far from where they centre lie above
/// it rather than below it, or the other way round.
bool hides_blocks_of_one_side(const Relation& relation,
                              const Experiment& experiment,
                              const DecisionSettings& settings,
                              const Decision& decision) {
  if (decision.decided_by != Interpretation::kBlocks ||
      !statistics::is_clippable(sample_contrast(relation.theta, experiment),
                                settings.statistic)) {
    return false;
  }
  const LinearForm left_over =
      decision.ratio.lower
          ? relation.left.minus(relation.right.scaled(*decision.ratio.estimate))
          : relation.theta.minus(LinearForm(*decision.difference));
  const auto found = statistics::outliers(
      sample_contrast(left_over, experiment), settings.statistic);
  const auto share = statistics::rate_interval(
      found.above, found.above + found.below, 1 - 2 * settings.alpha);
  return share.lower > 0.5 || share.upper < 0.5;
}

bool lies_within(std::optional<double> estimate,
                 const statistics::RatioInterval& interval) {
  return !estimate || !interval.lower || !interval.upper ||
         (*interval.lower <= *estimate && *estimate <= *interval.upper);
}

}  // namespace

std::optional<Decision> disagreeing_plain_means(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const Decision& decision) {
  const auto by = decision.decided_by;
  const bool uses_statistic =
      by == Interpretation::kBlocks || by == Interpretation::kRunMeans;
  if (!uses_statistic || settings.statistic == RunStatistic::kMean ||
      decision.finding == Finding::kUnknown) {
    return std::nullopt;
  }
  DecisionSettings plainly = settings;
  plainly.statistic = RunStatistic::kMean;
  plainly.extent = Extent::kCheap;
  const Decision plain = decide(relation, experiment, plainly);
  const bool finds_the_same = plain.finding == decision.finding;
  if (finds_the_same && lies_within(plain.ratio.estimate, decision.ratio)) {
    return std::nullopt;
  }
  if ((!finds_the_same && is_distinct(plain.finding)) ||
      hides_a_difference(relation, experiment, settings, *by) ||
      hides_blocks_of_one_side(relation, experiment, settings, decision)) {
    return plain;
  }
  return std::nullopt;
}

}  // namespace spl::logic
