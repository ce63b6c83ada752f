#include "spl/statistics/estimator.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "spl/statistics/compensated_sum.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

// The mean of one sample, in two parts like Moments, and its error.
struct MeanEstimate {
  double offset;
  double excess;
  double variance;
  double df;
  bool underflows;  ///< What varies is not in the variance.
};

MeanEstimate mean_estimate(const Moments& moments) {
  const auto count = static_cast<double>(moments.count);
  return {moments.offset, moments.excess, moments.variance() / count, count - 1,
          moments.underflows};
}

// Independent means: variances add up, and Satterthwaite's approximation gives
// the degrees of freedom of their sum (for two terms, Welch's formula). Shares
// of the variance are squared rather than variances: those might underflow.
Estimate combine(std::span<const MeanEstimate> means,
                 std::span<const double> coefficients, double constant) {
  assert(means.size() == coefficients.size());
  Estimate result;
  CompensatedSum value;
  value.add(constant);
  result.rounding = rounding_of(constant, 1);
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double c = coefficients[i];
    value.add_product(c, means[i].offset);
    value.add_product(c, means[i].excess);
    result.variance += c * c * means[i].variance;
    result.underflows |=
        c != 0 && (means[i].variance > 0 || means[i].underflows);
    result.rounding += rounding_of(c, means[i].offset + means[i].excess);
  }
  result.value = value.value();
  result.underflows &= result.variance < Moments::kSmallestSquares;
  if (!(result.variance > 0)) return result;

  double reciprocal = 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double c = coefficients[i];
    const double share = c * c * means[i].variance / result.variance;
    reciprocal += share * share / means[i].df;
  }
  result.df = 1 / reciprocal;
  return result;
}

Estimator combination_of(std::vector<MeanEstimate> means) {
  return [means = std::move(means)](std::span<const double> coefficients,
                                    double constant) {
    return combine(means, coefficients, constant);
  };
}

// The run statistics minus an offset that they are near to.
struct RunSeries {
  double offset;
  std::vector<double> excesses;
};

RunSeries run_series(const Sample& sample, RunStatistic statistic) {
  RunSeries series{sample.runs().front().front(), {}};
  series.excesses.reserve(sample.run_count());
  std::vector<double> shifted;
  for (const auto& run : sample.runs()) {
    shifted.clear();
    for (const double observation : run) {
      shifted.push_back(observation - series.offset);
    }
    series.excesses.push_back(run_statistic(shifted, statistic));
  }
  return series;
}

// What a combination comes to in each block: an offset, and how far off it is.
struct BlockContrasts {
  double offset;
  std::vector<double> excesses;
  double rounding;  // Of the offset.
};

BlockContrasts block_contrasts(std::span<const RunSeries> series,
                               std::span<const double> coefficients,
                               double constant) {
  assert(series.size() == coefficients.size());
  assert(!series.empty());
  BlockContrasts result;
  CompensatedSum offset;
  offset.add(constant);
  result.rounding = rounding_of(constant, 1);
  for (std::size_t i = 0; i < series.size(); ++i) {
    offset.add_product(coefficients[i], series[i].offset);
    result.rounding += rounding_of(coefficients[i], series[i].offset);
  }
  result.offset = offset.value();

  const std::size_t block_count = series.front().excesses.size();
  result.excesses.reserve(block_count);
  for (std::size_t block = 0; block < block_count; ++block) {
    CompensatedSum excess;
    for (std::size_t i = 0; i < series.size(); ++i) {
      excess.add_product(coefficients[i], series[i].excesses[block]);
    }
    result.excesses.push_back(excess.value());
  }
  return result;
}

Estimate mean_of(const BlockContrasts& contrasts) {
  const Moments over_blocks = moments(contrasts.excesses);
  const auto count = static_cast<double>(contrasts.excesses.size());
  CompensatedSum value;
  value.add(contrasts.offset);
  value.add(over_blocks.offset);
  value.add(over_blocks.excess);
  Estimate result;
  result.value = value.value();
  result.variance = over_blocks.variance() / count;
  result.df = count - 1;
  result.rounding = contrasts.rounding;
  result.underflows = over_blocks.underflows;
  return result;
}

// Dividing by the share of the contrasts that were not clipped makes of their
// mean, which clipping draws to 0, a step of Newton's to where they centre.
Estimate clipped_mean_of(BlockContrasts contrasts) {
  constexpr double kMedians = 2;
  std::vector<double> sizes;
  sizes.reserve(contrasts.excesses.size());
  for (const double excess : contrasts.excesses) {
    sizes.push_back(std::abs(contrasts.offset + excess));
  }
  const double limit = kMedians * run_statistic(sizes, RunStatistic::kMedian);
  if (!(limit > 0)) return mean_of(contrasts);

  std::size_t clipped = 0;
  for (std::size_t block = 0; block < sizes.size(); ++block) {
    if (sizes[block] <= limit) continue;
    double& excess = contrasts.excesses[block];
    excess = std::copysign(limit, contrasts.offset + excess) - contrasts.offset;
    ++clipped;
  }
  Estimate result = mean_of(contrasts);
  if (clipped == 0) return result;
  const auto kept = static_cast<double>(sizes.size() - clipped);
  const double share = kept / static_cast<double>(sizes.size());
  result.value /= share;
  result.variance /= share * share;
  result.df = kept - 1;
  return result;
}

