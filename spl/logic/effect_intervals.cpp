#include "spl/logic/effect_intervals.hpp"

#include <stdexcept>

#include "spl/statistics/effects/fieller.hpp"
#include "spl/statistics/effects/hierarchical_bootstrap.hpp"
#include "spl/statistics/effects/ratio.hpp"

namespace spl::logic {
namespace {

using statistics::Hierarchy;
using statistics::Sample;

/// factor * numerator / denominator.
struct Quotient {
  double factor;
  const Performance* numerator;
  const Performance* denominator;
};

std::optional<Quotient> quotient(const Relation& relation) {
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    const bool plain = side->terms().size() == 1 && side->constant() == 0 &&
                       side->terms().front().coefficient > 0;
    if (!plain) return std::nullopt;
  }
  const LinearForm::Term& left = relation.left.terms().front();
  const LinearForm::Term& right = relation.right.terms().front();
  if (left.performance == right.performance) return std::nullopt;
  return Quotient{left.coefficient / right.coefficient, &left.performance,
                  &right.performance};
}

const Sample* sample(const Performance& performance,
                     const Experiment& experiment) {
  const auto found = experiment.find(performance);
  return found == experiment.end() ? nullptr
                                   : std::get_if<Sample>(&found->second);
}

/// Fieller's interval uses only the means of the highest level.
Hierarchy highest_level(const Sample& sample,
                        statistics::RunStatistic statistic) {
  std::vector<double> values = run_statistics(sample, statistic);
  const std::size_t count = values.size();
  return Hierarchy({count}, std::move(values));
}

EffectInterval fieller_interval(const Hierarchy& above, const Hierarchy& below,
                                double level, statistics::FiellerForm form) {
  try {
    const statistics::FiellerSet set =
        statistics::fieller(above, below, level, form);
    if (set.kind == statistics::FiellerSet::Kind::kBounded) {
      return {set.lower, set.upper, {}};
    }
    return {{},
            {},
            "the right side is not clearly different from 0, so its ratio to "
            "the left side has no bounds"};
  } catch (const std::invalid_argument& error) {
    return {{}, {}, error.what()};
  }
}

constexpr std::size_t kReplicates = 1000;

EffectInterval resampled(const Quotient& quotient, const Levels& levels,
                         double level, std::uint64_t seed) {
  const auto above = levels.find(*quotient.numerator);
  const auto below = levels.find(*quotient.denominator);
  if (above == levels.end() || below == levels.end()) {
    return {{}, {}, "the bootstrap needs items of one size on each level"};
  }
  // Nothing is known beyond the least and the greatest replicate.
  if ((1 - level) / 2 * kReplicates < 1) {
    return {{}, {}, "the level is too high for 1000 bootstrap replicates"};
  }
  const auto interval = statistics::bootstrap_ratio(
      above->second, below->second, {level, kReplicates, seed});
  if (!interval) return {{}, {}, "the right side is not clearly above 0"};
  return {interval->lower, interval->upper, {}};
}

EffectInterval scaled(EffectInterval interval, double factor) {
  if (interval.lower) *interval.lower *= factor;
  if (interval.upper) *interval.upper *= factor;
  return interval;
}

}  // namespace

std::optional<EffectIntervals> effect_intervals(
    const Relation& relation, const Experiment& experiment,
    const Levels& levels, const DecisionSettings& settings) {
  const auto ratio = quotient(relation);
  if (!ratio) return std::nullopt;
  const Sample* above = sample(*ratio->numerator, experiment);
  const Sample* below = sample(*ratio->denominator, experiment);
  if (above == nullptr || below == nullptr) return std::nullopt;

  EffectIntervals result;
  result.level = 1 - 2 * settings.alpha;
  const Hierarchy runs_above = highest_level(*above, settings.statistic);
  const Hierarchy runs_below = highest_level(*below, settings.statistic);
  result.fieller =
      scaled(fieller_interval(runs_above, runs_below, result.level,
                              statistics::FiellerForm::kEqualCounts),
             ratio->factor);
  result.fieller_satterthwaite =
      scaled(fieller_interval(runs_above, runs_below, result.level,
                              statistics::FiellerForm::kSatterthwaite),
             ratio->factor);
  const statistics::RatioInterval inversion =
      statistics::run_means_ratio({{{{1, above}}, 0}, {{{1, below}}, 0}},
                                  settings.alpha, settings.statistic);
  result.inversion = scaled(
      {inversion.lower, inversion.upper, inversion.refusal}, ratio->factor);
  result.bootstrap = scaled(
      resampled(*ratio, levels, result.level, settings.seed), ratio->factor);
  return result;
}

}  // namespace spl::logic
