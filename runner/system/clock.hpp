#pragma once

namespace spl::runner {

/// The clock by which the runner measures durations. Tests script it.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Returns the seconds since some moment, which never decrease.
  [[nodiscard]] virtual double seconds() = 0;
};

}  // namespace spl::runner
