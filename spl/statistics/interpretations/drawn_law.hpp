#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spl/statistics/interpretations/bootstrap_term.hpp"

namespace spl::statistics {

struct Drawing {
  std::size_t replicates = 10000;
  std::uint64_t seed = 1;
  /// Threads to draw on; 0 means one per processor. The result does not depend
  /// on their number.
  unsigned threads = 0;
};

/// The law of Definition 4.10 by Monte Carlo simulation, as in the paper.
class DrawnLaw {
 public:
  /// Draws at least one replicate of at least one term.
  DrawnLaw(const std::vector<BootstrapTerm>& terms, const Drawing& drawing);

  /// Return shares of the replicates. Values that differ by rounding are equal.
  [[nodiscard]] double at_or_below(double value) const;
  [[nodiscard]] double at_or_above(double value) const;

  /// Returns the ceil(K p)-th smallest of K replicates, 0 < p < 1.
  [[nodiscard]] double quantile(double p) const;

 private:
  std::vector<double> sorted_;
  double rounding_;
};

}  // namespace spl::statistics
