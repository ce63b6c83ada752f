#include "spl/logic/settling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

constexpr std::size_t kUsual = 50;
constexpr double kResolution = 0.02;

Relation relation(Sign sign = Sign::kLessEqual) {
  Relation result;
  result.sign = sign;
  result.left = LinearForm(kA);
  result.right = LinearForm(kB);
  result.theta = result.left.minus(result.right);
  return result;
}

/// Runs whose calls cost so many times less, or more, with each tenfold number
/// of calls, of which as many as an observation makes 50 times went before.
statistics::Sample runs(std::size_t count, std::size_t observations,
                        double tenfold, double cost, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(1, 0.01);
  statistics::Runs all;
  for (std::size_t run = 0; run < count; ++run) {
    const double speed = cost * normal(random);
    std::vector<double> one;
    for (std::size_t i = 0; i < observations; ++i) {
      const double calls = std::log10((50.5 + static_cast<double>(i)) / 50);
      one.push_back(speed * std::pow(tenfold, calls) * normal(random));
    }
    all.emplace_back(std::move(one));
  }
  return statistics::Sample(std::move(all));
}

Experiment usual(double left, double right, double ratio = 1) {
  return {{kA, runs(12, kUsual, left, 100 * ratio, 1)},
          {kB, runs(12, kUsual, right, 100, 2)}};
}

Experiment longer(double left, double right, std::size_t pairs = 1) {
  return {{kA, runs(pairs, 20 * kUsual, left, 100, 3)},
          {kB, runs(pairs, 20 * kUsual, right, 100, 4)}};
}

Settling found(double left, double right) {
  return settling(relation(), usual(left, right), longer(left, right), kUsual,
                  {kResolution})
      .value();
}

TEST(Settling, IsSeenWhereNothingChanges) {
  EXPECT_FALSE(seems_unsettled(relation(), usual(1, 1), kResolution));
  EXPECT_TRUE(found(1, 1).is_settled());
}

TEST(Settling, IsNotSeenOfASideThatGoesOnGettingFasterOrSlower) {
  EXPECT_TRUE(seems_unsettled(relation(), usual(0.8, 1), kResolution));
  const Settling faster = found(0.8, 1);
  EXPECT_FALSE(faster.is_settled());
  EXPECT_NEAR(faster.left, 0.82, 0.02);
  EXPECT_EQ(faster.right, 1);
  const Settling slower = found(1, 1.3);
  EXPECT_EQ(slower.left, 1);
  EXPECT_NEAR(slower.right, 1.26, 0.03);
  EXPECT_NEAR(slower.of_ratio, 1 / slower.right, 0.01);
}

// Equal code gets faster on both sides, though only one crosses the limit.
TEST(Settling, TurnsNothingByASideThatIsNearlyAsUnsettled) {
  const Settling both = found(0.98, 0.964);
  EXPECT_EQ(both.left, 1);
  EXPECT_NEAR(both.right, 0.968, 0.004);
  EXPECT_FALSE(turns(both, relation(), usual(0.98, 0.964), false, kResolution));
}

// One pair of long runs is no sample: halves of all usual runs are alike.
TEST(Settling, TurnsNothingWhereUsualRunsChangeAlike) {
  const Experiment alike = usual(0.95, 0.95);
  const Settling found =
      settling(relation(), alike, longer(1, 0.93), kUsual, {kResolution})
          .value();
  EXPECT_NEAR(found.right, 0.938, 0.01);
  EXPECT_FALSE(turns(found, relation(), alike, false, kResolution));
}

// A long run alone may be disturbed, and usual ones alone have little size.
TEST(Settling, NeedsBothKindsOfRuns) {
  EXPECT_TRUE(
      settling(relation(), usual(1, 1), longer(0.8, 1), kUsual, {kResolution})
          ->is_settled());
  EXPECT_TRUE(
      settling(relation(), usual(0.8, 1), longer(1, 1), kUsual, {kResolution})
          ->is_settled());
  EXPECT_TRUE(
      settling(relation(), usual(0.8, 1), longer(1.2, 1), kUsual, {kResolution})
          ->is_settled());
}

/// Runs whose calls take so many times as long from the 300th on.
statistics::Sample stepping_runs(std::size_t count, double step,
                                 unsigned seed) {
  const statistics::Sample even = runs(count, 20 * kUsual, 1, 100, seed);
  statistics::Runs all;
  for (std::size_t run = 0; run < count; ++run) {
    std::vector<double> one(even.runs()[run].begin(), even.runs()[run].end());
    for (std::size_t i = 300; i < one.size(); ++i) one[i] *= step;
    all.emplace_back(std::move(one));
  }
  return statistics::Sample(std::move(all));
}

