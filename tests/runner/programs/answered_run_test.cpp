#include "runner/programs/answered_run.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using workload::Metric;
using workload::Request;
using workload::RunAnswer;

Request request() {
  Request result;
  result.task = Request::Task::kRun;
  result.observations = 2;
  result.iterations = 10;
  result.metrics = {Metric::kWall, Metric::kCpu};
  return result;
}

RunAnswer answer() {
  RunAnswer result;
  result.observations = {5, 6};
  result.iterations = 10;
  result.others = {{1, 2}};
  return result;
}

std::string misfit(const RunAnswer& answer,
                   RunLength length = RunLength::kAsRequested) {
  const std::string begin =
      "left an answer that does not fit what was asked: it has ";
  const std::string end = "; build its program again";
  std::string text = misfit_of(answer, request(), length);
  if (text.empty()) return text;
  EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end)) << text;
  text.resize(text.size() - end.size());
  return text.substr(begin.size());
}

TEST(AnsweredRun, FitsItsRequest) {
  EXPECT_EQ(misfit(answer()), "");
  RunAnswer failed;
  failed.failure = "failed";
  EXPECT_EQ(misfit(failed), "");
}

TEST(AnsweredRun, HasNoTimeBelowZero) {
  RunAnswer one = answer();
  for (const std::vector<double>& observations :
       {std::vector<double>{-1, -2}, {-3, 2}, {2, -3}}) {
    one.observations = observations;
    EXPECT_EQ(misfit(one), "a time below 0");
  }
  Request wanted = request();
  wanted.observations = 3;
  one.others = {{1, 2, 3}};
  one.observations = {-2, -2, 100};
  EXPECT_NE(misfit_of(one, wanted, RunLength::kAsRequested), "");
  // The cost of reading the clock may be more than it was in one observation.
  one.observations = {-1, 5, 6};
  one.others = {{-1, -2, -3}};
  EXPECT_EQ(misfit_of(one, wanted, RunLength::kAsRequested), "");
  wanted.metrics[0] = Metric::kInstructions;
  one.observations = {-1, -2, -3};
  EXPECT_EQ(misfit_of(one, wanted, RunLength::kAsRequested), "");
}

TEST(AnsweredRun, HasTheObservationsThatWereRequested) {
  RunAnswer one = answer();
  one.observations = {};
  EXPECT_EQ(misfit(one), "0 observations instead of 2");
  EXPECT_EQ(misfit(one, RunLength::kUpToProgram),
            "0 observations instead of 2");
  one = answer();
  one.observations = {5};
  one.others = {{1}};
  EXPECT_EQ(misfit(one), "1 observation instead of 2");
  EXPECT_EQ(misfit(one, RunLength::kUpToProgram), "");
  one.observations = {5, 6, 7};
  EXPECT_EQ(misfit(one), "3 observations instead of 2");
  EXPECT_EQ(misfit(one, RunLength::kUpToProgram),
            "3 observations instead of 2");
}

TEST(AnsweredRun, HasTheMetricsThatWereRequested) {
  RunAnswer one = answer();
  one.others = {};
  EXPECT_EQ(misfit(one), "1 metric instead of 2");
  one.others = {{1, 2}, {1, 2}};
  EXPECT_EQ(misfit(one), "3 metrics instead of 2");
  one.others = {{1}};
  EXPECT_EQ(misfit(one), "1 observation instead of 2 of a further metric");
}

TEST(AnsweredRun, HasValuesToCalculateWith) {
  RunAnswer one = answer();
  one.observations[1] = -1e140;
  EXPECT_EQ(misfit(one), "an observation of 1e140 or more");
  one = answer();
  one.iterations = 0;
  EXPECT_EQ(misfit(one), "observations of 0 iterations");
  one.iterations = 11;
  EXPECT_EQ(misfit(one), "observations of 11 iterations instead of 10");
  EXPECT_EQ(misfit(one, RunLength::kUpToProgram), "");
  one = answer();
  one.disturbed.untold = 5;
  EXPECT_EQ(misfit(one), "more disturbed observations than were made");
}

}  // namespace
}  // namespace spl::runner
