#include "spl/statistics/effects/hierarchical_bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "spl/statistics/random_stream.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

// Limits for infinitely many replicates; an end has standard error s/sqrt(K).
struct Limits {
  double lower, upper, lower_scale, upper_scale;
  double slack = 0;  ///< How well the limits are known.
};

constexpr std::size_t kBootstrapReplicates = 40000;

void expect_near(const BootstrapInterval& interval, const Limits& limits) {
  const double errors = 5 / std::sqrt(double{kBootstrapReplicates});
  EXPECT_NEAR(interval.lower, limits.lower,
              errors * limits.lower_scale + limits.slack);
  EXPECT_NEAR(interval.upper, limits.upper,
              errors * limits.upper_scale + limits.slack);
}

TEST(HierarchicalBootstrap, OfARatioIsKnown) {
  const Hierarchy a = as_hierarchy(kA);
  const Hierarchy b = as_hierarchy(kB);
  expect_near(bootstrap_ratio(a, b, {0.95, kBootstrapReplicates, 1}).value(),
              {1.00342, 1.033854, 0.0193, 0.0199});
  expect_near(bootstrap_ratio(a, b, {0.99, kBootstrapReplicates, 2}).value(),
              {0.9991448, 1.038325, 0.0324, 0.0343});
  expect_near(bootstrap_ratio(item(kQ4, 1), item(kQ4, 2),
                              {0.9, kBootstrapReplicates, 3})
                  .value(),
              {1.071, 2.332, 0.466, 0.922, 0.003});
}

TEST(HierarchicalBootstrap, OfAMeanIsKnown) {
  const Hierarchy a = as_hierarchy(kA);
  expect_near(bootstrap_mean(a, {0.95, kBootstrapReplicates, 1}),
              {101.5128, 103.8752, 1.55, 1.36});
  // No scale is known here; that of the quantile further in, doubled.
  expect_near(bootstrap_mean(a, {0.99, kBootstrapReplicates, 2}),
              {101.1892, 104.1488, 2 * 1.55, 2 * 1.36});
}

// Kalibera and Jones, section 7.3.1: the 25th and the 975th smallest of 1000.
TEST(HierarchicalBootstrap, TakesThePublishedRanks) {
  constexpr std::uint64_t kSeed = 6;
  // Sums of draws are exact, and hardly ever equal.
  const std::vector<double> values = {171, 2503, 5881, 17, 7019, 9973, 64, 941};
  std::vector<double> replicates;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    RandomStream random(kSeed, i);
    double sum = 0;
    for (int pair = 0; pair < 4; ++pair) {
      const auto [one, other] = random.two_below(8);
      sum += values[one] + values[other];
    }
    // Powers of two in sums that are exact: no two draws come out alike.
    replicates.push_back(sum / 8);
  }
  std::ranges::sort(replicates);
  const BootstrapInterval interval =
      bootstrap_mean(Hierarchy({8}, values), {0.95, 1000, kSeed});
  EXPECT_EQ(interval.lower, replicates[24]);
  EXPECT_EQ(interval.upper, replicates[974]);
  // These are not those of their neighbours.
  EXPECT_LT(replicates[23], replicates[24]);
  EXPECT_LT(replicates[24], replicates[25]);
  EXPECT_LT(replicates[973], replicates[974]);
  EXPECT_LT(replicates[974], replicates[975]);
}

TEST(HierarchicalBootstrap, RepeatsItselfForASeed) {
  const Hierarchy a = as_hierarchy(kA);
  EXPECT_EQ(bootstrap_mean(a, {0.95, 100, 7}).lower,
            bootstrap_mean(a, {0.95, 100, 7}).lower);
  EXPECT_NE(bootstrap_mean(a, {0.95, 100, 7}).lower,
            bootstrap_mean(a, {0.95, 100, 8}).lower);
}

TEST(HierarchicalBootstrap, IsAPointWhereNothingVaries) {
  const Hierarchy equal({2, 2}, {5, 5, 5, 5});
  const BootstrapInterval interval = bootstrap_mean(equal, {0.95, 50, 1});
  EXPECT_EQ(interval.lower, 5);
  EXPECT_EQ(interval.upper, 5);
}

TEST(HierarchicalBootstrap, OfARatioIsAbsentWhereTheOldMeanMayVanish) {
  const Hierarchy unclear({2}, {-1, 2});
  EXPECT_FALSE(bootstrap_ratio(unclear, unclear, {0.95, 100, 1}));
}

TEST(HierarchicalBootstrap, RejectsWhatIsNoRequest) {
  const Hierarchy a = as_hierarchy(kA);
  EXPECT_THROW((void)bootstrap_mean(a, {1, 100, 1}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_mean(a, {0.95, 0, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace spl::statistics
