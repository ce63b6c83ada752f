#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::logic {

enum class Interpretation {
  kBlocks,
  kRunMeans,
  kWelch,
  kParametric,
  kNonparametric
};

inline constexpr Interpretation kInterpretations[] = {
    Interpretation::kBlocks, Interpretation::kRunMeans, Interpretation::kWelch,
    Interpretation::kParametric, Interpretation::kNonparametric};

/// "blocks", "run_means", "welch", "parametric", "nonparametric".
[[nodiscard]] std::string_view to_text(Interpretation interpretation);

/// Whether it is defined for means alone, as those of the papers are: no
/// quantile is decided by it.
[[nodiscard]] bool is_about_means(Interpretation interpretation);

/// Which interpretations are looked at besides the one that decides.
enum class Extent {
  kCheap,  ///< Those that cost no more than some sums over the observations.
  kAll     ///< `nonparametric` too.
};

struct DecisionSettings {
  Interpretation interpretation = Interpretation::kBlocks;
  double alpha = 0.01;  ///< Of one direction, in (0, 0.5).
  /// Of a run.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  /// This quantile of each run's observations represents the run, and
  /// `statistic` for what is left of it: one number. Only blocks and run means
  /// decide it.
  std::optional<double> quantile = std::nullopt;
  /// Shares of alpha of the three parts (parts.hpp); absent: the statistic of
  /// runs decides alone.
  std::optional<statistics::OfParts> shares = std::nullopt;
  Extent extent = Extent::kCheap;
  std::uint64_t seed = 1;  ///< Of laws that must be drawn.
};

}  // namespace spl::logic
