#pragma once

#include <cstdint>
#include <functional>
#include <set>

#include "runner/findings/report.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// Takes the share of a piece of work that is done, from 0 to 1; may be empty.
using ReportShare = std::function<void(double share)>;

/// The inputs of decisions besides formulas and observations.
struct EvaluationInputs {
  Settings settings;  ///< Without the settings of formula files.
  std::uint64_t seed = 0;
  Quantity quantity;  ///< The quantity of given observations.
  /// Performances that were measured in one layout, though nobody asked for it.
  std::set<logic::Performance> in_one_layout;
  /// kAll also computes values that decide nothing.
  logic::Extent extent = logic::Extent::kCheap;
  ReportShare report_share = {};  ///< Takes the share of decided formulas.
};

}  // namespace spl::runner
