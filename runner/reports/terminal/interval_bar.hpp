#pragma once

#include <optional>
#include <string>

#include "runner/reports/terminal/style.hpp"

namespace spl::runner {

/// The columns of a bar, with 1 in the middle.
inline constexpr std::size_t kBarWidth = 11;

/// The ends of the scale, with 1 in the middle, in as many columns.
inline constexpr const char* kBarHeading = "1/2  1   x2";

/// Draws a ratio and its interval around 1: `.....|.=o=.`. Steps away from 1
/// are at 1, 2, 5, 20 and 100 %, of the ratio or its reciprocal, so that a bar
/// means the same in all reports. Without an interval only the ratio is drawn,
/// and blanks without a ratio.
[[nodiscard]] std::string interval_bar(std::optional<double> ratio,
                                       std::optional<double> lower,
                                       std::optional<double> upper,
                                       Alphabet alphabet);

}  // namespace spl::runner
