#include "spl/logic/late_calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

constexpr std::size_t kUsual = 50;

Relation relation(Sign sign) {
  Relation result;
  result.sign = sign;
  result.left = LinearForm(kA);
  result.right = LinearForm(kB);
  result.theta = result.left.minus(result.right);
  return result;
}

// Runs fifteen times as long as usual, whose speed is their own; late calls
// take so many times as long.
statistics::Sample long_runs(std::size_t pairs, double late, unsigned seed,
                             double noise = 0.02) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(1, noise);
  statistics::Runs runs;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const double speed = 100 * normal(random);
    std::vector<double> run;
    for (std::size_t i = 0; i < 15 * kUsual; ++i) {
      run.push_back((i < kUsual ? speed : speed * late) * normal(random));
    }
    runs.emplace_back(std::move(run));
  }
  return statistics::Sample(std::move(runs));
}

LateCalls found(std::size_t pairs, double left, double right, unsigned seed = 1,
                double noise = 0.02) {
  return late_calls(relation(Sign::kLessEqual),
                    {{kA, long_runs(pairs, left, 2 * seed, noise)},
                     {kB, long_runs(pairs, right, 2 * seed + 1, noise)}},
                    kUsual)
      .value();
}

TEST(LateCalls, AreComparedWithTheBeginningsOfTheirRuns) {
  const LateCalls calls = found(8, 2.3, 1);
  EXPECT_EQ(calls.pairs, 8U);
  EXPECT_NEAR(calls.left, 2.3, 0.02);
  EXPECT_NEAR(calls.right, 1, 0.01);
  EXPECT_EQ(calls.p_greater, 1.0 / 256);
}

TEST(LateCalls, AreNotKnownOfRunsThatAreNotLonger) {
  const Relation less = relation(Sign::kLessEqual);
  const statistics::Sample usual({std::vector<double>(kUsual, 1.0)});
  EXPECT_FALSE(late_calls(less, {{kA, usual}, {kB, usual}}, kUsual));
  EXPECT_FALSE(late_calls(less, {{kA, usual}, {kB, usual}}, 0));
}

TEST(LateCalls, OnePairThatIsAlikeIsEnough) {
  const auto verdict = [](double left, double right, std::size_t pairs,
                          Sign sign, bool is_last = false) {
    return verdict_of(found(pairs, left, right), sign, {}, 0.05, is_last);
  };
  EXPECT_EQ(verdict(1, 1, 1, Sign::kLessEqual), LateVerdict::kNoChange);
  EXPECT_EQ(verdict(3, 3, 1, Sign::kEqual), LateVerdict::kNoChange);
  EXPECT_EQ(verdict(2, 1, 1, Sign::kLessEqual), LateVerdict::kMorePairs);
  EXPECT_EQ(verdict(2, 1, 8, Sign::kLessEqual), LateVerdict::kMorePairs);
  EXPECT_EQ(verdict(2, 1, 9, Sign::kLessEqual), LateVerdict::kChange);
}

// If all pairs point one way it is no chance, however few there is time for:
// they are few where late calls are slow.
TEST(LateCalls, CountWhereThereIsNoTimeForMorePairs) {
  const auto verdict = [](std::size_t pairs, double p) {
    return verdict_of({pairs, 2, 1, p, 1}, Sign::kLessEqual, {}, 0.05, true);
  };
  for (std::size_t pairs = 1; pairs <= kMostLongPairs; ++pairs) {
    const double all = std::exp2(-static_cast<double>(pairs));
    EXPECT_EQ(verdict(pairs, all), LateVerdict::kChange) << pairs;
    EXPECT_EQ(verdict(pairs, std::max(0.0101, 2 * all)), LateVerdict::kNoChange)
        << pairs;
  }
  // Earlier looks have spent some of 1 %.
  EXPECT_EQ(verdict(9, 0.0078), LateVerdict::kChange);
  EXPECT_EQ(verdict(10, 0.0078), LateVerdict::kNoChange);
  EXPECT_EQ(verdict(10, 0.0068), LateVerdict::kChange);
  EXPECT_EQ(verdict(12, 0.0034), LateVerdict::kNoChange);
}

// Of a hundred claims about equal code one would be undecided by chance.
TEST(LateCalls, ShareTheLevelOfTheirFamily) {
  const auto verdict = [](std::size_t pairs, double p, double by_chance = 1) {
    LateCalls calls{pairs, 2, 1, p, 1, by_chance};
    calls.share = 0.1;
    return verdict_of(calls, Sign::kLessEqual, {}, 0.05, true);
  };
  EXPECT_EQ(verdict(12, 0.0011), LateVerdict::kNoChange);
  EXPECT_EQ(verdict(12, 0.0002), LateVerdict::kChange);
  // Nine pairs cannot reach a tenth of 1 %.
  EXPECT_EQ(verdict(9, std::exp2(-9)), LateVerdict::kChange);
  EXPECT_EQ(verdict(9, std::exp2(-9), 2.1), LateVerdict::kNoChange);
}

