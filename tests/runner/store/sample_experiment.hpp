#pragma once

#include <string>
#include <vector>

#include "runner/store/database.hpp"
#include "runner/store/experiment.hpp"

namespace spl::runner {

/// The facts of an experiment that begins on this day of January 2026.
[[nodiscard]] ExperimentFacts experiment_on(int day);

/// Two series: a(10) and b(10) of one build on one machine.
[[nodiscard]] std::vector<SeriesFacts> sample_series();

/// A run of the series with these observations, of two iterations.
[[nodiscard]] KeptRun run_of(std::size_t series, std::size_t block,
                             std::vector<double> observations = {10.5, 11,
                                                                 12.5});

/// A formula with a relation about both series.
[[nodiscard]] KeptFormula sample_formula();

/// Keeps an experiment with so many blocks and a formula; its UUID.
Uuid keep_sample(Database& database, int day, std::size_t blocks);

/// All rows, with UUIDs in place of numbers of the store, sorted: equal for
/// stores that have the same.
[[nodiscard]] std::vector<std::string> contents(Database& database);

}  // namespace spl::runner
