#pragma once

#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/reports/terminal/style.hpp"

/// A formula as all reports for people show it: its verdict and statement, a
/// row for each relation, and what can be done.
namespace spl::runner {

/// Where the formula is among others.
enum class Place {
  kNone,  ///< The only formula of a command line, or one in a test.
  kShown
};

/// How many rows of a formula that holds are shown.
enum class Rows { kEach, kNearest };

struct BlockStyle {
  Style style = {};
  Place place = Place::kShown;
  Rows rows = Rows::kEach;
};

/// Returns `FILE:LINE: VERDICT: STATEMENT`, without a line feed.
[[nodiscard]] std::string head_of(const FormulaReport& formula, Place place);

/// Returns the statement with the label that the user gave it.
[[nodiscard]] std::string statement_of(const FormulaReport& formula);

/// A step that a reader can take: `would hold`, and a relation.
struct Hint {
  std::string label;
  std::string text;
  bool is_command = false;
};
[[nodiscard]] std::vector<Hint> hints_of(const FormulaReport& formula);
/// Returns a line for each, with labels of one width.
[[nodiscard]] std::string hint_lines(const std::vector<Hint>& hints,
                                     Style style);

/// Returns the whole block, whose lines end with a line feed.
[[nodiscard]] std::string block_of(const FormulaReport& formula,
                                   const BlockStyle& style);

}  // namespace spl::runner
