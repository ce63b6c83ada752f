#include "spl/statistics/sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace spl::statistics {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Sample, HoldsItsRuns) {
  const Sample sample({{1, 2}, {3}, {4, 5, 6}});
  EXPECT_EQ(sample.run_count(), 3u);
  EXPECT_EQ(sample.observation_count(), 6u);
  EXPECT_THAT(sample.runs()[2], ElementsAre(4, 5, 6));
}

TEST(Sample, SharesItsRunsWithItsCopies) {
  const Sample sample({{1, 2}, {3}});
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  const Sample copy = sample;
  EXPECT_EQ(copy.runs()[0].data(), sample.runs()[0].data());
}

TEST(Sample, NamesWhatBreaksItsInvariants) {
  using Runs = std::vector<std::vector<double>>;
  struct Case {
    Runs runs;
    const char* message;
  };
  for (const Case& c : {
           Case{{}, "a sample needs a run"},
           Case{{{1}, {}}, "run 2 has no observations"},
           Case{{{1}, {2, 3, kNan}},
                "observation 3 of run 2 is not a finite number"},
           Case{{{-kInfinity}},
                "observation 1 of run 1 is not a finite number"},
       }) {
    EXPECT_THAT([&] { Sample{c.runs}; },
                ThrowsMessage<std::invalid_argument>(c.message));
  }
}

TEST(RunStatistic, StandsForAWholeRun) {
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
