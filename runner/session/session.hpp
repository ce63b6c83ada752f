#pragma once

#include <cstdint>

#include "runner/findings/report.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/session/history.hpp"
#include "runner/session/signs_of_life.hpp"
#include "runner/session/world.hpp"

namespace spl::runner {

/// One call of spl-run: the invocation, the world, and the report.
struct Session {
  const Invocation& invocation;
  const World& world;
  std::uint64_t seed = 0;
  /// Begins with context and settings, and is only written by commands. One
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
