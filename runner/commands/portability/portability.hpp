#pragma once

#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/system/json_text.hpp"

/// Portability of claims to another machine (section 6.5 of the SPL paper).
namespace spl::runner {

/// Gives each relation that `other`, a JSON report, has under the same id the
/// greater of its ratio over the other's and the reciprocal; 1 is a perfectly
/// portable claim. Returns warnings that name all relations of both that have
/// no portability. Throws DataError if `other` is no report.
[[nodiscard]] std::vector<std::string> compare_with(
    const JsonText& other, std::vector<FormulaReport>& formulas);

/// Throws DataError unless the text is a report.
void require_report(const JsonText& text);

}  // namespace spl::runner
