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

TEST(FormulaText, KnowsLabelsThatTheProgramMade) {
  FormulaReport formula;
  formula.label = "line7";
  EXPECT_EQ(label_of(formula), "line7");
  formula.label_is_made = true;
  EXPECT_EQ(label_of(formula), "");
}

TEST(FormulaText, PutsTheWorstVerdictFirst) {
  Report report = report_of("sort", Verdict::kHolds);
  auto& formulas = formulas_in(report);
  formulas.resize(5, formulas.front());
  formulas[1].verdict = Verdict::kUndecided;
  formulas[2].verdict = Verdict::kError;
  formulas[3].verdict = Verdict::kViolated;
  EXPECT_EQ(counts_text(formulas), "1 violated, 1 failed, 1 undecided, 2 hold");
  EXPECT_EQ(counts_text({}), "no formulas");
}

}  // namespace
}  // namespace spl::runner
