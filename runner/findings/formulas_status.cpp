#include "runner/findings/formulas_status.hpp"

namespace spl::runner {

ExitStatus exit_status(const std::vector<FormulaReport>& formulas,
                       Undecided undecided) {
  bool violated = false;
  bool failed = false;
  bool is_undecided = false;
  for (const FormulaReport& formula : formulas) {
    violated = violated || formula.verdict == logic::Verdict::kViolated;
    failed = failed || formula.verdict == logic::Verdict::kError;
    is_undecided =
        is_undecided || formula.verdict == logic::Verdict::kUndecided;
  }
  if (violated) return ExitStatus::kViolated;
  if (failed) return ExitStatus::kFailed;
  return is_undecided && undecided != Undecided::kPass ? ExitStatus::kUndecided
                                                       : ExitStatus::kFound;
}

}  // namespace spl::runner
