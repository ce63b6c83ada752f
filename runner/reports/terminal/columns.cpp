#include "runner/reports/terminal/columns.hpp"

#include <algorithm>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

using Rows = std::vector<Columns::Row>;

/// The last cell of a row with fewer columns may be longer than others.
std::vector<std::size_t> widths_of(const Rows& rows, std::size_t columns) {
  std::vector<std::size_t> widths(columns);
  for (const Columns::Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_sentence = i + 1 == row.size() && row.size() < columns;
      if (!is_sentence) widths[i] = std::max(widths[i], columns_of(row[i]));
    }
  }
  return widths;
}

/// Returns how many columns fit side by side, the first always.
std::size_t columns_beside(const Rows& rows, std::size_t width) {
  std::size_t most = rows.front().size();
  const std::vector<std::size_t> widths = widths_of(rows, most);
  for (const Columns::Row& row : rows) {
    if (row.size() < widths.size()) continue;  // It ends with a sentence.
    std::size_t end = 0;
    for (std::size_t i = 0; i < most; ++i) {
      const bool is_last = i + 1 == row.size();
      end += 2 + (is_last ? columns_of(row[i]) : widths[i]);
      if (i > 0 && end > width) most = i;
    }
  }
  return most;
}

}  // namespace

std::string Columns::text(std::size_t width) const {
  if (rows_.size() == 1) return {};
  const std::size_t beside = columns_beside(rows_, width);
  Rows fitting = rows_;
  for (Row& row : fitting) row.resize(std::min(row.size(), beside));
  const auto lines = aligned(fitting, std::string(beside, 'l'));
  std::string text;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    text += "  " + lines[i] + '\n';
    if (i > 0) text += below(rows_[i], beside, width);
  }
  return text;
}

std::string Columns::below(const Row& row, std::size_t first,
                           std::size_t width) const {
  if (first >= row.size()) return {};
  constexpr std::size_t kIndent = 4;
  std::string text(kIndent, ' ');
  for (std::size_t i = first; i < row.size(); ++i) {
    text += rows_.front()[i] + ' ' + row[i];
    if (i + 1 < row.size()) text += "; ";
  }
  return wrapped(text, {width, kIndent}) + '\n';
}

std::vector<std::string> aligned(const Rows& rows, std::string_view form) {
  const std::vector<std::size_t> widths = widths_of(rows, form.size());
  std::vector<std::string> lines;
  for (const Columns::Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t size = columns_of(row[i]);
      if (std::max(widths[i], size) == 0) continue;
      const std::string blanks(widths[i] > size ? widths[i] - size : 0, ' ');
      line += (form[i] == 'r' ? blanks + row[i] : row[i] + blanks) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

std::string left_out_text(const std::string& what,
                          const std::vector<LeftOut>& all) {
  if (all.empty()) return {};
  std::string text = what + ':';
  for (const LeftOut& one : all) {
    text += (&one == &all.front() ? " " : ", ") + foreign_name(one.name) +
            " (" + foreign_text(one.reason) + ')';
  }
  return text + '\n';
}

}  // namespace spl::runner