// Usual runs end before the 300th call.
TEST(Settling, IsNotSeenOfASideWithAStepBeyondUsualRuns) {
  const auto stepping = [](std::size_t pairs, double step) {
    return settling(relation(), usual(1, 1),
                    {{kA, stepping_runs(pairs, step, 3)},
                     {kB, runs(pairs, 20 * kUsual, 1, 100, 4)}},
                    kUsual, {kResolution})
        .value();
  };
  const Settling found = stepping(3, 2);
  EXPECT_NEAR(found.left, 1.9, 0.05);
  EXPECT_EQ(found.right, 1);
  EXPECT_NEAR(found.of_ratio, 1.9, 0.05);
  EXPECT_FALSE(found.needs_long_runs);
  EXPECT_TRUE(turns(found, relation(), usual(1, 1), false, kResolution));
  // Fewer may be disturbed.
  EXPECT_TRUE(stepping(2, 2).is_settled());
  EXPECT_TRUE(stepping(2, 2).needs_long_runs);
  EXPECT_TRUE(stepping(3, 1.2).is_settled());
  EXPECT_FALSE(stepping(3, 1.2).needs_long_runs);
}

// Half a usual run is a third of a factor of two.
TEST(Settling, IsJudgedByHalvesWhereThereAreNoLongRuns) {
  const Settling halves =
      settling(relation(), usual(0.8, 1), {}, kUsual, {kResolution}).value();
  EXPECT_NEAR(halves.left, 0.966, 0.005);
  EXPECT_EQ(halves.right, 1);
  EXPECT_NEAR(in_long_runs(halves).left, 0.81, 0.03);
  EXPECT_TRUE(settling(relation(), usual(1, 1), {}, kUsual, {kResolution})
                  ->is_settled());
}

TEST(Settling, IsRarelyMissedByChance) {
  std::size_t seen = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Experiment all{{kA, runs(12, kUsual, 1, 100, 10 + 2 * seed)},
                         {kB, runs(12, kUsual, 1, 100, 11 + 2 * seed)}};
    seen += seems_unsettled(relation(), all, kResolution) ? 1 : 0;
  }
  EXPECT_LE(seen, 8U);
}

// One of twelve runs points the other way.
TEST(Settling, SharesTheLevelOfItsFamily) {
  const auto settled = [](double share, bool is_one_other) {
    Experiment all = usual(0.8, 1);
    const statistics::Sample even = runs(12, kUsual, 0.8, 100, 1);
    statistics::Runs some(even.runs());
    if (is_one_other) some[0] = runs(1, kUsual, 1.05, 100, 1).runs()[0];
    all.at(kA) = statistics::Sample(std::move(some));
    return settling(relation(), all, longer(0.8, 1), kUsual,
                    {kResolution, share})
        ->is_settled();
  };
  EXPECT_FALSE(settled(1, true));
  EXPECT_TRUE(settled(0.01, true));
  EXPECT_FALSE(settled(0.01, false));
}

// 1.3 and 0.85 times that: 1.1 is still above. 1.15 and so: 0.98 is not.
TEST(Settling, TurnsAFindingThatLateCallsMoveAcrossTheFormula) {
  const Settling falls{0.85, 1, 0.85};
  const auto turned = [&](double ratio, bool is_finding) {
    return turns(falls, relation(), usual(1, 1, ratio), is_finding,
                 kResolution);
  };
  EXPECT_FALSE(turned(1.3, true));
  EXPECT_TRUE(turned(1.15, true));
  EXPECT_FALSE(turned(0.8, true));  // Further away.
  EXPECT_FALSE(turned(1, false));   // `<=` holds all the more.
  EXPECT_TRUE(
      turns({1, 0.85, 1.18}, relation(), usual(1, 1), false, kResolution));
  EXPECT_TRUE(
      turns({1, 0.85, 1.18}, relation(), usual(1, 1, 0.9), true, kResolution));
  EXPECT_TRUE(
      turns(falls, relation(Sign::kEqual), usual(1, 1), false, kResolution));
  EXPECT_FALSE(
      turns({1, 1, 1}, relation(), usual(1, 1, 1.001), true, kResolution));
}

}  // namespace
}  // namespace spl::logic
