#pragma once

#include <cstddef>

#include "spl/logic/decision.hpp"
#include "spl/statistics/interpretations/tested_ratio.hpp"

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

// Findings from a few runs of slow code. By exchange of the sides, k blocks
// all point one way by chance with probability 2^-k, which is above a level of
// 1 % if there is time for only two or three. So a finding takes a factor of
// 2, and a fact from outside: with equal code, fewer than one block in ten has
// a side that takes twice as long.

using statistics::kTwofoldByChance;

/// Finds the side, as written, each of whose runs is at least twice every run
/// of the other; kIndistinct if there is none, or if a side may be negative.
/// The experiment has a sample of each performance.
[[nodiscard]] Finding twofold(const Relation& relation,
                              const Experiment& experiment,
                              statistics::RunStatistic statistic);

/// Returns the ratios of left over right that the same test does not reject:
/// those at which no side is twice the other in all runs. They lie on the side
/// of 1 that twofold() finds. Without limits if a side may not be above 0.
[[nodiscard]] statistics::RatioInterval twofold_ratios(
    const Relation& relation, const Experiment& experiment,
    statistics::RunStatistic statistic);

/// Returns the number of blocks, at least two, that show a factor of 2 at the
/// level of one direction.
[[nodiscard]] std::size_t twofold_blocks(double alpha);

}  // namespace spl::logic
