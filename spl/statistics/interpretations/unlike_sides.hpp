#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/interpretations/estimator.hpp"
#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// What typical runs of left - right centre at where the sides differ in form,
/// as in 2a <= b + c or a <= 105 ns. Contrasts of such sides are not symmetric
/// even if all code is the same: with rare slow runs the side of more terms has
/// more of them, and clipping a contrast moves it off its mean. So what is
/// clipped are differences between one performance of the left and one of the
/// right, which are symmetric where both are the same code but for a factor.
///
/// M_i is the median over the units of performance i. The amounts |c_i| M_i of
/// the left are matched with those of the right, in the order of the terms, as
/// far as they go. A match of k and l with amount v has in unit j the pair
/// p_j = x_kj / M_k - x_lj / M_l, which centres at h (Huber's centre) and is
/// clipped about it. What has no match is taken alone, p_j = x_kj / M_k - 1,
/// with v negative on the right.
class UnlikeSides {
 public:
  /// One coefficient of left - right for each series, all of one number of
  /// units, at least two; the constant is left - right, too.
  UnlikeSides(std::span<const RunSeries> series,
              std::span<const double> coefficients, double constant);

  /// Sum of c_i M_i, the constant and v h over the matches. Its variance is
  /// that of K_j = sum of v psi_j / s, over the number of units, where psi_j
  /// are the clipped distances of p_j from h and s is the share that is not
  /// clipped: the errors of M_i cancel to first order. Degrees of freedom are
  /// the fewest distances of a match that are not clipped, less 2, or 1 where
  /// none is.
  [[nodiscard]] const Estimate& centre() const { return centre_; }

  /// The same, with what Johnson adds for skewness ("Modified t tests and
  /// confidence intervals for asymmetrical populations", 1978):
  /// m3 / (6 s^2 n) + m3 centre^2 / (3 s^4), m3 the third central moment of K_j
  /// and s^2 their variance.
  [[nodiscard]] Estimate centre_with_skewness() const;

  /// Sum of |c_i| M_i of the left with the constant, if it is above 0; of the
  /// right likewise.
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] double right_side() const { return right_side_; }

  /// The largest |c_i| M_i of the left over that of the right: so much more an
  /// event of one performance may be there. 1 where one side has none.
  [[nodiscard]] double left_weight() const { return left_weight_; }

 private:
  struct Match {
    const RunSeries* left = nullptr;  ///< Null: of the right alone.
    const RunSeries* right = nullptr;
    double amount = 0;
  };

  void add(const Match& match);

  std::vector<double> distances_;  ///< K_j.
  double third_moment_ = 0;        ///< Of these.
  Estimate centre_;
  double left_side_ = 0;
  double right_side_ = 0;
  double left_weight_ = 1;
};

}  // namespace spl::statistics
