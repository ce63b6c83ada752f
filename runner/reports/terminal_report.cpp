#include "runner/reports/terminal_report.hpp"

#include "runner/reports/terminal/sections.hpp"

namespace spl::runner {

std::string terminal_report(const Report& report, Detail detail,
                            Colors colors) {
  std::string text;
  if (report.bisection) text += bisection_section(*report.bisection);
  text += formulas_section(report.formulas, {detail, colors});
  if (report.ranking) {
    text += ranking_section(*report.ranking, report.dimension);
  }
  for (const SensitivityReport& one : report.sensitivity) {
    text += sensitivity_section(one);
  }
  text += sensitivity_footer(report);
  if (report.planning) text += planning_section(*report.planning);
  for (const SelfTest& one : report.self_tests) text += self_test_section(one);
  if (detail == Detail::kVerbose) text += performances_section(report);
  text += remarks_section(report, colors);
  text += summary_section(report);
  if (report.bisection) text += commands_section(*report.bisection);
  return text;
}

}  // namespace spl::runner
