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
#include "spl/logic/catalogue.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/effect_intervals.hpp"
#include "spl/logic/parts.hpp"

/// Formulas that have been decided.
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

/// The result of an evaluation.
struct Evaluation {
  std::vector<FormulaReport> formulas;
};

}  // namespace spl::runner
