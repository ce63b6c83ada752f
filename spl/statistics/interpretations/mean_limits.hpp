#pragma once

#include <span>

#include "spl/statistics/interpretations/block_contrasts.hpp"

namespace spl::statistics {

/// Limits of the mean of plain contrasts where much of it may come from few
/// units: rare slow calls, rare slow processes.
///
/// The mean is that of M, where the typical contrasts centre (Huber's centre,
/// four steps from their median), plus what the plain ones are above it, less
/// what they are below. Each of both is a weighted sum of rare events, of which
/// Fay and Feuer's gamma limits are taken ("Confidence intervals for directly
/// standardized rates", 1997); Zou and Donner's method combines them ("MOVER",
/// 2008). The weight of an event that was not seen on one side is that of the
/// largest one seen on either, which counts as much more on a side where a
/// performance has so much more weight, as in 5a <= b + .. + f. An event that
/// no unit shows is in no limit.
class MeanLimits {
 public:
  /// As many plain contrasts as typical ones, unit by unit; at least one.
  MeanLimits(const BlockContrasts& typical, std::span<const double> plain);

  /// Where typical contrasts centre, and how far off is not off at all.
  struct Centre {
    double value = 0;
    double rounding = 0;
    /// What an event on the left adds, at most, to what it does on the right.
    double left_weight = 1;
  };

  MeanLimits(const Centre& centre, std::span<const double> plain);

  /// One-sided, at a confidence in (0.5, 1).
  [[nodiscard]] double upper(double confidence) const;
  [[nodiscard]] double lower(double confidence) const;

  /// The mean of the plain contrasts.
  [[nodiscard]] double mean() const;
  /// M.
  [[nodiscard]] double centre() const { return centre_; }

  /// The least level, at most 0.5, at which the upper limit is below 0; of the
  /// lower limit, above 0.
  [[nodiscard]] double level_of_less() const;
  [[nodiscard]] double level_of_greater() const;

 private:
  /// What lies on one side of the centre.
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
  double largest_above_ = 0;  ///< Weight of an event that may be unseen.
  double largest_below_ = 0;
};

/// Where contrasts centre: Huber's M-estimator, four steps from their median;
/// the median if nothing shows what is far off.
[[nodiscard]] double huber_centre(const BlockContrasts& contrasts);

}  // namespace spl::statistics
