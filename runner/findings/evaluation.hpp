#pragma once

#include <vector>

#include "runner/findings/report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"

namespace spl::runner {

/// Decides all formulas of a suite without errors on its observations, and adds
/// formulas, performances and warnings to the report, whose settings and
/// context it reads.
void evaluate(const Suite& suite, Observations observations, Report& report);

/// Decides the formulas of a suite while their relations are still measured, as
/// if nothing more came: once what needs no more blocks, what is open again and
/// again, and nothing but what decides. Of families with a single look only the
/// least level is certain before all of it is there.
class InterimEvaluation {
 public:
  /// The suite outlives it; of the report context and settings are read.
  InterimEvaluation(const Suite& suite, const Report& report);

  /// For each relation of the suite whether it is decided: of that no evidence
  /// is needed any more.
  [[nodiscard]] const std::vector<bool>& known() const { return known_; }

  /// But of the relations that are to be skipped, of which there is no
  /// evidence.
  void add(const Observations& so_far, const std::vector<bool>& skipped);

  [[nodiscard]] const std::vector<FormulaReport>& formulas() const {
    return report_.formulas;
  }

 private:
  const Suite& suite_;
  std::vector<double> alphas_;
  std::vector<bool> known_;
  Report report_;
};

}  // namespace spl::runner
