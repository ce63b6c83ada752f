#pragma once

#include "spl/logic/decision.hpp"

/// Tests of a relation while more observations can still be made.
namespace spl::logic {

/// The result of one look at a relation.
struct Look {
  Finding finding = Finding::kUnknown;
  /// The observations refute a change by the resolution in the direction that
  /// would turn the verdict; for = and !=, in both directions. Also true if the
  /// sides are equal and nothing varied.
  bool rules_out_change = false;
  /// The strength of the relation if this is the last look. A claimed
  /// difference that was neither found nor ruled out is undecided.
  Strength strength = Strength::kUndecided;
};

/// Returns the strength of a relation if this look is the last, given whether a
/// change is ruled out. By the papers' interpretations an unproven relation is
/// "not proven" whether or not a change is ruled out.
[[nodiscard]] Strength strength_if_all(const Relation& relation,
                                       Finding finding,
                                       Interpretation interpretation,
                                       bool rules_out_change);

/// Tests a relation by the interpretation and at the level of the settings.
/// Finding and ruled out changes are read from the ratios that are not rejected
/// (ratio_of). The resolution, above 0, is a fraction of the right side. If a
/// side is not above 0, no change is ruled out. The experiment has a sample,
/// not a failure, of each performance, all with the same number of runs.
[[nodiscard]] Look look(const Relation& relation, const Experiment& experiment,
                        const DecisionSettings& settings, double resolution);

}  // namespace spl::logic