// Offset of the sample, excess of the first run and the rest are three parts;
// the last two are small and become one.
MeanEstimate mean_of_runs(const RunSeries& series) {
  MeanEstimate mean = mean_estimate(moments(series.excesses));
  mean.excess += mean.offset;
  mean.offset = series.offset;
  return mean;
}

std::string parametric_refusal(const Sample& sample) {
  if (sample.run_count() < 2) {
    return "Definition 4.8 needs at least two runs a side.";
  }
  const std::size_t size = sample.runs().front().size();
  for (const auto& run : sample.runs()) {
    if (run.size() < 2) {
      return "Definition 4.8 needs at least two observations in each run.";
    }
    if (run.size() != size) {
      return "Definition 4.8 needs equally many observations in all runs of a "
             "method; here there are " +
             std::to_string(size) + " and " + std::to_string(run.size()) + ".";
    }
  }
  return {};
}

std::string unequal_runs(std::size_t first, std::size_t other) {
  return "The test on blocks needs the same number of runs on all sides; here "
         "there are " +
         std::to_string(first) + " and " + std::to_string(other) + ".";
}

}  // namespace

double rounding_of(double coefficient, double mean) {
  constexpr double kFifteenDigits = 5e-15;
  constexpr double kDouble = std::numeric_limits<double>::epsilon();
  double relative = 0;
  if (coefficient != std::floor(coefficient)) relative += kFifteenDigits;
  if (mean != std::floor(mean)) relative += kDouble;
  return relative * std::abs(coefficient * mean);
}

EstimatorOrRefusal pooled_estimator(std::span<const Sample* const> samples) {
  std::vector<MeanEstimate> means;
  for (const Sample* sample : samples) {
    if (sample->observation_count() < 2) {
      return {{}, "Welch's test needs at least two observations a side."};
    }
    std::vector<double> pooled;
    pooled.reserve(sample->observation_count());
    for (const auto& run : sample->runs()) {
      pooled.insert(pooled.end(), run.begin(), run.end());
    }
    means.push_back(mean_estimate(moments(pooled)));
  }
  return {combination_of(std::move(means)), {}};
}

EstimatorOrRefusal parametric_estimator(
    std::span<const Sample* const> samples) {
  std::vector<MeanEstimate> means;
  for (const Sample* sample : samples) {
    if (std::string refusal = parametric_refusal(*sample); !refusal.empty()) {
      return {{}, std::move(refusal)};
    }
    double within = 0;
    bool underflows = false;
    for (const auto& run : sample->runs()) {
      const Moments inside = moments(run);
      within += inside.variance();
      underflows |= inside.underflows;
    }
    const auto runs = static_cast<double>(sample->run_count());
    const auto observations = static_cast<double>(sample->observation_count());
    MeanEstimate mean = mean_of_runs(run_series(*sample, RunStatistic::kMean));
    mean.variance += within / runs / observations;
    mean.underflows |= underflows;
    mean.df = std::numeric_limits<double>::infinity();
    means.push_back(mean);
  }
  return {combination_of(std::move(means)), {}};
}

EstimatorOrRefusal run_estimator(std::span<const Sample* const> samples,
                                 RunStatistic statistic) {
  std::vector<MeanEstimate> means;
  for (const Sample* sample : samples) {
    if (sample->run_count() < 2) {
      return {{}, "The test on run means needs at least two runs a side."};
    }
    means.push_back(mean_of_runs(run_series(*sample, statistic)));
  }
  return {combination_of(std::move(means)), {}};
}

EstimatorOrRefusal block_estimator(std::span<const Sample* const> samples,
                                   RunStatistic statistic) {
  assert(!samples.empty());
  std::vector<RunSeries> series;
  for (const Sample* sample : samples) {
    const std::size_t first = samples.front()->run_count();
    if (sample->run_count() != first) {
      return {{}, unequal_runs(first, sample->run_count())};
    }
    if (first < 2) return {{}, "The test on blocks needs at least two blocks."};
    series.push_back(run_series(*sample, statistic));
  }
  // Fewer blocks do not tell what is unusual among them.
  constexpr std::size_t kEnoughBlocks = 8;
  const bool clips = statistic != RunStatistic::kMean &&
                     samples.front()->run_count() >= kEnoughBlocks;
  return {[series = std::move(series), clips](
              std::span<const double> coefficients, double constant) {
            BlockContrasts contrasts =
                block_contrasts(series, coefficients, constant);
            return clips ? clipped_mean_of(std::move(contrasts))
                         : mean_of(contrasts);
          },
          {}};
}

double centre(const Estimator& estimator, std::span<const double> coefficients,
              double constant) {
  constexpr int kMostSteps = 50;
  constexpr double kNegligible = 1e-9;
  const Estimate whole = estimator(coefficients, constant);
  const double negligible = kNegligible * std::sqrt(whole.variance);
  double centre = whole.value;
  for (int i = 0; i < kMostSteps; ++i) {
    const double left = estimator(coefficients, constant - centre).value;
    if (std::abs(left) <= negligible) break;
    centre += left;
  }
  return centre;
}

}  // namespace spl::statistics
