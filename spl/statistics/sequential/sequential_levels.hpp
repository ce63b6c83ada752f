#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace spl::statistics {

/// Runs of the first look if a single test decides.
inline constexpr std::size_t kFirstLook = 5;

/// Returns the numbers of runs after which to look: `first`, then each about
/// 1.5 times the previous one, such as 5, 8, 12, 18, 27, 40, 60, ..., below
/// `most`, and `most` itself, which is at least 1.
[[nodiscard]] std::vector<std::size_t> look_counts(
    std::size_t most, std::size_t first = kFirstLook);

/// Returns the one-sided nominal levels of looks at the given fractions of the
/// largest number of runs. Once a fraction t of the information is available,
/// alpha ln(1 + (e - 1) t) is spent, as Pocock's (Lan and DeMets 1983), so that
/// the levels are similar at all looks. Stopping at the first look whose
/// one-sided p-value is below its level finds a difference in identical code
/// with probability at most alpha (exactly alpha if the last fraction is 1).
/// Computed for a statistic whose increments are normal and independent; good
/// to six digits.
///
/// Throws std::invalid_argument unless 0 < alpha < 0.5 and the fractions
/// increase within (0, 1].
[[nodiscard]] std::vector<double> sequential_levels(
    double alpha, std::span<const double> fractions);

/// Returns the same if the looks up to the k-th spend `spent[k]` of alpha,
/// which increase.
[[nodiscard]] std::vector<double> levels_spending(
    std::span<const double> spent, std::span<const double> fractions);

/// Tests a family by Holm's step-down procedure (Holm 1979), so that any true
/// hypothesis is rejected with a probability of at most family_level, however
/// the hypotheses depend on one another. Returns the equivalent level of each
/// alone: it is rejected if and only if its p-value is at most this level.
/// `p_values` are in [0, 1].
[[nodiscard]] std::vector<double> holm_levels(std::span<const double> p_values,
                                              double family_level);

}  // namespace spl::statistics
