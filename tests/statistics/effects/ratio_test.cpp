#include "spl/statistics/effects/ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/statistics/close.hpp"
#include "tests/statistics/effects/plain_sides.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

constexpr auto kMean = RunStatistic::kMean;

void expect_interval(const RatioInterval& interval, double estimate,
                     double lower, double upper) {
  ASSERT_EQ(interval.refusal, "");
  EXPECT_CLOSE(interval.estimate.value(), estimate, 1e-9);
  EXPECT_CLOSE(interval.lower.value(), lower, 1e-9);
  EXPECT_CLOSE(interval.upper.value(), upper, 1e-9);
}

TEST(RunMeansRatio, IsTheInversionOfTheTest) {
  expect_interval(run_means_ratio(plain(kA, kB), 0.025, kMean), 1.01852732682,
                  0.996914487517, 1.04041554534);
  expect_interval(run_means_ratio(plain(kA, kB), 0.05, kMean), 1.01852732682,
                  1.00139843839, 1.03584388989);
  expect_interval(run_means_ratio(plain(kC, kD), 0.025, kMean), 1.10515021459,
                  0.857842202051, 1.33285025737);
}

// Q4[1] / Q4[0] as binaries of executions of measurements: the inversion only
// needs the mean of each binary, so a binary is a run here.
TEST(RunMeansRatio, CopesWithFewDegreesOfFreedom) {
  const Sample above(
      {{5.1, 4.8, 5.6, 6.2, 6.6, 5.9}, {4.4, 4.1, 4.9, 3.9, 4.6, 4.2}});
  const Sample below(
      {{3.1, 2.7, 3.4, 4.0, 3.6, 4.3}, {2.2, 2.9, 2.5, 3.3, 3.0, 2.8}});
  expect_interval(run_means_ratio(plain(above, below), 0.1, kMean),
                  1.59523809524, 1.0731494279, 2.24293198945);
}

TEST(BlocksRatio, IsFiellersIntervalOfPairs) {
  expect_interval(blocks_ratio(plain(kA, kB), 0.05, kMean), 1.01852732682,
                  1.01515382062, 1.0218232462);
  expect_interval(blocks_ratio(plain(kA, kB), 0.025, kMean), 1.01852732682,
                  1.01394629595, 1.02296645496);
  expect_interval(blocks_ratio(plain(kA, kB), 0.01, kMean), 1.01852732682,
                  1.01194605948, 1.02481962678);
}

// A constant divides like a unit: the interval is that of the mean.
TEST(Ratio, TakesAConstantOnEitherSide) {
  const SampleContrast sample = {{{1, &kA}}, 0};
  const SampleContrast constant = {{}, 100};
  // 102.709635 +- t_{3,.975} sqrt(1.90304536517/4) = +- 2.19510682392.
  for (const RatioInterval& interval :
       {run_means_ratio({sample, constant}, 0.025, kMean),
        blocks_ratio({sample, constant}, 0.025, kMean)}) {
    expect_interval(interval, 1.02709635, 1.0051452817608, 1.0490474182392);
  }
  expect_interval(blocks_ratio({constant, sample}, 0.025, kMean),
                  1 / 1.02709635, 1 / 1.0490474182392, 1 / 1.0051452817608);
}

TEST(Ratio, TakesSumsAndTheSameSampleOnBothSides) {
  // (A + 10) / (B + 10), and (A + B) / (B + B), against contrasts by hand.
  const RatioInterval shifted =
      blocks_ratio({{{{1, &kA}}, 10}, {{{1, &kB}}, 10}}, 0.025, kMean);
  const RatioInterval shared =
      blocks_ratio({{{{1, &kA}, {1, &kB}}, 0}, {{{2, &kB}}, 0}}, 0.025, kMean);
  expect_interval(shared, (1 + 1.01852732682) / 2, (1 + 1.01394629595) / 2,
                  (1 + 1.02296645496) / 2);
  for (const double limit : {*shifted.lower, *shifted.upper}) {
    const SampleContrast at_limit = {{{1, &kA}, {-limit, &kB}},
                                     10 - limit * 10};
    const TestResult test = blocks(at_limit, 0.025, kMean);
    EXPECT_CLOSE(std::abs(*test.statistic), *test.critical, 1e-9);
  }
}

