#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "spl/statistics/interpretations/common_variation.hpp"
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

/// Returns "blocks", "run_means", "welch", "parametric" or "nonparametric".
[[nodiscard]] std::string_view to_text(Interpretation interpretation);

/// Whether the interpretation is defined for means only, as those of the papers
/// are. It then decides no quantile.
[[nodiscard]] bool is_about_means(Interpretation interpretation);

/// The interpretations to compute besides the one that decides.
enum class Extent {
  kCheap,  ///< Interpretations that cost a few sums over the observations.
  kAll     ///< `nonparametric` too.
};

struct DecisionSettings {
  Interpretation interpretation = Interpretation::kBlocks;
  double alpha = 0.01;  ///< The level of one direction, in (0, 0.5).
  /// The number that represents a run.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  /// If present, this quantile of a run's observations represents the run;
  /// `statistic` is then taken of that one number. Only blocks and run means
  /// decide quantiles.
  std::optional<double> quantile = std::nullopt;
  /// The shares of alpha of the three parts (parts.hpp). If absent, the
  /// statistic of runs decides alone.
  std::optional<statistics::OfParts> shares = std::nullopt;
  /// What is common to the variances of the family, for run means.
  std::optional<statistics::Variation> common = std::nullopt;
  Extent extent = Extent::kCheap;
  std::uint64_t seed = 1;  ///< The seed of laws that are drawn.
};

}  // namespace spl::logic
