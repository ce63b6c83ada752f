#include "spl/statistics/history/energy_split.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "spl/statistics/random_stream.hpp"
#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

using Series = std::vector<double>;

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
