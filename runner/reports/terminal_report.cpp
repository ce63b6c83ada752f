#include "runner/reports/terminal_report.hpp"

#include <algorithm>

#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"

namespace spl::runner {
namespace {

/// Whether all formulas hold; of other outcomes nothing is left out.
bool is_all_well(const Report& report) {
  const auto* formulas = formulas_of(report);
  return formulas != nullptr &&
         std::ranges::all_of(*formulas, [](const FormulaReport& one) {
           return one.verdict == logic::Verdict::kHolds;
         });
}

std::string fitted(const std::string& text, Style style) {
  return style.form == Form::kColumns ? wrapped_lines(text, style.width) : text;
}

}  // namespace

std::string terminal_report(const Report& report, Style style) {
  const bool is_quiet = style.detail == Detail::kQuiet;
  if (is_quiet && is_all_well(report)) return warnings_section(report, style);
  Outcome::Shape shape;
  std::string text;
  if (report.outcome) {
    shape = report.outcome->shape();
    text = report.outcome->section(report, style);
    if (!shape.is_fitted) text = fitted(text, style);
  }
  if (style.detail == Detail::kVerbose)
    text += fitted(performances_section(report), style);
  text += is_quiet ? warnings_section(report, style)
                   : remarks_section(report, style);
  if (shape.is_apart && !text.empty()) text += '\n';
  text += wrapped(summary_section(report, style), {style.most_columns(), 0});
  return text;
}

}  // namespace spl::runner
