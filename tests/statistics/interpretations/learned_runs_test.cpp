#include "spl/statistics/interpretations/learned_runs.hpp"

#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

TEST(LearnedRuns, AreScaledToTheMean) {
  const Runs runs{{1, 3}, {5, 7}};
  EXPECT_EQ(mean_of_runs(runs), 4);
  EXPECT_EQ(scaled_to(8, runs), (Runs{{2, 6}, {10, 14}}));
  EXPECT_EQ(scaled_to(4, runs), runs);
}

// The mean of the run means counts, as in Definition 4.10.
TEST(LearnedRuns, WeighRunsEqually) {
  const Runs runs{{2, 2, 2}, {4}};
  EXPECT_EQ(mean_of_runs(runs), 3);
  EXPECT_EQ(scaled_to(6, runs), (Runs{{4, 4, 4}, {8}}));
}

TEST(LearnedRuns, StayAsTheyAreWithoutAScale) {
  const Runs zeros{{0, 0}, {0, 0}};
  const Runs runs{{-1, 3}, {0, 0}};
  EXPECT_EQ(scaled_to(8, zeros), zeros);
  EXPECT_EQ(scaled_to(0, runs), runs);
  EXPECT_EQ(scaled_to(5, {{-4, 0}, {0, 0}}), (Runs{{-4, 0}, {0, 0}}));
}

}  // namespace
}  // namespace spl::statistics
