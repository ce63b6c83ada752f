#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "runner/findings/planning.hpp"
#include "runner/git/repository.hpp"
#include "runner/layouts/layout_levels.hpp"
#include "runner/measuring/long_runs.hpp"
#include "runner/measuring/performance_report.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/self_test.hpp"
#include "runner/measuring/stop.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/host_facts.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/effect_intervals.hpp"
#include "spl/logic/parts.hpp"
#include "spl/logic/sensitivity.hpp"
#include "spl/statistics/interpretations/analysis_of_variance.hpp"
#include "spl/workload/protocol.hpp"

/// What an evaluation came to: plain data that reporters only read.
namespace spl::runner {

/// Of --precision.
struct Precision {
  double wanted = 0;
  /// Half the width of the interval, as a fraction of the ratio; absent where
  /// there is no interval.
  std::optional<double> reached;
  std::size_t blocks = 0;  ///< That the ratio is of.
  /// About so many blocks would do; absent where these did.
  std::optional<std::size_t> blocks_needed = std::nullopt;
};

struct RelationReport {
  std::string text;  ///< With values in place of variables.
  logic::Sign sign = logic::Sign::kLessEqual;
  std::vector<std::pair<std::string, logic::Value>> bindings;
  std::set<logic::Performance> performances;  ///< That it compares.
  logic::Decision decision;
  std::optional<logic::EffectIntervals> intervals;
  Stop stopped = Stop::kData;  ///< Why there are no more observations of it.
  std::size_t blocks = 0;      ///< Measured and counted, or given.
  std::size_t planned = 0;     ///< Blocks at most; 0 if none were planned.
  double alpha = 0;            ///< Of all its looks together, in its family.
  /// What ratios compare if it is not the sides as written:
  /// `b(1) with 0.5 * a(1)`.
  std::string compared = {};
  double resolution = 0;  ///< Smallest change that matters.
  /// Of what is indistinct: the largest change, as a fraction of the right
  /// side, that would turn the verdict and that the interval still holds.
  std::optional<double> hidden;
  /// With so many blocks nine of ten experiments would find a change of the
  /// resolution; absent where these blocks would do.
  std::optional<std::size_t> blocks_needed;
  double block_seconds = 0;  ///< What a block took; 0 if it was not measured.
  /// Where the three parts decided.
  std::optional<logic::PartsDecision> parts = std::nullopt;
  /// How far its processes were followed; no calls where it was not measured.
  Followed followed = {};
  std::optional<logic::LateCalls> late = std::nullopt;  ///< If looked at.
  std::optional<Precision> precision = std::nullopt;    ///< If asked for.
  /// What the ratio times this is the quotient of the two performances; absent
  /// where the sides are not single performances, or as they are.
  std::optional<double> plain_factor;
  /// With --portability: its ratio over that of the other report, or the
  /// reciprocal, whichever is greater.
  std::optional<double> portability;
  std::optional<LayoutEffect> layout = std::nullopt;  ///< Of fixed layouts.
  /// What its formula states it is about; else the settings do.
  std::optional<logic::StatedStatistic> stated = std::nullopt;
  /// Some of the performances are, though nobody asked for it.
  bool in_one_layout = false;
  bool nothing_varied = false;  ///< All observations of each are equal.
};

struct FormulaReport {
  std::string label;
  std::string file;
  std::size_t line = 0;
  std::string text;
  logic::Verdict verdict = logic::Verdict::kUndecided;
  double seconds = 0;  ///< Of the blocks that measured its relations.
  std::vector<RelationReport> relations;
  logic::DecisionSettings deciding;
  std::size_t family = 1;  ///< Texts that its level is shared by.
  /// What its performances are.
  logic::Dimension dimension = logic::Dimension::kTime;
  /// What decides it, as --metric names it; empty where given files do not
  /// tell.
  std::string metric = "wall";
  /// Whether it holds just when all its relations do.
  bool conjunction = true;
};

/// Of --rank.
struct Ranking {
  double level = 0;  ///< Of all intervals together.
  std::vector<logic::Performance> performances;
  statistics::Groups runs;  ///< The run statistics of each.
  statistics::Design design = statistics::Design::kIndependent;
  /// Absent where a performance failed, or refused.
  std::optional<statistics::AnalysisOfVariance> analysis;
  /// By position among the performances; empty where nothing varies.
  std::vector<statistics::PairComparison> pairs;
  std::string failure;  ///< Of a performance: a sentence, or empty.
  std::string refusal;  ///< What the analysis lacks: a sentence, or empty.
};

/// Of --sensitivity: what was drawn from one performance.
struct SensitivityReport {
  logic::Performance performance;
  double scale = 1;
  std::vector<logic::SensitivityRow> rows;
};

/// A revision whose program was measured.
struct RevisionReport {
  std::string name;  ///< As formulas write it; empty: the one under test.
  Revision revision;
  std::vector<std::string> programs = {};  ///< That measure it.
  /// Those that would measure the one under test if no revision was named.
  std::vector<std::string> unmeasured = {};
};

/// A commit that could not be built or measured.
struct SkippedCommit {
  Revision revision;
  std::string reason;  ///< With the log's path and end where it was not built.
};

/// Of --bisect.
struct BisectionReport {
  Revision good;
  Revision bad;
  /// At one of these formulas stopped holding, in order.
  std::vector<Revision> suspects;
  std::size_t commits = 0;  ///< After the good one up to the bad one.
  /// Those that were built and measured, both ends included.
  std::size_t tested = 0;
  std::vector<SkippedCommit> skipped = {};
  /// Before the suspects and after the good end: they may be bad, too.
  std::size_t unknown_before = 0;
  std::string again = {};  ///< A command that shows it again.
  /// A command that goes on, where the time of the search was used up before;
  /// else empty.
  std::string going_on = {};

  /// The commits and the good end are tested, skipped or untested.
  [[nodiscard]] std::size_t untested() const {
    return commits + 1 - tested - skipped.size();
  }
};

struct Context {
  std::string host;
  unsigned processors = 0;
  std::string compiler;  ///< That built spl-run.
  std::string time;      ///< ISO 8601, UTC.
  std::uint64_t seed = 0;
  std::vector<HostRecord> hosts = {};  ///< Where blocks were made.
};

struct Report {
  Context context;
  Settings settings;  ///< Before what formula files set.
  /// Before what formula files set. Empty if given files do not say.
  std::string metric = "wall";
  logic::Dimension dimension = logic::Dimension::kTime;
  std::vector<parser::Diagnostic> errors;
  std::vector<std::string> warnings;
  std::vector<FormulaReport> formulas;
  std::vector<PerformanceReport> performances;
  std::vector<RevisionReport> revisions;
  std::optional<BisectionReport> bisection;
  std::optional<Ranking> ranking;
  std::vector<SensitivityReport> sensitivity;
  std::optional<Planning> planning;  ///< Of --plan.
  std::vector<SelfTest> self_tests;  ///< Of --self-test.
  double seconds = 0;                ///< Of measuring.
  /// Measured in one layout, though nobody asked for it.
  std::set<logic::Performance> in_one_layout;
  /// Whether nothing is measured any more: a report that is written while
  /// something is may be the last, if this process is killed.
  bool is_complete = true;
};

/// What the performance was measured or given in.
[[nodiscard]] logic::Dimension dimension(const PerformanceReport& one,
                                         const Report& report);

}  // namespace spl::runner
