#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "spl/statistics/sample.hpp"

namespace spl::statistics {

/// What a sample looks like, in the unit of its observations. A description
/// only: nothing is decided on it.
struct Summary {
  std::size_t runs = 0;
  std::size_t observations = 0;  ///< Of all runs.
  double mean = 0;               ///< Of the run means, as are the next two of
  double trimmed = 0;            ///< the runs' trimmed means
  double median = 0;             ///< and medians.
  double q10 = 0;                ///< Quantiles of all observations:
  double q90 = 0;                ///< inf{x : F(x) >= p}.
  /// Square root of the mean of the runs' variances (divisor o - 1); absent
  /// where a run has one observation.
  std::optional<double> within_sd;
  /// Of the run means (divisor r - 1); absent with one run.
  std::optional<double> between_sd;
  /// Lag-1 autocorrelation of a run's observations, mean over the runs that
  /// vary; absent where none does or a run has fewer than three.
  std::optional<double> autocorrelation;
  /// Share of the observations above 1.5 medians of their run, where that is
  /// above 0.
  double slow_share = 0;
};

/// Of runs that are a sample's; they need not be copied into one.
[[nodiscard]] Summary summary(const Runs& runs);

/// Parts of it.
[[nodiscard]] double slow_share(const Runs& runs);
[[nodiscard]] std::optional<double> autocorrelation(const Runs& runs);

/// Of one run; absent where it does not vary or has fewer than three.
[[nodiscard]] std::optional<double> autocorrelation(
    std::span<const double> run);

/// The p-quantile inf{x : F(x) >= p} of at least one number, 0 < p <= 1.
[[nodiscard]] double quantile(std::vector<double> numbers, double p);

}  // namespace spl::statistics
