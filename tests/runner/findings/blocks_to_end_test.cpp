#include "runner/findings/relation_end.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "runner/measuring/family.hpp"
#include "spl/statistics/distributions.hpp"
#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

constexpr double kAlpha = 0.01;
constexpr std::size_t kCalls = 30;

/// Runs that differ from a level by some percent, normally, whose mean is near
/// the level however many they are.
statistics::Sample noisy_runs(std::size_t count, double level, double percent,
                              double step) {
  statistics::Runs result;
  for (std::size_t i = 0; i < count; ++i) {
    const double whole = static_cast<double>(i + 1) * step;
    const double noise = statistics::normal_quantile(whole - std::floor(whole));
    result.push_back(
        std::vector<double>(kCalls, level * (1 + percent / 100 * noise)));
  }
  return statistics::Sample(result);
}

class BlocksToEnd : public ::testing::Test {
 protected:
  /// left SIGN right after so many blocks of those planned.
  RelationInputs after(std::size_t blocks, logic::Sign sign, double level) {
    auto evidence = std::make_shared<Evidence>();
    evidence->experiment.emplace(
        performance("left"), noisy_runs(blocks, level, percent_, 0.6180339887));
    evidence->experiment.emplace(
        performance("right"), noisy_runs(blocks, 100, percent_, 0.4142135624));
    evidence->calls = blocks * kCalls;
    basis_.evidence = evidence;
    basis_.planned = 40;
    relation_.sign = sign;
    return {relation_, settings_, basis_};
  }

  bool ends(std::size_t blocks, logic::Sign sign, double level) {
    const RelationInputs inputs = after(blocks, sign, level);
    basis_.planned = blocks;
    const LookRule rule = look_rule(relation_, settings_, kAlpha);
    const auto found =
        parts_of(inputs, look_plan(blocks, rule).levels.back(), kAlpha);
    return found->finding != logic::Finding::kIndistinct ||
           found->rules_out_change;
  }

  double percent_ = 8;
  logic::Relation relation_ = relation("left", "right");
  Settings settings_;
  Basis basis_;
};

TEST_F(BlocksToEnd, AreThoseAfterWhichTheLookEndsTheRelation) {
  struct Row {
    logic::Sign sign;
    double level;
  };
  for (const Row& row :
       {Row{logic::Sign::kLess, 95}, Row{logic::Sign::kLessEqual, 100},
        Row{logic::Sign::kLessEqual, 104}, Row{logic::Sign::kEqual, 100}}) {
    const auto blocks = blocks_to_end(after(40, row.sign, row.level), kAlpha);
    ASSERT_TRUE(blocks) << row.level;
    EXPECT_FALSE(ends(*blocks / 2, row.sign, row.level)) << *blocks;
    EXPECT_TRUE(ends(*blocks * 3 / 2, row.sign, row.level)) << *blocks;
  }
}

// At 37 of 40 blocks the advice was 288 more blocks, and at 39 three seconds.
TEST_F(BlocksToEnd, AreAboutAsManyAFewBlocksBeforeTheEndOfThePlan) {
  for (const double level : {90.0, 95.0}) {
    const auto most =
        blocks_to_end(after(44, logic::Sign::kLess, level), kAlpha);
    ASSERT_TRUE(most);
    for (std::size_t blocks = 34; blocks < 44; ++blocks) {
      const auto found =
          blocks_to_end(after(blocks, logic::Sign::kLess, level), kAlpha);
      ASSERT_TRUE(found);
      EXPECT_NEAR(static_cast<double>(*found), static_cast<double>(*most),
                  0.35 * static_cast<double>(*most))
          << blocks;
    }
  }
}

// A larger plan asks for more runs before it believes in a mean.
TEST_F(BlocksToEnd, AreWhatThePlanNeedsForAProof) {
  percent_ = 1;
  const RelationInputs inputs = after(20, logic::Sign::kLess, 70);
  EXPECT_EQ(blocks_to_end(inputs, kAlpha), 22U);
  basis_.planned = 300;
  EXPECT_EQ(blocks_to_end(inputs, kAlpha), 40U);
  // Where the budget held these only, the plan was wrong.
  EXPECT_EQ(units(inputs).needed.units, 40U);
  basis_.stopped.is_last = true;
  EXPECT_EQ(units(inputs).needed.units, 16U);
  EXPECT_EQ(blocks_to_end(inputs, kAlpha), 21U);
}

TEST_F(BlocksToEnd, AreNoneWhereNobodyHasThem) {
  percent_ = 70;
  EXPECT_FALSE(blocks_to_end(after(800, logic::Sign::kEqual, 102), kAlpha));
  percent_ = 8;
  const RelationInputs inputs = after(12, logic::Sign::kLess, 95);
  EXPECT_TRUE(blocks_to_end(inputs, kAlpha));
  basis_.layouts = 4;  // More blocks are no more layouts.
  EXPECT_FALSE(blocks_to_end(inputs, kAlpha));
}

}  // namespace
}  // namespace spl::runner
