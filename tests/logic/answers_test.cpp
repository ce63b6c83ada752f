#include <gtest/gtest.h>

#include "tests/logic/answers_matrix.hpp"

namespace spl::logic {
namespace {

using statistics::OfParts;

/// Near `level`, each a little off.
std::vector<double> near(double level, std::size_t count) {
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(level * (1 + 0.004 * static_cast<double>(i * 7 % 5)));
  }
  return result;
}

Strength limited(const std::vector<double>& runs, double limit,
                 const OfParts& shares, Sign sign = Sign::kLessEqual) {
  Answered one{{runs}, {1}, {}, -limit};
  one.shares = shares;
  one.sign = sign;
  return answer(one).strength;
}

TEST(Answers, RefuteALimitThatAMeanIsFarAbove) {
  for (std::size_t units = 2; units <= 12; ++units) {
    const auto runs = near(22900, units);
    EXPECT_NE(verdict(limited(runs, 1, statistics::kMeanShares)),
              Verdict::kHolds)
        << units;
    if (units < 3) continue;
    EXPECT_EQ(limited(runs, 1, statistics::kMeanShares), Strength::kRefuted)
        << units;
    EXPECT_EQ(limited(runs, 1, statistics::kMeanShares, Sign::kLess),
              Strength::kRefuted)
        << units;
  }
}

TEST(Answers, RefuteALimitWhateverTheSkewness) {
  const std::vector<double> runs{500, 501, 502, 501, 502, 500, 497, 501};
  EXPECT_EQ(limited(runs, 1, statistics::kBothShares), Strength::kRefuted);
  EXPECT_EQ(limited(runs, 250, statistics::kBothShares), Strength::kRefuted);
  EXPECT_EQ(limited(runs, 600, statistics::kBothShares), Strength::kNotRefuted);
  EXPECT_EQ(limited(runs, 1200, statistics::kBothShares), Strength::kProven);
}

// Runs of 1 in 20 at twice the usual time lie above the limit in the mean; a
// few runs seldom show one.
TEST(Answers, CallFewRunsLessThanALimitOnlyByAFactorOfTwo) {
  const auto runs = near(100, 8);
  const auto at = [&](double limit) {
    return limited(runs, limit, statistics::kBothShares, Sign::kGreaterEqual);
  };
  EXPECT_EQ(at(104), Strength::kNotRefuted);
  EXPECT_EQ(at(150), Strength::kUndecided);
  EXPECT_EQ(at(210), Strength::kRefuted);
}

// `limit >= a` is `a <= limit`.
TEST(Answers, AreTheSameWithTheLimitOnTheLeft) {
  for (const std::size_t units : {8U, 20U, 40U}) {
    for (const double limit : {40.0, 90.0, 99.0, 103.0, 120.0, 210.0}) {
      const auto runs = near(100, units);
      Answered turned{{runs}, {-1}, {}, limit};
      turned.sign = Sign::kGreaterEqual;
      EXPECT_EQ(answer(turned).strength,
                limited(runs, limit, statistics::kBothShares))
          << units << ' ' << limit;
    }
  }
}

TEST(Answers, HaveTheSameRangeWithTheLimitOnTheLeft) {
  std::vector<double> runs = near(14, 60);
  for (std::size_t i = 0; i < runs.size(); i += 10) runs[i] = 50;
  const PartsDecision right = answer({{runs}, {1}, {}, -9});
  const PartsDecision left = answer({{runs}, {-1}, {}, 9});
  EXPECT_NEAR(*left.ratio->lower * *right.ratio->upper, 1, 1e-6);
  EXPECT_NEAR(*left.ratio->upper * *right.ratio->lower, 1, 1e-6);
}

TEST(Answers, MoveNoLimitToOne) {
  Answered one{{near(7.2, 27)}, {1}, {}, -5000};
  const auto found = answer(one);
  EXPECT_NEAR(found.ratio->estimate.value_or(0), 7.26e-3 / 5, 1e-5);
  EXPECT_LT(found.ratio->upper.value_or(1), 1.5e-3);
}

TEST(Answers, HaveAnIntervalThatDependsOnNoFactor) {
  Answered one{{near(82, 11), near(100, 11)}, {1, -1}};
  one.series[0][3] = 95;
  one.series[1][5] = 96;
  const auto plain = answer(one);
  for (const double factor : {0.001, 0.01, 0.5, 0.82, 1.4, 1000.0}) {
    one.coefficients[1] = -factor;
    const auto found = answer(one);
    EXPECT_NEAR(*found.ratio->lower * factor / *plain.ratio->lower, 1, 1e-9);
    EXPECT_NEAR(*found.ratio->upper * factor / *plain.ratio->upper, 1, 1e-9);
    EXPECT_NEAR(found.lower * factor / plain.lower, 1, 1e-9);
    EXPECT_NEAR(found.upper * factor / plain.upper, 1, 1e-9);
  }
}

// Three units by 1.5 times, with noise that lets no test reject.
TEST(Answers, LeaveOpenWhatEveryUnitContradicts) {
  Answered one{{{150, 290, 900}, {100, 110, 90}}, {1, -1}};
  EXPECT_EQ(answer(one).strength, Strength::kUndecided);
  one.series[0][1] = 137;
  EXPECT_EQ(answer(one).strength, Strength::kNotRefuted);
}

TEST(Answers, AgreeInEveryCell) {
  Matrix matrix;
  matrix.units = {3, 11, 40};
  matrix.factors = {0.02, 0.9, 1.3};
  const MatrixResult found = run(matrix);
  EXPECT_EQ(found.disagreements, std::vector<std::string>{});
}

// Where a third of the runs take longer, typical ones are no centre of the
// limits of the mean.
TEST(Answers, ShowATimeInsideItsRange) {
  Matrix matrix;
  matrix.cells = "both, a <= 1, a third";
  matrix.units = {12, 40};
  matrix.factors = {0.9, 1.3};
  matrix.seeds = 10;
  EXPECT_EQ(run(matrix).disagreements, std::vector<std::string>{});
}

// A mean of few such units lies above the true mean too often for t, and
// clipping moves it.
TEST(Answers, AboutLimitsKeepAlphaIfNoiseIsSkewedDown) {
  Matrix matrix;
  matrix.cells = "both, a <= 1, skewed down";
  matrix.units = {8, 11, 15};
  matrix.factors = {1};
  matrix.seeds = 1000;
  for (const Rate& rate : run(matrix).rates) {
    EXPECT_LE(rate.least(), 0.01) << rate.units << ": " << rate.count;
  }
}

// Units of two speeds are all slow in 1 of 2^7 samples of seven.
TEST(Answers, LeaveALimitOpenThatTooFewUnitsExceed) {
  EXPECT_EQ(limited(near(120, 7), 100, statistics::kBothShares),
            Strength::kUndecided);
  EXPECT_EQ(limited(near(120, 8), 100, statistics::kBothShares),
            Strength::kRefuted);
  EXPECT_EQ(limited(near(220, 3), 100, statistics::kBothShares),
            Strength::kRefuted);
}

TEST(Answers, OfIdenticalCodeKeepAlpha) {
  Matrix matrix;
  matrix.units = {3, 8, 12, 40};
  matrix.factors = {1};
  matrix.seeds = 12;
  EXPECT_EQ(rates_above_alpha(matrix, run(matrix).rates, 10),
            std::vector<std::string>{});
}

}  // namespace
}  // namespace spl::logic
