#include "spl/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/selection.hpp"

namespace spl::statistics {
namespace {

double median(std::span<double> numbers) {
  const std::size_t half = numbers.size() / 2;
  select(numbers, half);
  if (numbers.size() % 2 == 1) return numbers[half];
  const auto below = numbers.first(half);
  const double middle[] = {*std::max_element(below.begin(), below.end()),
                           numbers[half]};
  return moments(middle).mean();
}

double trimmed_mean(std::span<double> numbers) {
  const std::size_t cut = numbers.size() / 5;
  select(numbers, cut);
  const auto above = numbers.subspan(cut);
  const std::size_t kept = numbers.size() - 2 * cut;
  select(above, kept - 1);
  return moments(above.first(kept)).mean();
}

}  // namespace

Sample::Sample(Runs runs) : runs_(std::move(runs)) {
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

std::string_view to_text(RunStatistic statistic) {
  switch (statistic) {
    case RunStatistic::kMean:
      return "mean";
    case RunStatistic::kTrimmed:
      return "trimmed";
    case RunStatistic::kMedian:
      return "median";
  }
  return {};
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
  std::vector<double> numbers(observations.begin(), observations.end());
  return statistic == RunStatistic::kMedian ? median(numbers)
                                            : trimmed_mean(numbers);
}

}  // namespace spl::statistics
