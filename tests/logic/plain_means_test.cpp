#include "spl/logic/plain_means.hpp"

#include <gtest/gtest.h>

namespace spl::logic {
namespace {

using statistics::RunStatistic;
using statistics::Sample;

const Performance kA{"A", "", "", "", {}};
const Performance kB{"B", "", "", "", {}};

/// Eight runs of ten observations around `level`, of which the last is that
/// plus `tail` times the number of the run.
Sample sample(double level, double tail) {
  std::vector<std::vector<double>> runs;
  for (int run = 1; run <= 8; ++run) {
    std::vector<double> observations;
    for (int i = 0; i < 10; ++i) {
      observations.push_back(level + 0.01 * ((run * 7 + i * 3) % 11));
    }
    observations.back() += tail * (3 + run % 3);
    runs.push_back(observations);
  }
  return Sample(runs);
}

std::optional<Decision> plain(const Sample& a, const Sample& b,
                              RunStatistic statistic = RunStatistic::kTrimmed,
                              Interpretation by = Interpretation::kBlocks) {
  Relation relation;
  relation.sign = Sign::kLessEqual;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB);
  relation.theta = relation.left.minus(relation.right);
  const Experiment experiment{{kA, a}, {kB, b}};
  DecisionSettings settings;
  settings.statistic = statistic;
  settings.interpretation = by;
  return disagreeing_plain_means(relation, experiment, settings,
                                 decide(relation, experiment, settings));
}

TEST(PlainMeans, TellWhatTrimmingHides) {
  // Usually faster by 1, but one of ten observations takes hundreds more.
  const auto found = plain(sample(99, 100), sample(100, 0));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->finding, Finding::kGreater);
  EXPECT_EQ(found->strength, Strength::kRefuted);
  EXPECT_TRUE(plain(sample(99, 100), sample(100, 0), RunStatistic::kMedian));
}

/// Forty runs of one observation around `level`; every fifth is longer, by 5 %
/// first and by twice as much each time.
Sample met(double level, int phase, bool is_met) {
  std::vector<std::vector<double>> runs;
  for (int run = 0; run < 40; ++run) {
    const double noise = 0.1 * ((run * 7 + phase) % 11);
    const bool slow = is_met && run % 5 == phase;
    runs.push_back({(level + noise) * (slow ? 1 + 0.05 * (1 << run / 5) : 1)});
  }
  return Sample(runs);
}

// Usually faster by 1 %, and slower by 31 % on average, but with so much noise
// that the plain means alone show nothing.
TEST(PlainMeans, TellWhatClippingHides) {
  const auto found = plain(met(99, 0, true), met(100, 1, false));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->finding, Finding::kIndistinct);
  EXPECT_NEAR(*found->ratio.estimate, 1.31, 0.01);
}

// Left is a multiple of right, so nothing is left of their difference.
TEST(PlainMeans, KeepSilentOfMultiplesOfOnePerformance) {
  std::vector<std::vector<double>> runs;
  for (int run = 0; run < 20; ++run) {
    runs.push_back(std::vector<double>(9, 100 + run));
  }
  runs[3].push_back(1e9);
  Relation relation;
  relation.sign = Sign::kLessEqual;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kA).scaled(2);
  relation.theta = relation.left.minus(relation.right);
  const Experiment experiment{{kA, Sample(runs)}};
  const DecisionSettings settings;
  const Decision decision = decide(relation, experiment, settings);
  EXPECT_EQ(decision.finding, Finding::kLess);
  EXPECT_FALSE(
      disagreeing_plain_means(relation, experiment, settings, decision));
}

// Every fifth run of one side is slow, or of both.
TEST(PlainMeans, TellWhatClippingHidesOfEqualCode) {
  EXPECT_TRUE(plain(met(100, 0, true), met(100, 1, false)));
  EXPECT_FALSE(plain(met(100, 0, true), met(100, 1, true)));
}

// Slower by 1 by trimmed means, and four times as slow by plain ones.
TEST(PlainMeans, TellThatASlowdownIsLarger) {
  const auto found = plain(sample(101, 100), sample(100, 0));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->strength, Strength::kRefuted);
  EXPECT_GT(*found->ratio.estimate, 1.3);
}

TEST(PlainMeans, KeepSilentWhereTheyAgree) {
  EXPECT_FALSE(plain(sample(99, 0), sample(100, 0)));
}

TEST(PlainMeans, KeepSilentWhereBothSidesHaveTheSameTails) {
  EXPECT_FALSE(plain(sample(100.05, 100), sample(100, 100)));
}

TEST(PlainMeans, KeepSilentWhereTheyDecide) {
  EXPECT_FALSE(plain(sample(99, 100), sample(100, 0), RunStatistic::kMean));
  EXPECT_FALSE(plain(sample(99, 100), sample(100, 0), RunStatistic::kTrimmed,
                     Interpretation::kWelch));
}

}  // namespace
}  // namespace spl::logic
