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

}  // namespace

Columns::Columns(const std::vector<std::string>& headings) {
  rows_.emplace_back(headings.begin(), headings.end());
}

std::string Columns::text() const {
  if (rows_.size() == 1) return {};
  const std::vector<std::size_t> all = widths(rows_);
  std::string text;
  for (const Row& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += "  " + row[i].shown;
      if (i + 1 < row.size()) {
        line.append(all[i] - columns_of(row[i].text), ' ');
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string left_out_text(const std::string& what,
                          const std::vector<LeftOut>& all) {
  if (all.empty()) return {};
  std::string text = what + ':';
  for (const LeftOut& one : all) {
    text += (&one == &all.front() ? " " : ", ") + foreign_name(one.name) +
            " (" + one.reason + ')';
  }
  return text + '\n';
}

}  // namespace spl::runner
