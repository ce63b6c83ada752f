#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/look_plan.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/stop.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/logic/verdict.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {

/// What became of a relation.
struct Stopped {
  Stop why = Stop::kRuns;
  std::size_t blocks = 0;          ///< The first so many decide.
  double level = 0;                ///< Of the look that decides; one-sided.
  statistics::OfParts parts = {};  ///< The levels of its parts.
  std::string reason = {};  ///< Of kLateCalls and kUnequalCalls: a clause.
  std::optional<logic::LateCalls> late = std::nullopt;  ///< If looked at.
  /// With --precision: how many blocks the ratio is of, and the level of its
  /// interval; 0: those that decide.
  std::size_t blocks_of_ratio = 0;
  LookLevel level_of_ratio = {};
};

/// Looks at the relations of a suite as blocks come in. A relation ends on a
/// finding, when a change of the resolution is ruled out, when its formula is
/// decided without it, and, after any block, when the budget is used up: none
/// of these depends on what has not been looked at. With --precision a finding
/// stands and the relation is measured on, until a look shows that the interval
/// of its ratio is narrow enough. A relation that shows no change of the mean
/// is asked for pairs of long runs (late_calls.hpp) before it ends. Relations
/// with a single look are left to the evaluation.
class SequentialStopping : public StoppingRule {
 public:
  /// `alphas` are those of the relations of the suite, in order. All that is
  /// given outlives this.
  SequentialStopping(const Suite& suite, const Grouping& grouping,
                     const std::vector<double>& alphas);

  [[nodiscard]] bool needs_more(const logic::Relation& relation) const override;
  void look(const Group& group, const GroupResult& result) override;
  [[nodiscard]] std::uint64_t long_observations(
      const logic::Relation& relation) const override;
  void look_at_long_runs(const Group& group,
                         const GroupResult& result) override;
  /// Of groups without a plan the pilot's runs decide, where they can.
  void look_at_pilot(const Grouping& grouping,
                     const std::vector<GroupResult>& results);
  /// No more comes: what is open stays so.
  void interrupt();

  /// In the order of the suite.
  [[nodiscard]] std::vector<Stopped> stopped() const;
  /// The same while blocks are made: what is open is kOpen, at the level that
  /// would be left if this were its end.
  [[nodiscard]] std::vector<Stopped> so_far();
  /// How many relations need no more blocks.
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
    std::optional<Stopped> decided;  ///< But not precise enough.
    logic::Verdict found = logic::Verdict::kUndecided;  ///< By that look.
    std::uint64_t long_observations = 0;                ///< That it waits for.
    logic::Verdict verdict = logic::Verdict::kUndecided;
    std::size_t seen = 0;  ///< Blocks of its group so far.
    LookLevel last_level;
    std::size_t layouts = 1;  ///< Fixed ones, each for several blocks.
  };

  /// What a look says, and whether it ends the relation.
  struct Seen {
    logic::Strength strength;
    bool is_found = false;
    bool rules_out_change = false;
  };

  Watched watched(const logic::Relation& relation, std::size_t formula,
                  const Plan* plan, double alpha);
  void look(Watched& watched, const Group& group, const GroupResult& result);
  Seen seen(const Watched& watched, const GroupResult& result,
            const LookLevel& level) const;
  /// Ends what is decided, if it is precise enough, or was the last look.
  void conclude(Watched& watched, const GroupResult& result,
                const LookLevel& level, bool is_last);
  void look_at_long_runs(Watched& watched, const Group& group,
                         const GroupResult& result);
  /// Leaves open what a look decided, for that reason.
  void doubt(Watched& watched, Stop why, std::string reason);
  /// Whether the interval of its ratio is wider than --precision has it.
  [[nodiscard]] bool lacks_precision(const Watched& watched,
                                     const GroupResult& result,
                                     const LookLevel& level) const;
  /// Whether a look decides nothing, since the sides' calls are no equals.
  bool doubt_calls(Watched& watched, const GroupResult& result);
  bool look_for_constants(Watched& watched, const GroupResult& result);
  void look_once_at_one_layout(Watched& watched, const Group& group,
                               const GroupResult& result);
  bool look_for_twofold(Watched& watched, const GroupResult& result);
  void stop(Watched& watched, Stop why, std::size_t blocks,
            const LookLevel& level);
  [[nodiscard]] Stopped ended_here(const Watched& watched, Stop why);
  void close_if_decided(std::size_t formula);

  const Suite& suite_;
  std::vector<Watched> watched_;
  std::vector<std::vector<std::size_t>> of_formula_;  ///< Into watched_.
  std::unordered_map<const logic::Relation*, std::size_t> number_of_;
  /// By blocks.
  std::map<std::pair<std::size_t, LookRule>, LookPlan> plans_;
  /// Of unplanned ends, by blocks planned and made.
  std::map<std::tuple<std::size_t, std::size_t, LookRule>, LookLevel>
      early_levels_;
};

}  // namespace spl::runner
