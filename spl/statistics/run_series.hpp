#pragma once

#include <vector>

#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sample.hpp"

namespace spl::statistics {

/// The run statistics of a sample, in order, as differences from a number near
/// them, so that long measurements keep their digits.
struct RunSeries {
  double offset = 0;
  std::vector<double> excesses;
};

[[nodiscard]] RunSeries run_series(const Sample& sample,
                                   RunStatistic statistic);

}  // namespace spl::statistics
