#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// The levels of performances, each as a ratio to one performance that all are
/// compared with. None depends on a factor.
///
/// The ratio t of a performance x to the reference r is that at which the
/// clipped mean (clipped_mean_of()) of x_j - t r_j over the units j is 0. If
/// both are the same code but for a factor, these contrasts are symmetric at
/// the true ratio, whatever the noise. Medians of x and r alone are no scale:
/// if half of the runs take twice as long, chance says which speed they are.
class RelativeLevels {
 public:
  /// Takes one coefficient of left - right for each series, of which only the
  /// signs matter, and series with the same number of units, at least two. The
  /// reference is the first performance of the side with fewer that takes time.
  /// Its own level is clipped from kClippedUnits units on, unless `is_mean`: a
  /// constant is no performance, whose noise would be alike.
  RelativeLevels(std::span<const RunSeries> series,
                 std::span<const double> coefficients, bool is_mean = false);

  [[nodiscard]] std::size_t reference() const { return reference_; }
  [[nodiscard]] std::size_t count() const { return series_.size(); }
  [[nodiscard]] std::size_t units() const {
    return series_.front().excesses.size();
  }
  /// Returns t times the level of the reference, its own centre.
  [[nodiscard]] double level(std::size_t number) const {
    return levels_[number];
  }

  struct Distances {
    std::vector<double> values;  ///< Over the share that is not clipped.
    double df = 0;  ///< Those that are not clipped, less 2; less 1 if all are.
  };
  /// Returns x_j - s t r_j, clipped; of the reference, the distances from its
  /// level.
  [[nodiscard]] Distances distances(std::size_t number, double s) const;

 private:
  /// Returns how far values of the reference are off the centre at most.
  [[nodiscard]] double limit_about(double centre) const;
  [[nodiscard]] std::vector<RunSeries> pair(std::size_t number) const;
  [[nodiscard]] double ratio_of(std::size_t number) const;

  std::vector<RunSeries> series_;
  std::size_t reference_ = 0;
  std::size_t clipped_units_;  ///< The fewest that clip the reference's level.
  std::vector<double> levels_;
};

/// The test of typical runs of left - right if the sides differ in form, as in
/// 2a <= b + c or a <= 105 ns. Contrasts of such sides are not symmetric even
/// with equal code: the side with more terms has more of the rare slow runs,
/// and clipping moves a contrast off its mean. So each performance is held
/// against one that is the reference, and what is tested is the sum of
/// coefficients times clipped distances, at levels at which both sides are
/// equal: those of the side without the reference are multiplied by s, the
/// quotient of the sides. With two performances that is the test of sides that
/// are alike.
class UnlikeSides {
 public:
  /// Takes one coefficient of left - right for each level, and the constant of
  /// left - right.
  UnlikeSides(const RelativeLevels& levels,
              std::span<const double> coefficients, double constant);

  /// Returns the mean over the units j of K_j, the sum of c_i times the
  /// distances, and its variance. The reference has no part in K_j: if the
  /// sides are equal, its error cancels. With a constant s is 1, the sum of c_i
  /// times the levels and the constant are added, and the reference counts as
  /// often as its level fits into that sum. Degrees of freedom are the least of
  /// all distances.
  [[nodiscard]] const Estimate& centre() const { return centre_; }

  /// Returns K_j.
  [[nodiscard]] const std::vector<double>& distances() const {
    return distances_;
  }

  /// Returns the centre with Hall's correction for skewness ("On the removal of
  /// skewness by transformation", 1992): t becomes t + a t^2 / 3 + a^2 t^3 / 27
  /// + a / 6, a = m3 / (s^3 sqrt(n)), m3 the third central moment of K_j and
  /// s^2 their variance. Near 0 it is that of Johnson (1978), but it grows with
  /// t however far t is.
  [[nodiscard]] Estimate centre_with_skewness() const;

  /// Returns the centre less the distance to 0 at which its p-value, the larger
  /// one of both forms, is `level`: the lower limit (direction -1) or the upper
  /// one (1) of a shift.
  [[nodiscard]] double limit(double direction, double level) const;

  /// Return the sum of |c_i| times the levels of a side, with the constant if
  /// it is on that side.
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] double right_side() const { return right_side_; }

  /// Returns the largest |c_i| times a level of the left over that of the
  /// right, which is how much more an event of one performance may add on the
  /// left. 1 if a side has no performance.
  [[nodiscard]] double left_weight() const { return left_weight_; }

 private:
  void add_distances(const RelativeLevels::Distances& distances, double factor);
  void set_spread();
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
