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
#include "runner/measuring/group_result.hpp"
#include "runner/measuring/long_runs.hpp"
#include "runner/measuring/pilot.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/stopping.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/system/warning.hpp"
#include "spl/logic/effect_intervals.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

/// The observations on which the formulas of a suite are decided, measured or
/// given.
namespace spl::runner {

/// The runs on which relations are decided.
struct Evidence {
  logic::Experiment experiment;
  /// The same by plain means, for fixed layouts; else empty.
  logic::Experiment plain = {};
  /// Calls of the performance that was called least, as far as is known.
  std::size_t calls = 0;
  bool are_processes = false;  ///< Whether each call is a process.
  /// The levels of all given runs, which relations share. Null for measured
  /// runs: they would be a copy, which levels_of() makes on demand.
  std::shared_ptr<const logic::Levels> levels;
};

/// Returns runs and observations as levels, if the runs are of equal length.
[[nodiscard]] std::optional<statistics::Hierarchy> levels(
    const statistics::Runs& runs);

/// Returns the same levels of the runs that decide a relation, which may not be
/// all runs.
[[nodiscard]] logic::Levels levels_of(const logic::Experiment& experiment);

/// The runs on which one relation is decided, and why there are no more.
struct Basis {
  std::shared_ptr<const Evidence> evidence;  ///< Null if nothing is needed.
  Stopped stopped;
  /// The runs for the ratio, if more were made for it; else null.
  std::shared_ptr<const Evidence> of_ratio = nullptr;
  double block_seconds = 0;  ///< The time of a block; 0 if the runs are given.
  /// The seconds that hold a first look, if the budget does not; 0 if that is
  /// not known.
  double lacking_budget = 0;
  std::string slow_start = {};  ///< Why the budget is short; or empty.
  /// Fixed layouts, each a run of the evidence; 0: runs are runs.
  std::size_t layouts = 0;
  std::optional<LayoutEffect> layout = std::nullopt;
  std::size_t planned = 0;   ///< Blocks at most.
  std::string failure = {};  ///< A performance's failure: a sentence, or empty.
  Followed followed = {};
  /// Some performance has a Measured::heap_problem.
  bool heap_in_one_layout = false;
};

struct Observations {
  std::vector<Basis> bases;     ///< For each relation of the suite, in order.
  std::vector<double> seconds;  ///< For each formula, of its blocks.
  logic::History history;
  std::vector<PerformanceReport> performances;
  Warnings warnings;
};

/// Watches the measurement: called before the first block and after each. It
/// must be quick, for people wait for it.
class Onlooker {
 public:
  virtual ~Onlooker() = default;

  /// Returns the bases of all relations, and nothing else, as if nothing more
  /// came. Those that are known already have no evidence.
  using SoFar = std::function<Observations(const std::vector<bool>& known)>;

  /// `ended` relations need no more blocks.
  virtual void look(std::size_t ended, const SoFar& so_far) = 0;
};

/// Measures what the formulas compare, in as many blocks as it takes, or until
/// it is interrupted.
[[nodiscard]] Observations measured_observations(
    const Suite& suite, const ProgramCatalogue& programs, std::uint64_t seed,
    const Surroundings& surroundings, Onlooker* onlooker = nullptr);

/// Adds the bases of all relations but those that are known, and the time of
/// each formula, whose groups ended so.
void add_bases(const Suite& suite, const Pilot& pilot,
               const std::vector<Stopped>& stopped,
               const std::vector<bool>& known, Observations& observations);

/// Takes the runs of the formulas' relations from the given observations, in
/// which binding found them.
[[nodiscard]] Observations chosen_observations(const Suite& suite,
                                               const GivenObservations& given);

}  // namespace spl::runner
