#include "spl/statistics/summary.hpp"

#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

TEST(Summary, DescribesASample) {
  const Summary found = summary(Runs{{1, 2, 3, 4}, {5, 5, 5, 9}});
  EXPECT_EQ(found.runs, 2U);
  EXPECT_EQ(found.observations, 8U);
  EXPECT_EQ(found.mean, 4.25);   // Of 2.5 and 6.
  EXPECT_EQ(found.median, 4.5);  // Of 4 and 5.
  EXPECT_EQ(found.q10, 1);
  EXPECT_EQ(found.q90, 9);
  // Variances 5/3 and 4 within; run means 2.5 and 6.
  EXPECT_NEAR(*found.within_sd, 1.6832508230603465, 1e-15);
  EXPECT_NEAR(*found.between_sd, 2.4748737341529163, 1e-15);
  // 1.25 / 5 in the first run, -1 / 12 in the second.
  EXPECT_NEAR(*found.autocorrelation, (0.25 - 1.0 / 12) / 2, 1e-15);
}

TEST(Summary, HasTheMedianOfRunsOfOneObservation) {
  EXPECT_EQ(summary(Runs{{1}, {2}, {30}}).median, 2);
}

TEST(Summary, TellsHowManyObservationsAreSlow) {
  EXPECT_EQ(summary(Runs{{2, 2, 2, 3, 4}, {10, 10, 16}}).slow_share, 0.25);
  EXPECT_EQ(summary(Runs{{7}}).slow_share, 0);
  // Nothing can be said of 1.5 times a median that is not above 0.
  EXPECT_EQ(summary(Runs{{-3, -2, -1}, {0, 0, 5}}).slow_share, 0);
  EXPECT_EQ(summary(Runs{{-3, -2, -1}, {2, 2, 4}}).slow_share, 1.0 / 3);
}

TEST(Summary, LeavesOutWhatDoesNotExist) {
  const Summary found = summary(Runs{{7}});
  EXPECT_FALSE(found.within_sd);
  EXPECT_FALSE(found.between_sd);
  EXPECT_FALSE(found.autocorrelation);
  EXPECT_FALSE(summary(Runs{{2, 2, 2}}).autocorrelation);
  EXPECT_FALSE(autocorrelation(std::vector<double>{2, 2, 2}));
  EXPECT_FALSE(autocorrelation(std::vector<double>{1, 2}));
}

TEST(Quantile, IsTheSmallestNumberThatReachesTheShare) {
  const std::vector<double> ten{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  EXPECT_EQ(quantile(ten, 0.1), 1);
  EXPECT_EQ(quantile(ten, 0.11), 2);
  EXPECT_EQ(quantile(ten, 0.9), 9);
  EXPECT_EQ(quantile(ten, 1), 10);
}

}  // namespace
}  // namespace spl::statistics
