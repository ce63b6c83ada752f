#pragma once

#include "runner/program_catalogue.hpp"
#include "runner/report.hpp"
#include "runner/suite.hpp"

namespace spl::runner {

/// What evaluation needs of the outside world.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since some moment, never decreasing.
  [[nodiscard]] virtual double seconds() = 0;
};

/// Measures and decides all formulas of a suite without errors, and adds
/// formulas, performances, warnings and the time it took to the report, whose
/// context it reads the seed from.
void evaluate(const Suite& suite, const ProgramCatalogue& programs,
              Launcher& launcher, Clock& clock, const Progress& progress,
              Report& report);

}  // namespace spl::runner
