#include "spl/workload/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace spl {
namespace {

TEST(Random, IsSplitMix64) {
  // Output of the reference implementation,
  // https://prng.di.unimi.it/splitmix64.c, for the state 1234567.
  Random random(1234567);
  EXPECT_EQ(random(), 6457827717110365317U);
  EXPECT_EQ(random(), 3203168211198807973U);
  EXPECT_EQ(random(), 9817491932198370423U);
}

TEST(Random, DrawsEachIntegerOfARangeEquallyOften) {
  Random random(1);
  std::array<int, 6> counts{};
  for (int draw = 0; draw < 60'000; ++draw) {
    const int from_zero = random(-2, 3) + 2;
    ++counts[static_cast<std::size_t>(from_zero)];
  }
  // Five standard deviations of a binomial with p = 1/6: 456.
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 456);
}

TEST(Random, DrawsFromWholeTypes) {
  Random random(1);
  EXPECT_EQ(random(5, 5), 5);
  const auto any = random(std::numeric_limits<std::int64_t>::min(),
                          std::numeric_limits<std::int64_t>::max());
  EXPECT_NE(any, random(std::numeric_limits<std::int64_t>::min(),
                        std::numeric_limits<std::int64_t>::max()));
  const auto index = random(0, std::size_t{3});
  static_assert(std::is_same_v<decltype(index), const std::size_t>);
  EXPECT_LE(index, 3U);
}

TEST(Random, RejectsAnEmptyRange) {
  Random random(1);
  try {
    (void)random(0, -1);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "spl::Random: random(low, high) needs low <= high");
  }
}

TEST(Random, DrawsReals) {
  Random random(1);
  for (int draw = 0; draw < 1000; ++draw) {
    const double real = random.real();
    EXPECT_TRUE(real >= 0 && real < 1);
    const double scaled = random.real(-2, 3);
    EXPECT_TRUE(scaled >= -2 && scaled <= 3);
  }
}

TEST(Random, IsAStandardGenerator) {
  std::array<int, 5> numbers{1, 2, 3, 4, 5};
  std::shuffle(numbers.begin(), numbers.end(), Random(7));
  EXPECT_THAT(numbers, ::testing::UnorderedElementsAre(1, 2, 3, 4, 5));
}

}  // namespace
}  // namespace spl
