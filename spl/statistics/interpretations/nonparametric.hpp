#pragma once

#include <vector>

#include "spl/statistics/interpretations/drawn_law.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::statistics {

/// What Definition 4.10 may be given besides contrast and level.
struct Learning {
  /// For each term, in their order, the runs to learn from, such as stored ones
  /// of similar methods. Empty: each term learns from its own sample. Not
  /// owned.
  std::vector<const Sample*> samples;
  /// For laws that must be drawn: at least these replicates, and up to
  /// 1000/alpha of them where that takes no more than so many draws.
  Drawing drawing;
  double most_draws = 2e8;  ///< Takes a second or so.
};

/// Definition 4.10 on a contrast: the difference is compared with the quantiles
/// of the law B* that resampling runs and observations gives it where all means
/// are equal. Coefficients apply to what is learned, too. `threshold` and
/// `lower_threshold` are B*^{-1}(1 - alpha) and B*^{-1}(alpha); there is no
/// statistic; p_greater is the share of the law at or above the difference. The
/// law is inverted from its characteristic function where that can be done, and
/// drawn elsewhere. Throws std::invalid_argument unless 0 < alpha < 0.5.
///
/// Undefined if the runs of a term differ in length. Warns where a term learns
/// from fewer than ten runs, or the law could be drawn fewer than 10/alpha
/// times. Degenerate if nothing learned varies.
[[nodiscard]] TestResult nonparametric(const SampleContrast& contrast,
                                       double alpha,
                                       const Learning& learning = {});

}  // namespace spl::statistics
