#include "spl/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

double median_of_sorted(std::span<const double> sorted) {
  const std::size_t half = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[half];
  return moments(sorted.subspan(half - 1, 2)).mean();
}

double trimmed_mean_of_sorted(std::span<const double> sorted) {
  const std::size_t cut = sorted.size() / 5;
  return moments(sorted.subspan(cut, sorted.size() - 2 * cut)).mean();
}

}  // namespace

Sample::Sample(std::vector<std::vector<double>> runs) : runs_(std::move(runs)) {
  if (runs_.empty()) throw std::invalid_argument("a sample needs a run");
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const std::string run = "run " + std::to_string(i + 1);
    if (runs_[i].empty()) {
      throw std::invalid_argument(run + " has no observations");
    }
    for (std::size_t j = 0; j < runs_[i].size(); ++j) {
      if (!std::isfinite(runs_[i][j])) {
        throw std::invalid_argument("observation " + std::to_string(j + 1) +
                                    " of " + run + " is not a finite number");
      }
    }
  }
}

std::size_t Sample::observation_count() const {
  std::size_t count = 0;
  for (const auto& run : runs_) count += run.size();
  return count;
}

std::vector<double> run_statistics(const Sample& sample,
                                   RunStatistic statistic) {
  std::vector<double> values;
  values.reserve(sample.run_count());
  for (const auto& run : sample.runs()) {
    values.push_back(run_statistic(run, statistic));
  }
  return values;
}

double run_statistic(std::span<const double> observations,
                     RunStatistic statistic) {
  assert(!observations.empty());
  if (statistic == RunStatistic::kMean) return moments(observations).mean();
  std::vector<double> sorted(observations.begin(), observations.end());
  std::sort(sorted.begin(), sorted.end());
  return statistic == RunStatistic::kMedian ? median_of_sorted(sorted)
                                            : trimmed_mean_of_sorted(sorted);
}

}  // namespace spl::statistics
