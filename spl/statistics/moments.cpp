#include "spl/statistics/moments.hpp"

#include "spl/statistics/compensated_sum.hpp"

namespace spl::statistics {

Moments moments(std::span<const double> numbers) {
  assert(!numbers.empty());
  Moments result;
  result.count = numbers.size();
  result.offset = numbers.front();

  CompensatedSum sum;
  for (const double number : numbers) sum.add(number - result.offset);
  result.excess = sum.value() / static_cast<double>(numbers.size());

  CompensatedSum squares;
  for (const double number : numbers) {
    const double deviation = (number - result.offset) - result.excess;
    squares.add(deviation * deviation);
  }
  result.squares = squares.value();
  return result;
}

}  // namespace spl::statistics
