#pragma once

#include <vector>

#include "spl/logic/performance.hpp"
#include "spl/logic/sensitivity.hpp"

namespace spl::runner {

/// The result of sensitivity for one performance.
struct SensitivityReport {
  logic::Performance performance;
  double scale = 1;
  std::vector<logic::SensitivityRow> rows;
};

}  // namespace spl::runner
