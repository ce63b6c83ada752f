#pragma once

#include <string>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// How every HTML report begins, and nothing else does.
inline constexpr const char* kHtmlBeginning =
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=generator content=\"spl-run ";

/// Whether the outcome has an HTML report: of formulas, of a guard, of times,
/// and of errors that prevented an outcome.
[[nodiscard]] bool has_page(const Outcome& outcome);

/// Returns the report as a page of HTML that loads nothing and runs nothing but
/// its own script. The outcome has a page.
[[nodiscard]] std::string html_report(const Report& report);

}  // namespace spl::runner
