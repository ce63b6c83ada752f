#pragma once

#include <set>

#include "runner/measuring/plan.hpp"
#include "runner/measuring/stopping_rule.hpp"

/// Blocks that are made first and not counted.
namespace spl::runner {

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
