#pragma once

#include <optional>
#include <string>

#include "runner/findings/formula_report.hpp"
#include "runner/measuring/performance_report.hpp"

/// Warnings of what single calls of runs show.
namespace spl::runner {

/// Returns a sentence if the first call of nearly all processes took several
/// times as long as the second and the usual ones, and longer than cold code
/// and caches explain: it may have used up its input.
[[nodiscard]] std::optional<std::string> warning_of_first_call(
    const PerformanceReport& one);

/// Returns a sentence if the relation is about a quantile, holds or is proven,
/// and several processes of the performance have more than 1.5 times the usual
/// quantile: it says nothing of these.
[[nodiscard]] std::optional<std::string> warning_of_slow_processes(
    const RelationReport& relation, const PerformanceReport& one);

/// Returns the part of the usual call that the cost of reading the clock leaves
/// uncertain; 0 if calls are timed together, in a loop.
[[nodiscard]] double uncertain_part(const PerformanceReport& one);

}  // namespace spl::runner
