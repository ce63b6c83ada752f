#pragma once

#include <cstddef>

#include "runner/measuring/grouping.hpp"

/// How many blocks there is time for, and how many of them with links of their
/// own.
namespace spl::runner {

/// What there is for blocks.
struct BlockTime {
  double left;        ///< Of the budget.
  double most;        ///< The same, with what two blocks may take beyond it.
  double runs;        ///< Of a block.
  double links;       ///< Of a block.
  std::size_t ready;  ///< So many blocks have theirs already.

  /// So many blocks with links of their own.
  [[nodiscard]] double of(std::size_t blocks) const {
    const std::size_t missing = blocks > ready ? blocks - ready : 0;
    return static_cast<double>(blocks) * runs +
           static_cast<double>(missing) * links;
  }

  /// What there is for runs if so many links are made.
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

/// At most so many blocks, equally many of each layout if there are enough.
[[nodiscard]] std::size_t spread_over(std::size_t layouts, std::size_t blocks);

}  // namespace spl::runner
