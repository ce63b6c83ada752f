#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

/// The documentation of performance, use case UC2 of the paper on SPL.
namespace spl::runner {

/// Returns a page in Markdown with an entry for each function that formulas in
/// attributes or SPL_EXPECTS document: the formulas, their verdicts, the ratios
/// with intervals, where and when they were measured. Absent without formulas.
[[nodiscard]] std::optional<std::string> document_report(const Report& report);

/// Returns whether a file that begins so was written by document_report().
[[nodiscard]] bool is_document_report(std::string_view begin);

/// Returns a page with the entries of both pages, in the order of their names;
/// an entry of `fresh` replaces that of the same function.
[[nodiscard]] std::string united_documents(std::string_view earlier,
                                           const std::string& fresh);

}  // namespace spl::runner
