#include "spl/logic/nonparametric_interval.hpp"

#include <gtest/gtest.h>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

using statistics::Sample;

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
