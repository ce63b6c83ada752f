#pragma once

#include <cstddef>
#include <optional>

#include "runner/measuring/observations.hpp"
#include "runner/measuring/stopping.hpp"
#include "spl/logic/parts.hpp"

/// The look that decides a relation: its data and its level.
namespace spl::runner {

/// A relation with the settings and the observations that decide it. All
/// outlive this.
struct RelationInputs {
  const logic::Relation& relation;
  const Settings& settings;  ///< From settings_of().
  const Basis& basis;
};

/// Returns the experiment of a basis; empty without evidence.
[[nodiscard]] const logic::Experiment& experiment_of(const Basis& basis);

/// Lets means be compared if runs of the basis are layouts.
void take_layouts(const Basis& basis, logic::DecisionSettings& how);

/// Returns the fewest runs of a performance in the relation.
[[nodiscard]] std::size_t fewest_runs(const logic::Relation& relation,
                                      const logic::Experiment& experiment);

/// Whether a plain test decides: that of the mean of given data.
[[nodiscard]] bool is_plain_mean(const RelationInputs& inputs);

/// Whether a single look decides, and not one of several.
[[nodiscard]] bool has_one_look(const RelationInputs& inputs);

/// Returns the number of units that the three parts look at; 0 if the parts do
/// not decide.
[[nodiscard]] std::size_t units_of(const RelationInputs& inputs);

/// Returns these units. There must be some.
[[nodiscard]] logic::UnitSamples units(const RelationInputs& inputs);

/// Returns what the three parts find at a level; nothing if they do not decide.
[[nodiscard]] std::optional<logic::PartsDecision> parts_of(
    const RelationInputs& inputs, const LookLevel& level, double alpha);

/// Returns the level of the look. `alpha` is that of all looks together.
[[nodiscard]] LookLevel level_of(const RelationInputs& inputs, double alpha);

}  // namespace spl::runner
