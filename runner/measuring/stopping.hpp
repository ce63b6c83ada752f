#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/measuring/family.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/long_runs.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/stopping_rule.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/logic/relation.hpp"
#include "spl/logic/verdict.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {

// What is wrong with times that decide a relation. If sides cannot make the
// same calls, the cost of a call must not depend on how many calls went
// before.

/// Returns a sentence if it depends so much that the relation, which is then
/// not decided, would come out otherwise if the sides of its first `blocks`
/// blocks had made equally many calls; else empty. `resolution` is the smallest
/// change that matters, as a fraction of the right side.
[[nodiscard]] std::string lack_of_equal_calls(const logic::Relation& relation,
                                              const GroupResult& result,
                                              std::size_t blocks,
                                              double resolution);

/// Returns a sentence if the sides differ, and no longer do if the cost of
/// reading the clock between start() and stop() is as uncertain as the runs say
/// (CallFacts); else empty.
[[nodiscard]] std::string lack_of_equal_timing(const logic::Relation& relation,
                                               const GroupResult& result,
                                               std::size_t blocks,
                                               double resolution);

/// The processors that a host has, and what a quota grants of them.
struct Quota {
  double granted = 1;
  double processors = 1;

  /// Returns how many times as long work may take whose waiting is not seen: as
  /// if all processors had worked for it.
  [[nodiscard]] double slowdown() const { return processors / granted; }
};

/// Returns a sentence if the relation limits times and a quota grants its group
/// less than a processor: what the group waits for then may fall between the
/// runs, and is missing from times that stay below the limit. Empty if the
/// times were found to be beyond the limit all the same, or their mean stays
/// below it by more than the slowdown.
[[nodiscard]] std::string lack_of_whole_time(const logic::Relation& relation,
                                             bool is_beyond, const Quota& quota,
                                             const logic::MeanLimits& mean);

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

/// The end of a relation's measurement.
struct Stopped {
  Stop why = Stop::kRuns;
  std::size_t blocks = 0;          ///< The first ones, which decide.
  double level = 0;                ///< One-sided, of the look that decides.
  statistics::OfParts parts = {};  ///< The levels of its parts.
  std::string reason = {};  ///< A clause, for kLateCalls and kDoubtfulTimes.
  std::optional<logic::LateCalls> late = std::nullopt;  ///< If looked at.
  std::string unsettled = {};  ///< A clause about calls that are not settled.
  /// With `precision`: the blocks of the ratio, and the level of its interval;
  /// 0: those that decide.
  std::size_t blocks_of_ratio = 0;
  LookLevel level_of_ratio = {};
  bool is_last = false;  ///< The budget holds no more blocks than these.
};

/// Returns the meaning of pairs of long runs that cannot be made again.
using LateCallsSource =
    std::function<JudgedLongRuns(const logic::Relation&, const UsualLook&)>;

/// Looks at the relations of a suite as blocks come in. A relation ends on a
/// finding, when a change of the resolution is ruled out (or, in a guard and
/// from 40 blocks on, a change of what it looks for), when its formula is
/// decided without it, and, after any block, when the budget is used up: none
/// of these depends on what has not been looked at. With `precision` a finding
/// stays and the relation is measured on, until a look shows that the interval
/// of its ratio is narrow enough. From 12 blocks on, and before it ends, a
/// relation is asked for pairs of long runs (long_runs.hpp). Relations with a
/// single look are left to the evaluation.
class SequentialStopping : public StoppingRule {
 public:
  /// `alphas` are those of the relations of the suite, in order. All arguments
  /// outlive this.
  SequentialStopping(const Suite& suite, const Grouping& grouping,
                     const std::vector<double>& alphas);

  [[nodiscard]] bool needs_more(const logic::Relation& relation) const override;
  [[nodiscard]] double seconds_left(
      const std::vector<GroupResult>& results) const override {
    return total_.left_by(results);
  }
  void look(const Group& group, const GroupResult& result) override;
  [[nodiscard]] std::uint64_t long_observations(
      const logic::Relation& relation) const override;
  void look_at_long_runs(const Group& group,
                         const GroupResult& result) override;
  /// Looks at a relation after the last of its blocks, which were given.
  void look_at_last(const logic::Relation& relation, const Group& group,
                    const GroupResult& result);
  /// Asks for no long runs, but takes what the function knows of them.
  void know_late_calls(LateCallsSource known) {
    known_late_calls_ = std::move(known);
  }
  /// The smallest quota of what is measured.
  void know_quota(const Quota& quota) { quota_ = quota; }
  /// Lets the pilot's runs decide relations of groups without a plan, if they
  /// can.
  void look_at_pilot(const Grouping& grouping,
                     const std::vector<GroupResult>& results);
  /// Ends all open relations: no more blocks come.
  void interrupt() { end_all(Stop::kInterrupted); }

  /// Returns the ends of all relations, in the order of the suite.
  [[nodiscard]] std::vector<Stopped> stopped() const;
  /// Returns the same while blocks are made: an open relation is kOpen, at the
  /// level that would be left if it ended now.
  [[nodiscard]] std::vector<Stopped> so_far();
  /// Returns how many relations need no more blocks.
  [[nodiscard]] std::size_t ended() const;

