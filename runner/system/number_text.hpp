#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "spl/logic/catalogue.hpp"

/// Numbers in reports for people.
namespace spl::runner {

/// Returns 1.852, 12.3, 0.00123: four digits distinguish ratios that matter. A
/// bound beyond 1e12, or below its inverse, bounds nothing: `inf` or `0`.
[[nodiscard]] std::string ratio_text(double ratio);

/// Returns `1.05 (1.04 .. 1.06)`; the ratio alone without both limits.
[[nodiscard]] std::string ratio_text(double ratio, std::optional<double> lower,
                                     std::optional<double> upper);

/// Returns `1 block`, `2 blocks`.
template <typename Count>
[[nodiscard]] std::string counted(Count count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

/// Returns `2.1 %` for 0.021.
[[nodiscard]] std::string percent_text(double share);

/// Returns `p = 0.0021`; `p < 1e-12` below, where no test is that exact.
[[nodiscard]] std::string p_text(double p);

/// Returns `1.05 times (1.04 .. 1.06), p = 0.0021` of a change or a drift.
template <typename Change>
[[nodiscard]] std::string times_text(const Change& one) {
  return ratio_text(one.factor) + " times (" + ratio_text(one.lower) + " .. " +
         ratio_text(one.upper) + "), " + p_text(one.p);
}

/// Returns a share as options take it: `2.1%`.
[[nodiscard]] std::string percent_option(double share);

/// Returns a measured amount in four digits: nanoseconds in a suitable unit, or
/// a count.
[[nodiscard]] std::string amount_text(double amount,
                                      logic::Dimension dimension);

/// Returns an approximate count: `950`, `21 000`, `1.2 million`.
[[nodiscard]] std::string count_text(double count);

/// Returns a duration as people write it: `2.5 ms`, `1 min 40 s`, `2 h 5 min`.
/// It has three digits at most, and whole seconds from ten on.
[[nodiscard]] std::string seconds_text(double seconds);
[[nodiscard]] std::string seconds_text(std::chrono::nanoseconds time);

/// Returns whether the blocks are too many for anybody: from 10 000 on.
[[nodiscard]] bool is_out_of_reach(double blocks);

/// Returns the price of a wish: `2 % takes about 30 more blocks (1 min 4 s)`,
/// without the time if `block_seconds` is 0, or `2 % is out of reach (10 000
/// blocks or more)`.
[[nodiscard]] std::string price_text(const std::string& wish,
                                     double more_blocks, double block_seconds);

/// Returns a number in three digits, or `not known`.
[[nodiscard]] std::string known_text(std::optional<double> value);

/// Returns a time in ISO 8601, UTC, such as 2026-01-02T03:04:05Z.
[[nodiscard]] std::string iso_time(std::chrono::system_clock::time_point time);

/// Returns the time that was so long before another one; both in ISO 8601, UTC.
[[nodiscard]] std::string time_before(const std::string& iso_time,
                                      std::chrono::seconds age);

}  // namespace spl::runner
