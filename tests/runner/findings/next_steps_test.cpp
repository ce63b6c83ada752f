#include "runner/findings/next_steps.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using logic::LinearForm;
using logic::Sign;

constexpr auto kTime = logic::Dimension::kTime;

/// A violated relation with this interval of its ratio.
RelationReport violated(double lower, double upper) {
  RelationReport report;
  report.decision.verdict = logic::Verdict::kViolated;
  report.decision.ratio.lower = lower;
  report.decision.ratio.upper = upper;
  return report;
}

logic::Relation relation_with(Sign sign, const LinearForm& right) {
  logic::Relation result = relation("a", "b");
  result.sign = sign;
  result.right = right;
  return result;
}

const LinearForm kB(performance("b"));

TEST(NextSteps, LoosenTheRightSideToTheEndOfTheInterval) {
  struct Row {
    Sign sign;
    LinearForm right;
    const char* text;
  };
  const Row rows[] = {{Sign::kLessEqual, kB, "a <= 1.19 * b"},
                      {Sign::kLess, kB.scaled(2), "a < 2.37 * b"},
                      {Sign::kGreaterEqual, kB, "a >= 1.15 * b"},
                      {Sign::kEqual, kB, "a = b within 18.4%"},
                      {Sign::kNotEqual, kB, ""},
                      {Sign::kLessEqual, LinearForm(5000.0), "a <= 5.92 us"},
                      {Sign::kLessEqual, kB.plus(LinearForm(500.0)),
                       "a <= 1.19 * (b + 500 ns)"}};
  for (const Row& row : rows) {
    EXPECT_EQ(loosened_text(relation_with(row.sign, row.right),
                            violated(1.1567, 1.1834), kTime),
              row.text);
  }
}

TEST(NextSteps, AreAboutAllCallsToo) {
  RelationReport report = violated(1.1, 1.12);
  report.parts.emplace();
  report.parts->lower = 1.05;
  report.parts->upper = 1.3;
  EXPECT_EQ(loosened_text(relation_with(Sign::kLessEqual, kB), report, kTime),
            "a <= 1.3 * b");
}

TEST(NextSteps, LoosenByTheFindingThatFailed) {
  using statistics::Part;
  RelationReport report = violated(1.09, 1.12);
  report.parts.emplace();
  report.parts->lower = 0.8;
  report.parts->mean = 1.05;
  report.parts->upper = 2.6;
  report.parts->asks_typical_calls = true;
  report.parts->levels = {0.007, 0.001, 0.002};
  const auto reject = [&](Part part) {
    report.parts->tests[static_cast<std::size_t>(part)].p_greater = 1e-9;
  };
  const logic::Relation one = relation_with(Sign::kLessEqual, kB);
  reject(Part::kTypicalCalls);
  EXPECT_EQ(loosened_text(one, report, kTime), "a <= 1.12 * b");
  report.parts->mean = 1.4;
  reject(Part::kAllRuns);
  EXPECT_EQ(loosened_text(one, report, kTime), "a <= 1.4 * b");
  for (statistics::PartTest& test : report.parts->tests) test = {};
  reject(Part::kAllCalls);
  EXPECT_EQ(loosened_text(one, report, kTime), "a <= 2.6 * b");
}

TEST(NextSteps, PromiseNoProofOfEqualCounts) {
  EXPECT_EQ(loosened_text(relation_with(Sign::kGreater, kB),
                          violated(0.01, 0.01), kTime),
            "a >= 0.01 * b");
}

TEST(NextSteps, PromiseNoProofAboutAllCalls) {
  RelationReport report = violated(1.1, 1.12);
  report.parts.emplace();
  report.parts->lower = 1.05;
  report.parts->upper = 1.3;
  EXPECT_EQ(loosened_text(relation_with(Sign::kLess, kB), report, kTime),
            "a <= 1.3 * b");
  EXPECT_EQ(loosened_text(relation_with(Sign::kGreater, kB), report, kTime),
            "a >= 1.05 * b");
}

