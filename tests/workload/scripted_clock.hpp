#pragma once

#include "spl/workload/clock.hpp"

namespace spl::workload {

/// A clock that a test moves and disturbs; reading it takes `cost` ns.
class ScriptedClock final : public Clock {
 public:
  std::uint64_t now() override {
    time += cost;
    return time;
  }

  std::uint64_t disturbances() override { return disturbed; }

  std::uint64_t time = 1'000'000;
  std::uint64_t cost = 0;
  std::uint64_t disturbed = 0;
};

}  // namespace spl::workload
