#pragma once

#include <map>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"

namespace spl::runner {

/// The time that all groups of relations may take together (--budget-total).
/// Groups take turns, so that all that are open get equally many blocks, and
/// what clear relations leave goes to the others. If the rest does not hold the
/// next look at all of them, some end at their last look, so that it holds that
/// at the others.
class TotalBudget {
 public:
  /// In seconds; 0: no limit.
  explicit TotalBudget(double seconds) : seconds_(seconds) {}

  /// Takes note of what a group took so far, its pilot included, and of whether
  /// it needs more blocks.
  void add(const Group& group, const GroupResult& result, bool is_open);

  /// Returns whether what the group needs until it may end is held, if only the
  /// groups that were admitted before it are measured. One that is not admitted
  /// needs nothing more.
  [[nodiscard]] bool admits(const Group& group);

  /// Returns whether the next blocks of all open groups would take more than
  /// what is left: one each, or as many as end a round of fixed layouts. Each
  /// group then ends there.
  [[nodiscard]] bool is_used_up() const;

  /// Returns whether the group is to end at the look that it has had: the rest
  /// of the time holds the next look, after `next` blocks, at groups with
  /// shorter blocks, but not at this group, too. The choice depends on what
  /// blocks take and not on what they showed, so that error rates hold.
  [[nodiscard]] bool ends_at_look(const Group& group, std::size_t next) const;

  /// Returns the seconds that all these results leave, whether or not they have
  /// been noted; infinite without a limit.
  [[nodiscard]] double left_by(const std::vector<GroupResult>& results) const;

 private:
  struct Share {
    double spent = 0;
    double next_blocks = 0;  ///< Until it may end; 0 if it needs none.
    std::size_t blocks = 0;
    double block = 0;  ///< The seconds of one.
  };

  double seconds_;
  std::map<const Group*, Share> shares_;
  double spent_ = 0;        ///< By all groups.
  double next_blocks_ = 0;  ///< The next blocks of all groups.
  double admitted_ = 0;     ///< The next blocks of admitted groups.
};

}  // namespace spl::runner
