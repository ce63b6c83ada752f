#include "runner/findings/report.hpp"

namespace spl::runner {

std::string good_commit(const std::vector<RevisionReport>& all) {
  std::string good;
  bool is_tested = false;
  for (const RevisionReport& one : all) {
    if (one.name.empty()) {
      if (one.revision.dirty) return {};
      is_tested = true;
    } else if (!good.empty()) {
      return {};
    } else {
      good = one.revision.id.substr(0, 10);
    }
  }
  return is_tested ? good : std::string();
}

const std::vector<FormulaReport>* formulas_of(const Report& report) {
  return report.outcome ? report.outcome->decided() : nullptr;
}

logic::Dimension dimension(const PerformanceReport& one, const Report& report) {
  if (!one.metric) return report.quantity.dimension;
  return is_time(*one.metric) ? logic::Dimension::kTime
                              : logic::Dimension::kCount;
}

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
