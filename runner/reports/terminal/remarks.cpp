#include <fmt/format.h>

#include "runner/reports/messages.hpp"
#include "runner/reports/terminal/sections.hpp"

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

}  // namespace

std::string remarks_section(const Report& report, Style style) {
  std::string text;
  for (const RevisionReport& one : report.revisions) {
    text += (one.name.empty() ? "without @" : '@' + one.name) + ": " +
            to_text(one.revision) + unmeasured_text(one) + '\n';
  }
  for (const LearnedRuns& one : report.learned) {
    text += fmt::format("learned: {} from {} runs of {} {} since {}\n",
                        to_text(one.performance), one.runs, one.evaluations,
                        one.evaluations == 1 ? "evaluation" : "evaluations",
                        one.since);
  }
  for (const StoredEvaluation& one : report.stored) {
    text += fmt::format(
        "from the store: {} {} by the blocks of {}\n", one.relations,
        one.relations == 1 ? "relation" : "relations", one.begun);
  }
  std::vector<std::string> warnings = report.warnings;
  const std::vector<std::string>& minor = report.minor_warnings;
  if (style.detail == Detail::kVerbose) {
    warnings.insert(warnings.end(), minor.begin(), minor.end());
  } else if (!minor.empty()) {
    text += fmt::format(
        "{} more {} no verdict: -v shows {}\n", minor.size(),
        minor.size() == 1 ? "warning matters for" : "warnings matter for",
        minor.size() == 1 ? "it" : "them");
  }
  const std::size_t width =
      style.form == Form::kColumns ? style.width : kUnlimited;
  return text + grouped_warnings_text(warnings, style.colors, width);
}

}  // namespace spl::runner
