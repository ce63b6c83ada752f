#pragma once

namespace spl::runner {

/// What tells the runner how long things take. Tests script it.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since some moment, never decreasing.
  [[nodiscard]] virtual double seconds() = 0;
};

}  // namespace spl::runner
