#include "spl/statistics/history/change_points.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spl/statistics/random_stream.hpp"
#include "tests/statistics/close.hpp"
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

/// Returns the mean distance between different members of [begin, middle) and
/// [middle, end), or inside [begin, end) if middle is begin.
double mean_distance(const Series& series, std::size_t begin,
                     std::size_t middle, std::size_t end) {
  double sum = 0;
  double pairs = 0;
  for (std::size_t i = begin; i < (middle == begin ? end : middle); ++i) {
    for (std::size_t j = middle == begin ? i + 1 : middle; j < end; ++j) {
      sum += std::abs(series[i] - series[j]);
      ++pairs;
    }
  }
  return sum / pairs;
}

/// The search as it is written in the paper.
EnergySplit plain_search(const Series& series, std::size_t shortest) {
  EnergySplit best{-1e300, 0};
  for (std::size_t end = 2 * shortest; end <= series.size(); ++end) {
    for (std::size_t at = shortest; at + shortest <= end; ++at) {
      const double energy = 2 * mean_distance(series, 0, at, end) -
                            mean_distance(series, 0, 0, at) -
                            mean_distance(series, at, at, end);
      const auto m = static_cast<double>(at);
      const auto n = static_cast<double>(end - at);
      const double statistic = m * n / (m + n) * energy;
      if (statistic > best.statistic) best = {statistic, at};
    }
  }
  return best;
}

Series drawn(std::size_t count, std::uint64_t number) {
  RandomStream random(7, number);
  Series series;
  for (std::size_t i = 0; i < count; ++i) {
    series.push_back(static_cast<double>(random.below(1000)));
  }
  return series;
}

TEST(EnergySplit, IsKnown) {
  // E = 2*1 - 0 - 0, mn/(m+n) = 1.
  const EnergySplit two = best_energy_split(Series{0, 0, 1, 1}, 2);
  EXPECT_EQ(two.statistic, 2);
  EXPECT_EQ(two.at, 2U);
  // E = 2*5, mn/(m+n) = 1.5.
  const EnergySplit three = best_energy_split(Series{0, 0, 0, 5, 5, 5}, 3);
  EXPECT_CLOSE(three.statistic, 15, 1e-14);
  EXPECT_EQ(three.at, 3U);
}

TEST(EnergySplit, IsThatOfThePaper) {
  for (const std::size_t shortest : {2, 3, 5}) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Series series = drawn(2 * shortest + i, i);
      const EnergySplit expected = plain_search(series, shortest);
      const EnergySplit found = best_energy_split(series, shortest);
      EXPECT_CLOSE(found.statistic, expected.statistic, 1e-10);
      EXPECT_EQ(found.at, expected.at) << shortest << ", " << i;
    }
  }
}

TEST(EnergySplit, SeesWhatIsUndoneLater) {
  Series series(40, 10);
  for (std::size_t i = 10; i < 16; ++i) series[i] = 20;
  // The best split of all forty would be at 16, by what is left of the bump.
  EXPECT_EQ(best_energy_split(series, 3).at, 10U);
}

TEST(EnergySplit, LeavesTheShortestAtBothEnds) {
  const Series rising_late{0, 0, 0, 0, 0, 0, 9, 9};
  EXPECT_EQ(best_energy_split(rising_late, 3).at, 5U);
  const Series falling_soon{9, 9, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(best_energy_split(falling_soon, 3).at, 3U);
}

TEST(EnergySplit, OfEqualNumbersIsZero) {
  EXPECT_EQ(best_energy_split(Series(9, 1.1), 3).statistic, 0);
}

TEST(LargestEnergy, IsThatOfEachSeries) {
  constexpr std::size_t kCount = 50;
  std::vector<Lanes> lanes(kCount);
  for (std::size_t lane = 0; lane < Lanes{}.size(); ++lane) {
    const Series series = drawn(kCount, 100 + lane);
    for (std::size_t i = 0; i < kCount; ++i) lanes[i][lane] = series[i];
  }
  const Lanes largest = largest_energy(lanes, 3);
  for (std::size_t lane = 0; lane < largest.size(); ++lane) {
    const EnergySplit best = best_energy_split(drawn(kCount, 100 + lane), 3);
    EXPECT_CLOSE(largest[lane], best.statistic, 1e-12);
  }
}

}  // namespace

}  // namespace spl::statistics
