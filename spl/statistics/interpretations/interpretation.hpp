#pragma once

#include <optional>
#include <vector>

#include "spl/statistics/interpretations/common_variation.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sample.hpp"
#include "spl/statistics/t_test.hpp"

/// The interpretations of relations, explained in docs/statistics.md;
/// docs/papers.md names the tests that pin them. Each is a function from a
/// contrast of samples and the level of one direction, alpha, to a result. All
/// throw std::invalid_argument unless 0 < alpha < 0.5. Observations, constants,
/// differences and thresholds have the same unit.
namespace spl::statistics {

/// theta = sum of c_i E[P_i] + constant, compared with 0; at least one term.
/// The samples are not owned, are distinct performances, and outlive the
/// contrast.
struct SampleContrast {
  struct Term {
    double coefficient;
    const Sample* sample;
  };
  std::vector<Term> terms;
  double constant = 0;
};

/// Tests a contrast by Definition 4.5: Welch's t on all observations, runs
/// ignored, with Satterthwaite's degrees of freedom over all terms. Undefined
/// with fewer than two observations of a term. Warns if a term has a single
/// run, or if its runs differ by more than its observations do.
[[nodiscard]] TestResult welch(const SampleContrast& contrast, double alpha);

/// Tests a contrast by Definition 4.8 as printed: the normal quantile, and a
/// variance in which the part inside the runs counts twice; the statistic is z,
/// without degrees of freedom. Undefined with fewer than two runs of a term or
/// two observations of a run, or runs of different lengths in one term. Warns
/// below 30 runs, since it takes the variance of few runs for exact.
[[nodiscard]] TestResult parametric(const SampleContrast& contrast,
                                    double alpha);

/// Tests a contrast by Welch-Satterthwaite on the run statistics, one number
/// for each run: theta over sqrt(sum of c_i^2 R_i^2/r_i), R_i^2 the variance
/// (divisor r_i - 1) of the statistics of r_i runs. Undefined with fewer than
/// two runs of a term. Contrasts may share what is common to their variances.
[[nodiscard]] TestResult run_means(const SampleContrast& contrast, double alpha,
                                   RunStatistic statistic,
                                   const std::optional<Variation>& common = {});

/// Returns the variation that run_means() finds in the contrast, if each of its
/// terms has at least kFewestCommonRuns.
[[nodiscard]] std::optional<Variation> variation_of_runs(
    const SampleContrast& contrast, RunStatistic statistic);

/// Tests a contrast by one-sample Student t on the contrast of run statistics
/// inside each of r blocks (run i of every term), with r - 1 degrees of
/// freedom. Unless the statistic is the mean, contrasts of sides that are alike
/// in form, such as two performances, are clipped from 8 blocks on, with fewer
/// degrees of freedom (block_contrasts.hpp). Undefined with fewer than two
/// blocks or unequal numbers of runs.
[[nodiscard]] TestResult blocks(const SampleContrast& contrast, double alpha,
                                RunStatistic statistic);

}  // namespace spl::statistics
