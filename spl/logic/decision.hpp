#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "spl/logic/relation.hpp"
#include "spl/logic/verdict.hpp"
#include "spl/statistics/interpretation.hpp"
#include "spl/statistics/ratio.hpp"
#include "spl/statistics/sample.hpp"

/// Decides one relation on what was observed.
namespace spl::logic {

/// A performance that could not be measured, and why: a sentence.
struct Failure {
  std::string reason;
};

/// What was observed of each performance. In the samples of performances that
/// were measured in the same blocks, run i is of block i.
using Experiment =
    std::map<Performance, std::variant<statistics::Sample, Failure>>;

enum class Interpretation { kBlocks, kRunMeans, kWelch };

inline constexpr Interpretation kInterpretations[] = {
    Interpretation::kBlocks, Interpretation::kRunMeans, Interpretation::kWelch};

/// "blocks", "run_means", "welch".
[[nodiscard]] std::string_view to_text(Interpretation interpretation);

struct DecisionSettings {
  Interpretation interpretation = Interpretation::kBlocks;
  double alpha = 0.01;  ///< Of one direction, in (0, 0.5).
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
};

struct Decision {
  Finding finding = Finding::kUnknown;
  Strength strength = Strength::kUndecided;
  Verdict verdict = Verdict::kUndecided;
  std::string reason;  ///< Why the finding is unknown; else empty.
  double alpha = 0;    ///< The level it was decided at.
  /// Absent where theta is a constant or a performance failed, as are the
  /// estimates and the interpretations.
  std::optional<Interpretation> decided_by;
  std::optional<double> difference;  ///< Left minus right.
  statistics::RatioInterval ratio;   ///< Left over right, at 1 - 2 alpha.
  /// The change that nine of ten such experiments would have found, as a
  /// fraction of the terms of theta with negative coefficients.
  std::optional<double> detectable;
  std::vector<std::pair<Interpretation, statistics::TestResult>>
      interpretations;
};

/// A theta without performances is decided by its constant; the experiment is
/// not looked at. Samples of unequal numbers of runs are decided by run means
/// where blocks are asked for. Throws std::invalid_argument for an alpha
/// outside (0, 0.5).
[[nodiscard]] Decision decide(const Relation& relation,
                              const Experiment& experiment,
                              const DecisionSettings& settings);

}  // namespace spl::logic
