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

std::string remarks_section(const Report& report, Colors colors) {
  std::string text;
  for (const RevisionReport& one : report.revisions) {
    text += (one.name.empty() ? "without @" : '@' + one.name) + ": " +
            to_text(one.revision) + unmeasured_text(one) + '\n';
  }
  return text + warnings_text(report.warnings, colors);
}

}  // namespace spl::runner
