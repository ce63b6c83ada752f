#include <ostream>

#include "runner/modes/modes.hpp"
#include "runner/modes/telling.hpp"

namespace spl::runner::modes {

ExitStatus check(const Suite& suite, const Session& session) {
  std::size_t relations = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    relations += formula.relations.size();
  }
  for (const std::string& warning : suite.warnings) {
    session.world.err << "warning: " << warning << '\n';
  }
  text_stream(session) << suite.formulas.size()
                       << (suite.formulas.size() == 1 ? " formula"
                                                      : " formulas")
                       << " with " << relations
                       << (relations == 1 ? " relation" : " relations")
                       << ": no errors\n";
  write_json(session);
  return ExitStatus::kFound;
}

}  // namespace spl::runner::modes
