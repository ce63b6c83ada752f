#pragma once

#include <string>

#include "runner/findings/times.hpp"

/// The table of times in files. Amounts are nanoseconds or counts of one
/// call, in the shortest form that reads back as the same number.
namespace spl::runner {

/// The first line of csv_table(), without its end.
inline constexpr const char* kCsvHeading =
    "name,metric,median,mean,lower,upper,q10,q90,runs,observations,iterations,"
    "failure";

/// The first line of markdown_table(), without its end.
inline constexpr const char* kMarkdownHeading =
    "| workload | median | mean | 95 % over runs | 10 % .. 90 % | runs "
    "| observations | iterations |";

/// Returns the table as comma-separated values (RFC 4180, lines end with a line
/// feed).
[[nodiscard]] std::string csv_table(const Times& times);

/// Returns the table in Markdown, for people.
[[nodiscard]] std::string markdown_table(const Times& times);

}  // namespace spl::runner
