#include <ostream>

#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"
#include "runner/reports/messages.hpp"

namespace spl::runner::modes {

namespace {

std::string counted(std::size_t count, const std::string& name) {
  return std::to_string(count) + ' ' + name + (count == 1 ? "" : "s");
}

std::string summary(const Suite& suite) {
  std::size_t relations = 0;
  std::size_t unknown = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    relations += formula.relations.size();
    unknown += formula.unknown ? 1 : 0;
  }
  std::string text = counted(suite.formulas.size(), "formula");
  if (unknown < suite.formulas.size() || unknown == 0) {
    text += " with " + counted(relations, "relation");
  }
  text += ": no errors";
  if (unknown == 0) return text;
  return text + "; the relations of " +
         (unknown == suite.formulas.size() ? std::string("all")
                                           : counted(unknown, "formula")) +
         " are known once the programs are built";
}

}  // namespace

ExitStatus check(const Suite& suite, const Session& session) {
  session.world.err << warnings_text(suite.warnings, Colors::kOff)
                    << diagnostics_text(suite.notes, "note");
  text_stream(session) << summary(suite) << '\n';
  write_files(session);
  return ExitStatus::kFound;
}

}  // namespace spl::runner::modes
