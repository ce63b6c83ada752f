#include "runner/reports/terminal_report.hpp"

#include <algorithm>
#include <type_traits>

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

/// Whether a section breaks its lines itself, between words that belong
/// together.
template <class One>
constexpr bool kBreaksLines =
    std::is_same_v<One, Evaluation> || std::is_same_v<One, Guard> ||
    std::is_same_v<One, BisectionReport>;

std::string fitted(const std::string& text, Style style) {
  return style.form == Form::kColumns ? wrapped_lines(text, style.width) : text;
}

}  // namespace

std::string terminal_report(const Report& report, Style style) {
  const bool is_quiet = style.detail == Detail::kQuiet;
  if (is_quiet && is_all_well(report)) return warnings_section(report, style);
  std::string text = std::visit(
      [&](const auto& one) {
        const std::string section = outcome_section(one, report, style);
        return kBreaksLines<std::decay_t<decltype(one)>>
                   ? section
                   : fitted(section, style);
      },
      report.outcome);
  if (style.detail == Detail::kVerbose)
    text += fitted(performances_section(report), style);
  text += is_quiet ? warnings_section(report, style)
                   : remarks_section(report, style);
  const bool is_apart = std::holds_alternative<Evaluation>(report.outcome);
  if (is_apart && !text.empty()) text += '\n';
  text += wrapped(summary_section(report, style), {style.most_columns(), 0});
  return text;
}

}  // namespace spl::runner
