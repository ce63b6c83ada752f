#pragma once

#include <string>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// How every HTML report begins, and nothing else does.
inline constexpr const char* kHtmlBeginning =
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=generator content=\"spl-run ";

/// Whether the outcome has an HTML report; errors that prevented one do.
[[nodiscard]] bool has_page(const Report& report);

/// Returns the report as a page of HTML that loads nothing and runs nothing but
/// its own script. The outcome has a page.
[[nodiscard]] std::string html_report(const Report& report);

}  // namespace spl::runner
