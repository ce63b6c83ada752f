#include "spl/statistics/compensated_sum.hpp"

#include <cmath>

namespace spl::statistics {

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

}  // namespace spl::statistics
