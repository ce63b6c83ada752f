#include "runner/commands/compare/comparison.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

logic::Performance command(const std::string& text) {
  return {"command", {}, {}, {}, {text}};
}

PerformanceReport report(const std::string& text, double time) {
  PerformanceReport result;
  result.performance = command(text);
  result.measured.observations = {{time}, {time}};
  return result;
}

FormulaReport formula(logic::Finding finding, double ratio) {
  FormulaReport result;
  RelationReport& relation = result.relations.emplace_back();
  relation.text = R"(command("z") = command("a"))";
  relation.performances = {command("z"), command("a")};
  relation.decision.finding = finding;
  relation.decision.verdict = finding == logic::Finding::kIndistinct
                                  ? logic::Verdict::kHolds
                                  : logic::Verdict::kViolated;
  relation.decision.ratio.estimate = ratio;
  relation.decision.ratio.lower = ratio * 0.9;
  relation.decision.ratio.upper = ratio * 1.1;
  return result;
}

/// Reports come in the order of the performances, not of the formula.
const std::vector<PerformanceReport> kReports{report("a", 20), report("z", 5)};

TEST(Comparison, NamesTheOneThatTakesLess) {
  const Comparison found =
      comparison(formula(logic::Finding::kLess, 0.25), {"z", "a"}, kReports);
  EXPECT_EQ(found.less, 0U);
  EXPECT_DOUBLE_EQ(found.factor->estimate, 4);
  EXPECT_DOUBLE_EQ(*found.factor->lower, 1 / (0.25 * 1.1));
  EXPECT_DOUBLE_EQ(*found.factor->upper, 1 / (0.25 * 0.9));
  EXPECT_EQ(found.commands.at(0).summary.median, 5);
  EXPECT_EQ(found.commands.at(1).summary.median, 20);
}

TEST(Comparison, TurnsNoRatioThatIsAboveOne) {
  const Comparison found =
      comparison(formula(logic::Finding::kGreater, 3), {"z", "a"}, kReports);
  EXPECT_EQ(found.less, 1U);
  EXPECT_DOUBLE_EQ(found.factor->estimate, 3);
}

TEST(Comparison, HasNoFactorThatSaysTheContrary) {
  const Comparison found =
      comparison(formula(logic::Finding::kGreater, 0.9), {"z", "a"}, kReports);
  EXPECT_EQ(found.less, 1U);
  EXPECT_FALSE(found.factor.has_value());
}

TEST(Comparison, LeavesOpenWhatIsNotFound) {
  const Comparison found =
      comparison(formula(logic::Finding::kIndistinct, 1), {"z", "a"}, {});
  EXPECT_FALSE(found.less.has_value());
  EXPECT_FALSE(found.factor.has_value());
  EXPECT_EQ(found.commands.at(0).summary.runs, 0U);
}

}  // namespace
}  // namespace spl::runner
