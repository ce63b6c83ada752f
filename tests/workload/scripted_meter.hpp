#pragma once

#include <string>

#include "spl/workload/meter.hpp"

namespace spl::workload {

/// A meter that a test moves; reading it adds `cost`.
class ScriptedMeter final : public Meter {
 public:
  std::uint64_t read() override {
    count += cost;
    return count;
  }
  [[nodiscard]] bool adds_up() const override { return sum; }
  [[nodiscard]] bool is_time() const override { return time; }
  [[nodiscard]] std::string failure() const override { return lost; }

  void begin_anew() override { ++begun; }

  std::uint64_t count = 0;
  std::uint64_t cost = 0;
  int begun = 0;
  bool sum = true;
  bool time = false;
  std::string lost;
};

}  // namespace spl::workload
