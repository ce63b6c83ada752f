#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "spl/statistics/sample.hpp"

namespace spl::statistics {

/// A description of a sample, in the unit of its observations. No decision uses
/// it.
struct Summary {
  std::size_t runs = 0;
  std::size_t observations = 0;  ///< The observations of all runs.
  double mean = 0;               ///< Mean of the run means.
  double trimmed = 0;            ///< Mean of the runs' trimmed means.
  double median = 0;             ///< Median of all observations.
  double q10 = 0;  ///< Quantile of all observations: inf{x : F(x) >= p}.
  double q90 = 0;  ///< The same.
  /// Square root of the mean of the runs' variances (divisor o - 1); absent if
  /// a run has one observation.
  std::optional<double> within_sd;
  /// Standard deviation of the run means (divisor r - 1); absent with one run.
  std::optional<double> between_sd;
  /// Lag-1 autocorrelation of a run's observations, mean over the runs that
  /// vary; absent if none does or if a run has fewer than three.
  std::optional<double> autocorrelation;
  /// Share of the observations above 1.5 medians of their run, if that is above
  /// 0.
  double slow_share = 0;
};

/// Describes the runs of a sample.
[[nodiscard]] Summary summary(const Runs& runs);

/// Return single members of summary().
[[nodiscard]] double slow_share(const Runs& runs);
[[nodiscard]] std::optional<double> autocorrelation(const Runs& runs);

/// Returns the lag-1 autocorrelation of one run; absent if the run does not
/// vary or has fewer than three observations.
[[nodiscard]] std::optional<double> autocorrelation(
    std::span<const double> run);

/// Returns the p-quantile inf{x : F(x) >= p} of at least one number, for
/// 0 < p <= 1.
[[nodiscard]] double quantile(std::vector<double> numbers, double p);

}  // namespace spl::statistics
