#include "runner/findings/call_warnings.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

/// Ten runs of calls of `usual` ns, with these first and second calls.
PerformanceReport runs(double usual, double first, double second,
                       double uncertain = 0) {
  PerformanceReport report;
  report.performance = performance("a");
  report.metric = workload::Metric::kWall;
  for (int i = 0; i < 10; ++i) {
    RunRecord record;
    record.single = {first, second, usual, uncertain};
    report.measured.records.push_back(record);
    report.measured.observations.push_back({usual, usual});
  }
  return report;
}

// A vector that is sorted in place.
TEST(FirstCall, IsNamedWhereLaterOnesHaveLessToDo) {
  EXPECT_EQ(warning_of_first_call(runs(700, 63'000, 800)),
            ": the first call of a process takes 90 times as long as later "
            "ones (63 us against 700 ns), which alone count: has it used up "
            "its input? Let each call work on a copy that is made before "
            "start(), or use a generator; if the call only meets new memory, "
            "touch that before the loop");
}

// Keys that later calls find in a set.
TEST(FirstCall, IsNamedWhereItTakesMuchLonger) {
  EXPECT_TRUE(warning_of_first_call(runs(97'000, 384'000, 97'000)));
  EXPECT_TRUE(warning_of_first_call(runs(70'000, 205'000, 93'000)));
  EXPECT_FALSE(warning_of_first_call(runs(300'000, 590'000, 300'000)));
}

TEST(FirstCall, IsNotNamedWhereColdCodeExplainsIt) {
  EXPECT_FALSE(warning_of_first_call(runs(45'000, 140'000, 45'000)));
  EXPECT_FALSE(warning_of_first_call(runs(50, 15'000, 100)));
  EXPECT_FALSE(warning_of_first_call(runs(70e6, 90e6, 70e6)));
  // What predictors learn gets faster by and by.
  EXPECT_FALSE(warning_of_first_call(runs(6'000, 60'000, 45'000)));
  EXPECT_FALSE(warning_of_first_call(runs(700, 0, 0)));  // Not known.
}

TEST(FirstCall, IsNotNamedIfFewProcessesHaveALongOne) {
  PerformanceReport few = runs(700, 63'000, 800);
  for (std::size_t i = 0; i < 2; ++i) {
    few.measured.records[i].single.first = 900;
  }
  EXPECT_FALSE(warning_of_first_call(few));
}

TEST(SlowProcesses, AreNamedWhereAQuantileIsThatOfAUsualOne) {
  PerformanceReport one = runs(100, 0, 0);
  RelationReport relation;
  relation.performances = {one.performance};
  relation.decision.verdict = logic::Verdict::kHolds;
  relation.stated = logic::StatedStatistic{.quantile = 0.9};
  EXPECT_FALSE(warning_of_slow_processes(relation, one));
  one.measured.observations[3] = {400, 400};
  EXPECT_FALSE(warning_of_slow_processes(relation, one));  // By chance.
  one.measured.observations[7] = {151, 151};
  EXPECT_EQ(warning_of_slow_processes(relation, one),
            ": 2 of 10 processes of a have a p90 of more than 1.5 times that "
            "of a usual one, and the verdict is about a usual one: the p90 of "
            "all calls may be much longer; mean(...) counts them");
  relation.stated = std::nullopt;
  EXPECT_FALSE(warning_of_slow_processes(relation, one));
  relation.stated = logic::StatedStatistic{.quantile = 0.9};
  relation.decision.verdict = logic::Verdict::kViolated;
  EXPECT_FALSE(warning_of_slow_processes(relation, one));
}

TEST(UncertainPart, IsThatOfAUsualCall) {
  EXPECT_DOUBLE_EQ(uncertain_part(runs(100, 0, 0, 5)), 0.05);
  EXPECT_EQ(uncertain_part(runs(100, 0, 0)), 0);
}

}  // namespace
}  // namespace spl::runner
