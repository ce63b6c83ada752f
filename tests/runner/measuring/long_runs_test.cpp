#include "runner/measuring/long_runs.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

/// A run of so many observations of 1 ms, which starts in 10 ms and makes
/// 100 calls for each observation.
void add_run(Measured& measured, std::size_t block, std::size_t observations) {
  RunRecord record;
  record.block = block;
  record.iterations = 100;
  record.counted_seconds = 0.001 * static_cast<double>(observations);
  record.seconds = 0.01 + record.counted_seconds;
  measured.records.push_back(record);
  measured.observations.push_back(
      statistics::Run(std::vector<double>(observations, 1)));
}

class LongRunsTest : public ::testing::Test {
 protected:
  LongRunsTest() {
    add_run(result_.performances[kA], 0, 50);
    add_run(result_.performances[kB], 0, 50);
  }

  [[nodiscard]] std::uint64_t wanted(
      double budget, LongRunsFor purpose = LongRunsFor::kDoubt) const {
    return observations_of_long_run(kRelation, group_with(with_budget(budget)),
                                    result_, purpose);
  }

  GroupResult result_;
};

TEST_F(LongRunsTest, TakeATenthOfTheTimeOfTheBlocks) {
  result_.seconds = 10.005;
  // A pair of 1 s without two starts, at 2 ms an observation of both sides.
  EXPECT_EQ(wanted(0), 490U);
  EXPECT_EQ(usual_observations(kRelation, result_), 50U);
  result_.long_seconds = 0.4;
  EXPECT_EQ(wanted(0), 290U);
  result_.long_seconds = 1;
  EXPECT_EQ(wanted(0), 0U);
}

// 1 s is the budget's part; certainty takes only a tenth of the blocks' time.
TEST_F(LongRunsTest, TakeAHundredthOfTheBudgetWhereThereIsADoubt) {
  result_.seconds = 1;
  EXPECT_EQ(wanted(100), 490U);
  EXPECT_EQ(wanted(100, LongRunsFor::kCertainty), 0U);
}

TEST_F(LongRunsTest, AreNotLongerThan26UsualOnes) {
  result_.seconds = 400;
  EXPECT_EQ(wanted(0), 26U * 50);
}

TEST_F(LongRunsTest, AreNoneThatAreHardlyLonger) {
  result_.seconds = 2.2;  // 100 observations.
  EXPECT_EQ(wanted(0), 0U);
}

TEST_F(LongRunsTest, LeaveTimeForThePairsThatDecide) {
  result_.seconds = 4.002;
  EXPECT_EQ(wanted(1000), 1300U);  // A hundredth of it is 10 s.
  EXPECT_EQ(wanted(4), 0U);        // The budget is used up.
}

TEST_F(LongRunsTest, AreOverWithTheBudget) {
  result_.seconds = 2;
  result_.long_seconds = 2;
  result_.long_pairs = 4;
  EXPECT_FALSE(
      is_time_for_long_runs_over(group_with(with_budget(4.6)), result_));
  EXPECT_TRUE(
      is_time_for_long_runs_over(group_with(with_budget(4.4)), result_));
  EXPECT_FALSE(is_time_for_long_runs_over(group_with(with_budget(0)), result_));
}

TEST_F(LongRunsTest, CountInPairs) {
  add_run(result_.long_runs[kA], 0, 200);
  add_run(result_.long_runs[kA], 1, 200);
  EXPECT_TRUE(long_runs(kRelation, result_).empty());
  add_run(result_.long_runs[kB], 1, 200);
  const logic::Experiment pairs = long_runs(kRelation, result_);
  EXPECT_EQ(std::get<statistics::Sample>(pairs.at(kA)).run_count(), 1U);
  EXPECT_EQ(failure_of_long_run(pairs), "");
  result_.long_runs[kB].failure = "b crashed";
  EXPECT_EQ(failure_of_long_run(long_runs(kRelation, result_)), "b crashed");
}

