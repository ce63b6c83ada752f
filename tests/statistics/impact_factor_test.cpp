#include "spl/statistics/impact_factor.hpp"

#include <gtest/gtest.h>

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
