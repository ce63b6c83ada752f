#include <fmt/format.h>

#include <cmath>

#include "runner/commands/guard/guard.hpp"
#include "runner/reports/figure.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/markdown_text.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {
namespace {

std::string names_of(std::string_view what,
                     const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text = fmt::format("\n{}", what);
  for (const std::string& one : names) {
    text += (&one == &names.front() ? " " : ", ") + markdown_code(one);
  }
  return text + ".\n";
}

enum class Rounded { kNearest, kDown, kUp };

/// "+197%"; the ends of a range are rounded outward.
std::string percent_text(double quotient, Rounded rounded = Rounded::kNearest) {
  constexpr double kHundred = 100;
  constexpr double kOneDigit = 9.95;  // Above, decimals are noise.
  constexpr double kNearly = 1e-6;
  const double percent = kHundred * (quotient - 1);
  const bool has_digit = std::abs(percent) < kOneDigit;
  const double scale = has_digit ? 10 : 1;
  const double exact = percent * scale;
  const double shown = rounded == Rounded::kDown ? std::floor(exact + kNearly)
                       : rounded == Rounded::kUp ? std::ceil(exact - kNearly)
                                                 : std::round(exact);
  const double positive_zero = 0;  // Adding it leaves no -0.
  return fmt::format("{:+.{}f}%", shown / scale + positive_zero,
                     has_digit ? 1 : 0);
}

std::string change_of(const FormulaRow& row) {
  if (!row.sentence.empty()) return markdown_text(row.sentence);
  return row.words + (row.range.empty() ? "" : " (" + row.range + ')');
}

std::string table_of(const Guard& guard,
                     const std::vector<const GuardClaim*>& claims) {
  // A step summary of GitHub has 1 MiB at most, a comment 64 kB.
  constexpr std::size_t kMostRows = 200;
  std::string text =
      "| | workload | baseline | now | change |\n"
      "|---|---|--:|--:|---|\n";
  std::size_t rows = 0;
  for (const GuardClaim* one : claims) {
    if (rows++ == kMostRows) {
      return text + fmt::format("\n{} more are in the log.\n",
                                claims.size() - kMostRows);
    }
    const FormulaReport& formula = guard.formulas[one->formula];
    const FormulaRow row = change_row(guard, *one);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", verdict_text(formula),
                        markdown_code(name_of(formula)), row.right, row.left,
                        change_of(row));
  }
  return text;
}

}  // namespace

FormulaRow change_row(const Guard& guard, const GuardClaim& claim) {
  FormulaRow row = row_of(guard, claim);
  if (!row.sentence.empty()) return row;
  auto figure = figure_of(*row.relation);
  row.range.clear();
  if (!figure) {
    row.words += " before";
    return row;
  }
  if (is_rate(guard.formulas[claim.formula].metric))
    figure = exchanged(*figure);
  const MeasuredQuotient& found = figure->quotient;
  row.words = percent_text(found.estimate);
  if (found.lower > 0 && std::isfinite(found.upper)) {
    row.range = percent_text(found.lower, Rounded::kDown) + " .. " +
                percent_text(found.upper, Rounded::kUp);
  }
  return row;
}

std::string Guard::markdown_formulas(const Report& report) const {
  std::vector<const GuardClaim*> open;
  std::vector<const GuardClaim*> held;
  for (const GuardClaim& one : claims) {
    (formulas[one.formula].verdict == logic::Verdict::kHolds ? held : open)
        .push_back(&one);
  }
  const std::string sides = sides_text(report);
  std::string text;
  if (!sides.empty())
    text += '\n' + markdown_text("Compared: " + sides) + ".\n";
  if (!open.empty()) text += '\n' + table_of(*this, open);
  if (!search.empty()) {
    text += "\nFind the commit:\n\n" + markdown_block(search, "sh");
  }
  if (held.empty()) return text;
  return text + markdown_fold(fmt::format("{} hold{}", held.size(),
                                          held.size() == 1 ? "s" : ""),
                              table_of(*this, held));
}

std::string Guard::markdown_notes() const {
  std::string text;
  for (const std::string& one : accepted_notes(*this)) {
    text += '\n' + markdown_text(one) + '\n';
  }
  if (together) text += '\n' + markdown_text(to_text(*together)) + ".\n";
  if (!remedy.empty()) {
    text += "\nMost claims are not settled; " + markdown_text(remedy) + ".\n";
  }
  return text + names_of("New, without a baseline:", appeared) +
         names_of("Gone since the baseline:", vanished);
}

}  // namespace spl::runner
