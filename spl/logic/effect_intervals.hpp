#pragma once

#include <map>
#include <optional>

#include "spl/logic/decision.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/sample.hpp"

/// Intervals of the ratio, to compare with that of the deciding test.
namespace spl::logic {

/// All levels of each performance whose data are balanced.
using Levels = std::map<Performance, statistics::Hierarchy>;

/// Intervals of left over right at confidence `level`. Fieller's in both forms
/// (Kalibera and Jones, eq 12) and the inversion of Welch's test take the run
/// statistics of independent sides; the hierarchical bootstrap and the
/// inversion of Definition 4.10 take means, and time. Only the inversions have
/// an estimate.
struct EffectIntervals {
  double level = 0;
  statistics::RatioInterval fieller;
  statistics::RatioInterval fieller_satterthwaite;
  statistics::RatioInterval inversion;
  std::optional<statistics::RatioInterval>
      bootstrap;  ///< If all are asked for.
  std::optional<statistics::RatioInterval> nonparametric;  ///< Likewise.
};

/// Computes the intervals, those that take time only if the extent is kAll.
/// Absent unless each side is a positive multiple of one performance, a
/// constant or a sum of both, the performances differ, and all have
/// observations.
[[nodiscard]] std::optional<EffectIntervals> effect_intervals(
    const Relation& relation, const Experiment& experiment,
    const Levels& levels, const DecisionSettings& settings,
    const History& history = {});

/// Returns the ratios of left over right that Definition 4.10 does not reject
/// at the level of the settings, learned as the test of the relation learns;
/// where a law must be drawn, with the fewest replicates that are useful. Takes
/// the time of some thirty such tests. The experiment has samples of all
/// performances, none of which is on both sides.
[[nodiscard]] statistics::RatioInterval nonparametric_interval(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const History& history = {});

/// Gives a decision that Definition 4.10 made from the experiment its own
/// interval of the ratio. Leaves all others alone.
void add_nonparametric_interval(const Relation& relation,
                                const Experiment& experiment,
                                const DecisionSettings& settings,
                                const History& history, Decision& decision);

}  // namespace spl::logic
