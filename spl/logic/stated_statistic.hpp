#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The statistic of calls that a relation is about.
namespace spl::logic {

enum class Statistic {
  kBoth,     ///< Typical calls and all calls: the three parts.
  kTypical,  ///< Typical calls: trimmed means of runs.
  kMean,     ///< All calls: plain means of runs.
  kMedian    ///< Medians of runs.
};

inline constexpr Statistic kStatistics[] = {
    Statistic::kBoth, Statistic::kTypical, Statistic::kMean,
    Statistic::kMedian};

/// Returns "both", "typical", "mean" or "median".
[[nodiscard]] std::string_view to_text(Statistic statistic);

/// A statistic that a formula states for a performance: `mean(f(n))`,
/// `quantile(f(n), 0.999)`.
struct StatedStatistic {
  Statistic statistic = Statistic::kTypical;  ///< Unused with a quantile.
  /// The fraction, in (0, 1), of a quantile of single calls in each run.
  std::optional<double> quantile = std::nullopt;

  friend bool operator==(const StatedStatistic&,
                         const StatedStatistic&) = default;
};

/// Returns "mean", "p99", "quantile 0.999" and so on.
[[nodiscard]] std::string to_text(const StatedStatistic& stated);

/// Returns the statistic that the function of that name states, or nothing if
/// there is no such function. The result for `quantile` lacks the fraction.
[[nodiscard]] std::optional<StatedStatistic> statistic_called(
    std::string_view name);

/// Whether the function of that name also takes a fraction.
[[nodiscard]] bool takes_fraction(std::string_view name);

/// The longest run that a quantile may need; others are refused.
inline constexpr std::size_t kMostObservationsOfQuantile = 1'000'000;

}  // namespace spl::logic
