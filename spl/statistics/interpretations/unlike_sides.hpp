#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "spl/statistics/interpretations/estimator.hpp"
#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// Pairs of performances, p_j of UnlikeSides, which depend on no coefficient.
class PerformancePairs {
 public:
  /// Takes series with the same number of units, at least two.
  explicit PerformancePairs(std::span<const RunSeries> series);

  /// The place of a performance that is missing: the other is alone.
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// The centre of pairs and the clipped distances from it.
  struct Centred {
    double centre = 0;
    std::vector<double> distances;  ///< Over the share that is not clipped.
    double df = 0;
  };

  /// Returns the pairs of two of the series, computed once.
  [[nodiscard]] const Centred& of(std::size_t left, std::size_t right) const;
  [[nodiscard]] double median(std::size_t number) const {
    return medians_[number];
  }
  [[nodiscard]] std::size_t count() const { return series_.size(); }
  [[nodiscard]] std::size_t units() const {
    return series_.front().excesses.size();
  }

 private:
  std::vector<RunSeries> series_;
  std::vector<double> medians_;
  mutable std::map<std::pair<std::size_t, std::size_t>, Centred> known_;
};

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

  /// Takes the same series as pairs, which may serve for other coefficients.
  UnlikeSides(const PerformancePairs& pairs,
              std::span<const double> coefficients, double constant);

  /// Returns the sum of c_i M_i, the constant and v h over the matches. Its
  /// variance is that of K_j = sum of v psi_j / s, divided by the number of
  /// units. psi_j are the clipped distances of p_j from h, and s is the share
  /// that is not clipped; the errors of M_i cancel to first order. Degrees of
  /// freedom are the least number of distances of a match that are not clipped,
  /// less 2, or less 1 if none is clipped.
  [[nodiscard]] const Estimate& centre() const { return centre_; }

  /// Returns the same with Hall's correction for skewness ("On the removal of
  /// skewness by transformation", 1992): t becomes t + a t^2 / 3 + a^2 t^3 / 27
  /// + a / 6, a = m3 / (s^3 sqrt(n)), m3 the third central moment of K_j and
  /// s^2 their variance. Near 0 it is that of Johnson (1978), but it grows with
  /// t however far t is.
  [[nodiscard]] Estimate centre_with_skewness() const;

  /// Returns the centre less the distance to 0 at which its p-value, the larger
  /// one of both forms, is `level`: the lower limit (direction -1) or the upper
  /// one (1) of a shift.
  [[nodiscard]] double limit(double direction, double level) const;

  /// Return the sum of |c_i| M_i of a side, with the constant if it is on that
  /// side.
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] double right_side() const { return right_side_; }

  /// Returns the largest |c_i| M_i of the left over that of the right, which is
  /// how much more an event of one performance may add on the left. 1 if a side
  /// has no performance.
  [[nodiscard]] double left_weight() const { return left_weight_; }

 private:
  void add(const PerformancePairs::Centred& pairs, double amount);
  /// Returns a, or 0 if nothing varies.
  [[nodiscard]] double skewness() const;

  std::vector<double> distances_;  ///< K_j.
  double third_moment_ = 0;        ///< The third central moment of K_j.
  Estimate centre_;
  double left_side_ = 0;
  double right_side_ = 0;
  double left_weight_ = 1;
};

}  // namespace spl::statistics
