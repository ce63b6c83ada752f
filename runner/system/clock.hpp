#pragma once

namespace spl::runner {

/// The clock by which the runner measures how long things take. Tests script
/// it.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since some moment, never decreasing.
  [[nodiscard]] virtual double seconds() = 0;
};

}  // namespace spl::runner
