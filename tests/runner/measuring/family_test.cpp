#include "runner/measuring/family.hpp"

#include <gtest/gtest.h>

#include "spl/logic/statistic.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"
#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using logic::LinearForm;
using logic::Performance;
using logic::Relation;
using logic::Sign;

Relation signed_relation(Sign sign) {
  Relation result;
  result.sign = sign;
  result.left = LinearForm(Performance{"a", "", "", "", {}});
  result.right = LinearForm(Performance{"b", "", "", "", {}});
  result.theta = result.left.minus(result.right);
  return result;
}

SuiteFormula formula(std::string file, std::size_t relations,
                     double familywise) {
  SuiteFormula result;
  result.file = std::move(file);
  result.relations.assign(relations, signed_relation(Sign::kLessEqual));
  result.familywise = familywise;
  return result;
}

Suite suite(std::vector<SuiteFormula> formulas) {
  Suite result;
  result.formulas = std::move(formulas);
  return result;
}

TEST(SharedAlphas, DivideTheLevelOfAllTexts) {
  Suite all = suite({formula("x.spl", 8, 0.05), formula("x.spl", 2, 0.05),
                     formula("y.spl", 10, 0.05), formula("<formula 1>", 5, 0)});
  Relation constant;
  all.formulas[2].relations.push_back(constant);  // Is not measured.
  const std::vector<double> alphas = shared_alphas(all);
  ASSERT_EQ(alphas.size(), 26U);
  EXPECT_DOUBLE_EQ(alphas[0], 0.002);
  EXPECT_DOUBLE_EQ(alphas[9], 0.002);
  EXPECT_DOUBLE_EQ(alphas[10], 0.002);
  EXPECT_DOUBLE_EQ(alphas[20], 0.01);
  EXPECT_DOUBLE_EQ(alphas[21], 0.01);
}

TEST(SharedAlphas, CountRelationsThatAFilterLeavesOut) {
  Suite one = suite({formula("x.spl", 1, 0.05)});
  one.declared = 50;
  EXPECT_EQ(shared_alphas(one), std::vector<double>{0.001});
}

TEST(SharedAlphas, KeepThatOfASingleRelation) {
  Suite single = suite({formula("<formula 1>", 1, 0.05)});
  Settings& settings = single.formulas[0].settings;
  settings.deciding.alpha = 0.1;
  EXPECT_EQ(shared_alphas(single), std::vector<double>{0.1});
  settings.familywise = 0.05;  // Asked for.
  EXPECT_EQ(shared_alphas(single), std::vector<double>{0.05});
  settings.familywise.reset();
  settings.family = 20;
  single.formulas[0].familywise = 0.0025;
  EXPECT_EQ(shared_alphas(single), std::vector<double>{0.0025});
}

TEST(MayStepDown, WhereOthersShareASingleLook) {
  Suite all = suite({formula("x.spl", 1, 0.05), formula("y.spl", 1, 0.05)});
  EXPECT_FALSE(may_step_down(all, all.formulas[0]));  // Has many looks.
  for (SuiteFormula& one : all.formulas) one.settings.runs = 10;
  EXPECT_TRUE(may_step_down(all, all.formulas[0]));
  all.formulas[0].familywise = 0;
  EXPECT_FALSE(may_step_down(all, all.formulas[0]));
  EXPECT_TRUE(may_step_down(all, all.formulas[1]));
  all.formulas.pop_back();
  all.formulas[0].familywise = 0.05;
  EXPECT_FALSE(may_step_down(all, all.formulas[0]));  // Is alone.
}

TEST(HolmAlphas, StepDownWithThePValues) {
  // The first vector of the procedure: at 0.05 all but 0.2 are rejected.
  Suite all = suite({formula("x.spl", 4, 0.05)});
  all.formulas[0].settings.deciding.alpha = 0.04;
  const std::vector<double> p{0.013, 0.2, 0.004, 0.021};
  const std::vector<double> alphas = holm_alphas(all, {p.begin(), p.end()});
  EXPECT_GE(alphas[0], p[0]);
  EXPECT_LT(alphas[1], p[1]);
  EXPECT_GE(alphas[2], p[2]);
  EXPECT_GE(alphas[3], p[3]);
  for (const double alpha : alphas) EXPECT_LE(alpha, 0.04);
}

TEST(HolmAlphas, CountWhatHasOtherLooksOrIsLeftOutAsNotRejected) {
  Suite all = suite({formula("x.spl", 3, 0.06)});
  std::vector<std::optional<double>> p{0.001, std::nullopt, 0.012};
  all.declared = 6;
  const std::vector<double> alphas = holm_alphas(all, p);
  EXPECT_DOUBLE_EQ(alphas[0], 0.01);
  EXPECT_DOUBLE_EQ(alphas[1], 0.01);
  EXPECT_DOUBLE_EQ(alphas[2], 0.01);  // 0.06 / 5 is above alpha.
  all.formulas[0].settings.deciding.alpha = 0.05;
  EXPECT_DOUBLE_EQ(holm_alphas(all, p)[2], 0.012);
}

TEST(HolmAlphas, AreThoseSharedAmongUnlikeLevels) {
  const Suite all = suite({formula("x.spl", 5, 0.05), formula("y", 5, 0.04)});
  const std::vector<std::optional<double>> p(10, 0.001);
  EXPECT_EQ(holm_alphas(all, p), shared_alphas(all));
}

TEST(TurningP, IsOfTheDirectionThatTurnsTheVerdict) {
  statistics::TestResult result;
  result.status = statistics::Status::kOk;
  result.p_greater = 0.3;
  result.p_less = 0.7;
  EXPECT_EQ(turning_p(signed_relation(Sign::kLessEqual), result), 0.3);
  EXPECT_EQ(turning_p(signed_relation(Sign::kGreater), result), 0.3);
  EXPECT_EQ(turning_p(signed_relation(Sign::kLess), result), 0.7);
  EXPECT_EQ(turning_p(signed_relation(Sign::kGreaterEqual), result), 0.7);
  EXPECT_EQ(turning_p(signed_relation(Sign::kEqual), result), 0.3);
  result.status = statistics::Status::kUndefined;
  EXPECT_EQ(turning_p(signed_relation(Sign::kEqual), result), 1);
  result.status = statistics::Status::kDegenerate;
  result.finding = statistics::Finding::kGreater;
  EXPECT_EQ(turning_p(signed_relation(Sign::kEqual), result), 0);
  EXPECT_EQ(turning_p(signed_relation(Sign::kLessEqual), result), 0);
  EXPECT_EQ(turning_p(signed_relation(Sign::kGreaterEqual), result), 1);
  result.finding = statistics::Finding::kLess;
  EXPECT_EQ(turning_p(signed_relation(Sign::kEqual), result), 0);
  EXPECT_EQ(turning_p(signed_relation(Sign::kLessEqual), result), 1);
  EXPECT_EQ(turning_p(signed_relation(Sign::kLess), result), 0);
  result.finding = statistics::Finding::kIndistinct;
  EXPECT_EQ(turning_p(signed_relation(Sign::kEqual), result), 1);
}

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
