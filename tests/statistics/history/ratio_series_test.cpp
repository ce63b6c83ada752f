#include "spl/statistics/history/ratio_series.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/statistics/close.hpp"
#include "tests/statistics/history/published_series.hpp"

namespace spl::statistics {
namespace {

RatioPoint point(std::size_t position, double ratio) {
  return {position, ratio, ratio * 0.99, ratio * 1.01};
}

RatioSeries series_of(const std::vector<double>& ratios) {
  std::vector<RatioPoint> points;
  for (const double ratio : ratios) {
    points.push_back(point(10 * points.size(), ratio));
  }
  return RatioSeries(std::move(points));
}

std::string refusal(std::vector<RatioPoint> points) {
  try {
    const RatioSeries series(std::move(points));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(RatioSeries, NamesWhatBreaksItsInvariants) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({{3, 1.5, 0, kInfinite}}), "");
  const std::string bad_ratio = " has a ratio that is not above 0 and finite";
  EXPECT_EQ(refusal({point(0, 1), {1, 0, 0, 1}}),
            "point 2 of the series" + bad_ratio);
  EXPECT_EQ(refusal({{0, kInfinite, 0, kInfinite}}),
            "point 1 of the series" + bad_ratio);
  EXPECT_EQ(refusal({{0, std::nan(""), 0, 1}}),
            "point 1 of the series" + bad_ratio);
  EXPECT_EQ(refusal({{0, 1, 1.1, 1.2}}),
            "point 1 of the series has a ratio outside its interval");
  EXPECT_EQ(refusal({{0, 1, std::nan(""), 2}}),
            "point 1 of the series has a ratio outside its interval");
  EXPECT_EQ(refusal({point(4, 1), point(4, 1)}),
            "point 2 of the series is not after the one before it");
}

TEST(RatioSeries, HasLogarithms) {
  const auto logs = series_of({1, std::exp(1.0), 0.5}).log_ratios();
  ASSERT_EQ(logs.size(), 3U);
  EXPECT_EQ(logs[0], 0);
  EXPECT_CLOSE(logs[1], 1, 1e-15);
  EXPECT_CLOSE(logs[2], -0.6931471805599453, 1e-15);
}

// Student's and Welch's intervals of {0, 0.1, -0.1} and {1, 1.1, 1.2, 0.9}:
// means 0 and 1.05, variances of the means 0.01/3 and 0.05/12. The quantiles
// are t of 0.975 with 2, 3 and 4.959183673 degrees of freedom.
TEST(RatioChanges, HaveTheLevelsOnBothSides) {
  std::vector<double> ratios;
  for (const double log : {0.0, 0.1, -0.1, 1.0, 1.1, 1.2, 0.9}) {
    ratios.push_back(std::exp(log));
  }
  const auto found =
      ratio_changes(series_of(ratios), {{.level = 0.2, .seed = 1}, 0.95});
  ASSERT_EQ(found.size(), 1U);
  const RatioChange& one = found[0];
  EXPECT_EQ(one.last_before, 20U);
  EXPECT_EQ(one.first_after, 30U);
  EXPECT_EQ(one.before.points, 3U);
  EXPECT_EQ(one.after.points, 4U);
  EXPECT_CLOSE(one.before.ratio, 1, 1e-12);
  EXPECT_CLOSE(std::log(one.before.upper), 4.302652730 * 0.0577350269, 1e-8);
  EXPECT_CLOSE(std::log(one.before.lower), -4.302652730 * 0.0577350269, 1e-8);
  EXPECT_CLOSE(std::log(one.after.ratio), 1.05, 1e-12);
  EXPECT_CLOSE(std::log(one.after.upper), 1.05 + 3.182446305 * 0.0645497224,
               1e-8);
  EXPECT_CLOSE(std::log(one.factor), 1.05, 1e-12);
  const double half_width = 2.576958449 * 0.0866025404;
  EXPECT_CLOSE(std::log(one.upper), 1.05 + half_width, 1e-8);
  EXPECT_CLOSE(std::log(one.lower), 1.05 - half_width, 1e-8);
}

TEST(RatioChanges, AreFactors) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(0, 0.01);
  std::vector<double> ratios;
  for (int i = 0; i < 60; ++i) {
    const double factor = i < 20 ? 1 : i < 40 ? 1.1 : 1.1 * 0.95;
    ratios.push_back(3 * factor * std::exp(noise(random)));
  }
  ratios[10] *= 5;  // Moves a mean by 8 %.
  const auto found = ratio_changes(series_of(ratios));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].first_after, 200U);
  EXPECT_EQ(found[1].first_after, 400U);
  EXPECT_NEAR(found[0].before.ratio, 3, 0.03);
  EXPECT_NEAR(found[0].factor, 1.1, 0.012);
  EXPECT_NEAR(found[1].factor, 0.95, 0.01);
  EXPECT_LT(found[0].lower, 1.1);
  EXPECT_GT(found[0].upper, 1.1);
  EXPECT_GT(found[0].lower, 1.08);
  EXPECT_EQ(found[0].after.ratio, found[1].before.ratio);
  EXPECT_EQ(found[0].after.points, 20U);
}

