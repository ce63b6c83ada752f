#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spl::runner {

/// Lines of a function that a side executes.
struct CodeLines {
  std::string file = {};  ///< As the compiler wrote it; empty: not known.
  unsigned first = 0;
  unsigned last = 0;
};

/// What one function or call site contributes to a difference, left less right.
struct ChangeRow {
  double left = 0;
  double right = 0;
  std::vector<std::string> facts;  ///< Cells of further columns.
  std::string place;               ///< Its name and line.
  std::string mark = {};
  std::string name = {};
  CodeLines left_code = {};
  CodeLines right_code = {};
  [[nodiscard]] double difference() const { return left - right; }
};

/// Numbers whose sum is a difference.
struct ChangeTable {
  std::vector<std::string> headings;  ///< Of the facts.
  std::vector<ChangeRow> rows;        ///< Of what differs.
  double left_total = 0;
  double right_total = 0;
  double alike = 0;    ///< What no row has, since both sides have it.
  std::string things;  ///< "functions".
  std::string all;     ///< "all that Callgrind counted".
  std::string equal;   ///< A sentence in place of a table without rows.
};

/// Puts rows first that contribute most.
[[nodiscard]] ChangeTable sorted(ChangeTable table);

/// Returns the table, of which the first `most` have a row and the others share
/// one, so that the rows add up to the difference. A row says how much of the
/// totals is in no other.
[[nodiscard]] std::string changes_text(const ChangeTable& table,
                                       std::size_t most);

/// Returns "1 | 2", or the number that both sides have.
[[nodiscard]] std::string pair_text(double left, double right);
[[nodiscard]] std::string number_of(double count);

/// Returns a function's name with its place: "f(int) (a.cpp:12)"; without what
/// is not known.
[[nodiscard]] std::string placed_text(const std::string& name,
                                      const std::string& file, unsigned line);

/// "left only" and the like; empty if both sides have something.
[[nodiscard]] std::string side_mark(double left, double right);

}  // namespace spl::runner
