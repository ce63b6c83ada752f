#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/reports/terminal/style.hpp"

/// The rows of a formula, which every report for people has.
namespace spl::runner {

/// Which side of a relation a row is about: its left one, unless they are
/// exchanged.
enum class Order { kWritten, kExchanged };

[[nodiscard]] inline Order opposite(Order order) {
  return order == Order::kWritten ? Order::kExchanged : Order::kWritten;
}

/// What became of a row: blank, or the mark that `grep` finds.
enum class Mark : char {
  kNone = ' ',
  kViolated = 'x',
  kOpen = '?',
  kUnmeasured = '!'
};

/// A relation in words: `x n = 1000  14.9 us  31% longer than  11.4 us
/// (29..33%)  allowed: 10% longer`.
struct FormulaRow {
  const RelationReport* relation = nullptr;
  /// The other one that `within` made, with both sides exchanged.
  const RelationReport* other = nullptr;
  Order order = Order::kWritten;
  Mark mark = Mark::kNone;
  std::string values;  ///< "n = 1000"; empty for the only relation.
  std::string left;
  std::string words;
  std::string right;
  std::string range;     ///< "29..33%", without parentheses.
  std::string limit;     ///< "allowed: 10% longer"; may be empty.
  std::string sentence;  ///< In place of all this: why there is no figure.
};

/// Returns what a formula states to compare: "p99 of a usual process",
/// "medians"; empty if it states nothing.
[[nodiscard]] std::string statistic_text(const RelationReport& relation);

/// Returns the row of a relation of the formula, without values.
[[nodiscard]] FormulaRow row_of(const RelationReport& relation,
                                const FormulaReport& formula,
                                Order order = Order::kWritten);

/// Returns the row of each relation. A pair that `within` made has one.
[[nodiscard]] std::vector<FormulaRow> rows_of(const FormulaReport& formula);

/// Returns the row that is nearest its limit, without the values of others;
/// null without figures.
[[nodiscard]] const FormulaRow* nearest_row(
    const std::vector<FormulaRow>& rows);

/// How rows are printed.
struct RowStyle {
  std::size_t width = static_cast<std::size_t>(-1);
  Colors colors = Colors::kOff;
};

/// Returns a line for each row, in columns that are aligned; of one that is
/// too long the limit has a line of its own.
[[nodiscard]] std::vector<std::string> row_lines(
    const std::vector<FormulaRow>& rows, const RowStyle& style);

/// Whether a sentence has what both sides take.
enum class Amounts { kShown, kLeftOut };

/// Returns a row without columns: "n = 1000: 14.9 us, 31% longer than 11.4 us
/// (29..33%), allowed: 10% longer", or without times "n = 1000: 31% longer
/// (29..33%), allowed: 10% longer".
[[nodiscard]] std::string row_sentence(const FormulaRow& row,
                                       Amounts amounts = Amounts::kShown);

/// Returns the sentences of the rows that decided: of those that are marked or,
/// if none is, of all.
[[nodiscard]] std::vector<std::string> deciding_sentences(
    const FormulaReport& formula, Amounts amounts = Amounts::kShown);

}  // namespace spl::runner
