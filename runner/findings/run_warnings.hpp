#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/system/warning.hpp"

/// Warnings of what spoils measurements.
namespace spl::runner {

/// Returns what a reader must know of how and when the programs were built that
/// measured these performances.
[[nodiscard]] Warnings build_warnings(
    const std::vector<logic::Performance>& measured,
    const ProgramCatalogue& programs, const Report& report);

/// Warnings of a measurement. Noise is minor if it could have changed no
/// verdict: what is compared is decided by far more, or ruled out despite it.
struct MeasurementWarnings {
  Warnings warnings;
  Warnings minor;
};

/// Returns the same for the report's performances (null: they were given), and
/// what is suspicious in the observations of single ones: many that were
/// disturbed, runs that drift, many observations that are much slower than the
/// others, and neighbours that are alike where `welch` decides, which assumes
/// that they are not; and relations whose blocks resemble their neighbours.
[[nodiscard]] MeasurementWarnings measurement_warnings(
    const ProgramCatalogue* programs, const Report& report);

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

// Programs that spl-run did not build and that are older than what they
// measure. The known sources are those that register workloads, those whose
// functions formulas call THIS, and those that the build left notes of.

/// Returns the file of a place like `../first.cpp:12`, as a program's compiler
/// saw it from the program's folder or from one above; nothing if it is absent.
[[nodiscard]] std::optional<std::filesystem::path> source_of(
    const std::string& place, const std::filesystem::path& program);

/// Returns a sentence for each program that measures some of the performances
/// and is older than such a source of theirs.
[[nodiscard]] Warnings stale_programs(
    const std::vector<logic::Performance>& measured,
    const ProgramCatalogue& programs, const Report& report);

}  // namespace spl::runner
