#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace spl::runner {

/// Calls a function again and again in a thread of its own, until the object is
/// destroyed. Tests script it.
class Pulse {
 public:
  virtual ~Pulse() = default;
};

using MakePulse =
    std::function<std::unique_ptr<Pulse>(std::function<void()> beat)>;

constexpr std::chrono::milliseconds kBeat{500};

/// Makes a pulse that beats each kBeat; a beat that lacks memory is left out.
/// Its thread blocks the signals that the calling thread blocks.
[[nodiscard]] std::unique_ptr<Pulse> make_pulse(std::function<void()> beat);

/// The clock by which the runner measures durations. Tests script it.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Returns the seconds since some moment, which never decrease.
  [[nodiscard]] virtual double seconds() = 0;
};

}  // namespace spl::runner
