#pragma once

#include <string>
#include <vector>

#include "runner/commands/rank/ranking.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"

/// The comparison of two or more performances at once (rank).
namespace spl::runner {

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
