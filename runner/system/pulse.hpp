#pragma once

#include <functional>
#include <memory>

namespace spl::runner {

/// Calls a function again and again, in a thread of its own, until it is
/// destroyed. Tests script it.
class Pulse {
 public:
  virtual ~Pulse() = default;
};

using MakePulse =
    std::function<std::unique_ptr<Pulse>(std::function<void()> beat)>;

/// Once a second. Signals that the calling thread blocks are blocked there.
[[nodiscard]] std::unique_ptr<Pulse> make_pulse(std::function<void()> beat);

}  // namespace spl::runner
