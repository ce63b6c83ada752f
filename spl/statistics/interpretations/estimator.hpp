#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "spl/statistics/interpretations/common_variation.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sample.hpp"

/// Estimates of linear combinations of samples with their errors, for the tests
/// and the intervals.
namespace spl::statistics {

/// A function that estimates the sum of coefficient times mean, or another
/// centre, over the samples of its maker, in their order, plus the constant.
using Estimator = std::function<Estimate(std::span<const double> coefficients,
                                         double constant)>;

/// An estimator, or the sentence that says which observations are missing.
struct EstimatorOrRefusal {
  Estimator estimator;
  std::string refusal;
};

/// Returns the estimator by means of all observations without regard to runs
/// (Definition 4.5), with Satterthwaite's degrees of freedom. Needs two
/// observations of each sample.
[[nodiscard]] EstimatorOrRefusal pooled_estimator(
    std::span<const Sample* const> samples);

/// Returns the estimator by means of run means with the variance of Definition
/// 4.8 as printed, (o R^2 + S^2)/(r o). S^2 averages the variances inside the
/// runs and R^2 is the variance of the run means, so the part inside the runs
/// counts twice. Infinite degrees of freedom. Needs two runs of each sample,
/// two observations in each run, and equally long runs in each sample.
[[nodiscard]] EstimatorOrRefusal parametric_estimator(
    std::span<const Sample* const> samples);

/// Returns the estimator by means of the run statistics, with Satterthwaite's
/// degrees of freedom and what is common to others. Needs two runs of each
/// sample.
[[nodiscard]] EstimatorOrRefusal run_estimator(
    std::span<const Sample* const> samples, RunStatistic statistic,
    const std::optional<Variation>& common = {});

/// Returns the estimator that takes the combination inside each block (run i of
/// every sample), with r - 1 degrees of freedom. Needs two blocks and equal
/// numbers of runs. `coefficients` and `constant` are those of the contrast
/// under test. If it may be clipped (block_contrasts.hpp) and the statistic is
/// not the mean, the estimator clips it and all contrasts that are estimated to
/// find its ratios.
[[nodiscard]] EstimatorOrRefusal block_estimator(
    std::span<const Sample* const> samples, RunStatistic statistic,
    std::span<const double> coefficients, double constant);

}  // namespace spl::statistics
