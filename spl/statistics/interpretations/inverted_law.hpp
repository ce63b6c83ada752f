#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "spl/statistics/interpretations/bootstrap_term.hpp"

namespace spl::statistics {

/// The law of Definition 4.10 by numerical inversion of its characteristic
/// function, for data fine enough: tails near `level` are then good to a part
/// in a hundred of it and mostly far better, which drawing needs 10 000/level
/// replicates for.
class InvertedLaw {
 public:
  /// Absent where the characteristic function does not fade as far as `level`
  /// needs, because the law consists of too few atoms: draw it then. At least
  /// one term, something varies, 0 < level < 0.5.
  [[nodiscard]] static std::optional<InvertedLaw> of(
      const std::vector<BootstrapTerm>& terms, double level);

  /// P(B* <= value).
  [[nodiscard]] double at_or_below(double value) const;
  [[nodiscard]] double at_or_above(double value) const;
  [[nodiscard]] double quantile(double p) const;

 private:
  InvertedLaw() = default;

  double scale_ = 1;  ///< Standard deviation of the law.
  double half_ = 0;   ///< What lies further out than this many is negligible.
  /// The characteristic function of the standardised law at (j + 1/2) pi/half_.
  std::vector<std::complex<double>> spectrum_;
};

}  // namespace spl::statistics
