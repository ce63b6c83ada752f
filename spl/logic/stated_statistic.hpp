#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// What of the calls of performances a relation is about.
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

/// "both", "typical", "mean", "median".
[[nodiscard]] std::string_view to_text(Statistic statistic);

/// What a formula itself says of a performance: `mean(f(n))`,
/// `quantile(f(n), 0.999)`.
struct StatedStatistic {
  Statistic statistic = Statistic::kTypical;  ///< Not of a quantile.
  /// Of single calls, in each run; a fraction in (0, 1).
  std::optional<double> quantile = std::nullopt;

  friend bool operator==(const StatedStatistic&,
                         const StatedStatistic&) = default;
};

/// "mean", "p99", "quantile 0.999".
[[nodiscard]] std::string to_text(const StatedStatistic& stated);

/// As the function of that name says it; absent where no function of
/// performances is called so. That of `quantile` still lacks its fraction.
[[nodiscard]] std::optional<StatedStatistic> statistic_called(
    std::string_view name);

/// Whether the function of that name takes a fraction, too.
[[nodiscard]] bool takes_fraction(std::string_view name);

/// A quantile that needs longer runs is not to be had.
inline constexpr std::size_t kMostObservationsOfQuantile = 1'000'000;

}  // namespace spl::logic
