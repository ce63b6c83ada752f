#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/interpretations/estimator.hpp"
#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// The centre of typical runs of left - right if the sides differ in form, as
/// in 2a <= b + c or a <= 105 ns. Contrasts of such sides are not symmetric
/// even with equal code: the side with more terms has more of the rare slow
/// runs, and clipping moves a contrast off its mean. So this clips differences
/// between one performance of the left and one of the right, which are
/// symmetric if both are the same code but for a factor.
///
/// M_i is the median over the units of performance i. The amounts |c_i| M_i of
/// the left are matched with those of the right, in the order of the terms, as
/// far as they go. In unit j, a match of k and l with amount v has the pair
/// p_j = x_kj / M_k - x_lj / M_l, which is clipped about its centre h (Huber's
/// centre). An amount without a match is taken alone, p_j = x_kj / M_k - 1,
/// with v negative on the right.
class UnlikeSides {
 public:
  /// Takes one coefficient of left - right for each series, series with the
  /// same number of units, at least two, and the constant of left - right.
  UnlikeSides(std::span<const RunSeries> series,
              std::span<const double> coefficients, double constant);

  /// Returns the sum of c_i M_i, the constant and v h over the matches. Its
  /// variance is that of K_j = sum of v psi_j / s, divided by the number of
  /// units. psi_j are the clipped distances of p_j from h, and s is the share
  /// that is not clipped; the errors of M_i cancel to first order. Degrees of
  /// freedom are the least number of distances of a match that are not clipped,
  /// less 2, or less 1 if none is clipped.
  [[nodiscard]] const Estimate& centre() const { return centre_; }

  /// Returns the same with Johnson's correction for skewness ("Modified t tests
  /// and confidence intervals for asymmetrical populations", 1978): m3 / (6 s^2
  /// n) + m3 centre^2 / (3 s^4), m3 the third central moment of K_j and s^2
  /// their variance.
  [[nodiscard]] Estimate centre_with_skewness() const;

  /// Return the sum of |c_i| M_i of a side, with the constant if it is on that
  /// side.
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] double right_side() const { return right_side_; }

  /// Returns the largest |c_i| M_i of the left over that of the right, which is
  /// how much more an event of one performance may add on the left. 1 if a side
  /// has no performance.
  [[nodiscard]] double left_weight() const { return left_weight_; }

 private:
  struct Match {
    const RunSeries* left = nullptr;  ///< Null if the right is alone.
    const RunSeries* right = nullptr;
    double amount = 0;
  };

  void add(const Match& match);

  std::vector<double> distances_;  ///< K_j.
  double third_moment_ = 0;        ///< The third central moment of K_j.
  Estimate centre_;
  double left_side_ = 0;
  double right_side_ = 0;
  double left_weight_ = 1;
};

}  // namespace spl::statistics