TEST(Ratio, IsAPointWhereNothingVaries) {
  const Sample twelve({{12, 12}, {12, 12}});
  const Sample ten({{10, 10}, {10, 10}});
  for (const RatioInterval& interval :
       {welch_ratio(plain(twelve, ten), 0.01),
        run_means_ratio(plain(twelve, ten), 0.01, kMean),
        blocks_ratio(plain(twelve, ten), 0.01, kMean)}) {
    expect_interval(interval, 1.2, 1.2, 1.2);
  }
}

// Exactly proportional blocks: both sides vary, their ratio does not.
TEST(Ratio, IsAPointForProportionalBlocks) {
  const Sample left({{30}, {60}, {45}});
  const Sample right({{20}, {40}, {30}});
  expect_interval(blocks_ratio(plain(left, right), 0.05, kMean), 1.5, 1.5, 1.5);
}

// In each block left is 1.5 times right, but interference met one of the runs.
// The limits are where the test is at its critical value.
TEST(Ratio, CentresWhereMostBlocksDo) {
  const Sample left({{30.2},
                     {60.1},
                     {44.8},
                     {31.7},
                     {33.1},
                     {89},
                     {35.9},
                     {39.2},
                     {41.7},
                     {45}});
  const Sample right(
      {{20}, {40}, {30}, {21}, {22}, {23}, {24}, {26}, {28}, {30}});
  const RatioInterval interval =
      blocks_ratio(plain(left, right), 0.05, RunStatistic::kTrimmed);
  EXPECT_NEAR(*interval.estimate, 1.5, 0.01);
  EXPECT_GT(*interval.lower, 1.49);
  EXPECT_LT(*interval.upper, 1.54);
  for (const double limit : {*interval.lower, *interval.upper}) {
    const SampleContrast at_limit = {{{1, &left}, {-limit, &right}}, 0};
    const TestResult test = blocks(at_limit, 0.05, RunStatistic::kTrimmed);
    EXPECT_CLOSE(std::abs(*test.statistic), *test.critical, 1e-6);
  }
}

// Three of ten blocks have one more: nothing is clipped, so what decides is
// what is told.
TEST(Ratio, IsThatOfMeansWhereMostBlocksAreAlike) {
  const Sample left(
      {{10}, {10}, {10}, {11}, {10}, {10}, {11}, {10}, {10}, {11}});
  const Sample right(
      {{10}, {10}, {10}, {10}, {10}, {10}, {10}, {10}, {10}, {10}});
  const RatioInterval means = blocks_ratio(plain(left, right), 0.05, kMean);
  expect_interval(
      blocks_ratio(plain(left, right), 0.05, RunStatistic::kTrimmed),
      *means.estimate, *means.lower, *means.upper);
  EXPECT_CLOSE(*means.estimate, 1.03, 1e-12);
}

// Blocks at different speeds, of which a quarter met with interference.
TEST(Ratio, IsFoundWhereManyBlocksAreClipped) {
  std::mt19937_64 random(20261123);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> left;
  std::vector<std::vector<double>> right;
  for (int block = 0; block < 100; ++block) {
    const double speed = std::exp(0.8 * normal(random));
    left.push_back(
        {speed * (1.2 + 0.01 * normal(random)) + (block % 4 == 0 ? 5 : 0)});
    right.push_back({speed * (1 + 0.01 * normal(random))});
  }
  const Sample a(left);
  const Sample b(right);
  const RatioInterval found =
      blocks_ratio(plain(a, b), 0.01, RunStatistic::kTrimmed);
  const TestResult there = blocks({{{1, &a}, {-*found.estimate, &b}}, 0}, 0.01,
                                  RunStatistic::kTrimmed);
  EXPECT_NEAR(*there.statistic, 0, 1e-6);
  EXPECT_LT(*found.estimate, 1.25);
}

TEST(Ratio, IsRefusedIfASideIsNotAboveZero) {
  const Sample below({{-3}, {-4}, {-3.5}});
  const Sample above({{10}, {10.5}, {10.25}});
  const RatioInterval left = blocks_ratio(plain(below, above), 0.05, kMean);
  EXPECT_EQ(left.refusal, "The left side is not above 0.");
  EXPECT_LT(*left.estimate, 0);
  const RatioInterval right = run_means_ratio(plain(above, below), 0.05, kMean);
  EXPECT_EQ(right.refusal, "The right side is not above 0.");
  EXPECT_FALSE(right.estimate || right.lower);
  EXPECT_EQ(finding_of(right), Finding::kUnknown);
}

