#include "spl/statistics/interpretations/estimator.hpp"

#include <cassert>
#include <cstddef>
#include <limits>
#include <utility>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/run_series.hpp"

namespace spl::statistics {
namespace {

// The mean of one sample, in two parts like Moments, and its error.
struct MeanEstimate {
  double offset;
  double excess;
  double variance;
  double df;
  /// The observations vary, but the variance does not show it.
  bool underflows;
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
    const double mean = c * (means[i].offset + means[i].excess);
    result.scale += mean * mean / (means[i].df + 1);
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

// The offset of the sample, the excess of the first run and the rest are three
// parts. The last two are small and become one.
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
                                 RunStatistic statistic,
                                 const std::optional<Variation>& common) {
  std::vector<MeanEstimate> means;
  for (const Sample* sample : samples) {
    if (sample->run_count() < 2) {
      return {{}, "The test on run means needs at least two runs a side."};
    }
    means.push_back(mean_of_runs(run_series(*sample, statistic)));
  }
  Estimator own = combination_of(std::move(means));
  if (!common) return {std::move(own), {}};
  return {[own = std::move(own), common = *common](
              std::span<const double> coefficients, double constant) {
            return with_common(own(coefficients, constant), common);
          },
          {}};
}

EstimatorOrRefusal block_estimator(std::span<const Sample* const> samples,
                                   RunStatistic statistic,
                                   std::span<const double> coefficients,
                                   double constant) {
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
  const bool clips = statistic != RunStatistic::kMean &&
                     is_clippable(series, coefficients, constant);
  return {[series = std::move(series), clips](std::span<const double> of_these,
                                              double and_this) {
            const BlockContrasts contrasts =
                block_contrasts(series, of_these, and_this);
            return clips ? clipped_mean_of(contrasts) : mean_of(contrasts);
          },
          {}};
}

}  // namespace spl::statistics
