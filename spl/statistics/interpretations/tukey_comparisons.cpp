#include "spl/statistics/interpretations/tukey_comparisons.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "spl/statistics/interpretations/decomposition.hpp"
#include "spl/statistics/interpretations/studentized_range.hpp"

namespace spl::statistics {

std::vector<PairComparison> tukey_comparisons(const Groups& groups,
                                              double level, Design design) {
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument(
        "a confidence must be between 0 and 1, but is " +
        std::to_string(level));
  }
  const Decomposition parts = decompose(groups, design);
  if (!(parts.within > 0)) return {};
  const double mean_square = parts.within / parts.df_within;
  const double critical =
      studentized_range_quantile(1 - level, groups.size(), parts.df_within);
  std::vector<PairComparison> comparisons;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      const double sizes = 1 / static_cast<double>(groups[i].size()) +
                           1 / static_cast<double>(groups[j].size());
      const double error = std::sqrt(mean_square / 2 * sizes);
      const double difference = parts.excesses[i] - parts.excesses[j];
      const double q = std::abs(difference) / error;
      comparisons.push_back(
          {i, j, difference, q,
           studentized_range_tail(q, groups.size(), parts.df_within),
           difference - critical * error, difference + critical * error});
    }
  }
  return comparisons;
}

}  // namespace spl::statistics