// The test rejects no ratio that is large enough, or small enough.
TEST(Ratio, MayHaveNoEnd) {
  const Sample steady({{5}, {4}, {6}});
  const Sample unsteady({{1}, {9}, {2}});
  const Sample hundred({{100}, {100}, {100}});
  const auto found = [](const Sample& left, const Sample& right) {
    return blocks_ratio(plain(left, right), 0.001, kMean);
  };
  EXPECT_EQ(*found(steady, unsteady).upper,
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(*found(unsteady, hundred).lower, 0);
  EXPECT_LT(*found(unsteady, hundred).upper, 10);
}

TEST(Ratio, IsRefusedWhereTheTestIs) {
  const Sample one(Lists{{4}});
  EXPECT_EQ(welch_ratio(plain(one, kA), 0.05).refusal,
            "Welch's test needs at least two observations a side.");
  EXPECT_EQ(blocks_ratio(plain(kC, kD), 0.05, kMean).refusal,
            "The test on blocks needs the same number of runs on all sides; "
            "here there are 3 and 5.");
}

// The right side is barely above 0, so the upper limit is far away; at the
// limits the test is at its critical value.
TEST(Ratio, FindsLimitsFarAway) {
  const Sample left({{4}, {5}, {6}, {5.5}});
  const Sample right({{0.1}, {2}, {1}, {1.2}});
  // A little above the one-sided p-value of the right side.
  const double alpha =
      *run_means({{{1, &right}}, 0}, 0.05, kMean).p_greater * (1 + 1e-3);
  const RatioInterval interval =
      run_means_ratio(plain(left, right), alpha, kMean);
  ASSERT_EQ(interval.refusal, "");
  EXPECT_GT(*interval.upper, 1e3);
  for (const double limit : {*interval.lower, *interval.upper}) {
    const SampleContrast at_limit = {{{1, &left}, {-limit, &right}}, 0};
    const TestResult test = run_means(at_limit, alpha, kMean);
    EXPECT_CLOSE(std::abs(*test.statistic), *test.critical, 1e-6);
  }
}

// With P on both sides, P drops out of left - r right at one r, where the two
// runs of C alone are left: the only degree of freedom makes t so large that
// this r is not rejected, though smaller and larger ones are. P has mean 10 and
// six runs, C mean 10 and two.
class RatioWithAGap : public testing::Test {
 protected:
  // P over (factor/2) P + factor C; the gap lies above the estimate, 2/3 over
  // factor, and below 2 over factor, where P drops out.
  [[nodiscard]] Sides sides(double factor) const {
    return {{{{1, &p_}}, 0}, {{{factor / 2, &p_}, {factor, &c_}}, 0}};
  }

  // The verdict on left - r right.
  [[nodiscard]] Finding verdict(double r) const {
    return run_means({{{1 - r / 2, &p_}, {-r, &c_}}, 0}, kAlpha, kMean).finding;
  }

  static constexpr double kAlpha = 0.005;
  const Sample p_{{{5}, {5.5}, {10}, {10}, {14.5}, {15}}};
  const Sample c_{{{9.8}, {10.2}}};
};

TEST_F(RatioWithAGap, HoldsAllRatiosNotRejectedAndTheGap) {
  ASSERT_EQ(verdict(1.5), Finding::kLess);
  ASSERT_EQ(verdict(2), Finding::kIndistinct);
  ASSERT_EQ(verdict(3), Finding::kLess);
  const RatioInterval interval = run_means_ratio(sides(0.25), kAlpha, kMean);
  EXPECT_CLOSE(*interval.estimate, 8.0 / 3, 1e-12);
  EXPECT_GT(*interval.upper, 8);
  EXPECT_LT(*interval.upper, 12);
}

// So no factor turns the answer twice.
TEST_F(RatioWithAGap, IsThatOfEveryFactor) {
  const double upper = *run_means_ratio(sides(1), kAlpha, kMean).upper;
  for (const double factor : {1.0, 1.5, 1.9, 4.0}) {
    const RatioInterval found = run_means_ratio(sides(factor), kAlpha, kMean);
    EXPECT_CLOSE(*found.upper * factor, upper, 1e-9);
    EXPECT_EQ(finding_of(found),
              factor > upper ? Finding::kLess : Finding::kIndistinct);
  }
}

Sample random_sample(std::mt19937_64& random, std::size_t runs) {
  std::normal_distribution<double> normal;
  const double spread = std::exp(normal(random) - 2);
  std::vector<std::vector<double>> observations(runs);
  for (auto& run : observations) {
    const double level = 3 + spread * normal(random);
    for (int i = 0; i < 3; ++i) {
      run.push_back(level + 0.3 * spread * normal(random));
    }
  }
  return Sample(observations);
}

void expect_agreement(const RatioInterval& interval, const TestResult& test) {
  if (!interval.refusal.empty()) return;
  EXPECT_LE(*interval.lower, *interval.estimate);
  EXPECT_LE(*interval.estimate, *interval.upper);
  EXPECT_EQ(finding_of(interval), test.finding);
}

// Runs of which some met with interference.
Sample disturbed_sample(std::mt19937_64& random, std::size_t runs) {
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> observations(runs);
  for (auto& run : observations) {
    const bool is_met = random() % 5 == 0;
    run.push_back(3 + 0.1 * normal(random) +
                  (is_met ? std::abs(normal(random)) : 0));
  }
  return Sample(observations);
}

// Just outside, the test rejects; inside there may be gaps.
void expect_limits(const RatioInterval& interval, const Sample& left,
                   const Sample& right, double factor, double alpha) {
  const auto at = [&](double r) {
    return blocks({{{factor, &left}, {-r, &right}}, 0}, alpha,
                  RunStatistic::kTrimmed)
        .finding;
  };
  EXPECT_LE(*interval.lower, *interval.estimate);
  EXPECT_LE(*interval.estimate, *interval.upper);
  EXPECT_EQ(at(*interval.lower * (1 - 1e-11)), Finding::kGreater);
  EXPECT_EQ(at(*interval.upper * (1 + 1e-11)), Finding::kLess);
}

TEST(Ratio, SeldomDiffersFromTheTestOfClippedBlocks) {
  std::mt19937_64 random(20261122);
  int findings = 0;
  int differences = 0;
  int narrower = 0;
  for (int trial = 0; trial < 500; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    const std::size_t runs = 8 + trial % 30;
    const Sample left = disturbed_sample(random, runs);
    const Sample right = disturbed_sample(random, runs);
    const double factor = 1 + 0.02 * (trial % 5);
    const double alpha = trial % 2 == 0 ? 0.05 : 0.005;
    const Sides sides = {{{{factor, &left}}, 0}, {{{1, &right}}, 0}};
    const TestResult test = blocks({{{factor, &left}, {-1, &right}}, 0}, alpha,
                                   RunStatistic::kTrimmed);
    const RatioInterval interval =
        blocks_ratio(sides, alpha, RunStatistic::kTrimmed);
    if (finding_of(interval) != test.finding) ++differences;
    expect_limits(interval, left, right, factor, alpha);
    const RatioInterval plain = blocks_ratio(sides, alpha, kMean);
    if (plain.lower &&
        *interval.upper - *interval.lower < *plain.upper - *plain.lower) {
      ++narrower;
    }
    if (test.finding != Finding::kIndistinct) ++findings;
  }
  EXPECT_GT(findings, 100);
  EXPECT_LT(differences, 10);
  EXPECT_GT(narrower, 400);
}

TEST(Ratio, NeverContradictsTheVerdict) {
  std::mt19937_64 random(20240607);
  int findings = 0;
  for (int trial = 0; trial < 500; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    const std::size_t runs = 2 + trial % 7;
    const Sample left = random_sample(random, runs);
    const Sample right = random_sample(random, runs);
    const Sample other = random_sample(random, 2 + trial % 3);
    const double alpha = trial % 2 == 0 ? 0.05 : 0.2;
    const SampleContrast contrast = {{{1, &left}, {-1, &right}}, 0};
    const SampleContrast unequal = {{{1, &left}, {-1, &other}}, 0};
    const Sides sides = plain(left, right);
    expect_agreement(welch_ratio(sides, alpha), welch(contrast, alpha));
    expect_agreement(parametric_ratio(sides, alpha),
                     parametric(contrast, alpha));
    expect_agreement(run_means_ratio(sides, alpha, kMean),
                     run_means(contrast, alpha, kMean));
    expect_agreement(run_means_ratio(plain(left, other), alpha, kMean),
                     run_means(unequal, alpha, kMean));
    const TestResult by_blocks = blocks(contrast, alpha, kMean);
    expect_agreement(blocks_ratio(sides, alpha, kMean), by_blocks);
    if (by_blocks.finding != Finding::kIndistinct) ++findings;
  }
  EXPECT_GT(findings, 50);
}

}  // namespace
}  // namespace spl::statistics
