#include "spl/logic/twofold.hpp"

#include <gtest/gtest.h>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

Finding found(const LinearForm& left, const LinearForm& right,
              const std::vector<double>& a, const std::vector<double>& b) {
  const auto sample = [](const std::vector<double>& runs) {
    statistics::Runs result;
    for (const double one : runs) result.push_back({one});
    return statistics::Sample(result);
  };
  return twofold(relation(left, right), {{kA, sample(a)}, {kB, sample(b)}},
                 statistics::RunStatistic::kTrimmed);
}

TEST(Twofold, ComparesEveryRunWithEveryOther) {
  const LinearForm a(kA);
  const LinearForm b(kB);
  EXPECT_EQ(found(a, b, {20, 22}, {9, 10}), Finding::kGreater);
  EXPECT_EQ(found(b, a, {20, 22}, {9, 10}), Finding::kLess);
  // Twice in each block, but the machine changed between them.
  EXPECT_EQ(found(a, b, {20, 22}, {9, 11}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b, {19, 40}, {10, 10}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b, {10, 10}, {10, 10}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b, {0, 0}, {0, 0}), Finding::kIndistinct);
}

TEST(Twofold, HasTheRatiosThatItDoesNotReject) {
  const auto ratios = [](const LinearForm& right,
                         const std::vector<double>& b) {
    return twofold_ratios(
        relation(LinearForm(kA), right),
        {{kA, statistics::Sample(statistics::Runs{{20}, {22}})},
         {kB, statistics::Sample(statistics::Runs{{b[0]}, {b[1]}})}},
        statistics::RunStatistic::kTrimmed);
  };
  const auto found = ratios(LinearForm(kB), {9, 10});
  EXPECT_EQ(found.lower, 1);  // At any ratio below all of a are twice b.
  EXPECT_EQ(found.upper, 2 * 22.0 / 9);
  EXPECT_EQ(ratios(LinearForm(5.0), {1, 1}).lower, 2);
  EXPECT_FALSE(ratios(LinearForm(kB), {0, 1}).lower);
}

TEST(Twofold, TakesSidesAsTheyAreWritten) {
  const LinearForm a(kA);
  const LinearForm b(kB);
  EXPECT_EQ(found(a, b.scaled(1.5), {20, 22}, {9, 10}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b.scaled(1.5), {30, 32}, {9, 10}), Finding::kGreater);
  EXPECT_EQ(found(a, LinearForm(10), {20, 22}, {1, 1}), Finding::kGreater);
  EXPECT_EQ(found(a, LinearForm(44), {20, 22}, {1, 1}), Finding::kLess);
  EXPECT_EQ(found(a, LinearForm(43), {20, 22}, {1, 1}), Finding::kIndistinct);
  // A difference has no factor.
  EXPECT_EQ(found(a.minus(b), b, {90, 90}, {10, 10}), Finding::kIndistinct);
}

TEST(Twofold, TakesTheBlocksOfItsLevel) {
  EXPECT_EQ(twofold_blocks(0.05), 2U);
  EXPECT_EQ(twofold_blocks(0.01), 2U);
  EXPECT_EQ(twofold_blocks(0.005), 3U);
  EXPECT_EQ(twofold_blocks(0.001), 3U);
  EXPECT_EQ(twofold_blocks(0.0001), 4U);
}

}  // namespace
}  // namespace spl::logic
