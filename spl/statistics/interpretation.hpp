#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spl/statistics/sample.hpp"

/// The interpretations of relations, explained in docs/statistics.md; which
/// tests pin them is in docs/papers.md. Each is a function from a contrast of
/// samples and the level of one direction, alpha, to what it found. All throw
/// std::invalid_argument unless 0 < alpha < 0.5. Observations and constants
/// have one unit, which is that of differences and thresholds.
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

/// What an interpretation answers about theta at a level.
enum class Finding {
  kGreater,     ///< "theta <= 0" is rejected.
  kLess,        ///< "theta >= 0" is rejected.
  kIndistinct,  ///< Neither is rejected.
  kUnknown      ///< The observations do not allow an answer.
};

enum class Status {
  kOk,
  kUndefined,  ///< Refused; `warning` says what is missing.
  kDegenerate  ///< No variance: decided by the sign of the difference.
};

/// Absent numbers do not exist for this interpretation or status.
struct TestResult {
  Status status = Status::kUndefined;
  Finding finding = Finding::kUnknown;
  double difference = 0;            ///< Estimate of theta; 0 if undefined.
  std::optional<double> statistic;  ///< t, or z.
  std::optional<double> df;         ///< Degrees of freedom.
  std::optional<double> critical;   ///< Upper critical value of statistic.
  std::optional<double> threshold;  ///< Upper critical value of difference.
  /// Lower critical value of difference where it is not -threshold.
  std::optional<double> lower_threshold;
  std::optional<double> p_greater;  ///< One-sided, against theta <= 0.
  std::optional<double> p_less;     ///< One-sided, against theta >= 0.
  std::string warning;              ///< A sentence, or empty.
};

/// Definition 4.5 on a contrast: Welch's t on all observations, runs ignored,
/// with Satterthwaite's degrees of freedom over all terms. Undefined with fewer
/// than two observations of a term. Warns where a term has a single run, or
/// where its runs differ by more than its observations do.
[[nodiscard]] TestResult welch(const SampleContrast& contrast, double alpha);

/// Definition 4.8 as printed, for contrasts: the normal quantile, and a
/// variance in which the part inside the runs counts twice; the statistic is z,
/// without degrees of freedom. Undefined with fewer than two runs of a term or
/// two observations of a run, or runs of different lengths in one term. As it
/// takes the variance of few runs for exact, it warns below 30 runs.
[[nodiscard]] TestResult parametric(const SampleContrast& contrast,
                                    double alpha);

/// Welch-Satterthwaite on the run statistics, one number per run however many
/// observations it has: theta over sqrt(sum of c_i^2 R_i^2/r_i), R_i^2 the
/// variance (divisor r_i - 1) of the statistics of r_i runs. Undefined with
/// fewer than two runs of a term.
[[nodiscard]] TestResult run_means(const SampleContrast& contrast, double alpha,
                                   RunStatistic statistic);

/// One-sample Student t on the contrast of run statistics taken inside each of
/// r blocks (run i of every term), with r - 1 degrees of freedom. Unless the
/// statistic is the mean, contrasts of sides that are alike in form, as of two
/// performances, are clipped from 8 blocks on, and the degrees of freedom are
/// less (block_contrasts.hpp). Undefined with fewer than two blocks or unequal
/// numbers of runs.
[[nodiscard]] TestResult blocks(const SampleContrast& contrast, double alpha,
                                RunStatistic statistic);

}  // namespace spl::statistics