TEST(RatioChanges, OfLevelsThatDoNotVaryHaveNoWidth) {
  std::vector<double> ratios(20, 1.0);
  ratios.resize(40, 2.0);
  const auto found = ratio_changes(series_of(ratios));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_CLOSE(found[0].lower, 2, 1e-15);
  EXPECT_CLOSE(found[0].upper, 2, 1e-15);
  EXPECT_EQ(found[0].before.lower, 1);
}

TEST(RatioChanges, OfAPublishedSeriesHaveTheirSizes) {
  std::vector<double> ratios = published_series("tigerbeetle.txt");
  for (double& one : ratios) one /= 26700;
  const auto found = ratio_changes(series_of(ratios), {{.level = 0.05}, 0.95});
  ASSERT_EQ(found.size(), 11U);
  // Medians 26745 and 23685; the fall by half at 10 moves the mean by 3.6 %.
  EXPECT_EQ(found[0].first_after, 150U);
  EXPECT_NEAR(found[0].factor, 23685.0 / 26745, 0.005);
  EXPECT_LT(found[0].upper, 0.9);
  // 28404 from 24483.
  EXPECT_EQ(found[2].first_after, 710U);
  EXPECT_NEAR(found[2].factor, 28404.0 / 24483, 0.005);
}

TEST(RatioChanges, NeedAConfidence) {
  for (const double confidence : {0.0, 1.0, std::nan("")}) {
    EXPECT_THROW((void)ratio_changes({}, {{}, confidence}),
                 std::invalid_argument);
  }
  EXPECT_TRUE(ratio_changes({}).empty());
}

/// 22 ratios that rise to so many times the first, off the line by turns.
std::vector<RatioPoint> drifting(double off, double times = 1.015) {
  std::vector<RatioPoint> points;
  for (std::size_t i = 0; i < 22; ++i) {
    const double ratio =
        std::exp(std::log(times) * static_cast<double>(i) / 21 +
                 (i % 2 == 0 ? off : -off));
    points.push_back({10 * i, ratio, ratio, ratio});
  }
  return points;
}

TEST(RatioDrift, IsThatOfAStraightLine) {
  const auto found = ratio_drift(drifting(0), 0.98);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->factor, 1.015, 1e-12);
  EXPECT_NEAR(found->lower, 1.015, 1e-6);
  EXPECT_LT(found->p, 1e-9);
}

TEST(RatioDrift, HasAnIntervalByTheScatterOfThePoints) {
  const auto found = ratio_drift(drifting(0.003), 0.98);
  ASSERT_TRUE(found);
  EXPECT_LT(found->p, 0.001);
  EXPECT_GT(found->lower, 1.005);
  EXPECT_LT(found->lower, 1.015);
  EXPECT_GT(found->upper, 1.015);
  EXPECT_LT(found->upper, 1.025);
  EXPECT_GT(ratio_drift(drifting(0.1, 1), 0.98)->p, 0.1);
}

TEST(RatioDrift, IsAbsentWhereNothingVariesOrPointsAreFew) {
  std::vector<RatioPoint> points = drifting(0);
  EXPECT_FALSE(ratio_drift(std::span(points).first(9), 0.98));
  for (RatioPoint& one : points) one.ratio = 1;
  EXPECT_FALSE(ratio_drift(points, 0.98));
}

}  // namespace

}  // namespace spl::statistics
