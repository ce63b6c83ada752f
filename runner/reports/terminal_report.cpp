#include "runner/reports/terminal_report.hpp"

#include <algorithm>

#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"

namespace spl::runner {
namespace {

/// Whether all formulas hold; of other outcomes nothing is left out.
bool is_all_well(const Report& report) {
  const auto* formulas = formulas_of(report.outcome);
  return formulas != nullptr &&
         std::all_of(formulas->begin(), formulas->end(),
                     [](const FormulaReport& one) {
                       return one.verdict == logic::Verdict::kHolds;
                     });
}

}  // namespace

std::string terminal_report(const Report& report, Style style) {
  const bool is_quiet = style.detail == Detail::kQuiet;
  if (is_quiet && is_all_well(report)) return {};
  std::string text = std::visit(
      [&](const auto& one) { return outcome_section(one, report, style); },
      report.outcome);
  if (style.detail == Detail::kVerbose) text += performances_section(report);
  if (!is_quiet) text += remarks_section(report, style);
  const std::string summary = summary_section(report);
  text += style.form == Form::kColumns ? wrapped(summary, {style.width, 2})
                                       : summary;
  if (const auto* one = std::get_if<BisectionReport>(&report.outcome)) {
    text += commands_section(*one);
  }
  return text;
}

}  // namespace spl::runner
