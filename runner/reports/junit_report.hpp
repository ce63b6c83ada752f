#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns JUnit's XML in GoogleTest's dialect: a test suite for each file, a
/// test case for each formula. A formula that is violated fails, one that could
/// not be measured is an error, and an undecided one does what --undecided
/// says. Mistakes that prevent a result are errors of a test case `spl-run`.
/// Absent if the report has neither formulas nor mistakes.
[[nodiscard]] std::optional<std::string> junit_report(const Report& report);

/// Returns whether a file that begins so was written by junit_report().
[[nodiscard]] bool is_junit_report(std::string_view begin);

}  // namespace spl::runner
