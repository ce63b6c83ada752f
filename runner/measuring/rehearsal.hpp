#pragma once

#include <set>

#include "runner/measuring/plan.hpp"
#include "runner/measuring/stopping_rule.hpp"

/// Blocks that are made first and not counted: a pilot of short runs, and a
/// rehearsal of the runs as they are planned.
namespace spl::runner {

/// A block of short runs, whose results are not counted. No block where nothing
/// is to be planned.
[[nodiscard]] Plan pilot_plan(const Group& group);

/// What follows the pilot and is not counted either: three blocks as they are
/// planned, to see whether the warm-up is long enough. If it was asked for, or
/// a tenth of the budget of the group's relations does not hold them, another
/// block of short runs; none if it does not hold that.
[[nodiscard]] Plan rehearsal_plan(const Group& group, const RunCosts& costs,
                                  const Warmups& warmups);

/// Ends a rehearsal where no performance got faster in all its runs so far.
class RehearsalRule : public StoppingRule {
 public:
  [[nodiscard]] bool needs_more(const logic::Relation& relation) const override;
  void look(const Group& group, const GroupResult& result) override;

 private:
  std::set<const logic::Relation*> done_;
};

/// Four times the warm-up for all performances of the group, up to 16 ms, where
/// in all three blocks of its rehearsal the same one got faster (falls() in
/// trend.hpp), and in what their runs cost; whether it is. Where neighbours are
/// busy many runs drift, either way and however long they warm up.
bool lengthen(const Group& group, const GroupResult& rehearsal,
              Warmups& warmups, RunCosts& costs);

}  // namespace spl::runner
