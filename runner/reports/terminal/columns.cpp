#include "runner/reports/terminal/columns.hpp"

#include <algorithm>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

std::vector<std::size_t> widths(const std::vector<Columns::Row>& rows) {
  std::vector<std::size_t> result;
  for (const Columns::Row& row : rows) {
    result.resize(std::max(result.size(), row.size()));
    // The last cell of a row is not filled up, and may be longer than others.
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      result[i] = std::max(result[i], columns_of(row[i].text));
    }
  }
  return result;
}

/// Returns how many columns fit side by side, the first always.
std::size_t columns_beside(const std::vector<Columns::Row>& rows,
                           const std::vector<std::size_t>& widths,
                           std::size_t width) {
  std::size_t most = widths.size();
  for (const Columns::Row& row : rows) {
    if (row.size() < widths.size()) continue;  // It ends with a sentence.
    std::size_t end = 0;
    for (std::size_t i = 0; i < most; ++i) {
      const bool is_last = i + 1 == row.size();
      end += 2 + (is_last ? columns_of(row[i].text) : widths[i]);
      if (i > 0 && end > width) most = i;
    }
  }
  return most;
}

}  // namespace

Columns::Columns(const std::vector<std::string>& headings) {
  rows_.emplace_back(headings.begin(), headings.end());
}

std::string Columns::text(std::size_t width) const {
  if (rows_.size() == 1) return {};
  const std::vector<std::size_t> all = widths(rows_);
  const std::size_t beside = columns_beside(rows_, all, width);
  std::string text;
  for (const Row& row : rows_) {
    std::string line;
    const std::size_t count = std::min(row.size(), beside);
    for (std::size_t i = 0; i < count; ++i) {
      line += "  " + row[i].shown;
      if (i + 1 < count) line.append(all[i] - columns_of(row[i].text), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
    if (&row != &rows_.front()) text += below(row, count, width);
  }
  return text;
}

std::string Columns::below(const Row& row, std::size_t first,
                           std::size_t width) const {
  if (first >= row.size()) return {};
  constexpr std::size_t kIndent = 4;
  std::string text(kIndent, ' ');
  for (std::size_t i = first; i < row.size(); ++i) {
    text += rows_.front()[i].text + ' ' + row[i].shown;
    if (i + 1 < row.size()) text += "; ";
  }
  return wrapped(text, {width, kIndent}) + '\n';
}

std::vector<std::string> aligned(
    const std::vector<std::vector<std::string>>& rows, std::string_view form) {
  std::vector<std::size_t> widths(form.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_sentence = i + 1 == row.size() && row.size() < form.size();
      if (!is_sentence) widths[i] = std::max(widths[i], columns_of(row[i]));
    }
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
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
