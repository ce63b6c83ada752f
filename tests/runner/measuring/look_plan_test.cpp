#include "runner/measuring/look_plan.hpp"

#include <gtest/gtest.h>

#include "spl/logic/statistic.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"
#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using Blocks = std::vector<std::size_t>;

constexpr LookRule kOneTest{true, std::nullopt, 0.01};
constexpr LookRule kThreeParts{true, statistics::kBothShares, 0.01};

std::vector<double> pocock(const std::vector<double>& fractions) {
  return statistics::sequential_levels(0.01, fractions);
}

TEST(LookPlan, IsSequentialUnlessASampleOfAFixedSizeIsAskedFor) {
  Settings settings;
  EXPECT_TRUE(is_sequential(settings));
  settings.layouts = 1;
  EXPECT_TRUE(is_sequential(settings));
  settings.layouts = 2;
  EXPECT_FALSE(is_sequential(settings));
  settings.layouts.reset();
  settings.runs = 12;
  EXPECT_FALSE(is_sequential(settings));
  settings.runs.reset();
  settings.deciding.interpretation = logic::Interpretation::kParametric;
  EXPECT_FALSE(is_sequential(settings));
}

TEST(LookPlan, HasASingleLookWhereSeveralBlocksShareALayout) {
  const Settings settings;
  const logic::Relation one = relation("a", "b");
  EXPECT_TRUE(look_rule(one, settings, 0.01).is_sequential);
  EXPECT_FALSE(look_rule(one, settings, 0.01, 3).is_sequential);
  EXPECT_EQ(look_rule(one, settings, 0.02).alpha, 0.02);
}

TEST(LookPlan, AsksTheThreePartsUnlessOneStatisticIsAskedFor) {
  Settings settings;
  const logic::Relation one = relation("a", "b");
  EXPECT_EQ(look_rule(one, settings, 0.01).shares, statistics::kBothShares);
  settings.deciding = logic::asking(logic::Statistic::kTypical);
  EXPECT_EQ(look_rule(one, settings, 0.01).shares, std::nullopt);
}

TEST(LookPlan, HasNoLooksWithoutBlocks) {
  EXPECT_TRUE(look_plan(0, kOneTest).blocks.empty());
}

TEST(LookPlan, SpendsAllOfAlphaOnASingleLook) {
  LookRule single = kOneTest;
  single.is_sequential = false;
  const LookPlan plan = look_plan(12, single);
  EXPECT_EQ(plan.blocks, Blocks{12});
  ASSERT_EQ(plan.levels.size(), 1U);
  EXPECT_EQ(plan.levels[0].level, 0.01);
  EXPECT_EQ(level_of_early_end(plan, 7, single).level, 0.01);
}

TEST(LookPlan, SpendsAlphaOfOneTestByPocock) {
  const LookPlan plan = look_plan(12, kOneTest);
  EXPECT_EQ(plan.blocks, (Blocks{5, 8, 12}));
  const std::vector<double> levels = pocock({5.0 / 12, 8.0 / 12, 1});
  ASSERT_EQ(plan.levels.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(plan.levels[i].level, levels[i]) << i;
    EXPECT_EQ(plan.levels[i].parts, statistics::OfParts{}) << i;
  }
}

TEST(LookPlan, EndsEarlyAtWhatTheLooksSoFarLeave) {
  const LookPlan plan = look_plan(12, kOneTest);
  // The look at 5 has been made; those at 8 and 12 lapse.
  EXPECT_DOUBLE_EQ(level_of_early_end(plan, 7, kOneTest).level,
                   pocock({5.0 / 12, 7.0 / 12}).back());
  EXPECT_DOUBLE_EQ(level_of_early_end(plan, 3, kOneTest).level,
                   pocock({3.0 / 12}).back());
  EXPECT_DOUBLE_EQ(level_of_early_end(plan, 8, kOneTest).level,
                   plan.levels[1].level);
}

// 0.7 % of 1 % (look_levels.hpp), a third of it in each of three looks.
TEST(LookPlan, HasIntervalsAtTheLevelOfTheFirstPartThatDecides) {
  const LookPlan plan = look_plan(27, kThreeParts);
  EXPECT_EQ(plan.blocks, (Blocks{12, 18, 27}));
  EXPECT_NEAR(plan.levels[0].level, 0.007 / 3, 1e-9);
  EXPECT_EQ(plan.levels[0].level, plan.levels[0].parts.typical_calls);
  LookRule means = kThreeParts;
  means.shares = statistics::kMeanShares;
  const LookLevel of_means = single_look_level(30, means);
  EXPECT_NEAR(of_means.level, 0.01 / 3, 1e-9);
  EXPECT_EQ(of_means.level, of_means.parts.all_calls);
}

TEST(LookPlan, AsksOnePartOfFewBlocks) {
  const LookLevel few = single_look_level(11, kThreeParts);
  EXPECT_EQ(few.level, 0.01);
  EXPECT_EQ(few.parts.all_runs, 0);
  EXPECT_GT(single_look_level(12, kThreeParts).parts.all_runs, 0);
}

TEST(LookPlan, EndsAllPartsEarly) {
  const LookPlan plan = look_plan(27, kThreeParts);
  const statistics::OfParts parts =
      statistics::levels_of_early_end(27, 20, 0.01, statistics::kBothShares);
  const LookLevel end = level_of_early_end(plan, 20, kThreeParts);
  EXPECT_EQ(end.parts, parts);
  EXPECT_EQ(end.level, parts.typical_calls);
}

}  // namespace
}  // namespace spl::runner
