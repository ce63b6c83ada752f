#include "runner/terminal/sections.hpp"

namespace spl::runner {

std::string remarks_section(const Report& report, Colors colors) {
  std::string text;
  for (const RevisionReport& one : report.revisions) {
    text += (one.name.empty() ? "without @" : '@' + one.name) + ": " +
            to_text(one.revision) + '\n';
  }
  for (const std::string& warning : report.warnings) {
    text += painted_warning("warning: ", colors) + warning + '\n';
  }
  return text;
}

}  // namespace spl::runner
