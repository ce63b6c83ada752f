#include "spl/statistics/effects/correlation.hpp"

#include <gtest/gtest.h>

#include "tests/statistics/close.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

// In 40-digit arithmetic.
TEST(Correlation, IsKnown) {
  const Correlation found = correlation(known::kA.runs(), known::kB.runs());
  EXPECT_CLOSE(found.runs.value(), 0.996363198300796, kTolerance);
  EXPECT_CLOSE(found.observations.value(), 0.742336167712411, kTolerance);
}

// A run that starts badly is slow and misses the cache; inside a run one
// observation is as good as another.
TEST(Correlation, TellsRunsFromObservations) {
  const Runs times{{10, 11, 12}, {20, 21, 22}, {15, 16, 17}};
  const Runs misses{{102, 101, 100}, {202, 201, 200}, {152, 151, 150}};
  const Correlation found = correlation(times, misses);
  EXPECT_DOUBLE_EQ(found.runs.value(), 1);
  EXPECT_DOUBLE_EQ(found.observations.value(), -1);
}

TEST(Correlation, IsAbsentWhereNothingVariesOrLittleIsKnown) {
  const Runs varied{{1, 2}, {3, 5}, {2, 7}};
  const Runs constant{{0.1, 0.1}, {0.1, 0.1}, {0.1, 0.1}};
  EXPECT_FALSE(correlation(varied, constant).runs);
  EXPECT_FALSE(correlation(varied, constant).observations);
  // Between runs only.
  const Runs steps{{0.1, 0.1}, {0.3, 0.3}, {0.7, 0.7}};
  EXPECT_TRUE(correlation(varied, steps).runs);
  EXPECT_FALSE(correlation(steps, varied).observations);
  // Two runs always lie on a line.
  EXPECT_FALSE(correlation({{1, 2}, {3, 5}}, {{1, 3}, {2, 2}}).runs);
  EXPECT_FALSE(correlation({{1, 2}, {3, 5}}, {{1, 3}, {2, 2}}).observations);
  EXPECT_TRUE(
      correlation({{1, 2, 3}, {3, 5}}, {{1, 3, 2}, {2, 4}}).observations);
  const Runs longer{{1, 2}, {3, 5}, {2, 7, 8}};
  EXPECT_TRUE(correlation(varied, longer).runs);
  EXPECT_FALSE(correlation(varied, longer).observations);
}

TEST(Correlation, SurvivesLargeNumbersAndOffsets) {
  const Correlation found =
      correlation({{1e139, 3e139}, {2e139, 5e139}, {0, 1e139}},
                  {{1e9 + 1, 1e9 + 3}, {1e9 + 2, 1e9 + 5}, {1e9, 1e9 + 1}});
  EXPECT_NEAR(found.runs.value(), 1, 1e-12);
  EXPECT_NEAR(found.observations.value(), 1, 1e-12);
}

}  // namespace
}  // namespace spl::statistics
