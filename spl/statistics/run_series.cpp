#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

RunSeries run_series(const Sample& sample, RunStatistic statistic) {
  RunSeries series{sample.runs().front().front(), {}};
  series.excesses.reserve(sample.run_count());
  std::vector<double> shifted;
  for (const auto& run : sample.runs()) {
    shifted.clear();
    for (const double observation : run) {
      shifted.push_back(observation - series.offset);
    }
    series.excesses.push_back(run_statistic(shifted, statistic));
  }
  return series;
}

}  // namespace spl::statistics