 private:
  /// One relation of the suite.
  struct Watched {
    const logic::Relation* relation;
    std::size_t formula;
    logic::DecisionSettings deciding;
    LookRule rule;
    LookPlan plan;
    std::optional<Stopped> stopped;
    std::optional<Stopped> decided;  ///< Decided, but not precise enough.
    logic::Verdict found =
        logic::Verdict::kUndecided;       ///< By the look that decided.
    std::uint64_t long_observations = 0;  ///< The length of awaited long runs.
    logic::Verdict verdict = logic::Verdict::kUndecided;
    std::size_t seen = 0;  ///< Blocks of its group so far.
    LookLevel last_level;
    std::optional<double> half_width =
        std::nullopt;             ///< By the last look, as Seen has it.
    std::size_t layouts = 1;      ///< Fixed ones, each for several blocks.
    logic::MeanLimits mean = {};  ///< By the look that decided.
    logic::Finding finding = logic::Finding::kIndistinct;  ///< The same.
    bool seems_unsettled = false;  ///< When long runs were last asked for.

    [[nodiscard]] bool is_found() const {
      return finding != logic::Finding::kIndistinct;
    }
  };

  /// The level of a look, and how the plan ends there if it does.
  struct LookEnd {
    LookLevel level;
    bool is_last = false;
    Stop at_last = Stop::kBudget;
  };

  /// The result of a look, and whether it ends the relation.
  struct Seen {
    logic::Strength strength;
    logic::Finding finding = logic::Finding::kIndistinct;
    bool rules_out_change = false;
    /// With `precision`: of the ratio's interval, as a fraction of the ratio;
    /// absent if there is no interval.
    std::optional<double> half_width;
    logic::MeanLimits mean;

    [[nodiscard]] bool is_found() const {
      return finding != logic::Finding::kIndistinct;
    }
  };

  /// Whether the time of the group, or of all groups, is used up.
  [[nodiscard]] bool is_time_over(const Group& group,
                                  const GroupResult& result) const;
  [[nodiscard]] bool is_open(const Group& group) const;
  Watched watched(const logic::Relation& relation, std::size_t formula,
                  const Plan* plan, double alpha);
  void look(Watched& watched, const Group& group, const GroupResult& result);
  /// The same at the end of the blocks, if there is an end of given blocks.
  void look_or_end(Watched& watched, const Group& group,
                   const GroupResult& result, std::optional<Stop> given_end);
  /// Looks at a relation whose level is shared out over looks.
  void look_in_sequence(Watched& watched, const Group& group,
                        const GroupResult& result, const LookEnd& end);
  /// Returns whether a decided relation waits for long runs, or is left open
  /// for what they showed.
  bool waits_for_late_calls(Watched& watched, const Group& group,
                            const GroupResult& result, bool is_last);
  /// Asks for a pair of long runs, if there is time.
  void ask_for_long_runs(Watched& watched, const Group& group,
                         const GroupResult& result);
  [[nodiscard]] UsualLook usual_look(const Watched& watched,
                                     const Group& group) const;
  /// Takes what long runs showed; returns whether they leave a relation open.
  bool take(const JudgedLongRuns& judged, Watched& watched);
  Seen seen(const Watched& watched, const GroupResult& result,
            const LookLevel& level, const Settings& settings,
            bool is_last) const;
  /// Returns whether a look at a guard's claim rules out what it looks for.
  [[nodiscard]] bool rules_out_more(const Watched& watched,
                                    const GroupResult& result,
                                    const LookEnd& end) const;
  /// Ends what is decided, if it is precise enough, or was the last look.
  void conclude(Watched& watched, std::size_t blocks, bool is_last);
  void look_at_long_runs(Watched& watched, const Group& group,
                         const GroupResult& result);
  /// Leaves open what a look decided, for that reason.
  void doubt(Watched& watched, Stop why, std::string reason);
  /// Returns whether the last look gave an interval of the ratio that is wider
  /// than `precision` allows, or none.
  [[nodiscard]] bool lacks_precision(const Watched& watched) const;
  /// Returns whether a look decides nothing, because the calls of the sides are
  /// unequal, or times lack what a quota took.
  bool doubt_calls(Watched& watched, const Group& group,
                   const GroupResult& result);
  /// Returns lack_of_whole_time() of what was found.
  [[nodiscard]] std::string lack_of_time(const Watched& watched,
                                         const Group& group,
                                         logic::Finding found,
                                         const logic::MeanLimits& mean) const;
  bool look_for_constants(Watched& watched, const GroupResult& result);
  void look_once_at_one_layout(Watched& watched, const Group& group,
                               const GroupResult& result, bool is_given_end);
  bool look_for_twofold(Watched& watched, const Group& group,
                        const GroupResult& result);
  void stop(Watched& watched, Stop why, std::size_t blocks,
            const LookLevel& level);
  [[nodiscard]] Stopped ended_here(const Watched& watched, Stop why);
  void close_if_decided(std::size_t formula);
  void end_all(Stop why);

  const Suite& suite_;
  LateCallsSource known_late_calls_;
  Quota quota_;
  TotalBudget total_;
  std::vector<Watched> watched_;
  std::vector<std::vector<std::size_t>>
      of_formula_;  ///< Positions in watched_.
  std::unordered_map<const logic::Relation*, std::size_t> number_of_;
  /// By blocks.
  std::map<std::pair<std::size_t, LookRule>, LookPlan> plans_;
  /// Levels of unplanned ends, by blocks planned and made.
  std::map<std::tuple<std::size_t, std::size_t, LookRule>, LookLevel>
      early_levels_;
};

}  // namespace spl::runner
