#pragma once

#include "runner/findings/report.hpp"
#include "runner/formulas/invocation.hpp"
#include "runner/modes/signs_of_life.hpp"
#include "runner/modes/world.hpp"

namespace spl::runner {

/// One call of spl-run: what was asked for, where, and what is reported.
struct Session {
  const Invocation& invocation;
  const World& world;
  /// Starts with context and settings. What a mode has found when it fails is
  /// told, too.
  Report& report;
  SignsOfLife& signs;
};

}  // namespace spl::runner
