#pragma once

#include <cstdint>
#include <functional>
#include <set>

#include "runner/findings/report.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// The inputs of decisions besides formulas and observations.
struct EvaluationInputs {
  Settings settings;  ///< Without the settings of formula files.
  std::uint64_t seed = 0;
  Quantity quantity;  ///< The quantity of given observations.
  /// Performances that were measured in one layout, though nobody asked for it.
  std::set<logic::Performance> in_one_layout;
  /// kAll also computes values that decide nothing.
  logic::Extent extent = logic::Extent::kCheap;
  /// Takes the share of the formulas that are decided; may be empty.
  std::function<void(double)> report_share = {};
};

}  // namespace spl::runner
