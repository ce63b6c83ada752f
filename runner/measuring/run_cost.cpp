#include "runner/measuring/run_cost.hpp"

#include <algorithm>
#include "runner/settings/run_defaults.hpp"

namespace spl::runner {

RunCost RunCost::with(const Calls& calls) const {
  if (!(iterations > 0)) return *this;
  RunCost result = *this;
  result.iterations = static_cast<double>(calls.iterations);
  result.observation *= result.iterations / iterations;
  result.warmup = result.observation * static_cast<double>(calls.warmup);
  return result;
}

void add_run_costs(const std::vector<GroupResult>& pilot, RunCosts& costs) {
  for (const GroupResult& result : pilot) {
    for (const auto& [performance, measured] : result.performances) {
      if (!measured.failure.empty()) continue;
      for (std::size_t i = 0; i < measured.records.size(); ++i) {
        const RunRecord& record = measured.records[i];
        const auto observed =
            static_cast<double>(measured.observations[i].size());
        const RunCost cost{
            std::max(0.0, record.seconds - record.warmup_seconds -
                              record.counted_seconds),
            record.warmup_seconds, record.counted_seconds / observed,
            static_cast<double>(record.iterations)};
        const auto [known, is_new] = costs.insert({performance, cost});
        if (!is_new && cost.of(kFewestObservations) <
                           known->second.of(kFewestObservations)) {
          known->second = cost;
        }
      }
    }
  }
}

}  // namespace spl::runner
