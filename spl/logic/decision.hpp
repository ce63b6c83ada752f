#pragma once

#include <cstdint>
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
#include "spl/statistics/look_levels.hpp"
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

/// What similar methods showed earlier, for `nonparametric` to learn from.
using History = std::map<Performance, statistics::Sample>;

enum class Interpretation {
  kBlocks,
  kRunMeans,
  kWelch,
  kParametric,
  kNonparametric
};

inline constexpr Interpretation kInterpretations[] = {
    Interpretation::kBlocks, Interpretation::kRunMeans, Interpretation::kWelch,
    Interpretation::kParametric, Interpretation::kNonparametric};

/// "blocks", "run_means", "welch", "parametric", "nonparametric".
[[nodiscard]] std::string_view to_text(Interpretation interpretation);

/// Whether it is defined for means alone, as those of the papers are: no
/// quantile is decided by it.
[[nodiscard]] bool is_about_means(Interpretation interpretation);

/// Which interpretations are looked at besides the one that decides.
enum class Extent {
  kCheap,  ///< Those that cost no more than some sums over the observations.
  kAll     ///< `nonparametric` too.
};

struct DecisionSettings {
  Interpretation interpretation = Interpretation::kBlocks;
  double alpha = 0.01;  ///< Of one direction, in (0, 0.5).
  /// Of a run.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  /// This quantile of each run's observations stands for the run, and
  /// `statistic` for what is left of it: one number. Only blocks and run means
  /// decide it.
  std::optional<double> quantile = std::nullopt;
  /// Shares of alpha of the three parts (parts.hpp); absent: the statistic of
  /// runs decides alone.
  std::optional<statistics::OfParts> shares = std::nullopt;
  Extent extent = Extent::kCheap;
  std::uint64_t seed = 1;  ///< Of laws that must be drawn.
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
  /// Left over right, at 1 - 2 alpha, by inversion of the deciding test; only
  /// the estimate for `nonparametric`, which cannot be inverted at this cost.
  /// Not below 0 where the left side cannot be.
  statistics::RatioInterval ratio;
  /// The change that nine of ten such experiments would have found, as a
  /// fraction of the terms of theta with negative coefficients.
  std::optional<double> detectable;
  std::vector<std::pair<Interpretation, statistics::TestResult>>
      interpretations;
};

/// Whether all observations of each performance are equal, in its runs and from
/// run to run.
[[nodiscard]] bool nothing_varied(const Experiment& experiment);

/// What decided it; null where nothing was tested.
[[nodiscard]] const statistics::TestResult* deciding_test(
    const Decision& decision);

/// What one interpretation finds. `learned` is empty or has a sample for each
/// term, which only `nonparametric` looks at.
[[nodiscard]] statistics::TestResult interpret(
    Interpretation interpretation, const statistics::SampleContrast& contrast,
    const DecisionSettings& settings,
    const std::vector<const statistics::Sample*>& learned = {});

/// A theta without performances is decided by its constant; the experiment is
/// not looked at. Samples of unequal numbers of runs are decided by run means
/// where blocks are asked for. Performances without history are learned from
/// their own sample. A quantile whose runs are too short is unknown. Throws
/// std::invalid_argument for an alpha outside (0, 0.5).
[[nodiscard]] Decision decide(const Relation& relation,
                              const Experiment& experiment,
                              const DecisionSettings& settings,
                              const History& history = {});

}  // namespace spl::logic
