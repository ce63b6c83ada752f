#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "spl/statistics/moments.hpp"

/// What many comparisons of the same runs say about how much runs vary. Few
/// runs of a side estimate their variance badly; a hundred benchmarks whose
/// results stand in the same few reports estimate it together.
namespace spl::statistics {

/// How much the runs of a contrast vary, or what is common to contrasts: the
/// true variances scatter around `relative` as estimates with `df` degrees of
/// freedom do (Smyth, "Linear Models and Empirical Bayes Methods for Assessing
/// Differential Expression in Microarray Experiments", 2004).
struct Variation {
  double relative = 0;  ///< The variance of a run, of the square of its mean.
  double df = 0;        ///< Degrees of freedom of the variance.
};

/// Of that many contrasts whose sides have so many runs each. With fewer, noisy
/// benchmarks among quiet ones are not seen.
inline constexpr std::size_t kFewestCommon = 10;
inline constexpr std::size_t kFewestCommonRuns = 4;

/// Returns the variation of an estimate from runs.
[[nodiscard]] Variation variation_of(const Estimate& estimate);

/// Returns what is common to these variations, of which those are left out that
/// have no variance; absent with fewer than kFewestCommon, or if they have as
/// good as nothing in common. The degrees of freedom are at most the sum of
/// theirs.
[[nodiscard]] std::optional<Variation> common_variation(
    std::span<const Variation> variations);

/// Returns an estimate with what is common to all: its variance is the larger
/// of its own and of the mean of both, weighted by degrees of freedom, which
/// add up. So no contrast is taken for quieter than it looks. What does not
/// vary stays so.
[[nodiscard]] Estimate with_common(Estimate own, const Variation& common);

}  // namespace spl::statistics
