#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"

namespace spl::runner {

/// Says which relations need more blocks. By default all do, until the plan of
/// their group is carried out.
class StoppingRule {
 public:
  virtual ~StoppingRule() = default;
  [[nodiscard]] virtual bool needs_more(
      const logic::Relation& /*relation*/) const {
    return true;
  }
  /// Returns the seconds that all relations together have left after what has
  /// been made of all groups.
  [[nodiscard]] virtual double seconds_left(
      const std::vector<GroupResult>& /*results*/) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Called after each block with all that the group has.
  virtual void look(const Group& /*group*/, const GroupResult& /*result*/) {}
  /// Returns the observations of the long run that the relation needs of each
  /// side next, outside all blocks; 0: none.
  [[nodiscard]] virtual std::uint64_t long_observations(
      const logic::Relation& /*relation*/) const {
    return 0;
  }
  /// Called after each pair of such runs, before the next block.
  virtual void look_at_long_runs(const Group& /*group*/,
                                 const GroupResult& /*result*/) {}
};

}  // namespace spl::runner
