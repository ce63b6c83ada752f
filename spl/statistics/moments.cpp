#include "spl/statistics/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace spl::statistics {
namespace {

// Returns the sum of term(number). Several parallel sums do not wait for one
// another, and round less than one sum.
template <typename Term>
double sum_of(std::span<const double> numbers, Term term) {
  constexpr std::size_t kLanes = 4;
  std::array<double, kLanes> sums = {};
  std::size_t i = 0;
  for (; i + kLanes <= numbers.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += term(numbers[i + lane]);
    }
  }
  for (; i < numbers.size(); ++i) sums[0] += term(numbers[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

// The deviations from the mean of the first pass show its rounding error, and
// correct both results (Chan, Golub, LeVeque 1983, "Algorithms for computing
// the sample variance", eq 1.7).
Moments moments(std::span<const double> numbers) {
  assert(!numbers.empty());
  const auto count = static_cast<double>(numbers.size());
  const double offset = numbers.front();
  const double excess =
      sum_of(numbers, [=](double number) { return number - offset; }) / count;
  const auto deviation = [=](double number) {
    return (number - offset) - excess;
  };
  const double left_over = sum_of(numbers, deviation);
  const double squares = sum_of(numbers, [=](double number) {
    return deviation(number) * deviation(number);
  });
  Moments result;
  result.count = numbers.size();
  result.offset = offset;
  result.excess = excess + left_over / count;
  result.squares = squares - left_over * left_over / count;
  result.underflows = result.squares < Moments::kSmallestSquares &&
                      std::ranges::any_of(numbers, [=](double number) {
                        return number != offset;
                      });
  return result;
}

void CompensatedSum::add(double value) {
  const double sum = sum_ + value;
  const double taken = sum - sum_;
  error_ += (sum_ - (sum - taken)) + (value - taken);
  sum_ = sum;
}

void CompensatedSum::add_product(double left, double right) {
  const double product = left * right;
  error_ += std::fma(left, right, -product);
  add(product);
}

double rounding_of(double coefficient, double mean) {
  constexpr double kFifteenDigits = 5e-15;
  constexpr double kDouble = std::numeric_limits<double>::epsilon();
  double relative = 0;
  if (coefficient != std::floor(coefficient)) relative += kFifteenDigits;
  if (mean != std::floor(mean)) relative += kDouble;
  return relative * std::abs(coefficient * mean);
}

}  // namespace spl::statistics
