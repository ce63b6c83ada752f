#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "spl/statistics/interpretations/drawn_law.hpp"

namespace spl::statistics {

/// The law of Definition 4.10, by numerical inversion of its characteristic
/// function; of() refuses data that are too coarse. A tail near `level` is
/// exact to 1 % of `level`, and mostly far better. Drawing takes 10 000/level
/// replicates for the same precision.
class InvertedLaw {
 public:
  /// Inverts the law. Absent if the characteristic function does not fade as
  /// far as `level` needs, because the law has too few atoms; draw it then.
  /// Needs at least one term, something that varies, and 0 < level < 0.5.
  [[nodiscard]] static std::optional<InvertedLaw> of(
      const std::vector<BootstrapTerm>& terms, double level);

  /// Returns P(B* <= value).
  [[nodiscard]] double at_or_below(double value) const;
  [[nodiscard]] double at_or_above(double value) const;
  [[nodiscard]] double quantile(double p) const;

 private:
  InvertedLaw() = default;

  double scale_ = 1;  ///< Standard deviation of the law.
  /// In standard deviations: probability further out is negligible.
  double half_ = 0;
  /// The characteristic function of the standardised law at (j + 1/2) pi/half_.
  std::vector<std::complex<double>> spectrum_;
};

}  // namespace spl::statistics
