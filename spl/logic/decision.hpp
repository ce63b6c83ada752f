#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spl/logic/decision_settings.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/relation.hpp"
#include "spl/logic/verdict.hpp"
#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/sample.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

/// The decision of one relation from its observations.
namespace spl::logic {

struct Decision {
  Finding finding = Finding::kUnknown;
  Strength strength = Strength::kUndecided;
  Verdict verdict = Verdict::kUndecided;
  std::string reason;  ///< Why the finding is unknown; else empty.
  double alpha = 0;    ///< The level of the decision.
  /// Absent, with the estimates and the interpretations, if theta is a constant
  /// or a performance failed.
  std::optional<Interpretation> decided_by;
  std::optional<double> difference;  ///< Left minus right.
  /// Left over right at confidence 1 - 2 alpha: the ratios that the deciding
  /// test does not reject. The finding is read from them. Without limits, as of
  /// sides that are not above 0 or of `nonparametric`, whose inversion costs
  /// too much, it is that of the test.
  statistics::RatioInterval ratio;
  /// The change that such an experiment finds with 90 % power, as a fraction of
  /// the terms of theta with negative coefficients.
  std::optional<double> detectable;
  std::vector<std::pair<Interpretation, statistics::TestResult>>
      interpretations;
};

/// Returns the result of the deciding test; null if nothing was tested.
[[nodiscard]] const statistics::TestResult* deciding_test(
    const Decision& decision);

/// Returns left over right with the ratios that the interpretation of the
/// settings does not reject; for `nonparametric`, only the estimate. The
/// experiment has samples of all performances.
[[nodiscard]] statistics::RatioInterval ratio_of(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings);

/// Gives a decision its finding and what follows from it.
void conclude(const Relation& relation, Finding finding, Decision& decision);

/// Tests the contrast by one interpretation. `learned` is empty or has a sample
/// for each term; only `nonparametric` uses it.
[[nodiscard]] statistics::TestResult interpret(
    Interpretation interpretation, const statistics::SampleContrast& contrast,
    const DecisionSettings& settings,
    const std::vector<const statistics::Sample*>& learned = {});

/// Decides a relation. A theta without performances is decided by its constant,
/// without the experiment. If blocks are asked for and the samples differ in
/// their number of runs, run means decide. A performance without history is
/// learned from its own sample. If runs are too short for a quantile, the
/// finding is unknown. Throws std::invalid_argument for an alpha outside (0,
/// 0.5).
[[nodiscard]] Decision decide(const Relation& relation,
                              const Experiment& experiment,
                              const DecisionSettings& settings,
                              const History& history = {});

}  // namespace spl::logic
