#include "spl/statistics/effects/impact_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using known::Lists;

// Eight runs of ten; `effect` is what the run adds, in units of its pattern.
Sample patterned(double effect) {
  Lists runs(8);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 10; ++j) {
      const double value =
          50 + effect * ((7 * i) % 5) + ((31 * i + 17 * j) % 23) / 7.0;
      runs[i].push_back(std::round(value * 1e4) / 1e4);
    }
  }
  return Sample(runs);
}

// The limits of the median and its Monte-Carlo scale s: within 5 s/100 for
// 10 000 repetitions.
TEST(ImpactFactor, IsKnown) {
  struct Case {
    const char* name;
    Sample sample;
    std::size_t chosen;
    double original, transformed, scale, transformed_scale;
  };
  for (const Case& c : {
           Case{"IF1", patterned(3), 6, 4.911, 0.942, 1.3, 0.34},
           Case{"IF0", patterned(0), 6, 0.967, 0.942, 0.35, 0.34},
           Case{"A", known::kA, 3, 2.367, 0.849, 1.5, 0.65},
       }) {
    SCOPED_TRACE(c.name);
    const auto factor = impact_factor(c.sample, {c.chosen, 10000, 11});
    ASSERT_TRUE(factor);
    EXPECT_NEAR(factor->original, c.original, 5 * c.scale / 100);
    EXPECT_NEAR(factor->transformed, c.transformed,
                5 * c.transformed_scale / 100);
    // Three quarters of the runs are the default.
    EXPECT_EQ(impact_factor(c.sample, {0, 10000, 11})->original,
              factor->original);
  }
}

// Two observations of one run differ by 2 or 6, those of two runs by 0, 6, 2 or
// 4; the second repetition is known from one repetition and from two.
TEST(ImpactFactor, OfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  const Sample sample({{0, 2}, {0, 6}});
  const std::vector<double> possible = {0, 1 / 3.0, 2 / 3.0, 1, 2, 3};
  int different = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const double first = impact_factor(sample, {2, 1, seed})->original;
    const double of_two = impact_factor(sample, {2, 2, seed})->original;
    const double second = 2 * of_two - first;
    EXPECT_TRUE(std::ranges::any_of(possible, [second](double one) {
      return std::abs(one - second) < 1e-12;
    })) << second;
    different += first != of_two ? 1 : 0;
  }
  EXPECT_GT(different, 0);
}

// Of nine repetitions four are 0/0, two 0/x, one x/x and two x/0: the median is
// 1 only where the first are dropped and the last are infinite.
TEST(ImpactFactor, LeavesOutWhereNothingVaries) {
  const auto factor =
      impact_factor(Sample({{5, 5}, {5, 5}, {5, 7}}), {2, 10000, 3});
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->original, 1);
}

TEST(ImpactFactor, IsInfiniteWhereOnlyRunsDiffer) {
  const auto factor = impact_factor(
      Sample({{1, 1, 1.5}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}}), {2, 1000, 1});
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->original, std::numeric_limits<double>::infinity());
}

TEST(ImpactFactor, IsAbsentWhereUndefined) {
  EXPECT_FALSE(impact_factor(known::kA, {1, 100, 1}));
  EXPECT_FALSE(impact_factor(known::kA, {5, 100, 1}));  // There are four runs.
  EXPECT_FALSE(impact_factor(known::kT1, {3, 100, 1}));
  EXPECT_FALSE(impact_factor(Sample({{1, 1}, {1, 1}}), {2, 100, 1}));
}

}  // namespace
}  // namespace spl::statistics
