#pragma once

#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/relation_evaluation.hpp"
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
/// if nothing more came: once if a relation needs no more blocks, repeatedly if
/// it is open, and without values that decide nothing. The levels of families
/// with single looks are the least ones until the whole family is measured.
class InterimEvaluation {
 public:
  /// The suite outlives it.
  InterimEvaluation(const Suite& suite, EvaluationInputs inputs);

  /// Returns for each relation of the suite whether it is decided, and needs no
  /// more evidence.
  [[nodiscard]] const std::vector<bool>& known() const { return known_; }

  /// Decides all relations but the skipped ones, which have no evidence.
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
