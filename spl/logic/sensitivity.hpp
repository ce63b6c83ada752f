#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spl/logic/decision.hpp"

/// How often interpretations see a change of known size (the experiment of
/// section 4.1 of the SPL paper).
namespace spl::logic {

/// In how many repetitions the changed half was found slower, and faster.
struct SensitivityCount {
  /// Absent: the three parts together (parts.hpp), at one look.
  std::optional<Interpretation> interpretation;
  std::size_t slower = 0;
  std::size_t faster = 0;
};

struct SensitivityRow {
  enum class Draw {
    kObservations,  ///< Runs ignored; only `welch` takes those.
    kRuns
  };
  Draw draw;
  std::size_t size;  ///< Drawn from each half.
  std::size_t repetitions;
  std::vector<SensitivityCount> counts;
};

/// Splits the runs of a sample at random into halves, draws observations or
/// runs from each with replacement, multiplies one half by `scale`, and counts
/// what each interpretation at the level and statistic of `settings` finds; the
/// halves are drawn anew in each repetition. The three parts are among them if
/// they decide, and `nonparametric`, whose laws take their time, if `settings`
/// choose it. Empty with fewer than two
/// runs. The same seed gives the same counts.
[[nodiscard]] std::vector<SensitivityRow> sensitivity(
    const statistics::Sample& sample, double scale,
    const DecisionSettings& settings);

}  // namespace spl::logic
