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

/// Levels that runs and observations may be nested in, these two included.
inline constexpr std::size_t kMostLevels = 8;

/// What is not below this cannot be calculated with: sums of squares overflow.
inline constexpr double kLargestObservation = 1e140;

struct GivenPerformance {
  /// A run of the sample is a position at the top level with all observations
  /// below it, in nanoseconds unless they are counts.
  std::variant<statistics::Sample, logic::Failure> observed;
  /// All levels, where every item of a level has as many below it.
  std::optional<statistics::Hierarchy> levels;
};

struct GivenObservations {
  logic::Dimension dimension = logic::Dimension::kTime;
  std::string metric;  ///< As reports name it; empty where files do not say.
  std::map<logic::Performance, GivenPerformance> performances;
  logic::History history;
  logic::Catalogue catalogue;         ///< Of the performances.
  std::vector<std::string> warnings;  ///< Of how they were made; sentences.
};

}  // namespace spl::runner
