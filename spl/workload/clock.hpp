#pragma once

#include <cstdint>

#include "spl/workload/scheduler_delay.hpp"

namespace spl::workload {

/// How often threads gave up a processor, from any beginning.
struct Switches {
  /// Threads of this process preempted, or the one that asks moved to another
  /// processor.
  std::uint64_t disturbances = 0;
  /// Threads of this process that had to wait for something.
  std::uint64_t waits = 0;

  friend bool operator==(const Switches& one, const Switches& other) {
    return one.disturbances == other.disturbances && one.waits == other.waits;
  }
};

/// What a run reads the time from, and whether the time told is its own.
class Clock {
 public:
  virtual ~Clock() = default;
  /// In ns, from any beginning. Never goes backwards.
  [[nodiscard]] virtual std::uint64_t now() = 0;
  [[nodiscard]] virtual Switches switches() = 0;
  /// What the scheduler took from the thread that asks since it asked before.
  [[nodiscard]] virtual Delay delay() = 0;
};

/// The wall clock of the machine, which setting the date does not move.
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
