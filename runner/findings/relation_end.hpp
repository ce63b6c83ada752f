#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "runner/findings/formula_report.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/measuring/stopping.hpp"
#include "spl/logic/parts.hpp"

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

/// Adds to a decided relation why it was measured no longer, and what follows:
/// it is left open, or fails; else how large a change could hide, and how many
/// blocks would find it.
void conclude(const RelationInputs& inputs, RelationReport& report);

/// Returns whether a relation that was measured holds for want of evidence
/// only: RelationReport::is_weak.
[[nodiscard]] bool holds_weakly(const RelationReport& report);

/// Returns the number of blocks whose last look would end the relation, at the
/// level of a plan of so many, if further blocks were like these. The look is
/// that which ends relations while they are measured. Absent if that takes more
/// blocks than anybody has, or if the three parts do not decide. `alpha` is the
/// level of all looks.
[[nodiscard]] std::optional<std::size_t> blocks_to_end(
    const RelationInputs& inputs, double alpha);

/// Returns a sentence on runs of given observations that resemble their
/// neighbours, since tests take runs for independent: if the relation was
/// decided by a difference, at least 12 runs do not show, at 95 %, that they
/// correlate with the next by less than 0.4, and the difference is no longer
/// clear with an interval that is as much wider as the largest correlation that
/// they do not exclude makes the error of a mean; else empty.
[[nodiscard]] std::string lack_of_independence(const RelationInputs& inputs,
                                               const RelationReport& report);

/// Adds the precision that is asked for and reached, unless the relation was
/// not decided. Evidence that was measured for the ratio alone decides nothing:
/// the verdict is kept.
void add_precision(const RelationInputs& inputs,
                   const logic::DecisionSettings& how,
                   const logic::History& history, RelationReport& report);

/// Returns a number of blocks as a count, at most about the largest one.
[[nodiscard]] std::size_t block_count(double blocks);

}  // namespace spl::runner
