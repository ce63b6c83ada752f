#pragma once

#include <cstddef>

#include "spl/statistics/run.hpp"

/// The runs that Definition 4.10 learns from: earlier runs of a performance, or
/// those of similar ones.
namespace spl::statistics {

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
