#include "spl/statistics/run_statistic.hpp"

#include <algorithm>
#include <cassert>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/quantile.hpp"

namespace spl::statistics {
namespace {

double reordered_median(std::span<double> numbers) {
  const std::size_t half = numbers.size() / 2;
  select(numbers, half);
  if (numbers.size() % 2 == 1) return numbers[half];
  const auto below = numbers.first(half);
  const double middle[] = {*std::ranges::max_element(below), numbers[half]};
  // Two infinities have no mean.
  return middle[0] == middle[1] ? middle[0] : moments(middle).mean();
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
  return statistic == RunStatistic::kMedian ? reordered_median(numbers)
                                            : trimmed_mean(numbers);
}

double median(std::span<const double> numbers) {
  return run_statistic(numbers, RunStatistic::kMedian);
}

}  // namespace spl::statistics
