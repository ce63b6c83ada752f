#pragma once

#include <cstddef>
#include <vector>

#include "spl/statistics/interpretations/drawn_law.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/run.hpp"

namespace spl::statistics {

/// Optional inputs of Definition 4.10.
struct Learning {
  /// The runs to learn from, such as stored ones of similar methods, for each
  /// term in order. If empty, each term learns from its own sample. Not owned.
  std::vector<const Sample*> samples;
  /// For laws that must be drawn: at least these replicates, and up to
  /// 1000/alpha of them if that takes at most `most_draws` draws.
  Drawing drawing;
  double most_draws = 2e8;  ///< About a second.
};

/// Tests a contrast by Definition 4.10: compares the difference with the
/// quantiles of its law B* under equal means, which comes from resampling runs
/// and observations. Coefficients also apply to learned runs. `threshold` and
/// `lower_threshold` are B*^{-1}(1 - alpha) and B*^{-1}(alpha); there is no
/// statistic; p_greater is the share of the law at or above the difference. The
/// law is inverted from its characteristic function if possible, and drawn
/// otherwise. Throws std::invalid_argument unless 0 < alpha < 0.5.
///
/// Undefined if the runs of a term differ in length. Warns if a term learns
/// from fewer than ten runs, or if the law could be drawn fewer than 10/alpha
/// times. Degenerate if nothing learned varies.
[[nodiscard]] TestResult nonparametric(const SampleContrast& contrast,
                                       double alpha,
                                       const Learning& learning = {});

/// With fewer runs the definition finds differences too often.
inline constexpr std::size_t kFewestLearned = 10;

/// Returns the runs of a similar performance with all observations multiplied
/// by one factor, so that the mean of their means is `mean`: the relative
/// variation of both is taken for the same. Runs stay as they are if one of the
/// means is not above 0; the definition shifts them in any case. None is empty.
[[nodiscard]] Runs scaled_to(double mean, const Runs& runs);

/// Returns the mean of the means of runs, at least one, none of them empty.
[[nodiscard]] double mean_of_runs(const Runs& runs);

}  // namespace spl::statistics
