#pragma once

#include <string>

#include "runner/measuring/run_cost.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/short_budget.hpp"

/// The pilot of code that is too slow for the usual one.
namespace spl::runner {

/// Runs of a single iteration, one after the other, none of which takes the
/// group beyond its budget, or all groups beyond --budget-total.
class SlowPilot {
 public:
  /// The measures that the pilot adds to. `result` holds the failures so far,
  /// and the time of the pilot.
  struct Measures {
    GroupResult& result;
    RunCosts& costs;
  };

  /// `total` is what is left of the time of all relations together, in
  /// seconds; infinity: no limit. All that is referred to outlives this.
  SlowPilot(const Group& group, const ProgramOf& program_of, Launcher& launcher,
            const Measures& made, double total);

  /// Makes a block and returns whether it is whole. If not, a run failed, the
  /// budget was used up, or two blocks take longer than the budget: then
  /// too_long() says so.
  [[nodiscard]] bool make_block(std::uint64_t seed);

  /// Says "a run of a(1) takes 12 s, so that ...", if that ended the pilot.
  [[nodiscard]] const Shortage& too_long() const { return too_long_; }

 private:
  bool make_run(const logic::Performance& performance, std::uint64_t seed);
  Measured measured(const logic::Performance& performance, std::uint64_t seed,
                    const Plan& plan);
  void keep(const logic::Performance& performance, Measured made);
  /// Returns the seconds that the next run may take.
  [[nodiscard]] double left() const;
  /// Returns the least time of a block, from the performances whose costs are
  /// known.
  [[nodiscard]] double block_seconds() const;
  void give_up(const logic::Performance& performance, const std::string& what,
               double least);

  const Group& group_;
  const ProgramOf& program_of_;
  Launcher& launcher_;
  GroupResult& result_;
  RunCosts& costs_;
  double total_end_;  ///< The pilot's time at which the total is used up.
  Shortage too_long_;
};

}  // namespace spl::runner
