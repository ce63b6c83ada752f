#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/decision.hpp"
#include "spl/statistics/hierarchy.hpp"

/// Observations from elsewhere (--data).
namespace spl::runner {

/// The most levels of nested runs and observations, these two included.
inline constexpr std::size_t kMostLevels = 8;

/// The limit of observations: from it on, sums of squares overflow.
inline constexpr double kLargestObservation = 1e140;

struct GivenPerformance {
  /// A run of the sample is a position at the top level with all observations
  /// below it, in nanoseconds unless they are counts.
  std::variant<statistics::Sample, logic::Failure> observed;
  /// All levels, if the items of each level have equally many items below.
  std::optional<statistics::Hierarchy> levels;
};

struct GivenObservations {
  logic::Dimension dimension = logic::Dimension::kTime;
  std::string metric;  ///< As in reports; empty if files name none.
  std::map<logic::Performance, GivenPerformance> performances;
  logic::History history;
  logic::Catalogue catalogue;         ///< The performances'.
  std::vector<std::string> warnings;  ///< About their origin; sentences.
};

}  // namespace spl::runner
