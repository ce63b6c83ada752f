#include "runner/measuring/blocks_held.hpp"

#include <algorithm>
#include <cmath>

#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kFewestLinks = 3;

/// Returns how many times `each` goes into that time, kMostBlocks at most.
std::size_t held(double time, double each) {
  if (time <= 0) return 0;
  const double count = std::floor(time / each);
  return count >= static_cast<double>(kMostBlocks)
             ? kMostBlocks
             : static_cast<std::size_t>(count);
}

/// Plans to use links again, each for equally many blocks, if there is time for
/// fewer than slow runs take to show and for two blocks of each: then layouts
/// are the units, and more blocks say more about each. Returns 0 if not.
std::size_t blocks_of_links_used_again(const BlockTime& time, std::size_t fresh,
                                       Plan& plan) {
  if (fresh >= statistics::kFewestUnits) return 0;
  std::size_t links = fresh;
  while (links > kFewestLinks &&
         time.beside(links) < (1 - kShareOfLinks) * time.left) {
    --links;
  }
  const std::size_t blocks =
      spread_over(links, held(time.beside(links), time.runs));
  if (blocks < 2 * links) return 0;
  plan.layouts = links;
  plan.linked = links;
  return blocks;
}

/// Plans links of its own for each block, unless there is time for fewer than
/// two, or for few.
std::size_t blocks_of_fresh_links(const BlockTime& time, Plan& plan) {
  const double of_ready = time.of(time.ready);
  const std::size_t fresh =
      time.left < of_ready
          ? held(time.left, time.runs)
          : time.ready + held(time.left - of_ready, time.runs + time.links);
  if (fresh >= 2) {
    const std::size_t blocks = blocks_of_links_used_again(time, fresh, plan);
    return blocks > 0 ? blocks : fresh;
  }
  if (time.of(2) <= time.most) return 2;
  plan.linked = time.of(1) + time.runs <= time.most ? 1 : 0;
  if (plan.linked == 1) return 2;
  // More of one layout would say no more about others.
  constexpr std::size_t kOfOneLayout = 5;
  if (2 * time.runs > time.most) return 0;
  return std::clamp(held(time.left, time.runs), std::size_t{2}, kOfOneLayout);
}

/// Plans links for the first blocks, which are used again.
std::size_t blocks_of_fixed_layouts(const BlockTime& time, std::size_t layouts,
                                    Plan& plan) {
  const auto count = static_cast<double>(layouts);
  const double links = time.of(layouts) - count * time.runs;
  const std::size_t all = held(time.left - links, time.runs);
  plan.linked = layouts;
  if (all >= layouts) return spread_over(layouts, all);
  std::size_t some = layouts;
  while (some > 0 && time.of(some) > time.left) --some;
  if (some < 2) return blocks_of_fresh_links(time, plan);
  plan.linked = some;
  return some;
}

}  // namespace

std::size_t blocks_held(const BlockTime& time, std::size_t layouts,
                        Plan& plan) {
  if (layouts > 1) return blocks_of_fixed_layouts(time, layouts, plan);
  if (time.links > 0) return blocks_of_fresh_links(time, plan);
  const std::size_t count = held(time.left, time.runs);
  for (const std::size_t enough : {statistics::kFewestUnits, std::size_t{2}}) {
    if (static_cast<double>(enough) * time.runs > time.most) continue;
    return std::max(count, enough);
  }
  return count;
}

std::size_t spread_over(std::size_t layouts, std::size_t blocks) {
  return blocks > layouts ? blocks - blocks % layouts : blocks;
}

}  // namespace spl::runner
