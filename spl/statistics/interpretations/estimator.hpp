#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "spl/statistics/estimate.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sample.hpp"

/// What the tests and the intervals share: what a linear combination of some
/// samples comes to, with its error.
namespace spl::statistics {

/// Estimates the sum of coefficient times mean, or another centre, over the
/// samples that it was made for, in their order, plus the constant.
using Estimator = std::function<Estimate(std::span<const double> coefficients,
                                         double constant)>;

/// An estimator, or the sentence that says which observations it lacks.
struct EstimatorOrRefusal {
  Estimator estimator;
  std::string refusal;
};

/// Means of all observations, runs ignored (Definition 4.5), with
/// Satterthwaite's degrees of freedom. Needs two observations of each sample.
[[nodiscard]] EstimatorOrRefusal pooled_estimator(
    std::span<const Sample* const> samples);

/// Means of run means with the variance of Definition 4.8 as printed,
/// (o R^2 + S^2)/(r o): S^2 averages the variances inside the runs, R^2 is that
/// of the run means, so the part inside the runs counts twice. Infinite degrees
/// of freedom. Needs two runs of each sample, two observations in each run, and
/// the same number of them in the runs of one sample.
[[nodiscard]] EstimatorOrRefusal parametric_estimator(
    std::span<const Sample* const> samples);

/// Means of the run statistics, with Satterthwaite's degrees of freedom. Needs
/// two runs of each sample.
[[nodiscard]] EstimatorOrRefusal run_estimator(
    std::span<const Sample* const> samples, RunStatistic statistic);

/// The combination taken inside each block (run i of every sample); r - 1
/// degrees of freedom. Needs two blocks and equal numbers of runs. Where the
/// statistic is not the mean and the contrast under test, which is that of
/// these coefficients and this constant, may be clipped, it and all that are
/// estimated to find its ratios are, as block_contrasts.hpp explains.
[[nodiscard]] EstimatorOrRefusal block_estimator(
    std::span<const Sample* const> samples, RunStatistic statistic,
    std::span<const double> coefficients, double constant);

}  // namespace spl::statistics
