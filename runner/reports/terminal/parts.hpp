#pragma once

#include <string>
#include <vector>

#include "runner/findings/report.hpp"

/// The findings of the three parts, in words.
namespace spl::runner {

/// Typical calls, all calls, and what decides or could hide; of a relation with
/// parts.
[[nodiscard]] std::string parts_text(const RelationReport& relation);

/// Returns the same without the ratios and intervals, which are beside it;
/// empty if they say it all.
[[nodiscard]] std::string parts_note(const RelationReport& relation,
                                     logic::Dimension dimension);

/// Returns a line about effects that may be unseen, if a relation holds or no
/// difference is left; else nothing.
[[nodiscard]] std::string unseen_text(const RelationReport& relation);

/// Returns the same line for many relations, of the one that was seen least;
/// empty if none needs it.
[[nodiscard]] std::string unseen_text(
    const std::vector<FormulaReport>& formulas);

/// "may be unseen (1 in 10): what fewer than 1 of 12 processes or ..."
[[nodiscard]] std::string unseen_text(const statistics::Unseen& unseen);

/// The change of the left side that would have turned the verdict.
struct TurningChange {
  const char* name;
  const char* article;
};

[[nodiscard]] TurningChange turning_change(logic::Sign sign);

}  // namespace spl::runner
