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

// Usually faster by 1, but a fifth of the runs takes half as long again.
TEST(PlainMeans, TellWhatClippingHides) {
  std::vector<std::vector<double>> left;
  std::vector<std::vector<double>> right;
  for (int run = 0; run < 40; ++run) {
    const double noise = 0.01 * (run * 7 % 11);
    left.push_back({run % 5 == 0 ? 150 : 99 + noise});
    right.push_back({100 - noise});
  }
  const auto found = plain(Sample(left), Sample(right));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->finding, Finding::kGreater);
}

TEST(PlainMeans, KeepSilentWhereTheyAgree) {
  EXPECT_FALSE(plain(sample(99, 0), sample(100, 0)));
  EXPECT_FALSE(plain(sample(101, 100), sample(100, 0)));
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
