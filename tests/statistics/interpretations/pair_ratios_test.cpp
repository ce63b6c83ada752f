#include "spl/statistics/interpretations/pair_ratios.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace spl::statistics {
namespace {

// Of two groups, the studentized range is Student's t times the root of 2.
TEST(PairRatios, AreWelchsTestOfLogarithmsForTwo) {
  const Groups groups{{1, std::exp(0.1), std::exp(0.2)},
                      {std::exp(1.0), std::exp(1.3)}};
  const auto pairs = pair_ratios(groups, 0.95);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_NEAR(pairs[0].ratio, std::exp(-1.05), 1e-12);
  EXPECT_LT(pairs[0].lower, pairs[0].ratio);
  EXPECT_NEAR(pairs[0].lower * pairs[0].upper, pairs[0].ratio * pairs[0].ratio,
              1e-9);
}

// A third group that takes a thousand times as long hid the other two.
TEST(PairRatios, DoNotDependOnWhatAThirdVaries) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> noise(0, 0.01);
  Groups groups(3);
  for (int run = 0; run < 20; ++run) {
    groups[0].push_back(1000 * (1 + noise(engine)));
    groups[1].push_back(2000 * (1 + noise(engine)));
    groups[2].push_back(1e6 * (1 + noise(engine)));
  }
  for (const Design design : {Design::kIndependent, Design::kBlocks}) {
    const auto pairs = pair_ratios(groups, 0.98, design);
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_NEAR(pairs[0].ratio, 0.5, 0.01);
    EXPECT_LT(pairs[0].upper, 0.52);
    EXPECT_GT(pairs[0].lower, 0.48);
    EXPECT_LT(pairs[0].p, 1e-9);
  }
}

// 80 experiments: a simultaneous level of 5 % allows 4, and 10 by chance.
TEST(PairRatiosSimulation, CallsFewEqualGroupsDifferent) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> noise;
  constexpr int kExperiments = 80;
  for (const Design design : {Design::kIndependent, Design::kBlocks}) {
    int wrong = 0;
    for (int experiment = 0; experiment < kExperiments; ++experiment) {
      Groups groups(4);
      for (std::size_t i = 0; i < groups.size(); ++i) {
        const double deviation = 0.01 * static_cast<double>(1 + 3 * i);
        for (int run = 0; run < 10; ++run) {
          groups[i].push_back(100 * std::exp(deviation * noise(engine)));
        }
      }
      bool is_wrong = false;
      for (const PairRatio& one : pair_ratios(groups, 0.95, design)) {
        is_wrong = is_wrong || one.lower > 1 || one.upper < 1;
      }
      wrong += is_wrong ? 1 : 0;
    }
    EXPECT_LE(wrong, 10);
  }
}

TEST(PairRatios, AreExactWhereNothingVaries) {
  const auto pairs = pair_ratios({{2, 2}, {4, 4}, {4, 4}}, 0.95);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_DOUBLE_EQ(pairs[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(pairs[0].upper, 0.5);
  EXPECT_EQ(pairs[0].p, 0);
  EXPECT_EQ(pairs[2].p, 1);
  EXPECT_TRUE(pair_ratios({{0, 2}, {4, 4}}, 0.95).empty());
}

TEST(PairRatios, RefuseWhatHasNoVariance) {
  EXPECT_THROW((void)pair_ratios({{1, 2}}, 0.95), std::invalid_argument);
  EXPECT_THROW((void)pair_ratios({{1, 2}, {1}}, 0.95), std::invalid_argument);
  EXPECT_THROW((void)pair_ratios({{1, 2}, {1, 2, 3}}, 0.95, Design::kBlocks),
               std::invalid_argument);
  EXPECT_THROW((void)pair_ratios({{1, 2}, {1, 2}}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace spl::statistics
