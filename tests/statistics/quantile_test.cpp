#include "spl/statistics/quantile.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "spl/statistics/random_stream.hpp"

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
  EXPECT_EQ(
      std::ranges::count_if(numbers, [&](double one) { return one > found; }),
      10);
}

TEST(Quantile, TakesThePlaceOfTheObservationsOfARun) {
  const Sample sample({{1, 2, 3}, {4, 6}});
  EXPECT_EQ(run_quantiles(sample, 0.5).runs(), (Runs{{2}, {5}}));
}

void expect_selected(std::vector<double> numbers, std::size_t rank) {
  std::vector<double> sorted = numbers;
  std::ranges::sort(sorted);
  select(numbers, rank);
  EXPECT_EQ(numbers[rank], sorted[rank]);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_TRUE(i < rank ? numbers[i] <= sorted[rank]
                         : numbers[i] >= sorted[rank]);
  }
  std::ranges::sort(numbers);
  EXPECT_EQ(numbers, sorted) << "a number got lost";
}

TEST(Select, PutsTheNumberOfARankInItsPlace) {
  RandomStream random(1, 1);
  for (const std::size_t size : {1, 2, 3, 24, 25, 26, 100, 1000}) {
    for (const std::size_t values : {1, 2, 3, 10, 100000}) {
      SCOPED_TRACE(testing::Message() << size << " of " << values);
      std::vector<double> numbers(size);
      for (double& number : numbers) {
        number = static_cast<double>(random.below(values)) - 5;
      }
      for (const std::size_t rank :
           {std::size_t{0}, size / 5, size / 2, size - 1}) {
        expect_selected(numbers, rank);
      }
    }
  }
}

TEST(Select, CopesWithSortedNumbersAndUnluckyPivots) {
  constexpr std::size_t kCount = 3000;
  std::vector<double> rising(kCount);
  std::vector<double> organ_pipes(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    rising[i] = static_cast<double>(i);
    organ_pipes[i] = static_cast<double>(std::min(i, kCount - i));
  }
  std::vector<double> falling(rising.rbegin(), rising.rend());
  for (const auto& numbers : {rising, falling, organ_pipes}) {
    for (const std::size_t rank : {std::size_t{0}, kCount / 3, kCount - 1}) {
      expect_selected(numbers, rank);
    }
  }
}

}  // namespace

}  // namespace spl::statistics
