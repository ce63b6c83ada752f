#include "runner/modes/deciding.hpp"

#include "runner/measuring/unoptimised.hpp"
#include "runner/modes/interim_reports.hpp"
#include "runner/modes/measuring.hpp"

namespace spl::runner {

Evaluation& decide(Suite& suite, const Origin& origin, const Session& session) {
  if (origin.programs() != nullptr) {
    leave_unoptimised_open(suite, *origin.programs());
  }
  const LaidOut laid_out =
      lay_out(suite, origin, session.invocation.settings, session);
  const EvaluationInputs inputs = evaluation_inputs(origin, laid_out, session);
  InterimReports interim(suite, inputs, session);
  Evaluation& found = report_evaluation(
      suite, observations(suite, origin, laid_out, session, &interim), inputs,
      session.report);
  keep_findings(found.formulas, session);
  return found;
}

}  // namespace spl::runner
