#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/measuring/group_result.hpp"
#include "spl/statistics/effects/ratio.hpp"

namespace spl::runner {

/// The ratio of all claims of a guard: what is under test over the baseline.
struct Together {
  std::size_t claims = 0;           ///< That have a ratio.
  statistics::RatioInterval ratio;  ///< Of confidence 1 - 2 alpha.
  double alpha = 0;
  std::size_t all_claims = 0;
  std::string metric;
  logic::Dimension dimension = logic::Dimension::kTime;
};

/// "all 42 together: 1.4% longer (0.9..1.9%)".
[[nodiscard]] std::string to_text(const Together& together);

/// Returns the geometric mean of the claims' ratios. Nothing if fewer than two
/// have one, if they are of several metrics or of rates, and if the interval
/// were none: with one run of a side, and where runs were made until they
/// decided.
[[nodiscard]] std::optional<Together> together(
    const std::vector<FormulaReport>& claims,
    const std::vector<PerformanceReport>& performances);

}  // namespace spl::runner
