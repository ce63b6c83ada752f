#include "spl/statistics/run_statistic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

using ::testing::ElementsAre;

TEST(RunStatistic, IsOneNumberOfAWholeRun) {
  struct Case {
    std::vector<double> observations;
    double mean, trimmed, median;
  };
  for (const Case& c : {
           Case{{3}, 3, 3, 3}, Case{{1, 5}, 3, 3, 3},
           Case{{9, 0, 1, 2}, 3, 3, 1.5},           // Four: nothing is cut.
           Case{{5, 1, 3, 2, 14}, 5, 10.0 / 3, 3},  // Five: one each.
           Case{{4, 3, 2, 1, 90, 5, 0, 7, 6, 2},
                12,
                11.0 / 3,
                3.5},  // Ten: two.
       }) {
    SCOPED_TRACE(testing::PrintToString(c.observations));
    EXPECT_DOUBLE_EQ(run_statistic(c.observations, RunStatistic::kMean),
                     c.mean);
    EXPECT_DOUBLE_EQ(run_statistic(c.observations, RunStatistic::kTrimmed),
                     c.trimmed);
    EXPECT_DOUBLE_EQ(run_statistic(c.observations, RunStatistic::kMedian),
                     c.median);
  }
}

TEST(RunStatistic, ComesInTheOrderOfTheRuns) {
  const Sample sample({{5, 7}, {1}, {2, 3, 10}});
  EXPECT_THAT(run_statistics(sample, RunStatistic::kMean),
              ElementsAre(6, 1, 5));
  EXPECT_THAT(run_statistics(sample, RunStatistic::kMedian),
              ElementsAre(6, 1, 3));
}

}  // namespace
}  // namespace spl::statistics
