#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/programs/calls.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {

/// The time that a run of one performance takes, in seconds.
struct RunCost {
  double start = 0;  ///< All but the following.
  double warmup = 0;
  double observation = 0;  ///< Its untimed parts included.
  double iterations = 0;   ///< The iterations of an observation; 0: unknown.
  double setup = 0;        ///< Before each observation, of a warm-up or not.
  double warmups = 0;      ///< Observations of the warm-up.
  double repetitions = 0;  ///< Observations, of both kinds, of the known run.
  /// The shortest call of any run, its untimed parts included: disturbances,
  /// and the calls of a cold process, only lengthen one. 0: not known.
  double fastest_call = 0;
  /// The most iterations of an observation of any run: one whose calls are
  /// disturbed takes fewer.
  double most_iterations = 0;

  /// Returns the seconds of a call, by which runs warm up.
  [[nodiscard]] double call() const {
    return fastest_call > 0 ? fastest_call : observation / iterations;
  }
  /// Returns what another observation takes.
  [[nodiscard]] double each() const { return setup + observation; }
  [[nodiscard]] double of_warmup() const { return warmup + setup * warmups; }
  [[nodiscard]] double of(std::uint64_t observations) const {
    return start + of_warmup() + each() * static_cast<double>(observations);
  }
  /// Returns the cost of runs that make these calls instead. What disturbed the
  /// known run disturbs them as much, however many calls they make.
  [[nodiscard]] RunCost with(const Calls& calls) const;
};

/// Returns what a start with its warm-up costs, in observations; absent if one
/// of them takes no time.
[[nodiscard]] std::optional<double> start_in_observations(const RunCost& cost);

/// Returns what one more item of each level above the observations costs, in
/// observations: a run and, if runs share fixed layouts, a layout. A run with a
/// layout of its own pays for it. `layout_seconds` are Measured's. Empty: not
/// known.
[[nodiscard]] std::vector<double> level_costs(const RunCost& cost,
                                              double layout_seconds,
                                              std::size_t layouts);

using RunCosts = std::map<logic::Performance, RunCost>;

/// Adds the costs of a pilot's runs to those known. The cheapest run of each
/// performance counts, for disturbances only lengthen a run. Performances that
/// failed have no cost. If a program repeats its set-up, the start of its first
/// run passes for set-up, until a run of more observations separates the two.
void add_run_costs(const std::vector<GroupResult>& pilot, RunCosts& costs);

}  // namespace spl::runner
