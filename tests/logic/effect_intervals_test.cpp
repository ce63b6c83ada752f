#include "spl/logic/effect_intervals.hpp"

#include <gtest/gtest.h>

namespace spl::logic {
namespace {

using statistics::Hierarchy;
using statistics::Sample;

const Performance kA{"A", "", "", "", {}};
const Performance kB{"B", "", "", "", {}};

/// One observation of a run: A, 150 on average, over `factor` times B, 100.
std::optional<EffectIntervals> intervals(double factor, double alpha,
                                         const Levels& levels) {
  Relation relation;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB).scaled(factor);
  relation.theta = relation.left.minus(relation.right);
  DecisionSettings settings;
  settings.alpha = alpha;
  return effect_intervals(relation,
                          {{kA, Sample({{149}, {151}, {150}, {150}})},
                           {kB, Sample({{100}, {99}, {101}, {100}})}},
                          &levels, settings);
}

const Levels kLevels = {{kA, Hierarchy({1, 4}, {149, 151, 150, 150})},
                        {kB, Hierarchy({1, 4}, {100, 99, 101, 100})}};

void expect_around(double ratio, const EffectInterval& interval) {
  EXPECT_EQ(interval.refusal, "");
  EXPECT_GT(interval.lower.value_or(0), 0.95 * ratio);
  EXPECT_LT(interval.lower.value_or(0), ratio);
  EXPECT_GT(interval.upper.value_or(0), ratio);
  EXPECT_LT(interval.upper.value_or(0), 1.05 * ratio);
}

TEST(EffectIntervals, HoldLeftOverRight) {
  const auto found = intervals(0.5, 0.05, kLevels);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->level, 0.9);
  expect_around(3, found->fieller);
  expect_around(3, found->fieller_satterthwaite);
  expect_around(3, found->inversion);
  expect_around(3, *found->bootstrap);
}

TEST(EffectIntervals, HaveNoBootstrapWithoutWholeLevels) {
  const auto found = intervals(1, 0.05, {});
  ASSERT_TRUE(found);
  expect_around(1.5, found->fieller);
  EXPECT_FALSE(found->bootstrap->lower);
  EXPECT_EQ(found->bootstrap->refusal,
            "the bootstrap needs items of one size on each level");
}

/// A, 150 on average, over a constant, or the reverse.
std::optional<EffectIntervals> with_constant(const LinearForm& left,
                                             const LinearForm& right) {
  Relation relation;
  relation.left = left;
  relation.right = right;
  relation.theta = left.minus(right);
  DecisionSettings settings;
  settings.alpha = 0.05;
  return effect_intervals(relation,
                          {{kA, Sample({{149}, {151}, {150}, {150}})}},
                          &kLevels, settings);
}

// The standard error of the mean is 0.408, Student's quantile 2.353.
TEST(EffectIntervals, HoldAPerformanceOverAConstant) {
  const auto found = with_constant(LinearForm(kA), LinearForm(100.0));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->fieller.lower.value_or(0), 1.49039, 1e-5);
  EXPECT_NEAR(found->fieller.upper.value_or(0), 1.50961, 1e-5);
  EXPECT_EQ(found->fieller.lower, found->fieller_satterthwaite.lower);
  EXPECT_NEAR(found->inversion.lower.value_or(0), 1.49039, 1e-5);
  expect_around(1.5, *found->bootstrap);
}

TEST(EffectIntervals, HoldAConstantOverAPerformance) {
  const auto found = with_constant(LinearForm(300.0), LinearForm(kA));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->fieller.lower.value_or(0), 300 / 150.961, 1e-4);
  EXPECT_NEAR(found->fieller.upper.value_or(0), 300 / 149.039, 1e-4);
  expect_around(2, *found->bootstrap);
}

TEST(EffectIntervals, HaveNoBootstrapOfASingleRun) {
  Relation relation;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB);
  relation.theta = relation.left.minus(relation.right);
  const Levels levels = {{kA, Hierarchy({3, 1}, {149, 151, 150})},
                         {kB, Hierarchy({3, 1}, {100, 99, 101})}};
  const auto found = effect_intervals(
      relation,
      {{kA, Sample({{149, 151, 150}})}, {kB, Sample({{100, 99, 101}})}},
      &levels, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bootstrap->refusal,
            "the bootstrap needs two runs or more of each side");
}

TEST(EffectIntervals, HaveTheBootstrapOnRequestOnly) {
  Relation relation;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(100.0);
  const auto found = effect_intervals(
      relation, {{kA, Sample({{149}, {151}, {150}})}}, nullptr, {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->bootstrap);
}

// The least of 1000 replicates is the limit at 0.1 %; there is none beyond.
TEST(EffectIntervals, HaveNoBootstrapBeyondItsReplicates) {
  const auto least = intervals(1, 0.0011, kLevels);
  ASSERT_TRUE(least);
  EXPECT_EQ(least->bootstrap->refusal, "");
  const auto beyond = intervals(1, 0.0009, kLevels);
  ASSERT_TRUE(beyond);
  EXPECT_FALSE(beyond->bootstrap->lower);
  EXPECT_FALSE(beyond->bootstrap->upper);
  EXPECT_EQ(beyond->bootstrap->refusal,
            "the level is too high for 1000 bootstrap replicates");
}

}  // namespace
}  // namespace spl::logic
