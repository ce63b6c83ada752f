#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "spl/statistics/sample.hpp"

/// Means, trimmed means and medians of single runs.
namespace spl::statistics {

/// The number that represents a run.
enum class RunStatistic {
  kMean,
  kTrimmed,  ///< Mean without the lowest and the highest 20 % (floor(o/5)).
  kMedian
};

/// Returns "mean", "trimmed" or "median".
[[nodiscard]] std::string_view to_text(RunStatistic statistic);

/// Returns one value per run, in the order of the runs.
[[nodiscard]] std::vector<double> run_statistics(const Sample& sample,
                                                 RunStatistic statistic);

/// Returns the statistic of at least one observation of a run.
[[nodiscard]] double run_statistic(std::span<const double> observations,
                                   RunStatistic statistic);

/// Returns the median of at least one number; the mean of the two in the middle
/// if their count is even.
[[nodiscard]] double median(std::span<const double> numbers);

}  // namespace spl::statistics
