#pragma once

#include <set>

#include "runner/measuring/plan.hpp"
#include "runner/measuring/stopping_rule.hpp"

/// Blocks that are made first and not counted: a pilot of short runs, and a
/// rehearsal of the runs as they are planned.
namespace spl::runner {

/// Plans the pilot: a block of short runs, whose results are not counted, or no
/// block if nothing is to be planned.
[[nodiscard]] Plan pilot_plan(const Group& group);

/// Plans a block of longer runs that separate set-up from the start
/// (RunCost::setup): as many observations as a tenth of the group's budget
/// holds if all of them repeat what the runs so far took. No block if nothing
/// may be repeated, or if that is hardly more than the pilot has.
[[nodiscard]] Plan longer_pilot_plan(const Group& group, const RunCosts& costs);

/// Plans the rehearsal after the pilot, which is not counted either: three
/// blocks as they are planned, to see whether the warm-up is long enough. If
/// the warm-up is asked for, or a tenth of the group's budget does not hold
/// three blocks, it is another block of short runs; none if that is too long as
/// well.
[[nodiscard]] Plan rehearsal_plan(const Group& group, const RunCosts& costs,
                                  const Warmups& warmups);

/// Ends a rehearsal once no performance got faster in all its runs so far.
class RehearsalRule : public StoppingRule {
 public:
  [[nodiscard]] bool needs_more(const logic::Relation& relation) const override;
  void look(const Group& group, const GroupResult& result) override;

 private:
  std::set<const logic::Relation*> done_;
};

/// Makes the warm-up of all performances of the group, and its part of their
/// costs, four times as long, up to 16 ms, if the same performance got faster
/// in all three blocks of the rehearsal (falls() in trend.hpp). Returns whether
/// it did. A single run proves nothing: if neighbours are busy, many runs drift
/// either way, however long they warm up.
bool lengthen(const Group& group, const GroupResult& rehearsal,
              Warmups& warmups, RunCosts& costs);

}  // namespace spl::runner
