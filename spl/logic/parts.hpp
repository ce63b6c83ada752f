#pragma once

#include <cstddef>
#include <optional>

#include "spl/logic/decision.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

/// Decisions of relations by typical calls, all calls and all runs together.
namespace spl::logic {

/// The samples that the parts test. If layouts are the units, a run of a sample
/// is a layout, and its observations are the statistics of the layout's runs;
/// otherwise both experiments are the same. Each has a sample of each
/// performance, all with the same number of runs, at least two.
struct UnitSamples {
  const Experiment& typical;
  const Experiment& plain;
  /// The number that represents a run of `typical`.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  std::size_t calls = 0;  ///< Calls of the performance with the fewest.
  statistics::Needed needed = {};
  /// So many units are tested, more than there are, as if further ones were
  /// like these; 0: these.
  std::size_t foreseen = 0;
};

/// The parts' answer about a relation. Ratios are left over right.
struct PartsDecision {
  statistics::PartFindings findings;
  statistics::PartTest tests[statistics::kPartCount];
  statistics::OfParts levels;
  /// The part whose finding decides; the first of several.
  std::optional<statistics::Part> found_by;
  std::size_t units = 0;
  std::size_t calls = 0;  ///< Calls of the performance with the fewest.
  statistics::Needed needed = {};
  bool asks_typical_calls = true;
  /// The ratio of the plain means with its one-sided limits at 90 %.
  double mean = 1;
  double lower = 1;
  double upper = 1;
  /// The ratio of what is asked for, with the ratios that its tests do not
  /// reject: of typical calls or else of all calls, then with all ratios within
  /// the limits of the mean. Absent if nothing varies.
  std::optional<statistics::RatioInterval> ratio;
  statistics::Unseen unseen;
  statistics::SlowUnits slow;
  double serial_correlation = 0;  ///< Between typical contrasts, as z.
  statistics::Resolutions resolutions;
  bool nothing_varies = false;
  Finding finding = Finding::kIndistinct;
  Strength strength = Strength::kUndecided;
  /// Whether every change that would turn the verdict is ruled out.
  bool rules_out_change = false;
};

/// Whether the parts decide: the settings ask for them and for blocks.
[[nodiscard]] bool are_parts_asked(const Relation& relation,
                                   const DecisionSettings& settings);

/// Returns the units of the first look at a relation whose looks are
/// sequential. Parts need more than a single test.
[[nodiscard]] std::size_t first_look(const Relation& relation,
                                     const DecisionSettings& settings);

/// Decides a relation by the parts. Absent if the right side is not above 0, or
/// if the squares of the sides are too small or too large for a double.
[[nodiscard]] std::optional<PartsDecision> decide_parts(
    const Relation& relation, const UnitSamples& samples,
    const statistics::LookSettings& settings);

/// Returns half the width of the ratio's interval as a fraction of the ratio:
/// of typical calls or, if the settings ask for the mean only, of all calls. 0
/// if nothing varies; absent if there is no interval.
[[nodiscard]] std::optional<double> half_width(
    const Decision& decision, const std::optional<PartsDecision>& parts);

/// Returns the p-value of a relation against every finding that would turn its
/// verdict or prove it. `alpha` is the relation's share of the family's level,
/// by which its test is chosen.
[[nodiscard]] double turning_p(const Relation& relation,
                               const UnitSamples& samples, double alpha,
                               const statistics::OfParts& shares);

}  // namespace spl::logic
