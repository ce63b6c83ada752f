#include "runner/reports/terminal/turning_change.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/system/number_text.hpp"
#include "spl/logic/verdict.hpp"

namespace spl::runner {

using logic::Finding;
using logic::Sign;

bool minds_increase(Sign sign) {
  return turns_verdict(sign, Finding::kGreater);
}

bool minds_decrease(Sign sign) { return turns_verdict(sign, Finding::kLess); }

TurningChange turning_change(Sign sign) {
  if (minds_increase(sign) && minds_decrease(sign)) return {"change", "a"};
  return minds_increase(sign) ? TurningChange{"increase", "an"}
                              : TurningChange{"decrease", "a"};
}

double hidden_change(Sign sign, double lower, double upper) {
  return std::max(minds_increase(sign) ? upper - 1 : 0.0,
                  minds_decrease(sign) ? 1 - lower : 0.0);
}

std::string could_hide(Sign sign, double hidden) {
  const TurningChange change = turning_change(sign);
  // An interval that is cut at 1 leaves none to name.
  return fmt::format(
      "{} {} {}", change.article, change.name,
      hidden > 0 ? reach_text(hidden) + " could hide" : "is not ruled out");
}

}  // namespace spl::runner
