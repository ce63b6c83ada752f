#pragma once

#include <cstdint>

namespace spl::workload {

/// What a run tells the time by. Never goes backwards.
class Clock {
 public:
  virtual ~Clock() = default;
  /// In ns, from any beginning.
  [[nodiscard]] virtual std::uint64_t now() = 0;
};

/// The wall clock of the machine, which setting the date does not move.
class SteadyClock final : public Clock {
 public:
  [[nodiscard]] std::uint64_t now() override;
};

}  // namespace spl::workload
