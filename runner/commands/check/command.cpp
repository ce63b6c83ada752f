#include <ostream>
#include <vector>

#include "runner/reports/messages.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner::command {

namespace {

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

ExitStatus check(const Suite& suite, const Session& session) {
  session.world.err << warnings_text(suite.warnings, Colors::kOff)
                    << diagnostics_text(suite.notes, "note");
  text_stream(session) << summary(suite) << '\n';
  write_files(session);
  return ExitStatus::kFound;
}

ExitStatus run_check(const Session& session) {
  return bind_formulas(
      session, Binding::kCheck,
      [](const Suite& suite, const Origin& /*origin*/, const Session& suited) {
        return check(suite, suited);
      });
}

}  // namespace

std::vector<CommandRow> check() {
  return {
      {Mode::kCheck, "check", "",
       "reads formulas and binds all names; measures nothing",
       "check perf/ --offline",
       "With --offline no program is started, so that names of workloads stay\n"
       "unchecked. A check is quick enough for every build.",
       "which decides nothing", "", run_check}};
}

}  // namespace spl::runner::command
