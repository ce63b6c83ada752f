#include "runner/findings/formulas_status.hpp"

namespace spl::runner {

ExitStatus exit_status(const Report& report) {
  if (!report.errors.empty()) return ExitStatus::kError;
  bool violated = false;
  bool failed = false;
  bool undecided = false;
  for (const FormulaReport& formula : report.formulas) {
    violated = violated || formula.verdict == logic::Verdict::kViolated;
    failed = failed || formula.verdict == logic::Verdict::kError;
    undecided = undecided || formula.verdict == logic::Verdict::kUndecided;
  }
  if (violated) return ExitStatus::kViolated;
  if (failed) return ExitStatus::kFailed;
  return undecided && report.settings.undecided != Undecided::kPass
             ? ExitStatus::kUndecided
             : ExitStatus::kFound;
}

}  // namespace spl::runner
