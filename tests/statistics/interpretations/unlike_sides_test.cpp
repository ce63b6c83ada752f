#include "spl/statistics/interpretations/unlike_sides.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "tests/statistics/interpretations/simulated_units.hpp"

namespace spl::statistics {
namespace {

RunSeries series_of(std::vector<double> values) {
  RunSeries result{values.front(), {}};
  for (const double value : values) {
    result.excesses.push_back(value - values.front());
  }
  return result;
}

// With fewer than eight units nothing is clipped: means of relative distances.
TEST(UnlikeSides, CentreAtMatchedPairs) {
  const std::vector<RunSeries> two{
      series_of({10, 12, 11}), series_of({4, 5, 6}), series_of({18, 20, 22})};
  const std::vector<double> coefficients{2, -1, -1};
  // 22 of a against 5 of b, then against 17 of c; 3 of c are left alone.
  const UnlikeSides sides(two, coefficients, 0);
  EXPECT_DOUBLE_EQ(sides.left_side(), 22);
  EXPECT_DOUBLE_EQ(sides.right_side(), 25);
  EXPECT_DOUBLE_EQ(sides.left_weight(), 22.0 / 20);
  // The means of all three are their medians, so that the pairs centre at 0.
  EXPECT_NEAR(sides.centre().value, -3, 1e-12);
  EXPECT_EQ(sides.centre().df, 2);
  // K = 22 (a/11 - 1) - 5 (b/5 - 1) - 20 (c/20 - 1): -2 + 1 + 2, 2, -1 - 2.
  EXPECT_NEAR(sides.centre().variance, (1 + 4 + 9 - 0.0) / 2 / 3, 1e-12);
}

TEST(UnlikeSides, AddConstantsToTheirSides) {
  const std::vector<RunSeries> one{series_of({100, 102, 101, 101})};
  const UnlikeSides sides(one, std::vector<double>{1}, -105);
  EXPECT_DOUBLE_EQ(sides.left_side(), 101);
  EXPECT_DOUBLE_EQ(sides.right_side(), 105);
  EXPECT_DOUBLE_EQ(sides.left_weight(), 1);
  EXPECT_NEAR(sides.centre().value, -4, 1e-12);
  const UnlikeSides above(one, std::vector<double>{-1}, 105);
  EXPECT_NEAR(above.centre().value, 4, 1e-12);
  EXPECT_DOUBLE_EQ(above.left_side(), 105);
}

TEST(UnlikeSides, AreCentredByTypicalRuns) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(100 + i % 3);
    b.push_back(i == 7 ? 900 : 50 + (i + 1) % 2);
  }
  const std::vector<RunSeries> both{series_of(a), series_of(b)};
  const UnlikeSides sides(both, std::vector<double>{1, -2}, 0);
  EXPECT_NEAR(sides.centre().value, 0, 1);
  EXPECT_LT(sides.centre().df, 19);
  // One slow run of b is on the side that is subtracted.
  EXPECT_LT(sides.centre_with_skewness().value, sides.centre().value);
}

TEST(UnlikeSides, AreMeansOfCounts) {
  const std::vector<RunSeries> both{
      series_of({10, 10, 10, 20, 10, 10, 10, 10, 10, 10}),
      series_of({5, 5, 5, 5, 5, 5, 5, 5, 5, 5})};
  const UnlikeSides sides(both, std::vector<double>{1, -2}, 0);
  EXPECT_NEAR(sides.centre().value, 1, 1e-12);
}

struct Rates {
  double greater = 0;
  double less = 0;
};

Rates rates(const Machine& machine, Asked asked, auto ask) {
  constexpr std::size_t kExperiments = 400;
  const Asking asking{asked, 60, 0.01, false};
  Rates result;
  for (std::size_t i = 1; i <= kExperiments; ++i) {
    const End end = ask(machine, asking, i).end;
    if (end == End::kGreater) result.greater += 1.0 / kExperiments;
    if (end == End::kLess) result.less += 1.0 / kExperiments;
  }
  return result;
}

// One run in 20 takes twice as long, of all performances.
Machine sum(std::vector<double> coefficients, double constant = 0) {
  Machine machine;
  machine.noise.slow_share = 0.05;
  machine.noise.from = machine.noise.to = 2;
  machine.coefficients = std::move(coefficients);
  machine.constant = constant;
  return machine;
}

TEST(UnlikeSides, OfEqualMeansAreFoundDifferentAsAlphaAllows) {
  const Machine five = sum({5, -1, -1, -1, -1, -1});
  EXPECT_GE(rates(five, Asked::kEqual, ask_typical_calls).less, 0.1);
  const Rates now = rates(five, Asked::kEqual, ask_three_parts);
  EXPECT_LE(now.less, 0.025);
  EXPECT_LE(now.greater, 0.015);
  const Machine three = sum({1, 1, 1, -3});
  EXPECT_GE(rates(three, Asked::kEqual, ask_typical_calls).greater, 0.04);
  EXPECT_LE(rates(three, Asked::kEqual, ask_three_parts).greater, 0.015);
}

TEST(UnlikeSides, AreHeldAgainstLimitsByTheirMean) {
  const Machine kept = sum({1}, -105);  // That is its mean.
  EXPECT_LE(rates(kept, Asked::kAtMost, ask_three_parts).greater, 0.015);
  const Machine exceeded = sum({1}, -95);
  EXPECT_GE(rates(exceeded, Asked::kAtMost, ask_three_parts).greater, 0.65);
}

TEST(UnlikeSides, OfUnequalMeansAreFoundDifferent) {
  Machine slower = sum({2, -1, -1});
  slower.code.factor = 1.05;
  EXPECT_GE(rates(slower, Asked::kAtMost, ask_three_parts).greater, 0.97);
}

}  // namespace
}  // namespace spl::statistics
