#include "runner/formulas/guarded_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TEST(GuardedMetrics, AreSeparatedByCommas) {
  EXPECT_THAT(guarded_values("metric", "wall"), ElementsAre("wall"));
  EXPECT_THAT(guarded_values("metric", "wall,cpu"), ElementsAre("wall", "cpu"));
  EXPECT_THAT(guarded_values("metric", "wall,"), ElementsAre("wall", ""));
}

TEST(GuardedMetrics, AreTheOnlyList) {
  EXPECT_THAT(guarded_values("filter", "a,b"), ElementsAre("a,b"));
}

}  // namespace
}  // namespace spl::runner
