#pragma once

#include <set>
#include <string>

#include "runner/formulas/suite.hpp"
#include "runner/measuring/plan.hpp"
#include "runner/measuring/run_cost.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/short_budget.hpp"
#include "runner/measuring/stopping_rule.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// The result of the runs that do not count: the groups and their plans, and
/// the performances that failed already.
struct Pilot {
  Grouping grouping;  ///< With plans.
  RunCosts costs;
  /// For each group: failures, the time of the pilot, and its runs if the
  /// budget holds no more.
  std::vector<GroupResult> results;
  std::vector<Shortage> shortages;  ///< One for each group.
};

/// Makes short runs of all performances that the formulas compare, and plans.
/// Throws ProgramError if a program cannot record a metric that is asked for.
[[nodiscard]] Pilot piloted(const Suite& suite,
                            const ProgramCatalogue& programs,
                            std::uint64_t seed,
                            const Surroundings& surroundings);

/// Returns the paths of the programs; the catalogue outlives the function.
[[nodiscard]] ProgramOf program_of(const ProgramCatalogue& programs);

/// Runs of a single iteration, one after the other, none of which takes the
/// group beyond its budget, or all groups beyond --budget-total. A side that
/// the usual pilot found quick comes last, warms up, and makes as many calls as
/// take a hundredth of the time of the others: its first call says nothing. A
/// side has failed if the budget ends before its first call.
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
  [[nodiscard]] bool is_quick(const logic::Performance& performance) const;
  [[nodiscard]] Plan plan_of(const logic::Performance& performance) const;
  Measured measured(const logic::Performance& performance, std::uint64_t seed,
                    const Plan& plan);
  void keep(const logic::Performance& performance, Measured made);
  /// Returns the seconds that the next run may take.
  [[nodiscard]] double left() const;
  /// Returns the least time of a block, from the performances whose costs are
  /// known.
  [[nodiscard]] double block_seconds() const;
  [[nodiscard]] double longest_block(double least) const;
  [[nodiscard]] double budget_of_first_look(double least) const;
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

/// Plans the pilot: two blocks of short runs, whose results are not counted, or
/// no block if nothing is to be planned. The first runs of a program read it
/// from the disk.
[[nodiscard]] Plan pilot_plan(const Group& group);

/// Plans a block of longer runs that separate set-up from the start
/// (RunCost::setup): as many observations as a tenth of the group's budget
/// holds if all of them repeat what the runs so far took. No block if nothing
/// may be repeated, or if that is hardly more than the pilot has.
[[nodiscard]] Plan longer_pilot_plan(const Group& group, const RunCosts& costs);

/// Ends the pilot of a group whose first block took a tenth of its budget.
class PilotRule : public StoppingRule {
 public:
  [[nodiscard]] bool needs_more(const logic::Relation& relation) const override;
  void look(const Group& group, const GroupResult& result) override;

 private:
  std::set<const logic::Relation*> done_;
};

}  // namespace spl::runner
