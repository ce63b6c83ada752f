#pragma once

#include <span>

#include "spl/statistics/interpretations/block_contrasts.hpp"

namespace spl::statistics {

/// Limits of the mean of plain contrasts of which a large part may come from
/// few units: rare slow calls, rare slow processes.
///
/// The mean is M, the centre of the typical contrasts (Huber's centre, four
/// steps from their median), plus the excess of plain contrasts above M, less
/// that below. Each of the two is a weighted sum of rare events and has Fay and
/// Feuer's gamma limits ("Confidence intervals for directly standardized
/// rates", 1997); Zou and Donner's method combines them ("MOVER", 2008). An
/// event not seen on a side has the weight of the largest event seen on either
/// side, multiplied if a performance has more weight on that side, as in
/// 5a <= b + .. + f. No limit includes an event that no unit shows.
class MeanLimits {
 public:
  /// Takes the typical and the plain contrast of each of at least one unit.
  MeanLimits(const BlockContrasts& typical, std::span<const double> plain);

  /// The centre of typical contrasts and its rounding error.
  struct Centre {
    double value = 0;
    double rounding = 0;
    /// The most that an event adds on the left, as a multiple of its effect on
    /// the right.
    double left_weight = 1;
  };

  MeanLimits(const Centre& centre, std::span<const double> plain);

  /// Return one-sided limits at a confidence in (0.5, 1).
  [[nodiscard]] double upper(double confidence) const;
  [[nodiscard]] double lower(double confidence) const;

  /// Returns the mean of the plain contrasts.
  [[nodiscard]] double mean() const;
  /// Returns M.
  [[nodiscard]] double centre() const { return centre_; }

 private:
  /// The excess on one side of the centre.
  struct Mass {
    double sum = 0;
    double variance = 0;
  };

  [[nodiscard]] static double upper_of(const Mass& mass, double largest,
                                       double confidence);
  [[nodiscard]] static double lower_of(const Mass& mass, double confidence);

  double centre_ = 0;
  Mass above_;
  Mass below_;
  double largest_above_ = 0;  ///< Weight of an unseen event.
  double largest_below_ = 0;
};

/// Returns the centre of contrasts: Huber's M-estimator, four steps from their
/// median, or the median if nothing shows which contrasts are far off.
[[nodiscard]] double huber_centre(const BlockContrasts& contrasts);

}  // namespace spl::statistics
