#include "runner/measuring/group_result.hpp"

#include <algorithm>
#include <limits>

namespace spl::runner {

using logic::Performance;
using logic::Relation;

statistics::Correlation correlation(const Measured& measured,
                                    const Recorded& recorded) {
  const statistics::Runs& runs = measured.observations;
  if (runs.size() != recorded.observations.size()) return {};
  return statistics::correlation(runs, recorded.observations);
}

workload::DisturbedCounts disturbed(const Measured& measured) {
  workload::DisturbedCounts all;
  for (const RunRecord& record : measured.records) {
    all.net += record.disturbed.net;
    all.kept += record.disturbed.kept;
    all.beside_threads += record.disturbed.beside_threads;
    all.untold += record.disturbed.untold;
  }
  return all;
}

std::string failure_of(const Relation& relation, const GroupResult& result) {
  for (const Performance& one : performances_of(relation)) {
    const auto found = result.performances.find(one);
    if (found != result.performances.end() && !found->second.failure.empty()) {
      return found->second.failure;
    }
  }
  return {};
}

logic::Experiment experiment(const Relation& relation,
                             const GroupResult& result, std::size_t blocks) {
  logic::Experiment experiment;
  for (const Performance& performance : performances_of(relation)) {
    const auto found = result.performances.find(performance);
    if (found == result.performances.end()) continue;
    const auto& all = found->second.observations;
    // A failure after these blocks takes nothing away from them.
    if (blocks == 0 || all.size() < blocks) {
      if (found->second.failure.empty()) continue;
      experiment.emplace(performance, logic::Failure{found->second.failure});
    } else {
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(blocks);
      experiment.emplace(performance, statistics::Sample({all.begin(), end}));
    }
  }
  return experiment;
}

std::size_t fewest_calls(const Relation& relation, const GroupResult& result,
                         std::size_t blocks) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const Performance& performance : performances_of(relation)) {
    const auto found = result.performances.find(performance);
    if (found == result.performances.end()) return 0;
    const Measured& measured = found->second;
    std::size_t calls = 0;
    for (std::size_t i = 0; i < std::min(blocks, measured.records.size());
         ++i) {
      calls += measured.records[i].iterations * measured.observations[i].size();
    }
    fewest = std::min(fewest, calls);
  }
  return fewest;
}

double spent(const GroupResult& result) {
  return result.pilot_seconds + result.seconds + result.long_seconds;
}

}  // namespace spl::runner
