#pragma once

#include <vector>

#include "spl/logic/performance.hpp"
#include "spl/logic/sensitivity.hpp"

namespace spl::runner {

/// Of --sensitivity: what was drawn from one performance.
struct SensitivityReport {
  logic::Performance performance;
  double scale = 1;
  std::vector<logic::SensitivityRow> rows;
};

}  // namespace spl::runner
