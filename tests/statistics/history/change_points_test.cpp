#include "spl/statistics/history/change_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/statistics/history/published_series.hpp"

namespace spl::statistics {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Series = std::vector<double>;

std::vector<std::size_t> places(const std::vector<ChangePoint>& found) {
  std::vector<std::size_t> result;
  for (const ChangePoint& one : found) result.push_back(one.at);
  return result;
}

std::vector<std::size_t> changes(const Series& series,
                                 const ChangePointSettings& settings = {}) {
  return places(change_points(series, settings));
}

/// Numbers near 100, and near 110 from `at` on.
Series step(std::size_t count, std::size_t at) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> noise;
  Series series;
  for (std::size_t i = 0; i < count; ++i) {
    series.push_back((i < at ? 100 : 110) + noise(random));
  }
  return series;
}

std::string refusal(const Series& series, const ChangePointSettings& settings) {
  try {
    (void)change_points(series, settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ChangePoints, FindAStep) {
  const auto found = change_points(step(60, 25));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 25U);
  EXPECT_EQ(found[0].p, 0.001);  // No order of 999 is as good.
}

TEST(ChangePoints, AreInTheOrderOfTheSeries) {
  Series series = step(90, 60);
  for (std::size_t i = 20; i < 40; ++i) series[i] -= 6;
  EXPECT_THAT(changes(series), ElementsAre(20, 40, 60));
}

TEST(ChangePoints, HaveThePOfTheirOrders) {
  // Two of the 70 orders of four zeros and four ones are sorted, and no other
  // has as large a Q.
  const Series series{0, 0, 0, 0, 1, 1, 1, 1};
  const auto found =
      change_points(series, {.level = 0.1, .permutations = 9999});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 4U);
  EXPECT_NEAR(found[0].p, 2.0 / 70, 5 * std::sqrt(0.0286 / 9999));
  EXPECT_EQ(found[0].statistic, 4);
}

TEST(ChangePoints, NeedOrdersThatAreRarer) {
  // Of 20 orders two are sorted.
  const Series series{0, 0, 0, 9, 9, 9};
  EXPECT_THAT(changes(series), IsEmpty());
  EXPECT_THAT(changes(series, {.level = 0.2}), ElementsAre(3));
}

TEST(ChangePoints, NeedTwoSegments) {
  const ChangePointSettings lenient{.level = 0.9};
  EXPECT_THAT(changes({}, lenient), IsEmpty());
  EXPECT_THAT(changes({1}, lenient), IsEmpty());
  EXPECT_THAT(changes({0, 0, 9, 9, 9}, lenient), IsEmpty());
}

TEST(ChangePoints, AreNotInNumbersThatDoNotVary) {
  const ChangePointSettings lenient{.level = 0.9};
  EXPECT_THAT(changes(Series(50, 0), lenient), IsEmpty());
  EXPECT_THAT(changes(Series(50, 1.1), lenient), IsEmpty());
  EXPECT_THAT(changes(Series(50, -1e308), lenient), IsEmpty());
}

TEST(ChangePoints, AreNotInSpikes) {
  Series series = step(60, 60);
  series[20] = 900;
  EXPECT_THAT(changes(series), IsEmpty());
  series[40] = 3;
  EXPECT_THAT(changes(series), IsEmpty());
}

TEST(ChangePoints, CountTiesAsTheyAre) {
  Series coarse = step(60, 30);
  for (double& value : coarse) value = value < 105 ? 0.1 : 0.3;
  EXPECT_THAT(changes(coarse), ElementsAre(30));
  Series alternating;
  for (int i = 0; i < 60; ++i) alternating.push_back(i % 2 == 0 ? 0.1 : 0.3);
  EXPECT_THAT(changes(alternating), IsEmpty());
}

TEST(ChangePoints, DependOnTheSeedOnly) {
  const Series series = published_series("tigerbeetle.txt");
  const auto first = change_points(series, {.seed = 3});
  const auto again = change_points(series, {.seed = 3});
  const auto other = change_points(series, {.seed = 4});
  const auto ps = [](const std::vector<ChangePoint>& found) {
    Series result;
    for (const ChangePoint& one : found) result.push_back(one.p);
    return result;
  };
  EXPECT_EQ(ps(first), ps(again));
  EXPECT_NE(ps(first), ps(other));
}

TEST(ChangePoints, DoNotDependOnTheUnit) {
  const Series series = step(40, 20);
  const auto found = change_points(series);
  for (const double unit : {std::ldexp(1, 900), std::ldexp(1, -900)}) {
    Series scaled = series;
    for (double& value : scaled) value *= unit;
    const auto other = change_points(scaled);
    ASSERT_EQ(places(other), places(found));
    EXPECT_EQ(other[0].statistic, found[0].statistic * unit);
    EXPECT_EQ(other[0].p, found[0].p);
  }
}

TEST(ChangePoints, RefuseWhatHasNoMeaning) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({1, 2, kNan}, {}),
            "value 3 of the series is not a finite number");
  EXPECT_EQ(refusal({-kInfinite}, {}),
            "value 1 of the series is not a finite number");
  EXPECT_EQ(refusal({}, {.level = 1}),
            "the level of change points must be between 0 and 1, but is "
            "1.000000");
  EXPECT_EQ(refusal({}, {.level = kNan}),
            "the level of change points must be between 0 and 1, but is nan");
  EXPECT_EQ(refusal({}, {.permutations = 98}),
            "98 permutations cannot give a p of 0.010000: their least is 1/99");
  EXPECT_EQ(refusal({}, {.permutations = 99}), "");
  EXPECT_EQ(refusal({}, {.shortest = 1}),
            "a segment between change points needs at least 2 values");
}

// All of them are among the fourteen that the published tests of the series
// expect at p 0.01. The spike at 10 is none.
TEST(ChangePoints, AreThoseOfAPublishedSeries) {
  const Series series = published_series("tigerbeetle.txt");
  ASSERT_EQ(series.size(), 365U);
  for (const double level : {0.05, 0.01}) {
    EXPECT_THAT(changes(series, {.level = level}),
                ElementsAre(15, 61, 71, 95, 117, 131, 142, 148, 192, 212, 260))
        << level;
  }
}

/// Returns how many of 100 series of noise have a change point.
template <typename Noise>
int false_alarms(Noise noise) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    Series series;
    for (int i = 0; i < 120; ++i) series.push_back(noise(random));
    count += changes(series, {.seed = seed}).empty() ? 0 : 1;
  }
  return count;
}

TEST(ChangePoints, AreRareInNoise) {
  using Random = std::mt19937_64;
  std::normal_distribution<double> normal;
  EXPECT_LE(false_alarms([&](Random& random) { return normal(random); }), 5);
  std::lognormal_distribution<double> skewed(0, 1);
  EXPECT_LE(false_alarms([&](Random& random) { return skewed(random); }), 5);
  std::bernoulli_distribution spike(0.03);
  EXPECT_LE(false_alarms([&](Random& random) {
              return spike(random) ? 30 : normal(random);
            }),
            5);
}

}  // namespace
}  // namespace spl::statistics
