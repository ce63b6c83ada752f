#include "runner/measuring/family.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace spl::runner
