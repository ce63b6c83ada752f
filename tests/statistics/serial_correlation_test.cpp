#include "spl/statistics/serial_correlation.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {
namespace {

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
