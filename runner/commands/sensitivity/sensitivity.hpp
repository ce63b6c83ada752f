#pragma once

#include <string>
#include <vector>

#include "runner/findings/outcome.hpp"
#include "spl/logic/performance.hpp"
#include "spl/logic/sensitivity.hpp"

namespace spl::runner {

/// The result of sensitivity for one performance.
struct SensitivityReport {
  logic::Performance performance;
  double scale = 1;
  std::vector<logic::SensitivityRow> rows;
};

/// The result of sensitivity, for each performance.
struct Sensitivity final : Outcome {
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;

  std::vector<SensitivityReport> all;
};

}  // namespace spl::runner
