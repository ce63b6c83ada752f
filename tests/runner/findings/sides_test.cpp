#include "runner/findings/formula_report.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using logic::LinearForm;
using statistics::Sample;

const logic::Experiment kExperiment = {
    {performance("a"),
     Sample({{100, 100, 400}, {101, 101, 101}, {99, 99, 99}})},
    {performance("b"), Sample({{10, 10, 10}, {12, 12, 12}, {11, 11, 11}})}};

TEST(Sides, HaveMediansOfRunsAndMeansOfAllCalls) {
  logic::Relation both = relation("a", "b");
  both.right = both.right.scaled(12).plus(LinearForm(500.0));
  const Sides found =
      sides_of(both, {kExperiment, nullptr, statistics::RunStatistic::kMedian,
                      logic::Dimension::kTime});
  EXPECT_EQ(found.left.text, "a");
  EXPECT_EQ(found.left.amount, 100);
  EXPECT_NEAR(found.left.mean.value_or(0), (200 + 101 + 99) / 3.0, 1e-9);
  EXPECT_EQ(found.right.text, "12 * b + 500 ns");
  EXPECT_EQ(found.right.amount, 12 * 11 + 500);
}

TEST(Sides, HaveTheQuotientOfTheRatio) {
  logic::Relation one = relation("a", "b");
  std::optional<double> left = 8;
  std::optional<double> right = 2;
  agree_with(1, one, left, right);
  EXPECT_DOUBLE_EQ(*left, 4);
  EXPECT_DOUBLE_EQ(*right, 4);
  one.right = logic::LinearForm(5.0);
  right = 5;
  agree_with(2, one, left, right);
  EXPECT_DOUBLE_EQ(*left, 10);
  EXPECT_DOUBLE_EQ(*right, 5);
  left.reset();
  agree_with(3, one, left, right);
  EXPECT_FALSE(left);
  EXPECT_DOUBLE_EQ(*right, 5);
}

TEST(Sides, HaveNoAmountWithoutObservations) {
  logic::Experiment experiment = kExperiment;
  experiment.at(performance("a")) = logic::Failure{"it crashed"};
  const Sides found = sides_of(relation("a", "absent"), {experiment});
  EXPECT_EQ(found.left.amount, std::nullopt);
  EXPECT_EQ(found.right.amount, std::nullopt);
  EXPECT_EQ(found.right.text, "absent");
}

TEST(Sides, NameTheStatisticThatAFormulaStates) {
  const LinearForm side = LinearForm(performance("f")).scaled(1.1);
  const auto text = [&](const logic::StatedStatistic& stated) {
    return side_text(side, stated, logic::Dimension::kTime);
  };
  EXPECT_EQ(text({logic::Statistic::kMean}), "1.1 * mean(f)");
  EXPECT_EQ(text({logic::Statistic::kTypical, 0.99}), "1.1 * p99(f)");
  EXPECT_EQ(text({logic::Statistic::kTypical, 0.995}),
            "1.1 * quantile(f, 0.995)");
}

// In quotes and without parentheses it would be a string.
TEST(Sides, CallWhatHasItsNameInQuotes) {
  const auto text = [](const logic::Performance& one,
                       const std::optional<logic::StatedStatistic>& stated) {
    return side_text(LinearForm(one), stated, logic::Dimension::kTime);
  };
  const logic::StatedStatistic p99{logic::Statistic::kTypical, 0.99};
  EXPECT_EQ(text(performance("BM_Sort/16"), {}), "\"BM_Sort/16\"()");
  EXPECT_EQ(text(performance("BM_Sort/16"), p99), "p99(\"BM_Sort/16\"())");
  EXPECT_EQ(text({"BM_Sort/16", "", "", "baseline", {}}, {}),
            "\"BM_Sort/16\"@baseline()");
  EXPECT_EQ(text({"./sort", "", "", "", {10.0}}, {}), "\"./sort\"(10)");
}

TEST(Sides, AreConstantsInTheirUnit) {
  EXPECT_EQ(side_text(LinearForm(5000.0), {}, logic::Dimension::kTime), "5 us");
  EXPECT_EQ(side_text(LinearForm(5000.0), {}, logic::Dimension::kCount),
            "5000");
  EXPECT_EQ(side_text(LinearForm(), {}, logic::Dimension::kTime), "0 ns");
}

}  // namespace
}  // namespace spl::runner
