#pragma once

#include <cstddef>
#include <vector>

#include "laboratory/peers/comparison.hpp"
#include "spl/statistics/interpretations/analysis_of_variance.hpp"

/// What common habits conclude from a few runs, against an analysis of variance
/// with Tukey's HSD of all of them (Georges, Buytaert and Eeckhout).
namespace spl::bench {

/// What is taken for the time of an alternative.
enum class Habit { kBest, kSecondBest, kWorst, kMean, kMedian };

inline constexpr Habit kHabits[] = {Habit::kBest, Habit::kSecondBest,
                                    Habit::kWorst, Habit::kMean,
                                    Habit::kMedian};

[[nodiscard]] const char* to_text(Habit habit);

/// Of the first `count` runs; there are as many, and two.
[[nodiscard]] double time_of(Habit habit, const std::vector<double>& runs,
                             std::size_t count);

/// Pairs of alternatives on which habit and test do not agree.
struct Disagreement {
  std::size_t pairs = 0;
  std::size_t misleading = 0;  ///< The habit sees a difference, the test none.
  std::size_t incorrect = 0;   ///< They see differences of opposite signs.
  std::size_t indicative = 0;  ///< The test sees one, the habit none.

  friend bool operator==(const Disagreement&, const Disagreement&) = default;
};

/// The runs of each alternative and what the test says of all pairs, at a
/// simultaneous confidence of 95 %.
struct Study {
  statistics::Groups runs;
  std::vector<statistics::PairComparison> pairs;
};

[[nodiscard]] Study tested(statistics::Groups runs);

/// Over all pairs of one study. The habit sees a difference where the greater
/// time is above 1.01 of the lesser one.
[[nodiscard]] Disagreement disagreement(const Study& study, Habit habit,
                                        std::size_t count);

/// Pairs of identical code of a study, and how many the test calls different.
struct IdenticalPairs {
  std::size_t pairs = 0;
  std::size_t different = 0;
};

[[nodiscard]] IdenticalPairs identical_pairs(const Study& study);

/// Studies from whole processes timed: of each kernel, what was compared with
/// slowed code (even alternatives: all of the same code), and the slowed code
/// (odd ones), one alternative per slowdown and side.
/// Three successive comparisons of each, of 10 runs a side, make one study.
[[nodiscard]] std::vector<Study> studies(const std::vector<Result>& results);

}  // namespace spl::bench
