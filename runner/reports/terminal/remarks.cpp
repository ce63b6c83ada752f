#include <fmt/format.h>

#include "runner/reports/messages.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/system/foreign_text.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

/// Names the programs of the command line that are not measured.
std::string unmeasured_text(const RevisionReport& one) {
  std::string names;
  for (const std::string& program : one.unmeasured) {
    names += (names.empty() ? "" : ", ") + program;
  }
  if (names.empty()) return {};
  const bool are_several = one.unmeasured.size() > 1;
  return ", built for this; " + names +
         (are_several ? " are not measured" : " is not measured");
}

/// `learned: a(1) from 22 runs of b(1), scaled to its mean, of 2 evaluations
/// since 2026-01-02T03:04:05Z`.
std::string learned_text(const LearnedRuns& one) {
  std::string text = fmt::format("learned: {} from {} runs",
                                 to_text(one.performance), one.runs);
  if (one.from) text += " of " + to_text(*one.from) + ", scaled to its mean";
  if (one.evaluations > 0) {
    text += fmt::format("{} of {} {} since {}", one.from ? "," : "",
                        one.evaluations,
                        one.evaluations == 1 ? "evaluation" : "evaluations",
                        foreign_name(one.since));
  } else if (!one.from) {
    text += " of \"history\"";
  }
  return text + '\n';
}

}  // namespace

std::string remarks_section(const Report& report, Style style) {
  std::string text;
  const bool has_both = report.outcome && report.outcome->shape().names_sides &&
                        report.revisions.size() == 2;
  for (const RevisionReport& one : report.revisions) {
    if (has_both) break;
    text += (text.empty() ? "" : ". ") +
            (logic::is_under_test(one.name) ? "Now" : '@' + one.name) + ": " +
            to_text(one.revision) + unmeasured_text(one);
  }
  if (!text.empty()) text += ".\n";
  for (const LearnedRuns& one : report.learned) text += learned_text(one);
  return text + warnings_section(report, style);
}

std::string warnings_section(const Report& report, Style style) {
  Warnings warnings = report.warnings;
  if (style.detail == Detail::kVerbose) {
    const Warnings& minor = report.minor_warnings;
    warnings.insert(warnings.end(), minor.begin(), minor.end());
  }
  const std::size_t width =
      style.form == Form::kColumns ? style.width : kUnlimited;
  return grouped_warnings_text(warnings, style.colors, width);
}

}  // namespace spl::runner
