#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/interpretations/unit_means.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

/// Levels in families: a family is all relations that the texts of an
/// evaluation declare, also those that a filter leaves out. Where all code is
/// identical, chance must not turn any verdict more often than the level f of
/// the family (`familywise`) says, so each of many relations is decided at less
/// than alpha. The level is that of one direction: both directions turn the
/// verdict of = and !=, so families of these are held to 2 f. Results have the
/// order of the relations of the suite.
namespace spl::runner {

/// Returns min(alpha, f/m) for each relation of a family of m (Bonferroni);
/// alpha if f is 0, or for a single relation without a level of its own.
[[nodiscard]] std::vector<double> shared_alphas(const Suite& suite);

/// Steps down by Holm's method among the relations with p-values, which get a
/// single look each; at most alpha. The others of the family keep their shared
/// alphas and count as not rejected. A p-value is that of the direction that
/// would turn the verdict.
[[nodiscard]] std::vector<double> holm_alphas(
    const Suite& suite, const std::vector<std::optional<double>>& p_values);

/// Returns the number of relations that share the level of the family.
[[nodiscard]] std::size_t family_size(const Suite& suite);

/// Returns whether the levels of a formula's relations are known only once all
/// of the family is measured.
[[nodiscard]] bool may_step_down(const Suite& suite,
                                 const SuiteFormula& formula);

/// Returns the p-value of the direction that would turn a relation's verdict;
/// the smaller one if both would.
[[nodiscard]] std::optional<double> turning_p(
    const logic::Relation& relation, const statistics::TestResult& result);

/// The one-sided level of a look and the levels of its parts, which are 0 for
/// parts that do not decide. If parts decide, `level` is that of the intervals.
struct LookLevel {
  double level = 0;
  statistics::OfParts parts = {};
};

/// The numbers of blocks after which a relation is looked at, and a level for
/// each look.
struct LookPlan {
  std::vector<std::size_t> blocks;
  std::vector<LookLevel> levels;
};

/// How the looks of one relation are made: all that their levels depend on.
struct LookRule {
  bool is_sequential = false;
  /// The shares of alpha of the three parts, if these decide.
  std::optional<statistics::OfParts> shares;
  double alpha = 0;  ///< The level of one direction, in all looks together.

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const LookRule&, const LookRule&) = default;
};

/// Returns the rule for blocks that share that many layouts; 1: each has its
/// own.
[[nodiscard]] LookRule look_rule(const logic::Relation& relation,
                                 const Settings& settings, double alpha,
                                 std::size_t layouts = 1);

/// Returns the level of a single look at that many blocks or other units.
[[nodiscard]] LookLevel single_look_level(std::size_t units,
                                          const LookRule& rule);

/// Returns whether looks are made while a relation is measured: not if the
/// number of blocks or layouts is asked for, or if one of the papers'
/// interpretations decides. If there is time for few layouts only, look_rule()
/// fixes their number, too.
[[nodiscard]] bool is_sequential(const Settings& settings);

/// Plans the looks at one relation of a group with that many blocks at most: a
/// single look at all of them, or group-sequential looks, each direction at
/// alpha: of the three parts from 12 blocks on (look_levels.hpp), else
/// Pocock-type spending of Lan and DeMets.
[[nodiscard]] LookPlan look_plan(std::size_t blocks, const LookRule& rule);

/// Returns what an answer about all calls needs, by the planned units and the
/// calls of those that were made.
[[nodiscard]] statistics::Needed needed_of(std::size_t planned,
                                           std::size_t made, std::size_t calls,
                                           bool are_processes);

/// Returns the level of an unplanned last look, taken because the budget ran
/// out or somebody ended the measurement: what the spending function allows at
/// this fraction of the plan. A plan with a single look allows all of alpha.
/// The time is hardly a look at the data: it shows what both sides took
/// together, and not which side took more.
[[nodiscard]] LookLevel level_of_early_end(const LookPlan& plan,
                                           std::size_t blocks,
                                           const LookRule& rule);

}  // namespace spl::runner
