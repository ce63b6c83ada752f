#pragma once

#include <cstdint>

#include "spl/workload/scheduler_delay.hpp"

namespace spl::workload {

/// Numbers of times that threads gave up a processor, from an arbitrary start.
struct Switches {
  /// Preemptions of threads of this process, and moves of the calling thread to
  /// another processor.
  std::uint64_t disturbances = 0;
  /// Waits of threads of this process, and calls of sched_yield().
  std::uint64_t waits = 0;

  friend bool operator==(const Switches& one, const Switches& other) {
    return one.disturbances == other.disturbances && one.waits == other.waits;
  }
};

/// Counts a call of sched_yield().
void note_yield();

/// The source of a run's time, and of whether that time was the run's own.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Returns the time in ns from an arbitrary start; never decreases.
  [[nodiscard]] virtual std::uint64_t now() = 0;
  [[nodiscard]] virtual Switches switches() = 0;
  /// Returns the time that the scheduler took from the calling thread since the
  /// thread's last call.
  [[nodiscard]] virtual Delay delay() = 0;
};

/// The monotonic wall clock of the machine, which setting the date does not
/// change.
class SteadyClock final : public Clock {
 public:
  [[nodiscard]] std::uint64_t now() override;
  [[nodiscard]] Switches switches() override;
  [[nodiscard]] Delay delay() override;

 private:
  int processor_ = -1;
  std::uint64_t moves_ = 0;
  SchedulerDelay delay_;
};

}  // namespace spl::workload
