#pragma once

#include <vector>

#include "runner/findings/report.hpp"
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

}  // namespace spl::runner
