#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/findings/outcome.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/interpretations/analysis_of_variance.hpp"
#include "spl/statistics/interpretations/pair_ratios.hpp"

namespace spl::runner {

/// The result of rank.
struct Ranking final : Outcome {
  double level = 0;  ///< The level of all intervals together.
  std::vector<logic::Performance> performances;
  statistics::Groups runs;  ///< The run statistics of each.
  statistics::Design design = statistics::Design::kIndependent;
  /// Absent if a performance failed, or the analysis was refused.
  std::optional<statistics::AnalysisOfVariance> analysis;
  /// By position among the performances; empty if nothing varies.
  std::vector<statistics::PairComparison> pairs;
  /// The same pairs on logarithms, with variances of their own: what is
  /// reported first. Empty if a run is not above 0.
  std::vector<statistics::PairRatio> ratios = {};
  std::string failure;  ///< A sentence about a performance, or empty.
  std::string refusal;  ///< Why there is no analysis, or empty.

  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  [[nodiscard]] std::optional<std::string> summary(
      const Report& /*report*/, const Style& /*style*/) const override {
    return "";
  }
  void add_to(nlohmann::ordered_json& root) const override;
};

/// Returns the text of rank as a formula that names the performances, with
/// signs of equality in place of commas. Throws std::runtime_error without any.
[[nodiscard]] FormulaText ranking_text(const std::string& text);

/// Returns the performances that the suite of such a text ranks, each once.
/// Throws std::runtime_error if a side is no performance, or appears twice.
[[nodiscard]] std::vector<logic::Performance> ranked_performances(
    const Suite& suite);

/// Compares the ratios of the run statistics of all pairs, analyses their
/// variance, and compares by Tukey, each at simultaneous confidence 1 - 2
/// alpha; in blocks if the settings decide formulas so and all were measured in
/// the same blocks. Refuses if a performance failed or has too few runs.
[[nodiscard]] Ranking rank(const std::vector<logic::Performance>& performances,
                           const Observations& observations,
                           const logic::DecisionSettings& settings);

}  // namespace spl::runner
