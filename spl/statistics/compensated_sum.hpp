#pragma once

namespace spl::statistics {

/// A sum or dot product, computed as if in twice the precision of a double and
/// rounded once (Ogita, Rump, Oishi 2005, "Accurate sum and dot product",
/// algorithm Dot2). Differences of long measurements keep their digits.
class CompensatedSum {
 public:
  void add(double value);
  void add_product(double left, double right);

  [[nodiscard]] double value() const { return sum_ + error_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

}  // namespace spl::statistics
