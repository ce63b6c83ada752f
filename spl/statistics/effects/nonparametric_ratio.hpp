#pragma once

#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"

namespace spl::statistics {

/// Returns the ratios r for which Definition 4.10 does not reject left - r
/// right = 0 in either direction at level alpha, which is in (0, 0.5). The law
/// of each r is new; some thirty laws are computed. A limit is known to one
/// part in 10 000 of its distance from the estimate. `learning` has samples for
/// the terms of the left side and then those of the right side, or none.
///
/// Refused if the test is, if the right side is not found above 0, or if a
/// limit is too far off to be found. Both sides have terms, and no sample in
/// common.
[[nodiscard]] RatioInterval nonparametric_ratio(const Sides& sides,
                                                double alpha,
                                                const Learning& learning = {});

}  // namespace spl::statistics
