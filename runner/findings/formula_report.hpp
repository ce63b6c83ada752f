#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/layouts/layout_levels.hpp"
#include "runner/measuring/long_runs.hpp"
#include "runner/measuring/stopping.hpp"
#include "runner/store/stored_comparisons.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/effect_intervals.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/parts.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/run_statistic.hpp"

/// Formulas that have been decided.
namespace spl::runner {

/// What one performance takes in a side, as both amounts of the side do.
struct SideTerm {
  double factor = 1;
  std::optional<double> amount;
  std::optional<double> mean;
};

/// A side of a relation. Amounts are nanoseconds or counts, absent without
/// observations.
struct RelationSide {
  std::string text;  ///< `12 * json_parse(10)`: never THIS, never a variable.
  /// What the number that represents a run comes to: of typical calls, unless
  /// the relation is about something else. The level is the median over the
  /// runs (of means the mean), and the quotient of the sides is the relation's
  /// ratio.
  std::optional<double> amount;
  /// The mean of all calls of all runs; likewise.
  std::optional<double> mean;
  std::vector<SideTerm> terms = {};  ///< In order; none of a constant.
  double constant = 0;
};

struct Sides {
  RelationSide left;
  RelationSide right;
};

/// Writes a side as formulas do: `1.05 * p99(f(1)) + 5 us`.
[[nodiscard]] std::string side_text(
    const logic::LinearForm& side,
    const std::optional<logic::StatedStatistic>& stated,
    logic::Dimension dimension);

/// The observations of sides. Both experiments outlive this.
struct SideObservations {
  const logic::Experiment& compared;  ///< The runs that decide.
  /// The same with the observations of all calls; null if `compared` has them.
  const logic::Experiment* plain = nullptr;
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  logic::Dimension dimension = logic::Dimension::kTime;
};

/// Gives two amounts the ratio, and leaves their geometric mean: medians of the
/// sides may have another one, as where blocks differ. A side without
/// performances keeps its amount.
void agree_with(double ratio, const logic::Relation& relation,
                std::optional<double>& left, std::optional<double>& right);

/// Returns both sides of a relation with their amounts.
[[nodiscard]] Sides sides_of(const logic::Relation& relation,
                             const SideObservations& observations);

/// The width of a ratio's interval that `precision` asks for.
struct Precision {
  double wanted = 0;
  /// Half the width of the interval, as a fraction of the ratio; absent without
  /// an interval.
  std::optional<double> reached;
  std::size_t blocks = 0;  ///< Blocks that the ratio is made of.
  /// Blocks that would be about enough; absent if these were.
  std::optional<std::size_t> blocks_needed = std::nullopt;
};

struct RelationReport {
  std::string text;  ///< Has values in place of variables.
  /// Names the relation among all of a report, and in later reports: no file,
  /// line or label is part of it. Empty before name_relations().
  std::string id = {};
  Sides sides = {};  ///< As they are compared, with what they take.
  /// The relation with another right side, which would hold:
  /// `a(1) <= 1.19 * b(1)`. Empty if it holds, or if nothing was found.
  std::string loosened = {};
  logic::Sign sign = logic::Sign::kLessEqual;
  std::vector<std::pair<std::string, logic::Value>> bindings;
  std::set<logic::Performance> performances;  ///< The compared ones.
  logic::Decision decision;
  std::optional<logic::EffectIntervals> intervals;
  Stop stopped = Stop::kData;  ///< Why there are no more observations of it.
  std::size_t blocks = 0;      ///< Blocks that count, or given runs.
  std::size_t planned = 0;     ///< Blocks at most; 0 if none were planned.
  double alpha = 0;            ///< The level of all looks, in its family.
  /// The compared sides, if they are not those of the text:
  /// `b(1) with 0.5 * a(1)`.
  std::string compared = {};
  double resolution = 0;  ///< Smallest change that matters.
  /// The largest change, as a fraction of the right side, that would turn the
  /// verdict and that the interval still holds; if the sides are indistinct.
  std::optional<double> hidden;
  /// Blocks with which nine of ten experiments would find a change of the
  /// resolution; absent if these blocks are enough.
  std::optional<std::size_t> blocks_needed;
  /// Blocks that are likely to end the relation; absent if it has ended, or if
  /// they are too many.
  std::optional<std::size_t> blocks_to_end = std::nullopt;
  double block_seconds = 0;  ///< Duration of a block; 0 if not measured.
  /// The seconds of --budget that hold a first look, if the budget does not; 0
  /// if that is not known.
  double lacking_budget = 0;
  /// Present if the three parts decided.
  std::optional<logic::PartsDecision> parts = std::nullopt;
  /// The three parts of a relation that is left open: estimates, no findings.
  std::optional<logic::PartsDecision> open_parts = std::nullopt;
  /// How far its processes were followed; no calls if it was not measured.
  Followed followed = {};
  std::optional<logic::LateCalls> late = std::nullopt;  ///< If looked at.
  std::string unsettled = {};  ///< A clause about calls that are not settled.
  /// What the same programs gave here, if that contradicts the ratio.
  std::optional<EarlierRatio> earlier = std::nullopt;
  std::optional<Precision> precision = std::nullopt;  ///< If asked for.
  /// The factor that turns the ratio into the quotient of the performances;
  /// absent if the sides are not single performances, or have no factor.
  std::optional<double> plain_factor;
  std::size_t quotients = 0;  ///< Of a geometric mean; 0: it has sums.
  /// With portability: its ratio over that of the other report, or the
  /// reciprocal, whichever is greater.
  std::optional<double> portability;
  std::optional<LayoutEffect> layout = std::nullopt;  ///< If they are fixed.
  /// The statistic that its formula states; else the settings do.
  std::optional<logic::StatedStatistic> stated = std::nullopt;
  /// Whether some performances are, though nobody asked for it.
  bool in_one_layout = false;
  /// Whether the data of some performance lie at one place, likewise.
  bool heap_in_one_layout = false;
  bool nothing_varied = false;  ///< All observations of each are equal.
  /// It holds because nothing speaks against it, but a change that matters was
  /// not ruled out.
  bool is_weak = false;
};

/// Returns what the three parts decided or, of an open relation, saw.
[[nodiscard]] inline const std::optional<logic::PartsDecision>& seen_by_parts(
    const RelationReport& relation) {
  return relation.parts ? relation.parts : relation.open_parts;
}

/// A step that a user can take about a formula that does not hold.
struct NextStep {
  enum class Kind {
    kLoosen,  ///< `text` is a relation that would hold.
    kMeasure  ///< `text` is an option that would settle it.
  };
  Kind kind = Kind::kLoosen;
  std::string relation;  ///< The id of the relation.
  std::string text;      ///< `a(1) <= 1.19 * b(1)`, or `--budget 40s`.
  std::string why = {};  ///< `about 300 more blocks`; may be empty.
};

struct FormulaReport {
  std::string label;
  bool label_is_made = false;  ///< By this program: `line7`, `formula2`.
  std::string file;
  std::size_t line = 0;
  std::string text;          ///< Has the function's name in place of THIS.
  std::string written = {};  ///< The same with THIS, where it is written so.
  logic::Verdict verdict = logic::Verdict::kUndecided;
  /// It would not hold if its weak relations were undecided.
  bool is_weak = false;
  double seconds = 0;  ///< Spent on the blocks of its relations.
  std::vector<RelationReport> relations;
  logic::DecisionSettings deciding;
  std::size_t family = 1;  ///< Number of evaluations that share its level.
  /// The dimension of its performances.
  logic::Dimension dimension = logic::Dimension::kTime;
  /// The metric that decides, as --metric names it; empty if given files do
  /// not name one.
  std::string metric = "wall";
  /// Whether it holds just when all its relations do.
  bool conjunction = true;
  std::vector<NextStep> next_steps = {};  ///< None if it holds.
  /// The command that evaluates it again by itself; empty if it holds, or if
  /// the mode has a command of its own.
  std::string command = {};
  /// The command that finds the commit since which it does not hold; empty if
  /// no commits are compared.
  std::string search = {};
};

/// Returns the verdict: "holds, weak" if it does so weakly.
[[nodiscard]] inline std::string verdict_text(const FormulaReport& formula) {
  return std::string(logic::to_text(formula.verdict)) +
         (formula.is_weak ? ", weak" : "");
}

/// Returns the metric behind a name, as in ` [cpu]`; empty for wall times.
[[nodiscard]] inline std::string metric_note(const FormulaReport& formula) {
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  return is_wall ? "" : " [" + formula.metric + ']';
}

/// The result of an evaluation.
struct Evaluation {
  std::vector<FormulaReport> formulas;
};

}  // namespace spl::runner
