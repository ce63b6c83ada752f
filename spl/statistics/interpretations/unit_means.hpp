#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/run_series.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::statistics {

/// The units and calls that show rare events: of 40 units with equal means, one
/// in ten of which takes 5 times as long, 3 % of the proofs are wrong, and an
/// event in 1 of 500 of 1152 calls is seen with 90 % probability.
inline constexpr std::size_t kUnitsForMeans = 40;
inline constexpr std::size_t kCallsForMeans = 1152;

/// The units that show with 90 % probability what one process in ten does.
/// Fewer are named beside a proof.
inline constexpr std::size_t kUnitsOfOneInTen = 22;

/// How much must have been seen before an answer about all calls ends a
/// relation early, or is a proof.
struct Needed {
  std::size_t units = kUnitsForMeans;
  std::size_t calls = kCallsForMeans;  ///< 0 if each call is a unit.
  bool may_have_more = true;           ///< False for what is given.

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const Needed&, const Needed&) = default;
};

/// Returns what half of that many planned units hold; if this is fewer than 22
/// units, what four fifths of them hold, up to 22, as a budget may end a little
/// early. At least 12 units and at most the numbers above. It is known before
/// the first unit is measured.
[[nodiscard]] Needed needed_of(std::size_t planned, double calls_of_unit);

/// The measurements: for each performance the trimmed and the plain mean of
/// each unit, with the same units for all. `coefficients` are those of
/// left - right.
struct UnitMeans {
  std::vector<RunSeries> typical;
  std::vector<RunSeries> plain;
  std::vector<double> coefficients;
  std::size_t calls = 0;  ///< Calls of the performance with the fewest.
  double constant = 0;    ///< The constant of left - right.
  Needed needed = {};
  std::size_t fewest = kFewestUnits;  ///< fewest_units() at the level.

  [[nodiscard]] std::size_t units() const {
    return typical.front().excesses.size();
  }
  /// Whether signs of so few units cannot decide.
  [[nodiscard]] bool are_few() const { return units() < fewest; }
};

/// A side of left - right in each unit, with its constant.
struct UnitSides {
  std::vector<double> left;
  std::vector<double> right;
};

/// Returns both sides by series of `means`.
[[nodiscard]] UnitSides unit_sides(const UnitMeans& means,
                                   std::span<const RunSeries> series);

}  // namespace spl::statistics
