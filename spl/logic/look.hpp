#pragma once

#include "spl/logic/decision.hpp"

/// What is asked of observations while more can still be made.
namespace spl::logic {

/// What one look says of a relation.
struct Look {
  Finding finding = Finding::kUnknown;
  /// No change of the resolution is left that the observations would not have
  /// refuted: neither in the direction that would turn the verdict, nor, of
  /// = and !=, in the other. Nor is there one where the sides are equal and
  /// nothing varied.
  bool rules_out_change = false;
  /// What that makes of the relation if it is all. A claimed difference that
  /// was not seen and not ruled out is undecided.
  Strength strength = Strength::kUndecided;
};

/// The strength of a relation by the test of its settings' interpretation,
/// where a change may be ruled out. The papers' interpretations call what they
/// do not prove not proven, whatever could hide.
[[nodiscard]] Strength strength_if_all(const Relation& relation,
                                       Finding finding,
                                       Interpretation interpretation,
                                       bool rules_out_change);

/// Looks by the interpretation and at the level of the settings. A change of
/// the resolution (above 0) is that fraction of the terms of theta with
/// negative coefficients, the right side of a plain relation; theta without
/// such terms has no resolution. The experiment has a sample, not a failure, of
/// each performance, all of one number of runs.
[[nodiscard]] Look look(const Relation& relation, const Experiment& experiment,
                        const DecisionSettings& settings, double resolution);

}  // namespace spl::logic
