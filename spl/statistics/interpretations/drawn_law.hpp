#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spl/statistics/sample.hpp"

namespace spl::statistics {

// A description of the law B* of Definition 4.10: the distribution of
// differences of means if all performances of a contrast had the same mean, in
// the unit of the observations.

/// One performance's share in the law. A replicate draws `runs` runs from the
/// learned ones with replacement, `observations` with replacement inside each
/// of them, and averages all. From that it subtracts the mean of the learned
/// run means, and multiplies by `coefficient`. The learned sample is not owned.
struct BootstrapTerm {
  double coefficient = 1;
  const Sample* learned = nullptr;
  std::size_t runs = 1;
  std::size_t observations = 1;
};

/// Returns the deviations of a learned sample from the mean of its run means,
/// run by run.
[[nodiscard]] std::vector<std::vector<double>> deviations(
    const Sample& learned);

/// Returns the exact variance of the sum of independent replicates: over all
/// terms, c^2 (B/r + W/(r o)), with B the variance of the learned run means
/// (divisor: their number) and W the mean of the variances inside the learned
/// runs (divisor: their observations).
[[nodiscard]] double bootstrap_variance(
    const std::vector<BootstrapTerm>& terms);

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
