#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/settings/settings.hpp"

/// Reads the values of options from text. All functions throw SettingError,
/// which names the option.
namespace spl::runner::values {

/// Throws SettingError for the value; `takes` continues "OPTION takes ...".
[[noreturn]] void refuse(std::string_view option, const std::string& takes,
                         const std::string& value);

/// Reads a whole number of at least `least`; `why` explains the minimum.
[[nodiscard]] std::uint64_t whole(std::string_view option,
                                  const std::string& value, std::uint64_t least,
                                  const std::string& why = "");

/// Reads a number or a percentage, above 0 and below 0.5.
[[nodiscard]] double probability(std::string_view option,
                                 const std::string& value);

/// Reads `2%`, or the same as a number: `0.02`.
[[nodiscard]] double percentage(std::string_view option,
                                const std::string& value);

/// Read the same, or 0 for none.
[[nodiscard]] double probability_or_none(std::string_view option,
                                         const std::string& value);
[[nodiscard]] double percentage_or_none(std::string_view option,
                                        const std::string& value);

/// Reads a time: `500ms`, `10 s`, `2min`.
[[nodiscard]] std::chrono::nanoseconds time(std::string_view option,
                                            const std::string& value);

/// Reads a time in the past: `90d`, `12w`, `36h`.
[[nodiscard]] std::chrono::seconds age(std::string_view option,
                                       const std::string& value);

/// Reads a size: `500MB`, `2 GB`, `0`. Returns bytes.
[[nodiscard]] std::uint64_t size(std::string_view option,
                                 const std::string& value);

[[nodiscard]] bool flag(std::string_view option, const std::string& value);
[[nodiscard]] When when(std::string_view option, const std::string& value);
[[nodiscard]] Undecided undecided(std::string_view option,
                                  const std::string& value);
[[nodiscard]] HeapPlace heap(std::string_view option, const std::string& value);

/// Reads a metric of SPL or the name of a counter.
[[nodiscard]] MeasuredMetric metric(std::string_view option,
                                    const std::string& value);

/// Throws SettingError for a metric of which guard does not know whether more
/// is worse: counters that are no rates.
void require_direction(std::string_view option, const std::string& value);

/// Reads names with commas between; an empty text has none.
[[nodiscard]] std::vector<MeasuredMetric> metrics(std::string_view option,
                                                  const std::string& value);

// The option has the name of the function.
[[nodiscard]] logic::Interpretation interpretation(const std::string& value);
[[nodiscard]] logic::Statistic statistic(const std::string& value);

}  // namespace spl::runner::values
