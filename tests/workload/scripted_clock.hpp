#pragma once

#include <functional>
#include <utility>

#include "spl/workload/clock.hpp"

namespace spl::workload {

/// A clock that a test moves and disturbs; reading it takes `cost` ns.
class ScriptedClock final : public Clock {
 public:
  std::uint64_t now() override {
    time += cost;
    return time;
  }

  Switches switches() override {
    const Switches now{disturbed, waits};
    if (between) std::exchange(between, nullptr)();
    return now;
  }

  /// The growth of `delayed`, or why that is unknown.
  Delay delay() override {
    ++readings;
    const std::uint64_t before = told_;
    const std::uint64_t now = told_ = delayed;
    if (after) std::exchange(after, nullptr)();
    if (kind != Delay::Kind::kKnown) return {0, kind};
    return {now - before, kind};
  }

  std::uint64_t time = 1'000'000;
  std::uint64_t cost = 0;
  std::uint64_t disturbed = 0;
  std::uint64_t waits = 0;
  std::uint64_t delayed = 0;
  std::uint64_t readings = 0;  ///< Of delays.
  Delay::Kind kind = Delay::Kind::kKnown;
  std::function<void()> between;  ///< Done after switches() is next asked.
  std::function<void()> after;    ///< Done after delay() is next asked.

 private:
  std::uint64_t told_ = 0;
};

}  // namespace spl::workload
