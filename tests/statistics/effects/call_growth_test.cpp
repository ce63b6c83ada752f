#include "spl/statistics/effects/call_growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <random>

namespace spl::statistics {
namespace {

// Costs of 60 observations after 10 that are not kept.
std::vector<std::vector<double>> runs_of(
    std::size_t count, const std::function<double(double)>& cost,
    double noise = 0.05) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(1, noise);
  std::vector<std::vector<double>> result(count);
  for (auto& run : result) {
    for (int i = 0; i < 60; ++i) {
      run.push_back(cost(10 + i + 0.5) * normal(random));
    }
  }
  return result;
}

CallGrowth growth_of(const std::vector<std::vector<double>>& runs) {
  std::vector<RunOfCalls> all;
  for (const auto& run : runs) all.push_back({run, 10});
  return call_growth(all);
}

TEST(CallGrowth, IsThePowerOfTheNumberOfTheCall) {
  const auto linear = growth_of(runs_of(12, [](double i) { return i; }));
  EXPECT_NEAR(linear.exponent, 1, 0.02);
  EXPECT_NEAR(linear.late_over_early, 3, 0.1);  // Calls 50 .. 70 : 10 .. 30.
  const auto root =
      growth_of(runs_of(12, [](double i) { return std::sqrt(i); }));
  EXPECT_NEAR(root.exponent, 0.5, 0.02);
  const auto falling = growth_of(runs_of(12, [](double i) { return 1 / i; }));
  EXPECT_NEAR(falling.exponent, -1, 0.1);
  EXPECT_NEAR(falling.later_exponent, -1, 0.1);
}

TEST(CallGrowth, DoesNotGoOnIfOnlyTheBeginningIsDear) {
  const auto cold =
      growth_of(runs_of(12, [](double i) { return i < 20 ? 9 : 1; }));
  EXPECT_LT(cold.exponent, -1);
  EXPECT_NEAR(cold.later_exponent, 0, 0.02);
}

TEST(CallGrowth, IsNoneUnlessAllRunsAgree) {
  EXPECT_EQ(growth_of(runs_of(12, [](double) { return 5; })).exponent, 0);
  const auto slowly = [](double i) { return std::pow(i, 0.1); };
  EXPECT_EQ(growth_of(runs_of(7, slowly)).exponent, 0);
  EXPECT_NEAR(growth_of(runs_of(12, slowly)).exponent, 0.1, 0.02);
  EXPECT_EQ(growth_of({}).exponent, 0);
  const std::vector<std::vector<double>> with_zero(12, {0, 0, 1, 2, 3, 4, 5});
  EXPECT_EQ(growth_of(with_zero).exponent, 0);
  const std::vector<std::vector<double>> few(12, {1, 2, 3, 4, 5});
  EXPECT_EQ(growth_of(few).exponent, 0);
}

// No test finds it in so few runs.
TEST(CallGrowth, OfFewRunsIsWhatNobodyOverlooks) {
  std::vector<std::vector<double>> runs =
      runs_of(2, [](double i) { return i; });
  EXPECT_NEAR(growth_of(runs).exponent, 1, 0.02);
  runs.emplace_back(runs.front().size(), 5);
  EXPECT_EQ(growth_of(runs).exponent, 0);
}

}  // namespace
}  // namespace spl::statistics
