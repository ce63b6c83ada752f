#include "runner/layouts/layout_levels.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using logic::LinearForm;
using logic::Performance;
using statistics::RunStatistic;
using statistics::Sample;
using ::testing::ElementsAre;

const Performance kLeft{"a", "", "", "", {}};
const Performance kRight{"b", "", "", "", {}};

logic::Relation relation() {
  logic::Relation result;
  result.left = LinearForm(kLeft);
  result.right = LinearForm(kRight);
  result.theta = result.left.minus(result.right);
  return result;
}

TEST(LayoutLevels, MakeEachLayoutARunOfRunStatistics) {
  const Sample five({{1, 2, 6}, {2, 2}, {4}, {8}, {16}});
  const auto result =
      by_layouts({{kLeft, five}, {kRight, logic::Failure{"failed"}}}, 2,
                 RunStatistic::kMean);
  EXPECT_THAT(std::get<Sample>(result.at(kLeft)).runs(),
              ElementsAre(ElementsAre(3, 4, 16), ElementsAre(2, 8)));
  EXPECT_EQ(std::get<logic::Failure>(result.at(kRight)).reason, "failed");
}

TEST(LayoutLevels, MakeFewerRunsThanLayoutsOneEach) {
  const auto result =
      by_layouts({{kLeft, Sample({{1, 3}, {4}})}}, 5, RunStatistic::kMean);
  EXPECT_THAT(std::get<Sample>(result.at(kLeft)).runs(),
              ElementsAre(ElementsAre(2), ElementsAre(4)));
}

TEST(LayoutLevels, PutRunsInOrderOfLayouts) {
  const auto levels =
      layout_levels({{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 0}}, 2);
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->level_count(), 3U);
  EXPECT_EQ(levels->count(1), 2U);
  EXPECT_EQ(levels->count(2), 2U);
  EXPECT_EQ(levels->count(3), 2U);
  EXPECT_THAT(levels->values(), ElementsAre(1, 2, 5, 6, 3, 4, 7, 8));
  EXPECT_FALSE(layout_levels({{1, 2}}, 2));
  EXPECT_FALSE(layout_levels({{1, 2}, {3}}, 2));
}

TEST(LayoutLevels, TellWhatLayoutAloneDoesToADifference) {
  // Contrasts of the blocks: 9, 21, 11, 19. Means of the two layouts are 10 and
  // 20, so S_2^2 = 50; inside them S_1^2 = 2; T_2^2 = 50 - 2 / 2 = 49.
  const logic::Experiment experiment{
      {kLeft, Sample({{109}, {121}, {111}, {119}})},
      {kRight, Sample({{100}, {100}, {100}, {100}})}};
  const auto effect =
      layout_effect(relation(), experiment, 2, RunStatistic::kMean);
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->layouts, 2U);
  EXPECT_DOUBLE_EQ(effect->deviation, 7);
  EXPECT_DOUBLE_EQ(*effect->fraction, 0.07);
}

TEST(LayoutLevels, TellNothingOfOneBlockEach) {
  const logic::Experiment experiment{{kLeft, Sample({{1}, {2}})},
                                     {kRight, Sample({{1}, {3}})}};
  EXPECT_FALSE(layout_effect(relation(), experiment, 2, RunStatistic::kMean));
}

TEST(LayoutLevels, TellNothingOfWhatFailed) {
  const logic::Experiment experiment{{kLeft, Sample({{1}, {2}, {1}, {2}})},
                                     {kRight, logic::Failure{"failed"}}};
  EXPECT_FALSE(layout_effect(relation(), experiment, 2, RunStatistic::kMean));
}

TEST(LayoutLevels, CallANegativeComponentNothing) {
  const logic::Experiment experiment{{kLeft, Sample({{1}, {1}, {9}, {9}})},
                                     {kRight, Sample({{1}, {1}, {1}, {1}})}};
  const auto effect =
      layout_effect(relation(), experiment, 2, RunStatistic::kMean);
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->deviation, 0);
}

}  // namespace
}  // namespace spl::runner
