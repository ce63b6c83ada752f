#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace spl::statistics {

/// Runs of a first look where a single test decides.
inline constexpr std::size_t kFirstLook = 5;

/// The numbers of runs at which to look: `first` and each about 1.5 times the
/// one before, as 5, 8, 12, 18, 27, 40, 60, ..., below `most`, and `most`
/// itself, which is at least 1.
[[nodiscard]] std::vector<std::size_t> look_counts(
    std::size_t most, std::size_t first = kFirstLook);

/// How much of alpha may be spent by the time a fraction t of the information
/// is there (Lan and DeMets 1983).
enum class Spending {
  kPocock,        ///< alpha ln(1 + (e - 1) t): about alike at all looks.
  kOBrienFleming  ///< 2 (1 - Phi(z_{1-alpha/2}/sqrt t)): little at first.
};

/// The one-sided nominal levels of looks at the given fractions of the largest
/// number of runs. Stopping at the first look whose one-sided p-value is below
/// its level finds something in identical code with probability alpha at most
/// (exactly, where the last fraction is 1). Computed for a statistic whose
/// increments are normal and independent; good to six digits.
///
/// Throws std::invalid_argument unless 0 < alpha < 0.5 and the fractions
/// increase within (0, 1].
[[nodiscard]] std::vector<double> sequential_levels(
    Spending spending, double alpha, std::span<const double> fractions);

/// The same, where the k-th look has spent `spent[k]` of alpha, which increase.
[[nodiscard]] std::vector<double> levels_spending(
    std::span<const double> spent, std::span<const double> fractions);

}  // namespace spl::statistics
