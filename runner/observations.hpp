#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "runner/given_observations.hpp"
#include "runner/program_catalogue.hpp"
#include "runner/report.hpp"
#include "runner/schedule.hpp"
#include "runner/suite.hpp"

/// What the formulas of a suite are decided on, measured or given.
namespace spl::runner {

struct Observations {
  std::vector<logic::Experiment> experiments;
  /// For each relation of the suite, in order, the position of its experiment;
  /// kNoGroup for those that a constant decides.
  std::vector<std::size_t> experiment_of;
  std::vector<logic::Levels> levels;  ///< By position of the experiment.
  std::vector<double> seconds;        ///< That each took; 0 where given.
  logic::History history;
  std::vector<PerformanceReport> performances;
};

/// Measures what the formulas compare.
[[nodiscard]] Observations measured_observations(
    const Suite& suite, const ProgramCatalogue& programs, std::uint64_t seed,
    const Surroundings& surroundings);

/// Takes what the formulas compare from what is given, where binding found it.
[[nodiscard]] Observations chosen_observations(const Suite& suite,
                                               const GivenObservations& given);

}  // namespace spl::runner
