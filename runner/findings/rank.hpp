#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/findings/ranking.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/observations.hpp"

/// More than two performances at once (--rank).
namespace spl::runner {

/// The text of --rank as a formula that names the performances: the commas
/// between them are signs of equality. Throws std::runtime_error without any.
[[nodiscard]] FormulaText ranking_text(const std::string& text);

/// What the suite of such a text ranks, each once. Throws std::runtime_error
/// for what is no performance, and for a performance that appears twice.
[[nodiscard]] std::vector<logic::Performance> ranked_performances(
    const Suite& suite);

/// Analysis of variance of the run statistics, and Tukey's comparisons at
/// simultaneous confidence 1 - 2 alpha; in blocks where the settings' formulas
/// are decided on these and all were measured in the same ones. Refused where a
/// performance failed or has too few runs.
[[nodiscard]] Ranking rank(const std::vector<logic::Performance>& performances,
                           const Observations& observations,
                           const logic::DecisionSettings& settings);

}  // namespace spl::runner
