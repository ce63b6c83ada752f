#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>

#include "runner/findings/deciding_look.hpp"
#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
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

}  // namespace spl::runner
