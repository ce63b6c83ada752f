#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "runner/findings/report.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/git/git_repository.hpp"
#include "runner/layouts/layouts.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/revisions/revisions.hpp"
#include "runner/system/pulse.hpp"

namespace spl::runner {

/// The world that spl-run works in; main has the real one, tests script it.
/// Everything referred to outlives the call.
struct World {
  Launcher& launcher;
  Clock& clock;
  Environment environment;
  Context context;  ///< Host, processors, time; the seed if none is given.
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::ostream& out;  ///< For people, as is `err` (terminal_text.hpp).
  std::ostream& err;
  std::ostream& json;  ///< Standard output, for programs.
  OpenRepository open_repository = runner::open_repository;
  MakeBuilder make_builder = {};  ///< Needed if revisions are measured.
  /// The program itself, which holds the workload of doctor.
  std::string self = {};
  MakeLayouts make_layouts = {};  ///< Without it programs have one layout.
  /// Leaves a text that is printed when a signal ends this process; may be
  /// empty.
  std::function<void(const std::string&)> last_words = {};
  MakePulse make_pulse = {};  ///< For signs of life; may be empty.
  /// Without it programs that spl-run did not build have the layouts that came
  /// with them.
  LinkRecorded link_recorded = {};
  std::vector<std::string> variables = {};  ///< All names in the environment.
  std::size_t columns = 80;                 ///< Width of the terminal.
  bool keeps_history = false;               ///< Measurements are stored.
};

/// The time that something takes which measures, without what it waits for the
/// machine's lock: others measure meanwhile.
class MeasuringTime {
 public:
  /// The world outlives this object.
  explicit MeasuringTime(const World& world)
      : world_(world),
        begun_(world.clock.seconds()),
        waited_(world.launcher.waited()) {}

  /// Returns the seconds so far.
  [[nodiscard]] double seconds() const {
    return world_.clock.seconds() - begun_ - waited();
  }
  /// Returns the seconds of waiting so far.
  [[nodiscard]] double waited() const {
    return world_.launcher.waited() - waited_;
  }

  void report(Report& report) const {
    report.seconds = seconds();
    report.waited = waited();
  }

 private:
  const World& world_;
  double begun_;
  double waited_;
};

}  // namespace spl::runner