// A single pair on a busy machine may be anything.
TEST(LateCalls, OfFewPairsAreChanceWhereUsualRunsVaryAsMuch) {
  const auto verdict = [](std::size_t pairs, double by_chance) {
    const double p = std::exp2(-static_cast<double>(pairs));
    return verdict_of({pairs, 1.5, 0.9, p, 1, by_chance}, Sign::kLessEqual,
                      {0.8, 0.9}, 0.05, true);
  };
  EXPECT_EQ(verdict(1, 1.7), LateVerdict::kNoChange);
  EXPECT_EQ(verdict(6, 1.7), LateVerdict::kNoChange);
  EXPECT_EQ(verdict(1, 1.6), LateVerdict::kChange);
  EXPECT_EQ(verdict(7, 1.7), LateVerdict::kChange);
}

TEST(LateCalls, AreComparedWithHalvesOfUsualRuns) {
  using Runs = statistics::Runs;
  const auto by_chance = [](const Runs& left, const Runs& right) {
    return late_calls_by_chance(
        relation(Sign::kLessEqual),
        {{kA, statistics::Sample(left)}, {kB, statistics::Sample(right)}});
  };
  EXPECT_DOUBLE_EQ(
      by_chance({{2, 2, 3, 3}, {1, 1, 1, 1}}, {{4, 4, 4, 4}, {5, 5, 5, 5}}),
      1.5);
  EXPECT_DOUBLE_EQ(
      by_chance({{2, 2, 2, 2}, {1, 1, 1, 1}}, {{4, 4, 4, 4}, {1, 1, 2, 2}}), 2);
  EXPECT_DOUBLE_EQ(by_chance({{1}, {2}}, {{1}, {3}}), 1);
}

TEST(LateCalls, CountWhereTheyWouldTurnTheVerdict) {
  const LateCalls dearer = found(12, 2, 1);
  const LateCalls cheaper = found(12, 1, 2);
  using enum LateVerdict;
  const auto verdict = [](const LateCalls& calls, Sign sign,
                          const MeanLimits& usual = {}) {
    return verdict_of(calls, sign, usual, 0.05, false);
  };
  EXPECT_EQ(verdict(dearer, Sign::kGreaterEqual), kNoChange);
  EXPECT_EQ(verdict(cheaper, Sign::kGreaterEqual), kChange);
  EXPECT_EQ(verdict(cheaper, Sign::kLessEqual), kNoChange);
  EXPECT_EQ(verdict(dearer, Sign::kEqual), kChange);
  EXPECT_EQ(verdict(cheaper, Sign::kEqual), kChange);
  // A margin that is wider than the change stays.
  EXPECT_EQ(verdict(dearer, Sign::kLessEqual, {0.4, 0.5}), kNoChange);
  EXPECT_EQ(verdict(dearer, Sign::kLessEqual, {0.5, 0.6}), kChange);
  EXPECT_EQ(verdict(cheaper, Sign::kGreaterEqual, {2, 2.1}), kNoChange);
  EXPECT_EQ(verdict(cheaper, Sign::kGreaterEqual, {1.8, 2}), kChange);
  // A limit on the other side of 1 is none.
  EXPECT_EQ(verdict(found(12, 1.04, 1), Sign::kLessEqual, {1.01, 1.03}),
            kNoChange);
}

// However noisy runs are, identical code is called so in 1 % at most.
TEST(LateCalls, OfIdenticalCodeAreRarelyFound) {
  constexpr unsigned kExperiments = 400;
  unsigned wrong = 0;
  for (unsigned i = 0; i < kExperiments; ++i) {
    // Looks after each pair of one experiment.
    std::mt19937_64 random(i);
    std::normal_distribution<double> normal(0, 0.3);
    std::vector<double> left;
    std::vector<double> right;
    for (std::size_t pair = 0; pair < kMostLongPairs; ++pair) {
      left.push_back(std::exp(normal(random)));
      right.push_back(std::exp(normal(random)));
    }
    for (std::size_t pairs = 1; pairs <= kMostLongPairs; ++pairs) {
      const auto sample = [&](const std::vector<double>& late) {
        statistics::Runs runs;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
          runs.emplace_back(std::vector<double>{1, late[pair]});
        }
        return statistics::Sample(std::move(runs));
      };
      const LateCalls calls =
          late_calls(relation(Sign::kLessEqual),
                     {{kA, sample(left)}, {kB, sample(right)}}, 1)
              .value();
      const LateVerdict verdict =
          verdict_of(calls, Sign::kLessEqual, {}, 0.05, false);
      if (verdict == LateVerdict::kMorePairs) continue;
      wrong += verdict == LateVerdict::kChange ? 1 : 0;
      break;
    }
  }
  EXPECT_LE(wrong, kExperiments / 50);
}

}  // namespace
}  // namespace spl::logic
