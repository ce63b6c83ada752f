#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "spl/logic/decision_settings.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/relation.hpp"
#include "spl/logic/verdict.hpp"
#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/sample.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

/// Decides one relation on what was observed.
namespace spl::logic {

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
