#include "laboratory/peers/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "laboratory/peers/habits.hpp"
#include "laboratory/peers/kernels.hpp"

namespace spl::bench {
namespace {

using Kind = std::tuple<std::string, int, Tool, Sides>;

Kind kind(const Comparison& comparison) {
  return {comparison.kernel, comparison.slowed_percent, comparison.tool,
          comparison.sides};
}

std::map<Kind, std::size_t> counts(const std::vector<Comparison>& plan,
                                   std::size_t first) {
  std::map<Kind, std::size_t> result;
  for (std::size_t i = 0; i < first; ++i) ++result[kind(plan[i])];
  return result;
}

TEST(Plan, ComparesIdenticalCode1400TimesAtBothLevels) {
  const auto plan = planned(false);
  std::map<Tool, int> identical;
  for (const Comparison& one : plan) {
    if (one.sides == Sides::kCopies) continue;
    identical[one.tool] += one.slowed_percent == 0;
  }
  EXPECT_EQ(identical[Tool::kSpl2], 1400);
  EXPECT_EQ(identical[Tool::kSpl10], 1400);
}

TEST(Plan, ComparesCopiesAs200PairsAtBothLevels) {
  const auto plan = planned(false);
  std::map<Tool, int> identical;
  for (const Comparison& one : plan) {
    if (one.sides == Sides::kOneFunction) continue;
    EXPECT_TRUE(one.slowed_percent == 0 || one.slowed_percent == kCopySlowdown);
    identical[one.tool] += one.slowed_percent == 0;
  }
  EXPECT_EQ(identical, (std::map<Tool, int>{{Tool::kSpl2, 200},
                                            {Tool::kSpl5, 200},
                                            {Tool::kGoogleShort, 80},
                                            {Tool::kGoogle, 8}}));
}

TEST(Plan, ComparesAllKernelsAtAllSlowdownsAlike) {
  for (const bool quick : {false, true}) {
    const auto plan = planned(quick);
    auto made = counts(plan, plan.size());
    for (const int percent : kSlowdowns) {
      for (const Tool tool : kTools) {
        for (const std::string& kernel : kernel_names()) {
          for (const Sides sides : kSides) {
            EXPECT_EQ((made[{kernel, percent, tool, sides}]),
                      (made[{"sort", percent, tool, sides}]));
          }
        }
        if (tool == Tool::kSpl10 && percent != 0) continue;
        EXPECT_GE((made[{"sort", percent, tool, Sides::kOneFunction}]), 1U);
      }
    }
  }
}

TEST(Plan, NumbersWhatItRepeats) {
  for (const bool quick : {false, true}) {
    std::map<Kind, std::size_t> next;
    for (const Comparison& one : planned(quick)) {
      EXPECT_EQ(one.number, next[kind(one)]++);
    }
  }
}

TEST(Plan, HasAStudyOfHabitsForEachKernelEvenWhenQuick) {
  std::vector<Result> results;
  for (const Comparison& one : planned(true)) {
    Result result;
    result.comparison = one;
    result.left = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    result.right = result.left;
    results.push_back(result);
  }
  EXPECT_EQ(studies(results).size(), kernel_names().size());
}

TEST(Plan, IsASmallPartOfTheFullOneWhenQuick) {
  const auto full = planned(false);
  const auto quick = planned(true);
  const std::set<Comparison> all(full.begin(), full.end());
  for (const Comparison& one : quick) EXPECT_TRUE(all.contains(one));
  EXPECT_LT(7 * quick.size(), full.size());
}

// All have come equally far.
TEST(Plan, IsFairWhereverItEnds) {
  const auto plan = planned(false);
  const auto all = counts(plan, plan.size());
  const auto half = counts(plan, plan.size() / 2);
  const Kind most = {"sort", 0, Tool::kSpl2, Sides::kOneFunction};
  const double made =
      static_cast<double>(half.at(most)) / static_cast<double>(all.at(most));
  EXPECT_NEAR(made, 0.5, 0.02);
  for (const auto& [what, count] : all) {
    EXPECT_NEAR(static_cast<double>(half.at(what)),
                made * static_cast<double>(count), 1.5);
  }
}

}  // namespace
}  // namespace spl::bench
