#include "spl/statistics/random_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace spl::statistics {
namespace {

TEST(RandomStream, RepeatsItselfAndNoOther) {
  RandomStream once(1, 2);
  RandomStream again(1, 2);
  RandomStream other_seed(2, 2);
  RandomStream other_stream(1, 3);
  RandomStream exchanged(2, 1);
  const std::uint64_t first = once.next();
  EXPECT_EQ(again.next(), first);
  EXPECT_NE(other_seed.next(), first);
  EXPECT_NE(other_stream.next(), first);
  EXPECT_NE(exchanged.next(), first);
}

// Within 5 standard errors, over consecutive numbers, over first numbers of
// streams and over pairs.
TEST(RandomStream, IsUniform) {
  constexpr int kDraws = 70000;
  std::array<int, 7> consecutive{};
  std::array<int, 7> first{};
  std::array<int, 49> pairs{};
  RandomStream random(42, 0);
  for (int i = 0; i < kDraws; ++i) {
    ++consecutive.at(random.below(7));
    ++first.at(RandomStream(42, i).below(7));
    const auto [left, right] = random.two_below(7);
    ++pairs.at(7 * left + right);
  }
  const double expected = kDraws / 7.0;
  const double error = std::sqrt(kDraws * (1.0 / 7) * (6.0 / 7));
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(consecutive[i], expected, 5 * error);
    EXPECT_NEAR(first[i], expected, 5 * error);
  }
  for (const int count : pairs) {
    EXPECT_NEAR(count, expected / 7, 5 * std::sqrt(expected / 7));
  }
}

TEST(RandomStream, HasOneChoiceOfOne) {
  RandomStream random(1, 1);
  EXPECT_EQ(random.below(1), 0u);
}

}  // namespace
}  // namespace spl::statistics
