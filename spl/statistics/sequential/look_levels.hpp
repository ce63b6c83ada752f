#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace spl::statistics {

/// The questions that are asked of the same units.
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

  friend auto operator<=>(const OfParts&, const OfParts&) = default;
};

/// The shares of alpha: they sum to 1, so that one finding of any part is a
/// finding at alpha (Bonferroni).
inline constexpr OfParts kBothShares{0.7, 0.1, 0.2};
inline constexpr OfParts kMeanShares{0, 1.0 / 3, 2.0 / 3};

/// With fewer a single look asks one part only, typical calls or else all
/// calls: so few units do not show rare runs.
inline constexpr std::size_t kFewestUnits = 12;

/// When relations are looked at, at 12, 18, 27, 40, 60, ... units and at the
/// last, and the one-sided level of each part there.
struct PartLooks {
  std::vector<std::size_t> units;
  std::vector<OfParts> levels;
};

/// Each look spends as much of a part's share of alpha as any other. A look of
/// which no sign-flip test could fall below a part's level, 2^-n, spends
/// nothing of this part, and its level is 0. Fewer than 12 units at most are
/// one look at one part with all of alpha. `most` is at least 1.
[[nodiscard]] PartLooks part_looks(std::size_t most, double alpha,
                                   const OfParts& shares);

/// One look only, at `units`.
[[nodiscard]] PartLooks single_look(std::size_t units, double alpha,
                                    const OfParts& shares);

/// The levels of a look that ends the plan of `part_looks(most, ...)` after
/// `units` <= most, which is none of its looks: it spends the share of the next
/// one, and the later ones lapse.
[[nodiscard]] OfParts levels_of_early_end(std::size_t most, std::size_t units,
                                          double alpha, const OfParts& shares);

}  // namespace spl::statistics
