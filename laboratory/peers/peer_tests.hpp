#pragma once

#include <vector>

#include "spl/statistics/interpretations/interpretation.hpp"

/// How peers decide whether times differ: both directions together at level
/// `alpha`.
namespace spl::bench {

/// p of the two-sided test of Mann and Whitney by its normal approximation,
/// corrected for ties and continuity, as SciPy's and so Google Benchmark's
/// compare tool has it. Each side has a number, and not all are equal.
[[nodiscard]] double mann_whitney_p(const std::vector<double>& left,
                                    const std::vector<double>& right);

/// kGreater where left is significantly slower; never kUnknown.
[[nodiscard]] statistics::Finding mann_whitney(const std::vector<double>& left,
                                               const std::vector<double>& right,
                                               double alpha);

/// Welch's t test on the numbers as they are; each side has two.
[[nodiscard]] statistics::Finding welch_on_times(
    const std::vector<double>& left, const std::vector<double>& right,
    double alpha);

}  // namespace spl::bench
