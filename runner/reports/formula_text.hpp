#pragma once

#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"

/// The texts of formulas that reports for continuous integration share.
namespace spl::runner {

/// Returns the label, with the metric unless that is the wall time.
[[nodiscard]] std::string name_of(const FormulaReport& formula);

/// Returns the label that the user gave the formula; empty if the program made
/// it, `line7` or `formula2`.
[[nodiscard]] std::string label_of(const FormulaReport& formula);

/// Returns whether `file` is a file, and not `<formula 2>` or a guard's claim.
[[nodiscard]] bool is_in_file(const FormulaReport& formula);

/// Returns the steps of a kind that a user can take about the formula, such as
/// `a(1) <= 1.19 * b(1)`: three at most, and the number of others.
[[nodiscard]] std::vector<std::string> steps_of(const FormulaReport& formula,
                                                NextStep::Kind kind);

/// Returns what follows the number of formulas that hold: ", 3 of them weakly",
/// ", all weakly", ", weakly" of a single one; empty if none does weakly.
[[nodiscard]] std::string weakly_text(
    const std::vector<FormulaReport>& formulas);

/// Returns "2 violated, 1 undecided, 3 hold", without verdicts that no formula
/// has.
[[nodiscard]] std::string counts_text(
    const std::vector<FormulaReport>& formulas);

}  // namespace spl::runner
