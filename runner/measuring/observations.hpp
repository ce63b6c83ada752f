#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/layouts/layout_levels.hpp"
#include "runner/measuring/long_runs.hpp"
#include "runner/measuring/performance_report.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/stopping.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "spl/logic/effect_intervals.hpp"

/// What the formulas of a suite are decided on, measured or given.
namespace spl::runner {

/// What relations are decided on.
struct Evidence {
  logic::Experiment experiment;
  /// Of fixed layouts the same by plain means; else empty.
  logic::Experiment plain = {};
  /// Of the performance that was called least, as far as is known.
  std::size_t calls = 0;
  /// Of the same, where they are given. Of what was measured they would be a
  /// copy; levels_of() makes it where it is asked for.
  logic::Levels levels;
};

/// Runs and observations as levels, if the runs are of equal length.
[[nodiscard]] std::optional<statistics::Hierarchy> levels(
    const statistics::Runs& runs);

/// The same levels of what a relation is decided on: perhaps not all runs.
[[nodiscard]] logic::Levels levels_of(const logic::Experiment& experiment);

/// What one relation is decided on, and how it came to that.
struct Basis {
  std::shared_ptr<const Evidence> evidence;  ///< Null where nothing is needed.
  Stopped stopped;
  /// What the ratio is of where more was measured for it; else null.
  std::shared_ptr<const Evidence> of_ratio = nullptr;
  double block_seconds = 0;  ///< What a block took; 0 where given.
  /// Fixed ones, each a run of the evidence; 0: runs are runs.
  std::size_t layouts = 0;
  std::optional<LayoutEffect> layout = std::nullopt;
  std::size_t planned = 0;   ///< Blocks at most.
  std::string failure = {};  ///< Of a performance: a sentence, or empty.
  Followed followed = {};
};

struct Observations {
  std::vector<Basis> bases;     ///< For each relation of the suite, in order.
  std::vector<double> seconds;  ///< For each formula: of its blocks.
  logic::History history;
  std::vector<PerformanceReport> performances;
  std::vector<std::string> warnings;
};

/// Watches what is measured: before the first block, and then after each. What
/// takes long there makes people wait.
class Onlooker {
 public:
  virtual ~Onlooker() = default;

  /// The bases of all relations as if nothing more came, and nothing else.
  /// Those that are known already have no evidence.
  using SoFar = std::function<Observations(const std::vector<bool>& known)>;

  /// `ended` relations need no more blocks.
  virtual void look(std::size_t ended, const SoFar& so_far) = 0;
};

/// Measures what the formulas compare, in as many blocks as it takes, or until
/// it is interrupted.
[[nodiscard]] Observations measured_observations(
    const Suite& suite, const ProgramCatalogue& programs, std::uint64_t seed,
    const Surroundings& surroundings, Onlooker* onlooker = nullptr);

/// Takes what the formulas compare from what is given, where binding found it.
[[nodiscard]] Observations chosen_observations(const Suite& suite,
                                               const GivenObservations& given);

}  // namespace spl::runner
