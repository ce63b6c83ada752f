#pragma once

#include <cstddef>

#include "runner/measuring/grouping.hpp"

/// How many blocks there is time for, and how many of them with links of their
/// own.
namespace spl::runner {

/// The time that there is for blocks, in seconds.
struct BlockTime {
  double left;        ///< The rest of the budget.
  double most;        ///< The same, with what 2 or 12 blocks may overrun.
  double runs;        ///< A block's runs.
  double links;       ///< A block's own links.
  std::size_t ready;  ///< Blocks whose links are there already.

  /// Returns what that many blocks with links of their own take.
  [[nodiscard]] double of(std::size_t blocks) const {
    const std::size_t missing = blocks > ready ? blocks - ready : 0;
    return static_cast<double>(blocks) * runs +
           static_cast<double>(missing) * links;
  }

  /// Returns what is left for runs if that many links are made.
  [[nodiscard]] double beside(std::size_t linked) const {
    return left - of(linked) + static_cast<double>(linked) * runs;
  }
};

/// Links take no more of a budget than this if that leaves three.
inline constexpr double kShareOfLinks = 0.75;

/// Returns how many blocks of that many fixed layouts (1: each has its own)
/// there is time for; sets how many of them the plan links, and how many
/// layouts it has if links are used again.
[[nodiscard]] std::size_t blocks_held(const BlockTime& time,
                                      std::size_t layouts, Plan& plan);

/// Rounds a number of blocks down so that each layout gets equally many; leaves
/// fewer blocks than layouts as they are.
[[nodiscard]] std::size_t spread_over(std::size_t layouts, std::size_t blocks);

}  // namespace spl::runner
