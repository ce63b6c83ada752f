#pragma once

#include <string>

#include "spl/logic/sign.hpp"

/// The changes of the left side that would turn a verdict.
namespace spl::runner {

/// Whether an increase of the left side would turn the verdict.
[[nodiscard]] bool minds_increase(logic::Sign sign);
[[nodiscard]] bool minds_decrease(logic::Sign sign);

struct TurningChange {
  const char* name;
  const char* article;
};

[[nodiscard]] TurningChange turning_change(logic::Sign sign);

/// Returns the largest turning change that limits of the ratio leave.
[[nodiscard]] double hidden_change(logic::Sign sign, double lower,
                                   double upper);

/// Says that a turning change so large is left: "an increase of up to 3 % could
/// hide".
[[nodiscard]] std::string could_hide(logic::Sign sign, double hidden);

}  // namespace spl::runner
