#pragma once

#include <cstddef>
#include <string>

#include "runner/measuring/grouping.hpp"

/// The sentence about a budget that is too small, with one that does.
namespace spl::runner {

/// What a block took or takes, and what went before the first.
struct BlockCost {
  double seconds = 0;
  double links = 0;  ///< Of that.
  double spent = 0;
  std::size_t ready = 0;  ///< So many blocks have their links already.
};

/// "a block of runs takes 1.2 s, so that ...", of a budget that does not hold
/// those of a first look.
[[nodiscard]] std::string short_budget(const Group& group, std::size_t blocks,
                                       const BlockCost& cost);

/// How `--budget` is given so many seconds, or a little more: "0.3s", "45s".
[[nodiscard]] std::string budget_option(double seconds);

}  // namespace spl::runner