TEST_F(LongRunsTest, FollowProcessesFurther) {
  EXPECT_EQ(followed(kRelation, result_, 1).calls, 5000);
  add_run(result_.long_runs[kA], 0, 200);
  EXPECT_EQ(followed(kRelation, result_, 1).calls, 5000);  // Of b.
  add_run(result_.long_runs[kB], 0, 300);
  const Followed both = followed(kRelation, result_, 1);
  EXPECT_EQ(both.calls, 20'000);
  EXPECT_DOUBLE_EQ(both.seconds, 0.2);
}

/// Observations of 1 ms, so many times as long or short after the first half
/// and, in long runs, after the first 50.
void add_changing_run(Measured& measured, std::size_t block,
                      std::size_t observations, double half, double late) {
  add_run(measured, block, observations);
  std::vector<double> run;
  for (std::size_t i = 0; i < observations; ++i) {
    run.push_back(i < 25 ? 1 : i < 50 ? half : late);
  }
  measured.observations.back() = statistics::Run(std::move(run));
  // The last one is preempted.
  measured.records.back().warmup_seconds = block == 11 ? 0.04 : 0.001;
}

/// Twelve blocks and pairs of such runs of a; b is twice as quick.
JudgedLongRuns judged(double half, double late, bool is_finding,
                      bool is_last = true, std::size_t pairs = 1) {
  GroupResult result;
  result.blocks = 12;
  for (std::size_t block = 0; block < 12; ++block) {
    add_changing_run(result.performances[kA], block, 50, half, half);
    add_run(result.performances[kB], block, 50);
  }
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    add_changing_run(result.long_runs[kA], pair, 500, half, late);
    add_run(result.long_runs[kB], pair, 500);
  }
  UsualLook look;
  look.is_finding = is_finding;
  look.resolution = 0.02;
  look.mean_resolution = 0.05;
  return judged_long_runs(kRelation, result, look, is_last);
}

TEST(JudgedLongRuns, SayByWhatFactorCallsGoOnGettingFaster) {
  const JudgedLongRuns faster = judged(0.96, 0.8, false);
  EXPECT_EQ(
      faster.unsettled,
      "calls of a go on getting faster with the calls of a process (0.8163 "
      "times as long after 501 ms as at first): `warmup = 20 ms` measures "
      "them settled, a generator or more input as fresh input finds them");
  EXPECT_EQ(faster.doubt, "");  // `a <= b` holds all the more.
  EXPECT_TRUE(judged(0.96, 0.8, false, false).needs_more);
}

TEST(JudgedLongRuns, SayThatCallsGoOnGettingSlower) {
  const JudgedLongRuns slower = judged(1.03, 1.3, false);
  EXPECT_EQ(slower.unsettled.substr(0, 53),
            "calls of a go on getting slower with the calls of a p");
  EXPECT_NE(slower.doubt, "");
}

TEST(JudgedLongRuns, SayNothingOfSettledCode) {
  EXPECT_EQ(judged(1, 1, false).unsettled, "");
  EXPECT_EQ(judged(1, 1, true).doubt, "");
  EXPECT_EQ(judged(1, 1.02, true).doubt, "");
}

TEST(JudgedLongRuns, AskForMoreOfAStepBeyondUsualRuns) {
  EXPECT_TRUE(judged(1, 1.6, true, false).needs_more);
  EXPECT_EQ(judged(1, 1.6, true).unsettled, "");
  EXPECT_EQ(judged(1, 1.6, true, true, 3).unsettled.substr(0, 53),
            "calls of a go on getting slower with the calls of a p");
}

// What they are expected to change later decides, and is not told.
TEST(JudgedLongRuns, SayNothingBelowTheResolutionWhereThereAreNone) {
  EXPECT_EQ(judged(0.99, 0.99, false, true, 0).unsettled, "");
  EXPECT_NE(judged(0.97, 0.97, false, true, 0).unsettled, "");
  EXPECT_NE(judged(1.01, 1.01, false, true, 0).doubt, "");
}

// Usual runs show 0.98 times b, and late calls more than b.
TEST(JudgedLongRuns, LeaveAFindingOpenThatLateCallsWouldTurn) {
  EXPECT_NE(judged(0.96, 1.2, true).needs_more, true);
  EXPECT_EQ(judged(0.96, 0.8, true).doubt, "");
  EXPECT_NE(judged(1.03, 1.3, true).unsettled, "");
}

TEST(LateCalls, AreNamedWithARemedy) {
  logic::LateCalls found;
  found.left = 2.3;
  found.right = 1;
  EXPECT_EQ(late_calls_text(kRelation, found, 1300),
            "late calls of a take 2.3 times as long as early ones, those of b "
            "1 times; -s observations=1300 measures them");
}

}  // namespace
}  // namespace spl::runner
