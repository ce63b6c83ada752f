#include "spl/statistics/selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "spl/statistics/random_stream.hpp"

namespace spl::statistics {
namespace {

void expect_selected(std::vector<double> numbers, std::size_t rank) {
  std::vector<double> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  select(numbers, rank);
  EXPECT_EQ(numbers[rank], sorted[rank]);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_TRUE(i < rank ? numbers[i] <= sorted[rank]
                         : numbers[i] >= sorted[rank]);
  }
  std::sort(numbers.begin(), numbers.end());
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
