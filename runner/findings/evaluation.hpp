#pragma once

#include <vector>

#include "runner/findings/evaluation_inputs.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"

namespace spl::runner {

/// Decides all formulas of a suite without errors on its observations.
[[nodiscard]] Evaluation evaluate(const Suite& suite,
                                  const Observations& observations,
                                  const EvaluationInputs& inputs);

/// Adds to each performance the statistic of the first relation that compares
/// it and, if all values are asked for, its impact factor.
void complete_performances(const Suite& suite, const EvaluationInputs& inputs,
                           std::vector<PerformanceReport>& performances);

/// Decides the formulas of a suite while their relations are still measured, as
/// if nothing more came: once what needs no more blocks, what is open again and
/// again, and nothing but what decides. Of families with a single look only the
/// least level is certain before all of it is there.
class InterimEvaluation {
 public:
  /// The suite outlives it.
  InterimEvaluation(const Suite& suite, EvaluationInputs inputs);

  /// For each relation of the suite whether it is decided: of that no evidence
  /// is needed any more.
  [[nodiscard]] const std::vector<bool>& known() const { return known_; }

  /// But of the relations that are to be skipped, of which there is no
  /// evidence.
  void add(const Observations& so_far, const std::vector<bool>& skipped);

  [[nodiscard]] const std::vector<FormulaReport>& formulas() const {
    return formulas_;
  }

 private:
  const Suite& suite_;
  EvaluationInputs inputs_;
  std::vector<double> alphas_;
  std::vector<bool> known_;
  std::vector<FormulaReport> formulas_;
};

}  // namespace spl::runner
