#pragma once

#include <optional>
#include <vector>

#include "runner/formulas/suite.hpp"

/// Levels in families: the measured relations of one text, which is a file, an
/// -e or an assertion. In a family of identical code, chance must not turn any
/// verdict more often than its level f (`familywise`) says, so each of many
/// relations is decided at less than alpha. The level is that of one direction:
/// both directions turn the verdict of = and !=, so families of these are held
/// to 2 f. Results have the order of the relations of the suite.
namespace spl::runner {

/// Returns min(alpha, f/m) for each relation of a family of m (Bonferroni);
/// alpha if f is 0, or for a single relation without a level of its own.
[[nodiscard]] std::vector<double> shared_alphas(const Suite& suite);

/// Steps down by Holm's method, from the p-values given, in families whose
/// relations get a single look each; at most alpha. Families with other
/// relations keep their shared alphas. A p-value is that of the direction that
/// would turn the verdict; it is absent for a relation that is not tested.
[[nodiscard]] std::vector<double> holm_alphas(
    const Suite& suite, const std::vector<std::optional<double>>& p_values);

/// Returns whether the levels of a formula's relations are known only once all
/// of its family is measured.
[[nodiscard]] bool may_step_down(const Suite& suite,
                                 const SuiteFormula& formula);

/// Returns the p-value of the direction that would turn a relation's verdict;
/// the smaller one if both would.
[[nodiscard]] std::optional<double> turning_p(
    const logic::Relation& relation, const statistics::TestResult& result);

}  // namespace spl::runner
