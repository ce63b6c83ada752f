#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/source.hpp"
#include "runner/reports/terminal/paint.hpp"

/// Warnings and mistakes for people: ten of a kind, and the number of others.
/// The JSON report has all.
namespace spl::runner {

/// A line for each, or more.
[[nodiscard]] std::string warnings_text(
    const std::vector<std::string>& warnings, Colors colors);

/// Each with its place and excerpt; `kind` is "error" or "note".
[[nodiscard]] std::string diagnostics_text(
    const std::vector<parser::Diagnostic>& diagnostics, std::string_view kind);

}  // namespace spl::runner
