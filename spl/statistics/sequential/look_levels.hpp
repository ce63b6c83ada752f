#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace spl::statistics {

/// The questions about the same units.
enum class Part {
  kTypicalCalls,  ///< Typical calls in typical runs: trimmed means, clipped.
  kAllCalls,      ///< All calls in typical runs: plain means, clipped.
  kAllRuns        ///< All calls in all runs: plain means, by their signs.
};

inline constexpr std::size_t kPartCount = 3;
inline constexpr Part kParts[kPartCount] = {Part::kTypicalCalls,
                                            Part::kAllCalls, Part::kAllRuns};

/// A number for each part.
struct OfParts {
  double typical_calls = 0;
  double all_calls = 0;
  double all_runs = 0;

  [[nodiscard]] double of(Part part) const;
  [[nodiscard]] double& of(Part part);

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const OfParts&, const OfParts&) = default;
};

/// Shares of alpha. They sum to 1, so that a finding of any part is a finding
/// at alpha (Bonferroni).
inline constexpr OfParts kBothShares{0.7, 0.1, 0.2};
inline constexpr OfParts kMeanShares{0, 1.0 / 3, 2.0 / 3};

/// The fewest units that show rare runs.
inline constexpr std::size_t kFewestUnits = 12;

/// Returns the fewest units whose signs can decide: at least those above, and
/// so many that the least p-value of the sign-flip test of n units, 2^-n, is
/// below the level of a part. With fewer, a single look tests one part only:
/// typical calls or, if those have no share, all calls.
[[nodiscard]] std::size_t fewest_units(double alpha, const OfParts& shares);

/// The looks at relations, after 12, 18, 27, 40, 60, ... units and after the
/// last, with the one-sided level of each part.
struct PartLooks {
  std::vector<std::size_t> units;
  std::vector<OfParts> levels;
};

/// Plans the looks of at most `most` units, at least 1. All looks spend the
/// same amount of a part's share of alpha. If 2^-n is not below a part's level,
/// the look spends nothing of this part and the level is 0. With `most` below
/// fewest_units() there is one look, at one part with all of alpha.
[[nodiscard]] PartLooks part_looks(std::size_t most, double alpha,
                                   const OfParts& shares);

/// Plans a single look, after `units` units.
[[nodiscard]] PartLooks single_look(std::size_t units, double alpha,
                                    const OfParts& shares);

/// Returns the levels of an unplanned last look after `units` <= most of the
/// plan `part_looks(most, ...)`: it spends the amount of the next planned look,
/// and the later ones lapse; or all, if no look before could spend anything.
[[nodiscard]] OfParts levels_of_early_end(std::size_t most, std::size_t units,
                                          double alpha, const OfParts& shares);

}  // namespace spl::statistics
