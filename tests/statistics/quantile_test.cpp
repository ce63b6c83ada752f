#include "spl/statistics/quantile.hpp"

#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

// R 4.2: quantile(c(7, 1, 3, 10, 5), c(.1, .5, .9)), type 7, the default.
TEST(Quantile, IsThatOfDefinition7) {
  const double numbers[] = {7, 1, 3, 10, 5};
  EXPECT_DOUBLE_EQ(quantile(numbers, 0.1), 1.8);
  EXPECT_DOUBLE_EQ(quantile(numbers, 0.5), 5);
  EXPECT_DOUBLE_EQ(quantile(numbers, 0.9), 8.8);
  const double one[] = {4};
  EXPECT_DOUBLE_EQ(quantile(one, 0.99), 4);
  const double two[] = {4, 2};
  EXPECT_DOUBLE_EQ(quantile(two, 0.5), 3);
}

TEST(Quantile, HasTenObservationsBeyondIt) {
  EXPECT_EQ(observations_for_quantile(0.5), 20U);
  EXPECT_EQ(observations_for_quantile(0.9), 100U);
  EXPECT_EQ(observations_for_quantile(0.95), 200U);
  EXPECT_EQ(observations_for_quantile(0.99), 1000U);
  EXPECT_EQ(observations_for_quantile(0.999), 10'000U);
  EXPECT_EQ(observations_for_quantile(0.01), 1000U);
  EXPECT_EQ(observations_for_quantile(0.98), 500U);
  std::vector<double> numbers;
  for (int i = 1; i <= 1000; ++i) numbers.push_back(i);
  const double found = quantile(numbers, 0.99);
  EXPECT_EQ(std::count_if(numbers.begin(), numbers.end(),
                          [&](double one) { return one > found; }),
            10);
}

TEST(Quantile, TakesThePlaceOfTheObservationsOfARun) {
  const Sample sample({{1, 2, 3}, {4, 6}});
  EXPECT_EQ(run_quantiles(sample, 0.5).runs(), (Runs{{2}, {5}}));
}

}  // namespace
}  // namespace spl::statistics