TEST(NextSteps, AreThereOnce) {
  FormulaReport formula;
  formula.verdict = logic::Verdict::kViolated;
  formula.relations.resize(2);
  for (RelationReport& one : formula.relations) {
    one.decision.verdict = logic::Verdict::kViolated;
    one.loosened = "a <= 1.3 * b";
  }
  EXPECT_EQ(next_steps(formula, {}).size(), 1U);
}

// A larger factor may be needed for them.
TEST(NextSteps, SayThatOthersWereNotMeasuredToTheirEnd) {
  FormulaReport formula;
  formula.verdict = logic::Verdict::kViolated;
  formula.conjunction = true;
  formula.relations.resize(3);
  formula.relations[0].decision.verdict = logic::Verdict::kViolated;
  formula.relations[0].loosened = "a <= 1.3 * b";
  EXPECT_EQ(next_steps(formula, {}).front().why, "");
  formula.relations[1].stopped = Stop::kFormula;
  EXPECT_EQ(next_steps(formula, {}).front().why,
            "one other relation was not measured to its end");
  formula.relations[2].stopped = Stop::kFormula;
  EXPECT_EQ(next_steps(formula, {}).front().why,
            "2 others were not measured to their end");
}

TEST(NextSteps, LoosenNothingWithoutAnInterval) {
  RelationReport report = violated(1, 1);
  report.decision.ratio.upper.reset();
  EXPECT_EQ(loosened_text(relation_with(Sign::kLessEqual, kB), report, kTime),
            "");
  report = violated(1.1, 1.2);
  report.decision.verdict = logic::Verdict::kHolds;
  EXPECT_EQ(loosened_text(relation_with(Sign::kLessEqual, kB), report, kTime),
            "");
}

FormulaReport undecided_after(Stop stopped, std::size_t blocks,
                              std::optional<std::size_t> needed) {
  FormulaReport formula;
  formula.relations.resize(1);
  RelationReport& one = formula.relations[0];
  one.id = "a < b";
  one.stopped = stopped;
  one.blocks = blocks;
  one.blocks_to_end = needed;
  one.block_seconds = 0.1;
  return formula;
}

TEST(NextSteps, NameTheBudgetThatWouldSettle) {
  const std::vector<NextStep> steps =
      next_steps(undecided_after(Stop::kBudget, 40, 140), {});
  ASSERT_EQ(steps.size(), 1);
  EXPECT_EQ(steps[0].relation, "a < b");
  EXPECT_EQ(steps[0].text, "--budget 17s");  // 5 s + 1.2 * 100 * 0.1 s
  EXPECT_EQ(steps[0].why, "about 100 more blocks");
  EXPECT_EQ(next_steps(undecided_after(Stop::kRuns, 40, 140), {})[0].text,
            "--runs 140");
}

TEST(NextSteps, NameNoBudgetThatNobodyHas) {
  EXPECT_TRUE(next_steps(undecided_after(Stop::kBudget, 40, {}), {}).empty());
  EXPECT_TRUE(next_steps(undecided_after(Stop::kFailed, 40, 140), {}).empty());
}

TEST(NextSteps, AreNoneIfTheFormulaHolds) {
  FormulaReport formula = undecided_after(Stop::kBudget, 40, 140);
  formula.verdict = logic::Verdict::kHolds;
  EXPECT_TRUE(next_steps(formula, {}).empty());
}

TEST(RelationNames, DependOnNothingButTextAndMetric) {
  FormulaReport formula;
  formula.label = "line5";
  formula.relations.resize(2);
  formula.relations[0].text = formula.relations[1].text = "a < b";
  FormulaReport other = formula;
  other.metric = "instructions";
  std::vector<FormulaReport> all{formula, other};
  name_relations(all);
  EXPECT_EQ(all[0].relations[0].id, "a < b");
  EXPECT_EQ(all[0].relations[1].id, "a < b #2");
  EXPECT_EQ(all[1].relations[0].id, "a < b [instructions]");
}

}  // namespace
}  // namespace spl::runner
