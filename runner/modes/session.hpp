#pragma once

#include <cstdint>

#include "runner/findings/report.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/modes/history.hpp"
#include "runner/modes/signs_of_life.hpp"
#include "runner/modes/world.hpp"

namespace spl::runner {

/// One call of spl-run: the invocation, the world, and the report.
struct Session {
  const Invocation& invocation;
  const World& world;
  std::uint64_t seed = 0;
  /// Begins with context and settings, and is only written by modes. A mode
  /// that fails reports what it has found until then.
  Report& report;
  SignsOfLife& signs;
  History& history;

  /// Returns the same call with another invocation, which outlives the result;
  /// the report has its settings.
  [[nodiscard]] Session with(const Invocation& other) const {
    report.settings = other.settings;
    return {other, world, seed, report, signs, history};
  }
};

}  // namespace spl::runner
