#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/relation_end.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// Takes the share of a piece of work that is done, from 0 to 1; may be empty.
using ReportShare = std::function<void(double share)>;

/// The inputs of decisions besides formulas and observations.
struct EvaluationInputs {
  Settings settings;  ///< Without the settings of formula files.
  std::uint64_t seed = 0;
  Quantity quantity;  ///< The quantity of given observations.
  /// Performances that were measured in one layout, though nobody asked for it.
  std::set<logic::Performance> in_one_layout;
  /// kAll also computes values that decide nothing.
  logic::Extent extent = logic::Extent::kCheap;
  ReportShare report_share = {};  ///< Takes the share of decided formulas.
};

/// Decides a relation at level `alpha` of all its looks together.
[[nodiscard]] RelationReport evaluated(const RelationInputs& relation,
                                       double alpha,
                                       const logic::History& history,
                                       const EvaluationInputs& inputs);

/// Returns the p-value of the direction that would turn the verdict; 1 if the
/// relation was meant to be tested, but could not. `alpha` is its share of the
/// family's level.
[[nodiscard]] std::optional<double> p_value(const RelationInputs& relation,
                                            double alpha,
                                            const logic::History& history,
                                            const EvaluationInputs& inputs);

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
