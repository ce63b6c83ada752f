#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "spl/statistics/interpretations/bootstrap_term.hpp"

namespace spl::statistics {

/// The law of Definition 4.10 by numerical inversion of its characteristic
/// function, for data that are fine enough. Tails near `level` are then good to
/// 1 % of it, and mostly far better; drawing needs 10 000/level replicates for
/// that.
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
