#pragma once

#include <cstdint>
#include <vector>

#include "runner/findings/history_report.hpp"
#include "runner/settings/settings.hpp"
#include "runner/store/stored_runs.hpp"

namespace spl::runner {

/// Returns the performance at the reference, as formulas name it.
[[nodiscard]] logic::Performance at_reference(
    const PerformanceHistory& history);

/// The commits of a history, oldest first, and the one of its ratios.
struct HistoryCommits {
  Revision reference;
  std::vector<Revision> commits;
};

/// Makes the points of the commits and finds the changes among them. A ratio is
/// that of the block test, over the blocks of all evaluations: their conditions
/// are those of both sides.
[[nodiscard]] PerformanceHistory performance_history(
    const logic::Performance& performance, HistoryCommits commits,
    const std::vector<StoredPair>& pairs, const Settings& settings,
    std::uint64_t seed);

}  // namespace spl::runner
