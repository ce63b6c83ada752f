#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "runner/measuring/grouping.hpp"
#include "runner/measuring/run_cost.hpp"
#include "tests/runner/sample_relation.hpp"

/// Groups of `a <= b`, and usual costs of its runs.
namespace spl::runner {

inline const logic::Performance kA = performance("a");
inline const logic::Performance kB = performance("b");
inline const logic::Relation kRelation = relation("a", "b");

inline Group group_with(Measuring measuring, std::size_t relations = 1) {
  Group group;
  group.measuring = std::move(measuring);
  group.performances = {kA, kB};
  group.relations.assign(relations, &kRelation);
  return group;
}

inline Measuring with_budget(double seconds) {
  Measuring measuring;
  measuring.budget =
      std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
  return measuring;
}

/// A start of 1 ms, a warm-up of 0.25 ms, observations of 20 us.
inline const RunCost kUsual{0.001, 0.00025, 0.00002};
inline const RunCosts kUsualCosts{{kA, kUsual}, {kB, kUsual}};

}  // namespace spl::runner
