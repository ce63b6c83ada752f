#include "laboratory/peers/habits.hpp"

#include <gtest/gtest.h>

namespace spl::bench {
namespace {

TEST(Habits, TakeTheirTimeFromTheFirstRuns) {
  const std::vector<double> runs = {5, 1, 3, 10, 0};
  EXPECT_EQ(time_of(Habit::kBest, runs, 3), 1);
  EXPECT_EQ(time_of(Habit::kSecondBest, runs, 3), 3);
  EXPECT_EQ(time_of(Habit::kWorst, runs, 3), 5);
  EXPECT_EQ(time_of(Habit::kMean, runs, 3), 3);
  EXPECT_EQ(time_of(Habit::kMedian, runs, 3), 3);
  EXPECT_EQ(time_of(Habit::kMedian, runs, 4), 4);
  EXPECT_EQ(time_of(Habit::kWorst, runs, 5), 10);
}

// Thirty runs that begin with these and go on about a mean.
std::vector<double> runs(std::vector<double> first, double mean) {
  while (first.size() < 30) {
    first.push_back(mean + (first.size() % 2 == 0 ? 1 : -1));
  }
  return first;
}

Disagreement judged(const std::vector<double>& left,
                    const std::vector<double>& right, std::size_t count) {
  return disagreement(tested({left, right}), Habit::kMean, count);
}

TEST(Habits, AgreeWithTheTest) {
  EXPECT_EQ(judged(runs({}, 100), runs({}, 110), 5),
            (Disagreement{1, 0, 0, 0}));
  EXPECT_EQ(judged(runs({}, 110), runs({}, 100), 5),
            (Disagreement{1, 0, 0, 0}));
  EXPECT_EQ(judged(runs({}, 100), runs({}, 100), 4),
            (Disagreement{1, 0, 0, 0}));
}

TEST(Habits, MisleadWhereOnlyTheySeeADifference) {
  EXPECT_EQ(judged(runs({102, 102, 102}, 100), runs({98, 98, 98}, 100.3), 3),
            (Disagreement{1, 1, 0, 0}));
}

TEST(Habits, AreIncorrectWhereTheTestSeesTheOpposite) {
  EXPECT_EQ(judged(runs({109, 109, 109}, 100), runs({}, 105), 3),
            (Disagreement{1, 0, 1, 0}));
}

TEST(Habits, AreIndicativeWhereOnlyTheTestSeesADifference) {
  EXPECT_EQ(judged(runs({}, 1000), runs({}, 1005), 10),
            (Disagreement{1, 0, 0, 1}));
}

TEST(Habits, SeeADifferenceAboveOnePercent) {
  // Too far apart for the test to be unsure.
  EXPECT_EQ(judged(runs({}, 1000), runs({}, 1009.9), 10).indicative, 1U);
  EXPECT_EQ(judged(runs({}, 1000), runs({}, 1010.1), 10).indicative, 0U);
}

TEST(Habits, AreJudgedOnAllPairsOfAStudy) {
  const Study study = tested({runs({}, 100), runs({}, 100.2), runs({}, 120)});
  EXPECT_EQ(disagreement(study, Habit::kBest, 10), (Disagreement{3, 0, 0, 0}));
}

// The first and the third alternative are the same code.
TEST(Habits, AreToldHowTheTestFaresOnIdenticalCode) {
  const Study same =
      tested({runs({}, 100), runs({}, 150), runs({}, 100.2), runs({}, 200)});
  const Study moved =
      tested({runs({}, 100), runs({}, 150), runs({}, 120), runs({}, 200)});
  EXPECT_EQ(identical_pairs(same).pairs, 1U);
  EXPECT_EQ(identical_pairs(same).different, 0U);
  EXPECT_EQ(identical_pairs(moved).pairs, 1U);
  EXPECT_EQ(identical_pairs(moved).different, 1U);
}

Result timed(int percent, std::size_t number) {
  Result result;
  result.comparison = {"list", percent, Tool::kProcesses, number};
  result.left.assign(10, 100 + static_cast<double>(number));
  result.right.assign(10, 200 + static_cast<double>(number));
  return result;
}

TEST(Studies, JoinThreeComparisonsOfEachSlowdown) {
  std::vector<Result> results;
  for (std::size_t number = 0; number < 7; ++number) {
    for (const int percent : {0, 1, 2, 5, 10}) {
      results.push_back(timed(percent, number));
    }
  }
  const auto found = studies(results);
  ASSERT_EQ(found.size(), 2U);  // The seventh is left.
  ASSERT_EQ(found[1].runs.size(), 8U);
  for (std::size_t alternative = 0; alternative < 8; ++alternative) {
    const double side = alternative % 2 == 0 ? 100 : 200;
    ASSERT_EQ(found[1].runs[alternative].size(), 30U);
    EXPECT_EQ(found[1].runs[alternative][0], side + 3);
    EXPECT_EQ(found[1].runs[alternative][10], side + 4);
    EXPECT_EQ(found[1].runs[alternative][29], side + 5);
  }
}

TEST(Studies, NeedAllSlowdowns) {
  std::vector<Result> results;
  for (std::size_t number = 0; number < 3; ++number) {
    for (const int percent : {1, 2, 5})
      results.push_back(timed(percent, number));
  }
  results.push_back(timed(10, 0));
  results.push_back(timed(10, 1));
  EXPECT_TRUE(studies(results).empty());
  results.push_back(timed(10, 2));
  EXPECT_EQ(studies(results).size(), 1U);
}

TEST(Studies, LookAtWholeProcessesOnly) {
  std::vector<Result> results;
  for (std::size_t number = 0; number < 3; ++number) {
    for (const int percent : {1, 2, 5, 10}) {
      results.push_back(timed(percent, number));
      results.back().comparison.tool = Tool::kGoogle;
    }
  }
  EXPECT_TRUE(studies(results).empty());
}

}  // namespace
}  // namespace spl::bench
