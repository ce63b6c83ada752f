#pragma once

#include <vector>

#include "runner/findings/report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/session/history.hpp"
#include "spl/logic/experiment.hpp"

/// Definition 4.10 with laws that were learned earlier (-s learn).
namespace spl::runner {

/// The stored runs from which a suite learns, and what they are.
struct Learned {
  logic::History history;
  std::vector<LearnedRuns> facts;
};

/// Returns what the relations that `nonparametric` decides learn from the
/// store: all runs of the same performance, program and metric, on machines
/// like those; on any machine if there are none. With `learn-from` they are the
/// runs of the performances that match, of each program that made enough,
/// scaled to the mean of what was `measured`. Throws PlainError that counts the
/// runs that are missing, and as History::stored() does.
[[nodiscard]] Learned learned_runs(
    const Suite& suite, const ProgramCatalogue& programs,
    const History& history, const std::vector<HostRecord>& hosts,
    const std::vector<PerformanceReport>& measured = {});

/// Returns from which given runs these relations learn.
[[nodiscard]] std::vector<LearnedRuns> learned_runs(
    const Suite& suite, const GivenObservations& given);

}  // namespace spl::runner
