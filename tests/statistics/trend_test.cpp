#include "spl/statistics/trend.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/random_stream.hpp"

namespace spl::statistics {
namespace {

std::vector<double> rising(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 100.0);
  return numbers;
}

TEST(Trend, OfNumbersThatRise) {
  const auto found = trend(rising(10));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->s, 45);
  // Variance 10 * 9 * 25 / 18 = 125, and one less for continuity.
  EXPECT_NEAR(found->z, 3.9354796403996297, 1e-14);
  EXPECT_NEAR(found->p, 8.3031e-5, 1e-9);
  EXPECT_NEAR(found->change, 108.0 / 101 - 1, 1e-15);
}

TEST(Trend, FallsAsItRises) {
  std::vector<double> numbers = rising(30);
  const auto up = trend(numbers);
  std::ranges::reverse(numbers);
  const auto down = trend(numbers);
  EXPECT_EQ(down->s, -up->s);
  EXPECT_EQ(down->z, -up->z);
  EXPECT_EQ(down->p, up->p);
}

TEST(Trend, CountsTiesAsNeither) {
  // Five 1s before five 2s: 25 pairs rise. Variance
  // (10*9*25 - 2*(5*4*15)) / 18 = 1650 / 18.
  const auto found = trend(std::vector<double>{1, 1, 1, 1, 1, 2, 2, 2, 2, 2});
  EXPECT_EQ(found->s, 25);
  EXPECT_NEAR(found->z, 24 / std::sqrt(1650.0 / 18), 1e-14);
}

TEST(Trend, AgreesWithCountingAllPairs) {
  RandomStream random(7, 1);
  for (std::size_t size = 10; size < 60; ++size) {
    std::vector<double> numbers(size);
    for (double& one : numbers) {
      one = static_cast<double>(random.below(20));
    }
    double s = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        s += (numbers[i] < numbers[j] ? 1 : 0) -
             (numbers[i] > numbers[j] ? 1 : 0);
      }
    }
    EXPECT_EQ(trend(numbers)->s, s);
  }
}

TEST(Trend, IsNotTestedWhereItCannotBe) {
  EXPECT_FALSE(trend(rising(9)));
  EXPECT_FALSE(trend(std::vector<double>(30, 5)));
}

TEST(Trend, IsSeldomFoundWhereThereIsNone) {
  RandomStream random(11, 1);
  int found = 0;
  for (int experiment = 0; experiment < 2000; ++experiment) {
    std::vector<double> numbers(30);
    for (double& one : numbers) {
      one = static_cast<double>(random.below(1'000'000));
    }
    if (trend(numbers)->p < 0.05) ++found;
  }
  // 100 expected, with a standard deviation of 9.7.
  EXPECT_GT(found, 60);
  EXPECT_LT(found, 140);
}

TEST(Drift, CountsRunsThatChangeByMuch) {
  std::vector<double> little = rising(30);
  for (double& one : little) one = 1000 + one / 100;
  const Drift found =
      drift({rising(30), little, std::vector<double>(30, 1), {1, 2}});
  EXPECT_EQ(found.tested, 2U);
  EXPECT_EQ(found.drifting, 1U);
  EXPECT_EQ(found.falling, 0U);
  EXPECT_TRUE(drifts(rising(30)));
  EXPECT_FALSE(drifts(little));
  EXPECT_FALSE(drifts(std::vector<double>{1, 2}));
}

TEST(Drift, FallsOrRises) {
  std::vector<double> falling = rising(30);
  std::ranges::reverse(falling);
  EXPECT_TRUE(falls(falling));
  EXPECT_EQ(drift({falling, rising(30)}).falling, 1U);
  EXPECT_FALSE(falls(rising(30)));
  EXPECT_FALSE(falls(std::vector<double>{2, 1}));
}

// Each keeps that share of the one before.
std::vector<double> chain(std::size_t count, double share,
                          std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> result;
  double last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    last = share * last + normal(random);
    result.push_back(last);
  }
  return result;
}

double found(std::size_t count, double share, std::size_t experiments) {
  std::mt19937_64 random(1);
  const double limit = normal_quantile(0.001);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < experiments; ++i) {
    sum += serial_correlation(chain(count, share, random)) > limit ? 1 : 0;
  }
  return static_cast<double>(sum) / static_cast<double>(experiments);
}

TEST(SerialCorrelation, IsThatOfNeighbours) {
  // r is -27/28: z = (-27/28 + 1/28) sqrt(28) sqrt(28/27).
  std::vector<double> turns;
  for (int i = 0; i < 28; ++i) turns.push_back(i % 2 == 0 ? 1 : -1);
  EXPECT_NEAR(serial_correlation(turns), -5.0037, 1e-4);
  turns.pop_back();
  turns.pop_back();
  EXPECT_EQ(serial_correlation(turns), 0);  // Too few.
  EXPECT_EQ(serial_correlation(std::vector<double>(40, 3.0)), 0);
}

TEST(SerialCorrelation, IsFoundByChanceInOneOfAThousand) {
  EXPECT_LE(found(27, 0, 8000), 0.003);
  EXPECT_LE(found(100, 0, 8000), 0.003);
}

TEST(SerialCorrelation, IsFoundWhereBlocksResembleTheirNeighbours) {
  EXPECT_GE(found(100, 0.5, 400), 0.9);
  EXPECT_GE(found(300, 0.3, 400), 0.9);
  EXPECT_LE(found(100, -0.5, 400), 0);
}

// One that is far off hides nothing.
TEST(SerialCorrelation, IsThatOfClippedContrasts) {
  std::mt19937_64 random(2);
  std::vector<double> contrasts = chain(100, 0.7, random);
  const double before = serial_correlation(contrasts);
  contrasts[50] = 1e6;
  EXPECT_NEAR(serial_correlation(contrasts), before, 1);
  EXPECT_GT(before, 4);
}

}  // namespace

}  // namespace spl::statistics
