#include "spl/statistics/interpretations/common_variation.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::statistics {
namespace {

/// Variances that scatter as much as estimates with `df` degrees of freedom.
std::vector<Variation> estimates(double relative, double df, double prior_df,
                                 int count) {
  std::mt19937_64 engine(3);
  std::chi_squared_distribution<double> estimate(df);
  std::chi_squared_distribution<double> prior(prior_df);
  std::vector<Variation> result;
  for (int i = 0; i < count; ++i) {
    const double truth =
        prior_df > 0 ? relative * prior_df / prior(engine) : relative;
    result.push_back({truth * estimate(engine) / df, df});
  }
  return result;
}

TEST(CommonVariation, IsThatOfAllWhereAllVaryAlike) {
  const auto common = common_variation(estimates(4e-4, 8, 0, 400));
  ASSERT_TRUE(common);
  EXPECT_NEAR(common->relative, 4e-4, 0.2e-4);
  EXPECT_GT(common->df, 50);
}

// Equal variances would otherwise be known exactly.
TEST(CommonVariation, KnowsNoMoreThanAllSaw) {
  const std::vector<Variation> equal(20, Variation{1e-4, 8});
  const auto common = common_variation(equal);
  ASSERT_TRUE(common);
  EXPECT_DOUBLE_EQ(common->df, 160);
}

TEST(CommonVariation, CountsLessTheMoreVariancesDiffer) {
  const auto common = common_variation(estimates(4e-4, 8, 4, 2000));
  ASSERT_TRUE(common);
  EXPECT_NEAR(common->df, 4, 0.6);
  EXPECT_NEAR(common->relative, 4e-4, 0.4e-4);
}

TEST(CommonVariation, TakesTenThatVary) {
  std::vector<Variation> all = estimates(1e-4, 8, 0, 9);
  all.push_back({0, 8});
  EXPECT_FALSE(common_variation(all));
  all.push_back({1e-4, 8});
  EXPECT_TRUE(common_variation(all));
}

TEST(CommonVariation, MakesNoEstimateQuieterAndNoConstantNoisy) {
  const Variation common{1e-4, 40};
  Estimate noisy;
  noisy.value = 1;
  noisy.variance = 9;
  noisy.df = 8;
  noisy.scale = 2e4;
  const Estimate kept = with_common(noisy, common);
  EXPECT_DOUBLE_EQ(kept.variance, 9);
  EXPECT_DOUBLE_EQ(kept.df, 48);
  Estimate quiet = noisy;
  quiet.variance = 0.5;
  EXPECT_DOUBLE_EQ(with_common(quiet, common).variance,
                   (8 * 0.5 + 40 * 2) / 48);
  Estimate constant = noisy;
  constant.variance = 0;
  EXPECT_DOUBLE_EQ(with_common(constant, common).variance, 0);
  EXPECT_DOUBLE_EQ(with_common(constant, common).df, 8);
}

// The unit is the variance of a run, whatever the counts and the coefficients.
TEST(CommonVariation, IsThatOfARun) {
  const Sample left(Runs{{90}, {100}, {110}, {100}});
  const Sample right(Runs{{9}, {11}, {9}, {11}, {9}, {11}, {9}, {11}});
  const auto one =
      variation_of_runs({{{1, &left}, {-10, &right}}, 0}, RunStatistic::kMean);
  ASSERT_TRUE(one);
  const double of_left = 200.0 / 3 / 4;
  const double of_right = 100 * 8.0 / 7 / 8;
  EXPECT_NEAR(one->relative, (of_left + of_right) / (1e4 / 4 + 1e4 / 8), 1e-12);
  const Sample few(Runs{{90}, {100}, {110}});
  EXPECT_FALSE(
      variation_of_runs({{{1, &few}, {-10, &right}}, 0}, RunStatistic::kMean));
}

// Of 40 families of 99 equal pairs with five runs a side, two of them noisy, a
// level of 5 % calls 2 red. What is common finds a slowdown of 4.7 standard
// errors more often than its own four degrees of freedom a side.
TEST(CommonVariationSimulation, KeepsTheLevelAndFindsMore) {
  std::mt19937_64 engine(11);
  std::normal_distribution<double> noise;
  const double alpha = 0.05 / 100;
  int red = 0;
  int found = 0;
  int found_alone = 0;
  for (int family = 0; family < 40; ++family) {
    std::vector<Sample> samples;
    for (int i = 0; i < 200; ++i) {
      const double deviation = i < 4 ? 5 : 1;
      const double slower = i == 199 ? 3 : 0;
      Runs runs;
      for (int run = 0; run < 5; ++run) {
        runs.push_back({100 + slower + deviation * noise(engine)});
      }
      samples.emplace_back(std::move(runs));
    }
    const auto contrast = [&](std::size_t i) {
      return SampleContrast{{{1, &samples[2 * i + 1]}, {-1, &samples[2 * i]}},
                            0};
    };
    std::vector<Variation> all;
    for (std::size_t i = 0; i < 100; ++i) {
      all.push_back(*variation_of_runs(contrast(i), RunStatistic::kMean));
    }
    const auto common = common_variation(all);
    const auto is_found = [&](std::size_t i, const auto& of_all) {
      return run_means(contrast(i), alpha, RunStatistic::kMean, of_all)
                 .finding == Finding::kGreater;
    };
    bool is_red = false;
    for (std::size_t i = 0; i < 99; ++i) is_red |= is_found(i, common);
    red += is_red ? 1 : 0;
    found += is_found(99, common) ? 1 : 0;
    found_alone += is_found(99, std::optional<Variation>()) ? 1 : 0;
  }
  EXPECT_LE(red, 5);
  EXPECT_GE(found, 30);
  EXPECT_LE(found_alone, 26);
}

}  // namespace
}  // namespace spl::statistics
