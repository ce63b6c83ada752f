#include "spl/logic/effect_intervals.hpp"

#include <stdexcept>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/fieller.hpp"
#include "spl/statistics/effects/hierarchical_bootstrap.hpp"
#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::logic {
namespace {

using statistics::Hierarchy;
using statistics::Sample;

/// A side of a relation: a multiple of a performance or, without one, a
/// constant.
struct OneTerm {
  double factor = 1;
  const Performance* performance = nullptr;
  const Sample* sample = nullptr;
};

const Sample* sample(const Performance& performance,
                     const Experiment& experiment) {
  const auto found = experiment.find(performance);
  return found == experiment.end() ? nullptr
                                   : std::get_if<Sample>(&found->second);
}

/// Returns the side if it is one term above 0, and has been observed.
std::optional<OneTerm> one_term(const LinearForm& side,
                                const Experiment& experiment) {
  if (side.terms().empty() && side.constant() > 0) {
    return OneTerm{side.constant()};
  }
  if (side.terms().size() != 1 || side.constant() != 0 ||
      side.terms().front().coefficient <= 0) {
    return std::nullopt;
  }
  const LinearForm::Term& term = side.terms().front();
  const Sample* found = sample(term.performance, experiment);
  if (found == nullptr) return std::nullopt;
  return OneTerm{term.coefficient, &term.performance, found};
}

/// Fieller's interval uses only the means of the highest level.
Hierarchy highest_level(const Sample& sample,
                        statistics::RunStatistic statistic) {
  std::vector<double> values = run_statistics(sample, statistic);
  const std::size_t count = values.size();
  return Hierarchy({count}, std::move(values));
}

EffectInterval interval_of(const statistics::FiellerSet& set) {
  if (set.kind == statistics::FiellerSet::Kind::kBounded) {
    return {set.lower, set.upper, {}};
  }
  return {{},
          {},
          "the right side is not clearly different from 0, so its ratio to "
          "the left side has no bounds"};
}

/// The mean of a side without its factor, and the variance of that mean; a
/// constant is 1 and does not vary.
struct Mean {
  double mean = 1;
  double variance = 0;
};

Mean mean_of(const OneTerm& side, statistics::RunStatistic statistic) {
  if (side.sample == nullptr) return {};
  const statistics::Moments runs =
      statistics::moments(run_statistics(*side.sample, statistic));
  return {runs.mean(), runs.variance() / static_cast<double>(runs.count)};
}

/// Of a side and a constant: both forms agree, for only one side varies.
EffectInterval fieller_of_one(const OneTerm& left, const OneTerm& right,
                              double level,
                              statistics::RunStatistic statistic) {
  const Sample& varies = left.sample != nullptr ? *left.sample : *right.sample;
  if (varies.run_count() < 2) {
    return {{}, {}, "an interval needs two runs or more"};
  }
  const Mean above = mean_of(left, statistic);
  const Mean below = mean_of(right, statistic);
  const double t = statistics::student_quantile(
      (1 - level) / 2, static_cast<double>(varies.run_count() - 1));
  return interval_of(statistics::fieller(
      {above.mean, above.variance, below.mean, below.variance, 0}, t));
}

EffectInterval fieller_interval(const OneTerm& left, const OneTerm& right,
                                const DecisionSettings& settings,
                                statistics::FiellerForm form) {
  const double level = 1 - 2 * settings.alpha;
  if (left.sample == nullptr || right.sample == nullptr) {
    return fieller_of_one(left, right, level, settings.statistic);
  }
  try {
    return interval_of(statistics::fieller(
        highest_level(*left.sample, settings.statistic),
        highest_level(*right.sample, settings.statistic), level, form));
  } catch (const std::invalid_argument& error) {
    return {{}, {}, error.what()};
  }
}

constexpr std::size_t kReplicates = 1000;

/// One run shows nothing of how runs differ, and the bootstrap would take that
/// for certainty.
bool has_one_run(const OneTerm& side) {
  return side.sample != nullptr && side.sample->run_count() < 2;
}

const Hierarchy* levels_of(const OneTerm& side, const Levels& levels) {
  const auto found = levels.find(*side.performance);
  return found == levels.end() ? nullptr : &found->second;
}

/// Returns the interval of left over right without their factors.
std::optional<statistics::BootstrapInterval> resampled(
    const Hierarchy* above, const Hierarchy* below,
    const statistics::BootstrapOptions& options) {
  if (above != nullptr && below != nullptr) {
    return statistics::bootstrap_ratio(*above, *below, options);
  }
  auto mean =
      statistics::bootstrap_mean(above != nullptr ? *above : *below, options);
  if (above != nullptr) return mean;
  if (!(mean.lower > 0)) return std::nullopt;
  return statistics::BootstrapInterval{1 / mean.upper, 1 / mean.lower};
}

EffectInterval bootstrap_of(const OneTerm& left, const OneTerm& right,
                            const Levels& levels,
                            const DecisionSettings& settings) {
  const double level = 1 - 2 * settings.alpha;
  if (has_one_run(left) || has_one_run(right)) {
    return {{}, {}, "the bootstrap needs two runs or more of each side"};
  }
  const auto* above =
      left.sample != nullptr ? levels_of(left, levels) : nullptr;
  const auto* below =
      right.sample != nullptr ? levels_of(right, levels) : nullptr;
  if ((left.sample != nullptr && above == nullptr) ||
      (right.sample != nullptr && below == nullptr)) {
    return {{}, {}, "the bootstrap needs items of one size on each level"};
  }
  // Nothing is known beyond the least and the greatest replicate.
  if ((1 - level) / 2 * kReplicates < 1) {
    return {{}, {}, "the level is too high for 1000 bootstrap replicates"};
  }
  const auto interval =
      resampled(above, below, {level, kReplicates, settings.seed});
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
    const Levels* levels, const DecisionSettings& settings) {
  const auto left = one_term(relation.left, experiment);
  const auto right = one_term(relation.right, experiment);
  if (!left || !right || left->sample == right->sample) return std::nullopt;
  const double factor = left->factor / right->factor;

  EffectIntervals result;
  result.level = 1 - 2 * settings.alpha;
  result.fieller =
      scaled(fieller_interval(*left, *right, settings,
                              statistics::FiellerForm::kEqualCounts),
             factor);
  result.fieller_satterthwaite =
      scaled(fieller_interval(*left, *right, settings,
                              statistics::FiellerForm::kSatterthwaite),
             factor);
  const auto contrast = [](const OneTerm& side) {
    return side.sample != nullptr
               ? statistics::SampleContrast{{{1, side.sample}}, 0}
               : statistics::SampleContrast{{}, 1};
  };
  const statistics::RatioInterval inversion = statistics::run_means_ratio(
      {contrast(*left), contrast(*right)}, settings.alpha, settings.statistic);
  result.inversion =
      scaled({inversion.lower, inversion.upper, inversion.refusal}, factor);
  if (levels != nullptr) {
    result.bootstrap =
        scaled(bootstrap_of(*left, *right, *levels, settings), factor);
  }
  return result;
}

}  // namespace spl::logic
