#include "runner/session/explaining/difference_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr double kRounding = 0.005;

std::string signed_text(double count) {
  return (count > 0 ? "+" : "") + number_of(count);
}

}  // namespace

std::string number_of(double count) {
  return std::abs(count - std::round(count)) < kRounding ||
                 std::abs(count) >= 1000
             ? fmt::format("{:.0f}", count)
             : fmt::format("{:.2f}", count);
}

std::string pair_text(double left, double right) {
  const std::string one = number_of(left);
  const std::string other = number_of(right);
  return one == other ? one : one + " | " + other;
}

std::string placed_text(const std::string& name, const std::string& file,
                        unsigned line) {
  std::string shown = foreign_name(name);
  if (file.empty()) return shown;
  const std::string last = file.substr(file.rfind('/') + 1);
  return fmt::format("{} ({}:{})", shown, foreign_name(last), line);
}

std::string side_mark(double left, double right) {
  if (right == 0) return "left only";
  return left == 0 ? "right only" : "";
}

ChangeTable sorted(ChangeTable table) {
  std::ranges::stable_sort(
      table.rows, std::ranges::greater(),
      [](const ChangeRow& one) { return std::abs(one.difference()); });
  return table;
}

std::string changes_text(const ChangeTable& table, std::size_t most) {
  ChangeRow alike{table.alike, table.alike, {}, {}};
  ChangeRow missing{table.left_total - table.alike,
                    table.right_total - table.alike,
                    {},
                    "missing from this table"};
  ChangeRow others;
  std::vector<std::vector<std::string>> lines = {
      {"difference", "left", "right"}};
  lines.front().insert(lines.front().end(), table.headings.begin(),
                       table.headings.end());
  lines.front().resize(lines.front().size() + 2);
  const auto add = [&](const ChangeRow& one) {
    std::vector<std::string> line = {signed_text(one.difference()),
                                     number_of(one.left), number_of(one.right)};
    line.insert(line.end(), one.facts.begin(), one.facts.end());
    line.resize(lines.front().size() - 2);
    line.insert(line.end(), {one.place, one.mark});
    lines.push_back(std::move(line));
  };
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const ChangeRow& one = table.rows[i];
    missing.left -= one.left;
    missing.right -= one.right;
    if (i < most) {
      add(one);
      continue;
    }
    others.left += one.left;
    others.right += one.right;
  }
  if (table.rows.size() > most) {
    others.place =
        fmt::format("{} other {}", table.rows.size() - most, table.things);
    add(others);
  }
  alike.place = table.things + " that cost the same";
  add(alike);
  const double rounding =
      kRounding + 1e-9 * std::max(table.left_total, table.right_total);
  const bool is_missing =
      std::max(std::abs(missing.left), std::abs(missing.right)) >= rounding;
  if (table.rows.empty() && !is_missing) return table.equal;
  if (is_missing) add(missing);
  add({table.left_total, table.right_total, {}, table.all});
  std::string text;
  const std::string form = std::string(lines.front().size() - 2, 'r') + "ll";
  for (const std::string& one : aligned(lines, form)) text += "  " + one + '\n';
  return text;
}

}  // namespace spl::runner
