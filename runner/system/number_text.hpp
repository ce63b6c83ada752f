#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "spl/logic/catalogue.hpp"

/// How numbers appear in reports for people.
namespace spl::runner {

/// 1.852, 12.3, 0.00123: four digits distinguish ratios that matter.
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

/// Whether nobody will make so many blocks: from 10 000 on.
[[nodiscard]] bool is_out_of_reach(double blocks);

/// What a wish takes: `2 % takes about 30 more blocks (1 min 4 s)`, without the
/// time where a block takes none, or `2 % is out of reach (10 000 blocks or
/// more)`.
[[nodiscard]] std::string price_text(const std::string& wish,
                                     double more_blocks, double block_seconds);

/// Three digits, or `not known`.
[[nodiscard]] std::string known_text(std::optional<double> value);

}  // namespace spl::runner
