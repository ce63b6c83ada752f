#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/programs/group_facts.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/effects/impact_factor.hpp"
#include "spl/statistics/hierarchy.hpp"
#include "spl/statistics/run.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {

/// One performance as it was measured in one group of relations, or given.
struct PerformanceReport {
  logic::Performance performance;
  Measured measured;
  std::optional<workload::BuildFacts> build;  ///< Absent of given ones.
  /// All levels of given observations, if every item of a level has equally
  /// many below it. For measured ones levels() makes them (observations.hpp).
  std::optional<statistics::Hierarchy> levels;
  std::optional<statistics::ImpactFactor> impact_factor;  ///< If asked for.
  std::optional<MeasuredMetric> metric =
      std::nullopt;  ///< Absent of given ones.
  /// Its blocks; absent of observations that were not made in blocks of SPL.
  std::optional<GroupFacts> group = std::nullopt;
  /// Whether it has one layout, though nobody asked for it.
  bool is_in_one_layout = false;
  /// The statistic of its runs by which the first formula about it is decided.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  /// The relations that its runs were made for, or that take them from given
  /// ones: their numbers in the suite.
  std::vector<std::size_t> relations = {};
  /// The cost of one more item of each level above the observations, without
  /// what is in it, in observations; empty: not known.
  std::vector<double> costs = {};
};

}  // namespace spl::runner
