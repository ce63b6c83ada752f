#pragma once

#include <optional>
#include <vector>

#include "runner/formulas/suite.hpp"

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

}  // namespace spl::runner
