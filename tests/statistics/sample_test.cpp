#include "spl/statistics/sample.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
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
           Case{{{-kInfinite}},
                "observation 1 of run 1 is not a finite number"},
       }) {
    EXPECT_THAT([&] { Sample{c.runs}; },
                ThrowsMessage<std::invalid_argument>(c.message));
  }
}

using ::testing::ElementsAreArray;

TEST(Hierarchy, MergesALevelIntoTheOneBelow) {
  const Hierarchy merged = known::kQ4.merged(3);
  ASSERT_EQ(merged.level_count(), 3u);
  EXPECT_EQ(merged.count(1), 3u);
  EXPECT_EQ(merged.count(2), 4u);
  EXPECT_EQ(merged.count(3), 3u);
  EXPECT_THAT(merged.values(), ElementsAreArray(known::kQ4.values()));
}

TEST(Hierarchy, NamesWhatBreaksItsInvariants) {
  struct Case {
    std::vector<std::size_t> counts;
    std::vector<double> values;
    const char* message;
  };
  for (const Case& c : {
           Case{{}, {}, "a hierarchy needs a level"},
           Case{{2, 0}, {}, "a level of a hierarchy repeats nothing"},
           Case{{2, 2}, {1, 2, 3}, "a hierarchy of 4 values got 3"},
           Case{{2}, {1, std::nan("")}, "value 2 is not a finite number"},
       }) {
    EXPECT_THAT(([&] { Hierarchy(c.counts, c.values); }),
                ThrowsMessage<std::invalid_argument>(c.message));
  }
}

}  // namespace

}  // namespace spl::statistics
