#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "spl/logic/catalogue.hpp"

/// How numbers stand in reports for people.
namespace spl::runner {

/// 1.852, 12.3, 0.00123: four digits tell ratios apart that matter.
[[nodiscard]] std::string ratio_text(double ratio);

/// 0.021 is `2.1 %`.
[[nodiscard]] std::string percent_text(double share);

/// The same as options take it: `2.1%`.
[[nodiscard]] std::string percent_option(double share);

/// What was measured, in four digits: nanoseconds in the unit that suits them,
/// or a count.
[[nodiscard]] std::string amount_text(double amount,
                                      logic::Dimension dimension);

/// About so many: `950`, `21 000`, `1.2 million`.
[[nodiscard]] std::string count_text(double count);

/// A time that somebody waits, as people write it: `2.5 ms`, `1 min 40 s`,
/// `2 h 5 min`; three digits at most, and whole seconds from ten on.
[[nodiscard]] std::string seconds_text(double seconds);
[[nodiscard]] std::string seconds_text(std::chrono::nanoseconds time);

/// Three digits, or `not known`.
[[nodiscard]] std::string known_text(std::optional<double> value);

}  // namespace spl::runner
