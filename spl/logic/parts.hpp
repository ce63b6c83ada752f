#pragma once

#include <cstddef>
#include <optional>

#include "spl/logic/decision.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

/// Decides relations by typical calls, all calls and all runs together.
namespace spl::logic {

/// What the parts look at. Where layouts are the units, a run is one of them,
/// and its observations are the statistics of its runs; else both experiments
/// are the same. Each has a sample of each performance, all of one number of
/// runs, at least two.
struct UnitSamples {
  const Experiment& typical;
  const Experiment& plain;
  /// What is compared of a run of `typical`.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  std::size_t calls = 0;  ///< Of the performance that was called least.
};

/// What the parts say of a relation. Ratios are those of left over right.
struct PartsDecision {
  statistics::PartFindings findings;
  statistics::PartTest tests[statistics::kPartCount];
  statistics::OfParts levels;
  /// The part that found what decides: the first, if several did.
  std::optional<statistics::Part> found_by;
  std::size_t units = 0;
  std::size_t calls = 0;  ///< Of the performance that was called least.
  bool asks_typical_calls = true;
  /// Of the plain means, with its limits at 90 %, one-sided each.
  double mean = 1;
  double lower = 1;
  double upper = 1;
  /// Of typical calls where the sides differ in form, at the level of that
  /// part.
  std::optional<statistics::RatioInterval> unlike_ratio;
  statistics::Unseen unseen;
  statistics::SlowUnits slow;
  double serial_correlation = 0;  ///< Of typical contrasts, as z.
  statistics::Resolutions resolutions;
  bool nothing_varies = false;
  Finding finding = Finding::kIndistinct;
  Strength strength = Strength::kUndecided;
  /// Every change that would turn the verdict is ruled out.
  bool rules_out_change = false;
};

/// Whether the parts decide: they are asked for, and blocks are.
[[nodiscard]] bool are_parts_asked(const Relation& relation,
                                   const DecisionSettings& settings);

/// Units of the first look at a relation whose looks are sequential: parts
/// need more than a single test.
[[nodiscard]] std::size_t first_look(const Relation& relation,
                                     const DecisionSettings& settings);

/// Absent where the right side is not above 0.
[[nodiscard]] std::optional<PartsDecision> decide_parts(
    const Relation& relation, const UnitSamples& samples,
    const statistics::LookSettings& settings);

/// Limits of the mean, at 90 %, that contradict what another part found at
/// another level are cut at 1.
void agree_with_finding(PartsDecision& decision);

/// Half the width of the interval of the ratio that is asked for, as a fraction
/// of it: of typical calls or, where only the mean is asked for, of all calls.
/// 0 where nothing varies; absent where there is no interval.
[[nodiscard]] std::optional<double> half_width(
    const Decision& decision, const std::optional<PartsDecision>& parts);

/// One p of a relation, against all that would turn its verdict or prove it.
[[nodiscard]] double turning_p(const Relation& relation,
                               const UnitSamples& samples,
                               const statistics::OfParts& shares);

}  // namespace spl::logic
