#include "spl/statistics/quantile.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

// Hoare's quickselect. A processor cannot predict comparisons of measurements,
// and a misprediction costs more than moving a number. So the partition moves
// all numbers and has no branch.
namespace spl::statistics {

double quantile(std::span<const double> numbers, double fraction) {
  std::vector<double> sorted(numbers.begin(), numbers.end());
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(place));
  const auto at = sorted.begin() + below;
  std::nth_element(sorted.begin(), at, sorted.end());
  const double part = place - static_cast<double>(below);
  if (part == 0) return *at;
  const double next = *std::min_element(at + 1, sorted.end());
  return *at + part * (next - *at);
}

std::size_t observations_for_quantile(double fraction) {
  // 1 - 0.99 is a little more than 0.01.
  constexpr double kRounding = 1e-9;
  const double beyond = std::min(fraction, 1 - fraction);
  const double count = static_cast<double>(kBeyondQuantile) / beyond;
  return static_cast<std::size_t>(std::ceil(count * (1 - kRounding)));
}

Sample run_quantiles(const Sample& sample, double fraction) {
  std::vector<std::vector<double>> runs;
  for (const Run& run : sample.runs()) {
    runs.push_back({quantile(run, fraction)});
  }
  return Sample(std::move(runs));
}

namespace {

// Moves the numbers for which `is_first` holds to the front and returns their
// count.
template <typename Predicate>
std::size_t partition(std::span<double> numbers, Predicate is_first) {
  std::size_t count = 0;
  for (double& place : numbers) {
    const double number = place;
    place = numbers[count];
    numbers[count] = number;
    count += is_first(number) ? 1 : 0;
  }
  return count;
}

double median_of_three(std::span<const double> numbers) {
  const double a = numbers.front();
  const double b = numbers[numbers.size() / 2];
  const double c = numbers.back();
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

}  // namespace

void select(std::span<double> numbers, std::size_t rank) {
  assert(rank < numbers.size());
  // Unlucky pivots are left to the library, which never takes quadratic time.
  constexpr int kMostRounds = 40;
  constexpr std::size_t kFew = 24;
  for (int round = 0; round < kMostRounds && numbers.size() > kFew; ++round) {
    const double pivot = median_of_three(numbers);
    std::size_t before =
        partition(numbers, [pivot](double x) { return x < pivot; });
    if (rank < before) {
      numbers = numbers.first(before);
      continue;
    }
    // The pivot is the least number: all equal numbers go first.
    if (before == 0) {
      before = partition(numbers, [pivot](double x) { return x <= pivot; });
      if (rank < before) return;
    }
    numbers = numbers.subspan(before);
    rank -= before;
  }
  std::nth_element(numbers.begin(),
                   numbers.begin() + static_cast<std::ptrdiff_t>(rank),
                   numbers.end());
}

}  // namespace spl::statistics
