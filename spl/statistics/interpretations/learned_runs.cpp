#include "spl/statistics/interpretations/learned_runs.hpp"

#include <utility>
#include <vector>

#include "spl/statistics/moments.hpp"

namespace spl::statistics {

double mean_of_runs(const Runs& runs) {
  std::vector<double> means;
  for (const Run& run : runs) means.push_back(moments(run).mean());
  return moments(means).mean();
}

Runs scaled_to(double mean, const Runs& runs) {
  const double own = mean_of_runs(runs);
  if (!(mean > 0) || !(own > 0)) return runs;
  const double factor = mean / own;
  Runs result;
  for (const Run& run : runs) {
    std::vector<double> scaled;
    for (const double observation : run) {
      scaled.push_back(factor * observation);
    }
    result.emplace_back(std::move(scaled));
  }
  return result;
}

}  // namespace spl::statistics
