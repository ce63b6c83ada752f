#include "spl/statistics/estimate.hpp"

#include <cmath>
#include <limits>

namespace spl::statistics {

double rounding_of(double coefficient, double mean) {
  constexpr double kFifteenDigits = 5e-15;
  constexpr double kDouble = std::numeric_limits<double>::epsilon();
  double relative = 0;
  if (coefficient != std::floor(coefficient)) relative += kFifteenDigits;
  if (mean != std::floor(mean)) relative += kDouble;
  return relative * std::abs(coefficient * mean);
}

}  // namespace spl::statistics
