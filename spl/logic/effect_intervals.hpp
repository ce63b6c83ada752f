#pragma once

#include <map>
#include <optional>
#include <string>

#include "spl/logic/decision.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/hierarchy.hpp"

/// Intervals of the ratio, to compare with that of the deciding test.
namespace spl::logic {

/// All levels of each performance whose data are balanced.
using Levels = std::map<Performance, statistics::Hierarchy>;

struct EffectInterval {
  std::optional<double> lower;  ///< Absent, as is upper, if refused.
  std::optional<double> upper;
  std::string refusal;  ///< A sentence, or empty.
};

/// Intervals of left over right at confidence `level`. Fieller's in both forms
/// (Kalibera and Jones, eq 12) and the inversion of Welch's test take the run
/// statistics of independent sides; the hierarchical bootstrap takes means.
struct EffectIntervals {
  double level = 0;
  EffectInterval fieller;
  EffectInterval fieller_satterthwaite;
  EffectInterval inversion;
  std::optional<EffectInterval> bootstrap;  ///< If asked for.
};

/// Computes the intervals; the bootstrap, which takes time, from `levels`
/// unless they are null. Absent unless one side is a positive multiple of one
/// performance, the other such a multiple of another performance or a constant
/// above 0, and all performances have observations.
[[nodiscard]] std::optional<EffectIntervals> effect_intervals(
    const Relation& relation, const Experiment& experiment,
    const Levels* levels, const DecisionSettings& settings);

}  // namespace spl::logic
