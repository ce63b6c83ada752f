#pragma once

#include <cstddef>
#include <vector>

#include "spl/statistics/sample.hpp"

/// A description of the law B* of Definition 4.10: the distribution of
/// differences of means if all performances of a contrast had the same mean, in
/// the unit of the observations.
namespace spl::statistics {

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

}  // namespace spl::statistics
