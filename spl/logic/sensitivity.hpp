#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "spl/logic/decision.hpp"

/// The frequency with which interpretations find a change of known size (the
/// experiment of section 4.1 of the SPL paper).
namespace spl::logic {

/// The repetitions in which an interpretation found the changed half slower,
/// and faster.
struct SensitivityCount {
  /// Absent for the three parts together (parts.hpp), at one look.
  std::optional<Interpretation> interpretation;
  std::size_t slower = 0;
  std::size_t faster = 0;
};

struct SensitivityRow {
  enum class Draw {
    kOneSet,        ///< Observations of all runs, the same for both sides.
    kObservations,  ///< Likewise of halves of the runs. Both are for `welch`.
    kRuns
  };
  Draw draw;
  std::size_t size;  ///< Items drawn for each side.
  std::size_t repetitions;
  std::vector<SensitivityCount> counts;
};

/// Splits the runs of a sample at random into halves, draws observations or
/// runs from each with replacement, multiplies one half by `scale`, and counts
/// the findings of each interpretation at the level and statistic of
/// `settings`. Halves are drawn anew in each repetition. Observations are also
/// drawn from all runs as one set, as many as it has, up to 100 000: then runs
/// do not differ between the sides, as they do in experiments. The three parts
/// are included if they decide; `nonparametric`, which is slow, if `settings`
/// choose it. A single run has no halves, and is one set only: with fewer than
/// ten observations the result is empty. The same seed gives the same counts.
/// `report_share`, unless it is empty, takes the share that is done.
[[nodiscard]] std::vector<SensitivityRow> sensitivity(
    const statistics::Sample& sample, double scale,
    const DecisionSettings& settings,
    const std::function<void(double)>& report_share = {});

}  // namespace spl::logic
