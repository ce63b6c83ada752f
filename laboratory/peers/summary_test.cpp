#include "laboratory/peers/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spl::bench {
namespace {

using statistics::Finding;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class Results {
 public:
  Results& add(Tool tool, int percent, Finding finding, double seconds,
               const char* stopped = "") {
    Result result;
    result.comparison = {"list", percent, tool, all_.size()};
    result.finding = finding;
    result.seconds = seconds;
    if (tool <= Tool::kSpl10) {
      result.run_seconds = seconds - 0.125;
      result.spawn_seconds = 0.002;
    }
    result.stopped = stopped;
    all_.push_back(result);
    return *this;
  }

  Results& check(int percent, double ratio) {
    add(Tool::kCheck, percent, Finding::kIndistinct, 1);
    all_.back().right = {ratio};
    return *this;
  }

  /// Makes the comparison that was added last one of copies.
  Results& of_copies() {
    all_.back().comparison.sides = Sides::kCopies;
    return *this;
  }

  operator const std::vector<Result>&() const { return all_; }

 private:
  std::vector<Result> all_;
};

TEST(Quantile, IsNotExceededByItsShare) {
  const std::vector<double> numbers = {10, 2, 3, 4, 5, 6, 7, 8, 9, 1};
  EXPECT_EQ(quantile(numbers, 0.9), 9);
  EXPECT_EQ(quantile(numbers, 0.91), 10);
  EXPECT_EQ(quantile(numbers, 0.5), 5);
  EXPECT_EQ(quantile(numbers, 0), 1);
  EXPECT_EQ(quantile({}, 0.5), kInfinite);
}

TEST(Tally, CountsOneToolAtOneSlowdown) {
  Results results;
  results.add(Tool::kSpl2, 2, Finding::kLess, 0.5, "decided")
      .add(Tool::kSpl2, 2, Finding::kGreater, 0.25, "decided")
      .add(Tool::kSpl2, 2, Finding::kIndistinct, 1, "resolution")
      .add(Tool::kSpl2, 1, Finding::kLess, 7)
      .add(Tool::kSpl5, 2, Finding::kLess, 7);
  const Tally found = tally(results, Tool::kSpl2, 2);
  EXPECT_EQ(found.count, 3U);
  EXPECT_EQ(found.slower, 1U);
  EXPECT_EQ(found.faster, 1U);
  EXPECT_EQ(found.different(), 2U);
  EXPECT_EQ(found.resolved, 1U);
  EXPECT_EQ(found.seconds, (std::vector<double>{0.5, 0.25, 1}));
  EXPECT_EQ(found.run_seconds, (std::vector<double>{0.375, 0.125, 0.875}));
  EXPECT_EQ(found.seconds_to_right,
            (std::vector<double>{0.375, kInfinite, kInfinite}));
}

TEST(Tally, IsRightOnIdenticalCodeWhereAChangeIsRuledOut) {
  Results results;
  results.add(Tool::kSpl2, 0, Finding::kLess, 0.5, "decided")
      .add(Tool::kSpl2, 0, Finding::kIndistinct, 0.5, "budget")
      .add(Tool::kSpl2, 0, Finding::kIndistinct, 0.5, "resolution");
  EXPECT_EQ(tally(results, Tool::kSpl2, 0).seconds_to_right,
            (std::vector<double>{kInfinite, kInfinite, 0.375}));
}

TEST(ToolsTable, HasARowForEachToolAndSlowdown) {
  Results results;
  results.add(Tool::kSpl5, 0, Finding::kIndistinct, 0.5)
      .add(Tool::kSpl5, 0, Finding::kGreater, 1.5)
      .add(Tool::kGoogle, 0, Finding::kLess, 12)
      .add(Tool::kSpl5, 2, Finding::kLess, 0.25)
      .add(Tool::kProcesses, 2, Finding::kLess, 2)
      .check(2, 1.02);
  EXPECT_EQ(
      tools_table(results),
      "| slowed by | tool | comparisons | called slower, % | called faster, % "
      "| median s | mean s | times ours |\n"
      "|---|---|---|---|---|---|---|---|\n"
      "| 0 % | spl, alpha 2.5 % | 2 | 0.0 [0.0 .. 84.2] | 50.0 [1.3 .. 98.7] "
      "| 0.50 | 1.00 | 1.0 |\n"
      "| 0 % | Google Benchmark, default | 1 | 100.0 [2.5 .. 100.0] | 0.0 [0.0 "
      ".. 97.5] | 12.00 | 12.00 | 12.0 |\n"
      "| 2 % | spl, alpha 2.5 % | 1 | 100.0 [2.5 .. 100.0] | 0.0 [0.0 .. 97.5] "
      "| 0.25 | 0.25 | 1.0 |\n"
      "| 2 % | whole processes | 1 | 100.0 [2.5 .. 100.0] | 0.0 [0.0 .. 97.5] "
      "| 2.00 | 2.00 | 8.0 |\n");
}

TEST(FalseAlarmsTable, HasIdenticalCodeOnly) {
  Results results;
  results.add(Tool::kGoogle, 0, Finding::kLess, 12)
      .add(Tool::kGoogle, 0, Finding::kGreater, 12)
      .add(Tool::kGoogle, 0, Finding::kIndistinct, 12)
      .add(Tool::kSpl2, 1, Finding::kLess, 1);
  EXPECT_EQ(false_alarms_table(results),
            "| kernel | spl, alpha 1 % | spl, alpha 2.5 % | spl, alpha 5 % | "
            "Google Benchmark, 0.1 s | Google Benchmark, default | whole "
            "processes |\n"
            "|---|---|---|---|---|---|---|\n"
            "| sort | - | - | - | - | - | - |\n"
            "| hash map | - | - | - | - | - | - |\n"
            "| tree map | - | - | - | - | - | - |\n"
            "| list | - | - | - | - | 66.7 [9.4 .. 99.2] | - |\n"
            "| vector sum | - | - | - | - | - | - |\n"
            "| snprintf | - | - | - | - | - | - |\n"
            "| strtod | - | - | - | - | - | - |\n"
            "| memcpy | - | - | - | - | - | - |\n");
}

TEST(ChecksTable, HasMedianAndRange) {
  Results results;
  results.check(5, 1.051).check(5, 1.049).check(5, 1.05).check(0, 0.998);
  EXPECT_EQ(checks_table(results),
            "| kernel | 0 % | 1 % | 2 % | 5 % | 10 % |\n"
            "|---|---|---|---|---|---|\n"
            "| sort | - | - | - | - | - |\n"
            "| hash map | - | - | - | - | - |\n"
            "| tree map | - | - | - | - | - |\n"
            "| list | -0.2 (-0.2 .. -0.2) | - | - | 5.0 (4.9 .. 5.1) | - |\n"
            "| vector sum | - | - | - | - | - |\n"
            "| snprintf | - | - | - | - | - |\n"
            "| strtod | - | - | - | - | - |\n"
            "| memcpy | - | - | - | - | - |\n");
}

TEST(HabitsTable, HasARowForEachHabitAndNumberOfRuns) {
  std::vector<Result> results;
  for (const int percent : {1, 2, 5, 10}) {
    for (std::size_t number = 0; number < 3; ++number) {
      Result result;
      result.comparison = {"list", percent, Tool::kProcesses, number};
      for (int i = 0; i < 10; ++i) {
        result.left.push_back(1000 + i % 2);
        result.right.push_back(1001 + i % 2);  // Seen by the test alone.
      }
      results.push_back(result);
    }
  }
  const std::string table = habits_table(results);
  EXPECT_EQ(table.substr(0, table.find("| best | 5")),
            "| habit | runs | pairs | misleading, % | incorrect, % | "
            "indicative, % |\n"
            "|---|---|---|---|---|---|\n"
            "| best | 3 | 28 | 0.0 [0.0 .. 97.5] | 0.0 [0.0 .. 97.5] | "
            "57.1 [0.1 .. 100.0] |\n");
  EXPECT_EQ(table.substr(table.find("| median | 30")),
            "| median | 30 | 28 | 0.0 [0.0 .. 97.5] | 0.0 [0.0 .. 97.5] | "
            "57.1 [0.1 .. 100.0] |\n\n"
            "Of 6 pairs of identical code the test calls 0 different, "
            "0.0 [0.0 .. 97.5] %.\n");
  EXPECT_EQ(habits_table({}), "No study has all its runs yet.\n");
}

struct Expected {
  const char* figure;
  double measured;
  double limit;
  Goal goal;
};

void expect(const std::vector<GoalFigure>& figures,
            const std::vector<Expected>& expected) {
  ASSERT_EQ(figures.size(), expected.size());
  for (std::size_t i = 0; i < figures.size(); ++i) {
    EXPECT_EQ(figures[i].figure, expected[i].figure);
    EXPECT_EQ(figures[i].goal, expected[i].goal) << expected[i].figure;
    EXPECT_EQ(figures[i].limit, expected[i].limit) << expected[i].figure;
    if (std::isnan(expected[i].measured)) {
      EXPECT_TRUE(std::isnan(figures[i].measured)) << expected[i].figure;
    } else if (std::isinf(expected[i].measured)) {
      EXPECT_TRUE(std::isinf(figures[i].measured)) << expected[i].figure;
    } else {
      EXPECT_NEAR(figures[i].measured, expected[i].measured, 1e-6)
          << expected[i].figure;
    }
  }
}

TEST(Tally, CountsCopiesApart) {
  Results results;
  results.add(Tool::kSpl2, 0, Finding::kLess, 1).of_copies();
  results.add(Tool::kSpl2, 0, Finding::kIndistinct, 1);
  EXPECT_EQ(tally(results, Tool::kSpl2, 0).different(), 0U);
  EXPECT_EQ(tally(results, Tool::kSpl2, 0, Sides::kCopies).different(), 1U);
}

TEST(Tables, HaveCopiesApart) {
  Results results;
  results.add(Tool::kSpl5, 0, Finding::kLess, 0.5).of_copies();
  EXPECT_EQ(
      tools_table(results, Sides::kCopies),
      "| slowed by | tool | comparisons | called slower, % | called faster, % "
      "| median s | mean s | times ours |\n"
      "|---|---|---|---|---|---|---|---|\n"
      "| 0 % | spl, alpha 2.5 % | 1 | 100.0 [2.5 .. 100.0] | 0.0 [0.0 .. 97.5] "
      "| 0.50 | 0.50 | 1.0 |\n");
  EXPECT_EQ(tools_table(results).find("spl, alpha"), std::string::npos);
  EXPECT_NE(false_alarms_table(results, Sides::kCopies)
                .find("| list | - | 100.0 [2.5 .. 100.0] | - |"),
            std::string::npos);
  EXPECT_EQ(false_alarms_table(results).find("100.0"), std::string::npos);
}

TEST(GoalFigures, AreOfCopiesToo) {
  Results results;
  for (int i = 0; i < 10; ++i) {
    results.add(Tool::kSpl2, 0, i < 5 ? Finding::kLess : Finding::kGreater, 1)
        .of_copies();
    results.add(Tool::kSpl2, 5, Finding::kIndistinct, 1).of_copies();
    results.add(Tool::kSpl5, 0, Finding::kIndistinct, 1).of_copies();
    results
        .add(Tool::kGoogleShort, 0,
             i < 5 ? Finding::kLess : Finding::kIndistinct, 1)
        .of_copies();
  }
  const auto figures = goal_figures(results);
  const auto found = [&](const char* name) {
    for (const GoalFigure& one : figures) {
      if (one.figure == name) return one.measured;
    }
    return std::numeric_limits<double>::quiet_NaN();
  };
  // 0.025^(1/10), and 1 less that.
  EXPECT_NEAR(found("false alarms on copies at alpha 1 %, lower end, %"),
              69.1503, 1e-4);
  EXPECT_NEAR(found("slowdown of 5 % of a copy found, upper end, %"), 30.8497,
              1e-4);
  EXPECT_NEAR(
      found("Google Benchmark, 0.1 s: false alarms on copies less ours, %"), 50,
      1e-9);
}

TEST(GoalFigures, AreThoseOfTheResults) {
  Results results;
  results.add(Tool::kSpl2, 0, Finding::kIndistinct, 1.125, "resolution")
      .add(Tool::kSpl10, 0, Finding::kLess, 1.125, "decided")
      .add(Tool::kSpl2, 10, Finding::kLess, 0.25, "decided")
      .add(Tool::kSpl2, 5, Finding::kGreater, 0.25, "decided")
      .add(Tool::kSpl2, 2, Finding::kLess, 0.625, "decided")
      .add(Tool::kSpl5, 0, Finding::kIndistinct, 0.25)
      .add(Tool::kSpl5, 2, Finding::kLess, 0.25)
      .add(Tool::kGoogleShort, 0, Finding::kLess, 2)
      .add(Tool::kGoogleShort, 2, Finding::kIndistinct, 2);
  expect(goal_figures(results),
         {{"false alarms at alpha 1 %, worse direction, lower end, %", 0, 1,
           Goal::kAtMost},
          {"false alarms at alpha 5 %, worse direction, lower end, %", 2.5, 5,
           Goal::kAtMost},
          {"slowdown of 10 % found, 9 of 10 cases, s of runs", 0.125, 0.3,
           Goal::kAtMost},
          {"slowdown of 5 % found, 9 of 10 cases, s of runs", kInfinite, 0.6,
           Goal::kAtMost},
          {"slowdown of 2 % found, 9 of 10 cases, s of runs", 0.5, 2,
           Goal::kAtMost},
          {"slowdown of 1 % found, 9 of 10 cases, s of runs", kInfinite, 7,
           Goal::kAtMost},
          {"change of 2 % ruled out, 9 of 10 cases, s of runs", 1, 2,
           Goal::kAtMost},
          {"Google Benchmark, 0.1 s: its seconds / ours at 2 %", 8, 10,
           Goal::kAtLeast},
          {"Google Benchmark, 0.1 s: false alarms less ours, %", 100, 0.01,
           Goal::kAtLeast},
          {"found at 2 % less that of Google Benchmark, 0.1 s", 100, 0.01,
           Goal::kAtLeast},
          {"Google Benchmark, default: its seconds / ours at 2 %", NAN, 40,
           Goal::kAtLeast},
          {"Google Benchmark, default: false alarms less ours, %", NAN, 0.01,
           Goal::kAtLeast},
          {"found at 2 % less that of Google Benchmark, default", NAN, 0.01,
           Goal::kAtLeast},
          {"false alarms on copies at alpha 1 %, lower end, %", 0, 2,
           Goal::kAtMost},
          {"slowdown of 5 % of a copy found, upper end, %", 100, 90,
           Goal::kAtLeast},
          {"Google Benchmark, 0.1 s: false alarms on copies less ours, %", NAN,
           0.01, Goal::kAtLeast},
          {"what spl-run adds to the runs, s", 0.125, 0.25, Goal::kAtMost},
          {"what spl-run adds to the runs / bare spawn", 62.5, 200,
           Goal::kAtMost}});
}

}  // namespace
}  // namespace spl::bench
