#pragma once

#include <optional>
#include <vector>

#include "runner/formulas/suite.hpp"

/// Levels in families: the measured relations of one text, which is a file, an
/// -e or an assertion. So that chance turns a verdict in a family of identical
/// code no more often than its level f (`familywise`) says, each relation is
/// decided at less than alpha where they are many. That is the level of each
/// direction: of = and != both turn the verdict, so that families of these are
/// held to 2 f. Results have the order of the relations of the suite.
namespace spl::runner {

/// min(alpha, f/m) of a family of m relations (Bonferroni); alpha where f is 0,
/// and of a single relation that no level was asked for.
[[nodiscard]] std::vector<double> shared_alphas(const Suite& suite);

/// Of families whose relations get a single look each: Holm's step-down on the
/// p-values given, but at most alpha. Families with other relations keep their
/// shared alphas. A p-value is that of the direction which would turn the
/// verdict, absent for relations that are not tested.
[[nodiscard]] std::vector<double> holm_alphas(
    const Suite& suite, const std::vector<std::optional<double>>& p_values);

/// Whether the levels of a formula's relations are only known once all of its
/// family are measured.
[[nodiscard]] bool may_step_down(const Suite& suite,
                                 const SuiteFormula& formula);

/// The p-value of the direction that would turn a relation's verdict, the
/// smaller where both would.
[[nodiscard]] std::optional<double> turning_p(
    const logic::Relation& relation, const statistics::TestResult& result);

}  // namespace spl::runner
