#include "spl/statistics/interpretations/unlike_sides.hpp"

#include <gtest/gtest.h>

#include "spl/statistics/interpretations/block_contrasts.hpp"
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

using Coefficients = std::vector<double>;

UnlikeSides sides_of(const std::vector<RunSeries>& series,
                     const Coefficients& coefficients, double constant = 0) {
  return {RelativeLevels(series, coefficients), coefficients, constant};
}

// With fewer than eight units nothing is clipped: levels are means.
TEST(UnlikeSides, HoldPerformancesAgainstAReference) {
  const std::vector<RunSeries> three{
      series_of({10, 12, 11}), series_of({4, 5, 6}), series_of({18, 20, 22})};
  const UnlikeSides sides = sides_of(three, {2, -1, -1});
  EXPECT_NEAR(sides.left_side(), 22, 1e-12);
  EXPECT_NEAR(sides.right_side(), 25, 1e-12);
  EXPECT_NEAR(sides.left_weight(), 22.0 / 20, 1e-12);
  // The sides are equal if b and c take 22/25 of their levels, 4.4/11 and
  // 17.6/11 of a. K = -(b - 0.4 a) - (c - 1.6 a) = 2 a - b - c.
  EXPECT_NEAR(sides.centre().value, -3, 1e-12);
  EXPECT_EQ(sides.centre().df, 2);
  EXPECT_NEAR(sides.distances()[0], -2, 1e-12);
  EXPECT_NEAR(sides.distances()[1], -1, 1e-12);
  EXPECT_NEAR(sides.distances()[2], -6, 1e-12);
  EXPECT_NEAR(sides.centre().variance, (1 + 4 + 9.0) / 2 / 3, 1e-12);
}

TEST(UnlikeSides, AddConstantsToTheirSides) {
  const std::vector<RunSeries> one{series_of({100, 102, 101, 101})};
  const UnlikeSides sides = sides_of(one, {1}, -105);
  EXPECT_DOUBLE_EQ(sides.left_side(), 101);
  EXPECT_DOUBLE_EQ(sides.right_side(), 105);
  EXPECT_DOUBLE_EQ(sides.left_weight(), 1);
  EXPECT_NEAR(sides.centre().value, -4, 1e-12);
  const UnlikeSides above = sides_of(one, {-1}, 105);
  EXPECT_NEAR(above.centre().value, 4, 1e-12);
  EXPECT_DOUBLE_EQ(above.left_side(), 105);
}

TEST(UnlikeSides, AreCentredByTypicalRuns) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(100 + i % 3 + 0.01 * i);
    b.push_back(i == 7 ? 900 : 50 + (i + 1) % 2);
  }
  const UnlikeSides sides = sides_of({series_of(a), series_of(b)}, {1, -2});
  EXPECT_NEAR(sides.left_side(), sides.right_side(), 1);
  EXPECT_NEAR(sides.centre().value, 0, 1);
  EXPECT_LT(sides.centre().df, 19);
  // One slow run of b is on the side that is subtracted.
  EXPECT_LT(sides.centre_with_skewness().value, sides.centre().value);
}

// Half of the runs take twice as long. The medians of b and c are a slow run
// and a fast one, but in each unit all take the same.
TEST(UnlikeSides, AreHeldTogetherInUnits) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 21; ++i) {
    a.push_back((i % 2 + 1) * (100 + i % 3));
    b.push_back((i == 1 ? 0.5 : 1) * a.back() + 0.01 * i);
  }
  const UnlikeSides sides =
      sides_of({series_of(a), series_of(b), series_of(b)}, {2, -1, -1});
  EXPECT_NEAR(sides.left_side() / sides.right_side(), 1, 0.002);
}

// As large as one another, in units of any size.
TEST(UnlikeSides, OfTwoPerformancesAreTestedAsAlikeSides) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 15; ++i) {
    a.push_back(100 + i * 7 % 5);
    b.push_back(50 + i * 11 % 4 * 0.5 + (i == 3 ? 40 : 0));
  }
  const std::vector<RunSeries> both{series_of(a), series_of(b)};
  const Coefficients coefficients{1, -2};
  const Estimate alike =
      clipped_mean_of(block_contrasts(both, coefficients, 0));
  const Estimate found = sides_of(both, coefficients).centre();
  EXPECT_NEAR(found.value, alike.value, 1e-9);
  EXPECT_NEAR(found.variance, alike.variance, 1e-9);
  EXPECT_EQ(found.df, alike.df);
}

TEST(UnlikeSides, AreMeansOfCounts) {
  const std::vector<RunSeries> both{
      series_of({10, 10, 10, 20, 10, 10, 10, 10, 10, 10}),
      series_of({5, 5, 5, 5, 5, 5, 5, 5, 5, 5})};
  EXPECT_NEAR(sides_of(both, {1, -2}).centre().value, 1, 1e-12);
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
