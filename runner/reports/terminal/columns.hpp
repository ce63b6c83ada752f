#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/formulas/declared_workloads.hpp"

namespace spl::runner {

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

}  // namespace spl::runner
