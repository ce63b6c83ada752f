#pragma once

#include "runner/findings/report.hpp"
#include "runner/session/world.hpp"

namespace spl::runner {

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
