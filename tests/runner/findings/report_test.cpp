#include "runner/findings/report.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Outcome, HasFormulasIfItIsAboutSome) {
  FormulaReport formula;
  formula.label = "first";
  BisectionReport bisection;
  bisection.formulas = {formula};
  for (const Outcome& one :
       {Outcome(Evaluation{{formula}}), Outcome(bisection)}) {
    const auto* formulas = formulas_of(one);
    ASSERT_NE(formulas, nullptr);
    ASSERT_EQ(formulas->size(), 1U);
    EXPECT_EQ(formulas->front().label, "first");
  }
  for (const Outcome& one :
       {Outcome(), Outcome(Ranking()), Outcome(Sensitivity()),
        Outcome(Planning()), Outcome(SelfTests())}) {
    EXPECT_EQ(formulas_of(one), nullptr);
  }
}

TEST(Report, HasTheDimensionOfGivenPerformances) {
  Report report;
  report.quantity.dimension = logic::Dimension::kCount;
  PerformanceReport one;
  EXPECT_EQ(dimension(one, report), logic::Dimension::kCount);
  one.metric = workload::Metric::kWall;
  EXPECT_EQ(dimension(one, report), logic::Dimension::kTime);
}

}  // namespace
}  // namespace spl::runner
