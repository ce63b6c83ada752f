#pragma once

#include <cstdint>

namespace spl::workload {

/// What a run tells the time by, and whether the time told is its own.
class Clock {
 public:
  virtual ~Clock() = default;
  /// In ns, from any beginning. Never goes backwards.
  [[nodiscard]] virtual std::uint64_t now() = 0;
  /// How often this process has been disturbed, from any beginning: its threads
  /// preempted, or the one that asks moved to another processor.
  [[nodiscard]] virtual std::uint64_t disturbances() = 0;
};

/// The wall clock of the machine, which setting the date does not move.
class SteadyClock final : public Clock {
 public:
  [[nodiscard]] std::uint64_t now() override;
  [[nodiscard]] std::uint64_t disturbances() override;

 private:
  int processor_ = -1;
  std::uint64_t moves_ = 0;
};

}  // namespace spl::workload
