#include "spl/workload/generators.hpp"

#include <gmock/gmock.h>

namespace spl {
namespace {

using ::testing::Each;
using ::testing::UnorderedElementsAre;

constexpr std::size_t kMany = 100'000;

// The share of numbers up to `limit`.
double share(const std::vector<double>& numbers, double limit) {
  double count = 0;
  for (const double number : numbers) count += number <= limit ? 1 : 0;
  return count / static_cast<double>(numbers.size());
}

TEST(Generators, DrawTheSizeThatIsAskedFor) {
  Random random(1);
  EXPECT_EQ(uniform(random, 7).size(), 7U);
  EXPECT_EQ(permutation(random, 7).size(), 7U);
  EXPECT_EQ(gaussian(random, 7).size(), 7U);
  EXPECT_EQ(exponential(random, 7).size(), 7U);
  EXPECT_TRUE(uniform(random, 0).empty());
  EXPECT_TRUE(permutation(random, 0).empty());
}

TEST(Generators, DrawTheSameFromTheSameSeed) {
  Random one(5);
  Random same(5);
  Random other(6);
  const auto numbers = gaussian(one, 10);
  EXPECT_EQ(numbers, gaussian(same, 10));
  EXPECT_NE(numbers, gaussian(other, 10));
  EXPECT_NE(numbers, gaussian(one, 10));
}

// Tolerances are five standard errors: 5 sqrt(p (1 - p) / 100 000).
TEST(Generators, FollowTheirDistributions) {
  Random random(42);
  const auto even = uniform(random, kMany);
  EXPECT_THAT(even, Each(::testing::AllOf(::testing::Ge(0), ::testing::Lt(1))));
  EXPECT_NEAR(share(even, 0.25), 0.25, 0.007);
  EXPECT_NEAR(share(even, 0.5), 0.5, 0.008);
  const auto normal = gaussian(random, kMany);  // R: pnorm(c(-1, 0, 1.96))
  EXPECT_NEAR(share(normal, -1), 0.158655, 0.006);
  EXPECT_NEAR(share(normal, 0), 0.5, 0.008);
  EXPECT_NEAR(share(normal, 1.96), 0.975002, 0.0025);
  const auto waits = exponential(random, kMany);  // R: pexp(c(0.5, 1, 3))
  EXPECT_THAT(waits, Each(::testing::Ge(0)));
  EXPECT_NEAR(share(waits, 0.5), 0.393469, 0.008);
  EXPECT_NEAR(share(waits, 1), 0.632121, 0.008);
  EXPECT_NEAR(share(waits, 3), 0.950213, 0.0035);
}

TEST(Generators, PermuteEvenly) {
  Random random(42);
  EXPECT_THAT(permutation(random, 5), UnorderedElementsAre(0, 1, 2, 3, 4));
  int counts[6] = {};
  for (int i = 0; i < 60'000; ++i) {
    const auto order = permutation(random, 3);
    ++counts[order[0] * 2 + (order[1] > order[2] ? 1 : 0)];
  }
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 460);
}

}  // namespace
}  // namespace spl
