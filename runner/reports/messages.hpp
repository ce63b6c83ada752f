#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parser/source.hpp"
#include "runner/reports/terminal/paint.hpp"

/// Warnings and mistakes for people: ten of a kind, and the number of others.
/// The JSON report has all.
namespace spl::runner {

/// A text that is not wrapped.
inline constexpr std::size_t kUnlimited = static_cast<std::size_t>(-1);

/// Returns a line for each kind, with the names of what else it is about; lines
/// that are wider are broken at blanks.
[[nodiscard]] std::string grouped_warnings_text(
    const std::vector<std::string>& warnings, Colors colors,
    std::size_t width = kUnlimited);

/// A line for each, or more.
[[nodiscard]] std::string warnings_text(
    const std::vector<std::string>& warnings, Colors colors);

/// Each with its place and excerpt; `kind` is "error" or "note".
[[nodiscard]] std::string diagnostics_text(
    const std::vector<parser::Diagnostic>& diagnostics, std::string_view kind);

}  // namespace spl::runner
