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

  [[nodiscard]] std::uint64_t wanted(double budget) const {
    return observations_of_long_run(kRelation, group_with(with_budget(budget)),
                                    result_);
  }

  GroupResult result_;
};

TEST_F(LongRunsTest, TakeAQuarterOfTheTimeOfTheBlocks) {
  result_.seconds = 4.002;
  // A pair of 1 s without two starts, at 2 ms an observation of both sides.
  EXPECT_EQ(wanted(0), 490U);
  EXPECT_EQ(usual_observations(kRelation, result_), 50U);
}

TEST_F(LongRunsTest, AreNotLongerThan26UsualOnes) {
  result_.seconds = 400;
  EXPECT_EQ(wanted(0), 26U * 50);
}

TEST_F(LongRunsTest, AreNoneThatAreHardlyLonger) {
  result_.seconds = 1;  // 115 observations.
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

TEST(LateCalls, AreNamedWithARemedy) {
  logic::LateCalls found;
  found.left = 2.3;
  found.right = 1;
  EXPECT_EQ(late_calls_text(kRelation, found, 1300),
            "late calls of a take 2.3 times as long as early ones, those of b "
            "1 times; --observations 1300 measures them");
}

}  // namespace
}  // namespace spl::runner
