#include "runner/reports/formula_text.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_report.hpp"

namespace spl::runner {
namespace {

using logic::Verdict;

TEST(FormulaText, NamesAMetricThatIsNotTheWallTime) {
  FormulaReport formula;
  formula.label = "sort";
  EXPECT_EQ(name_of(formula), "sort");
  formula.metric = "cpu";
  EXPECT_EQ(name_of(formula), "sort [cpu]");
  formula.metric = "";
  EXPECT_EQ(name_of(formula), "sort");
}

TEST(FormulaText, PutsTheWorstVerdictFirst) {
  Report report = report_of("sort", Verdict::kHolds);
  EXPECT_EQ(overall_text(report), "all hold");
  auto& formulas = std::get<Evaluation>(report.outcome).formulas;
  formulas.resize(5, formulas.front());
  formulas[1].verdict = Verdict::kUndecided;
  EXPECT_EQ(overall_text(report), "undecided");
  formulas[2].verdict = Verdict::kError;
  EXPECT_EQ(overall_text(report), "failed");
  formulas[3].verdict = Verdict::kViolated;
  EXPECT_EQ(overall_text(report), "violated");
  EXPECT_EQ(counts_text(formulas), "1 violated, 1 failed, 1 undecided, 2 hold");
  report.errors.push_back({"sort.spl", 3, 5, "expected a relation", ""});
  EXPECT_EQ(overall_text(report), "error");
  EXPECT_EQ(overall_text({}), "error");
  EXPECT_EQ(counts_text({}), "no formulas");
}

}  // namespace
}  // namespace spl::runner
