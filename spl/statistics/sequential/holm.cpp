#include "spl/statistics/sequential/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace spl::statistics {

std::vector<HolmStep> holm(std::span<const double> p_values,
                           double family_level) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) {
                     return p_values[left] < p_values[right];
                   });

  std::vector<HolmStep> steps(p_values.size());
  double adjusted = 0;
  double level = 0;
  bool rejecting = true;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double p = p_values[order[rank]];
    const auto remaining = static_cast<double>(order.size() - rank);
    adjusted = std::max(adjusted, std::min(1.0, remaining * p));
    // The level stays once the procedure stops, since larger p-values fail it,
    // too.
    if (rejecting) level = family_level / remaining;
    rejecting = rejecting && p <= level;
    steps[order[rank]] = {adjusted, level, rejecting};
  }
  return steps;
}

}  // namespace spl::statistics
