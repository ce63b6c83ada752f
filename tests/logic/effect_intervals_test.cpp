#include "spl/logic/effect_intervals.hpp"

#include <gtest/gtest.h>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

using statistics::Hierarchy;
using statistics::Sample;

const Experiment kTwo{{kA, Sample({{149}, {151}, {150}, {150}})},
                      {kB, Sample({{100}, {99}, {101}, {100}})}};

/// All intervals of a relation, in runs of one observation: A, 150 on average,
/// and B, 100.
std::optional<EffectIntervals> intervals(const LinearForm& left,
                                         const LinearForm& right, double alpha,
                                         const Levels& levels,
                                         const Experiment& experiment = kTwo) {
  Relation relation;
  relation.left = left;
  relation.right = right;
  relation.theta = relation.left.minus(relation.right);
  DecisionSettings settings;
  settings.alpha = alpha;
  settings.extent = Extent::kAll;
  return effect_intervals(relation, experiment, levels, settings);
}

/// The same of A over `factor` times B.
std::optional<EffectIntervals> intervals(double factor, double alpha,
                                         const Levels& levels) {
  return intervals(LinearForm(kA), LinearForm(kB).scaled(factor), alpha,
                   levels);
}

const Levels kLevels = {{kA, Hierarchy({1, 4}, {149, 151, 150, 150})},
                        {kB, Hierarchy({1, 4}, {100, 99, 101, 100})}};

void expect_around(double ratio, const statistics::RatioInterval& interval) {
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
  expect_around(3, found->bootstrap.value());
  expect_around(3, found->nonparametric.value());
}

TEST(EffectIntervals, LeaveOutWhatTakesTime) {
  Relation relation;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB);
  const auto found = effect_intervals(relation, kTwo, kLevels, {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->bootstrap);
  EXPECT_FALSE(found->nonparametric);
}

// The same as of A alone, over 75 or with 50 added: exactly for Fieller's.
TEST(EffectIntervals, HaveSidesWithConstants) {
  const auto over = intervals(LinearForm(kA), LinearForm(75), 0.05, kLevels);
  ASSERT_TRUE(over);
  for (const statistics::RatioInterval& one :
       {over->fieller, over->fieller_satterthwaite, over->inversion,
        over->bootstrap.value(), over->nonparametric.value()}) {
    expect_around(2, one);
  }
  // t of 3 degrees of freedom at 5 % is 2.35336343480; the standard error of
  // A is 0.408248290464.
  EXPECT_NEAR(over->fieller.upper.value(),
              2 + 2.35336343480 * 0.408248290464 / 75, 1e-9);
  EXPECT_NEAR(over->inversion.upper.value(), over->fieller.upper.value(), 1e-9);
  const auto sum = intervals(LinearForm(kA).plus(LinearForm(50)),
                             LinearForm(kB), 0.05, kLevels);
  ASSERT_TRUE(sum);
  for (const statistics::RatioInterval& one :
       {sum->fieller, sum->fieller_satterthwaite, sum->inversion,
        sum->bootstrap.value(), sum->nonparametric.value()}) {
    expect_around(2, one);
  }
  EXPECT_FALSE(intervals(LinearForm(2), LinearForm(1), 0.05, kLevels));
  EXPECT_FALSE(
      intervals(LinearForm(kA), LinearForm(kA).scaled(2), 0.05, kLevels));
}

TEST(EffectIntervals, RefuseTheBootstrapOfASingleRun) {
  const auto found = intervals(
      LinearForm(kA), LinearForm(kB), 0.05,
      {{kA, Hierarchy({3, 1}, {149, 151, 150})},
       {kB, Hierarchy({3, 1}, {100, 99, 101})}},
      {{kA, Sample({{149, 151, 150}})}, {kB, Sample({{100, 99, 101}})}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bootstrap->refusal,
            "the bootstrap of a single run does not know how runs differ");
}

TEST(EffectIntervals, HaveNoBootstrapWithoutWholeLevels) {
  const auto found = intervals(1, 0.05, {});
  ASSERT_TRUE(found);
  expect_around(1.5, found->fieller);
  EXPECT_FALSE(found->bootstrap->lower);
  EXPECT_EQ(found->bootstrap->refusal,
            "the bootstrap needs items of one size on each level");
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

const Performance kC{"C", "", "", "", {}};

const Experiment kThree{{kA, Sample({{149}, {151}, {150}, {150}})},
                        {kB, Sample({{100}, {99}, {101}, {100}})},
                        {kC, Sample({{50}, {49}, {50}, {51}})}};

Relation relation_of(const LinearForm& left, const LinearForm& right) {
  Relation relation;
  relation.left = left;
  relation.right = right;
  relation.theta = left.minus(right);
  return relation;
}

Decision with_interval(const Relation& relation, Interpretation deciding) {
  DecisionSettings settings;
  settings.interpretation = deciding;
  settings.alpha = 0.05;
  Decision decision = decide(relation, kThree, settings);
  add_nonparametric_interval(relation, kThree, settings, {}, decision);
  return decision;
}

TEST(NonparametricInterval, IsThatOfWhatDefinition410Decides) {
  const Decision found =
      with_interval(relation_of(LinearForm(kA), LinearForm(kB)),
                    Interpretation::kNonparametric);
  EXPECT_EQ(found.finding, Finding::kGreater);
  EXPECT_EQ(found.ratio.refusal, "");
  EXPECT_EQ(found.ratio.estimate, 1.5);
  EXPECT_GT(found.ratio.lower.value_or(0), 1.45);
  EXPECT_LT(found.ratio.lower.value_or(2), 1.5);
  EXPECT_GT(found.ratio.upper.value_or(0), 1.5);
  EXPECT_LT(found.ratio.upper.value_or(2), 1.55);
}

TEST(NonparametricInterval, IsOfSumsToo) {
  const LinearForm sum = LinearForm(kB).plus(LinearForm(kC));
  const Decision found = with_interval(relation_of(LinearForm(kA), sum),
                                       Interpretation::kNonparametric);
  EXPECT_EQ(found.ratio.estimate, 1);
  EXPECT_GT(found.ratio.lower.value_or(0), 0.95);
  EXPECT_LT(found.ratio.upper.value_or(2), 1.05);
}

TEST(NonparametricInterval, IsNotOfOtherDecisions) {
  const Relation relation = relation_of(LinearForm(kA), LinearForm(kB));
  DecisionSettings settings;
  settings.interpretation = Interpretation::kWelch;
  settings.alpha = 0.05;
  const Decision expected = decide(relation, kThree, settings);
  const Decision found = with_interval(relation, Interpretation::kWelch);
  EXPECT_EQ(found.ratio.lower, expected.ratio.lower);
  EXPECT_EQ(found.ratio.upper, expected.ratio.upper);
}

}  // namespace

}  // namespace spl::logic
