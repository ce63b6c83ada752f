#pragma once

#include <optional>
#include <string>

#include "spl/logic/catalogue.hpp"

/// How numbers stand in reports for people.
namespace spl::runner {

/// 1.852, 12.3, 0.00123: four digits tell ratios apart that matter.
[[nodiscard]] std::string ratio_text(double ratio);

/// 0.021 is `2.1 %`.
[[nodiscard]] std::string percent_text(double share);

/// Nanoseconds in the unit that suits them, or a count.
[[nodiscard]] std::string amount_text(double amount,
                                      logic::Dimension dimension);

[[nodiscard]] std::string seconds_text(double seconds);

/// Three digits, or `not known`.
[[nodiscard]] std::string known_text(std::optional<double> value);

}  // namespace spl::runner
