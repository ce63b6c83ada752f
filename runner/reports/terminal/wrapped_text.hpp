#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/declared_workloads.hpp"

namespace spl::runner {

/// Returns the columns that a text in UTF-8 takes on a terminal: two for a wide
/// character, none for one that combines with that before it.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// How lines are broken.
struct Wrapping {
  std::size_t width = 80;     ///< Columns of a line.
  std::size_t indent = 0;     ///< Blanks before the lines after the first.
  std::string_view end = {};  ///< The end of a line that goes on: ` \`.
};

/// Breaks lines at blanks so that they fit, but not between a number and its
/// unit. A word that is longer than a line has a line of its own and is never
/// broken. Ends without a line feed, unless the text ends with one; line feeds
/// in the text stay.
[[nodiscard]] std::string wrapped(std::string_view text,
                                  const Wrapping& wrapping);

/// Breaks each line that is too long; what follows is indented by four more
/// than the line.
[[nodiscard]] std::string wrapped_lines(std::string_view text,
                                        std::size_t width);

/// A table of texts in aligned columns, indented by two blanks. The last column
/// is not filled up.
class Columns {
 public:
  using Row = std::vector<std::string>;

  explicit Columns(Row headings) : rows_{std::move(headings)} {}

  void add(Row row) { rows_.push_back(std::move(row)); }

  /// All rows after their headings; empty without a row. The columns that a
  /// width does not hold follow below each row, as `HEADING TEXT; ...`.
  [[nodiscard]] std::string text(
      std::size_t width = static_cast<std::size_t>(-1)) const;

 private:
  /// Returns the cells of a row from that column on, with their headings.
  [[nodiscard]] std::string below(const Row& row, std::size_t first,
                                  std::size_t width) const;

  std::vector<Row> rows_;  ///< The first has the headings.
};

/// Returns a line for each row, whose cells stand two blanks apart, without
/// those that are empty in all rows. The form has `l` or `r` for each column:
/// where its cells begin, or end. The last cell of a row may be longer.
[[nodiscard]] std::vector<std::string> aligned(
    const std::vector<std::vector<std::string>>& rows, std::string_view form);

/// `not guarded: m (it needs a generator, ...), k (...)` in a line; empty if
/// nothing is left out.
[[nodiscard]] std::string left_out_text(const std::string& what,
                                        const std::vector<LeftOut>& all);

/// Returns a clause about effects that may be unseen, if a relation holds or no
/// difference is left; else nothing.
[[nodiscard]] std::string unseen_clause(const RelationReport& relation);

/// Returns the same as a line.
[[nodiscard]] std::string unseen_text(const RelationReport& relation);

/// Returns a line about what may have been missed of all that holds, of the
/// relation that was seen least; empty if none needs it.
[[nodiscard]] std::string missed_text(
    const std::vector<FormulaReport>& formulas);

/// "may be unseen (1 in 10): behaviour of fewer than 1 of 12 processes or ..."
[[nodiscard]] std::string unseen_text(const statistics::Unseen& unseen);

}  // namespace spl::runner
