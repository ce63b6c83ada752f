#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "laboratory/parallel.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "tests/statistics/interpretations/simulated_units.hpp"

/// Many experiments on machines that are made up or recorded.
namespace spl::bench {

using statistics::Asking;
using statistics::End;
using statistics::Ending;
using statistics::Machine;
using statistics::RateInterval;
using statistics::RecordedBlock;
using statistics::RunMeans;

using Ask = Ending (*)(const Machine&, const Asking&, std::uint64_t);

struct Counts {
  std::size_t experiments = 0;
  std::size_t ends[4] = {};
  std::size_t parts[3] = {};
  double blocks = 0;

  [[nodiscard]] std::size_t of(End end) const {
    return ends[static_cast<std::size_t>(end)];
  }
  [[nodiscard]] RateInterval interval(End end) const {
    return statistics::rate_interval(of(end), experiments);
  }
};

inline Counts count(Ask ask, const Machine& machine, const Asking& asking,
                    std::size_t experiments) {
  std::vector<Ending> endings(experiments);
  in_parallel(experiments,
              [&](std::size_t i) { endings[i] = ask(machine, asking, i + 1); });
  Counts counts;
  counts.experiments = experiments;
  for (const Ending& ending : endings) {
    ++counts.ends[static_cast<std::size_t>(ending.end)];
    if (ending.end == End::kGreater) {
      ++counts.parts[static_cast<std::size_t>(ending.part)];
    }
    counts.blocks +=
        static_cast<double>(ending.blocks) / static_cast<double>(experiments);
  }
  return counts;
}

using Recording = std::vector<RecordedBlock>;

/// Lines of a workload, and of the means of both sides' runs in a block:
/// typical and plain, left and right, in ns. In units in which the right side
/// is 100.
inline std::map<std::string, Recording> recordings(const std::string& path) {
  std::map<std::string, Recording> result;
  std::ifstream file(path);
  std::string name;
  RecordedBlock block;
  while (file >> name >> block.left.typical >> block.left.plain >>
         block.right.typical >> block.right.plain) {
    result[name].push_back(block);
  }
  for (auto& [workload, blocks] : result) {
    std::vector<double> right;
    for (const RecordedBlock& one : blocks) right.push_back(one.right.typical);
    const double scale = 100 / statistics::run_statistic(
                                   right, statistics::RunStatistic::kMedian);
    for (RecordedBlock& one : blocks) {
      for (RunMeans* side : {&one.left, &one.right}) {
        side->typical *= scale;
        side->plain *= scale;
      }
    }
  }
  return result;
}

}  // namespace spl::bench
