// Hoare's quickselect. A processor cannot predict comparisons of measurements,
// and a misprediction costs more than moving a number. So the partition moves
// all numbers and has no branch.
#include "spl/statistics/selection.hpp"

#include <algorithm>
#include <cassert>

namespace spl::statistics {
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
