#include "runner/reports/terminal_report.hpp"

#include "runner/reports/terminal/sections.hpp"

namespace spl::runner {

std::string terminal_report(const Report& report, Detail detail,
                            Colors colors) {
  const Style style{detail, colors};
  std::string text = std::visit(
      [&](const auto& one) { return outcome_section(one, report, style); },
      report.outcome);
  if (detail == Detail::kVerbose) text += performances_section(report);
  text += remarks_section(report, colors);
  text += summary_section(report);
  if (const auto* one = std::get_if<BisectionReport>(&report.outcome)) {
    text += commands_section(*one);
  }
  return text;
}

}  // namespace spl::runner
