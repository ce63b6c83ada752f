#include "spl/statistics/sequential/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace spl::statistics {

std::vector<double> holm_levels(std::span<const double> p_values,
                                double family_level) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) {
                     return p_values[left] < p_values[right];
                   });

  std::vector<double> levels(p_values.size());
  double level = 0;
  bool rejecting = true;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto remaining = static_cast<double>(order.size() - rank);
    // The level stays once the procedure stops, since larger p-values fail it,
    // too.
    if (rejecting) level = family_level / remaining;
    rejecting = rejecting && p_values[order[rank]] <= level;
    levels[order[rank]] = level;
  }
  return levels;
}

}  // namespace spl::statistics
