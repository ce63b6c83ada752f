#include "runner/reports/format_writers.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

PerformanceReport measured_wall(const std::string& name,
                                statistics::Runs runs) {
  PerformanceReport one;
  one.performance.method = name;
  one.metric = workload::Metric::kWall;
  one.measured.records.resize(runs.size());
  for (RunRecord& record : one.measured.records) record.iterations = 7;
  one.measured.observations = std::move(runs);
  return one;
}

TEST(MeasuredSeries, UniteTheRunsOfAllGroups) {
  Report report;
  report.performances = {
      measured_wall("f", {{1, 3}, {4, 4}}), measured_wall("g", {{9, 9}}),
      measured_wall("f", {{6, 6, 6}}), measured_wall("h", {})};
  const auto all = measured_series(report);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "f");
  EXPECT_EQ(all[0].run_means(), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(all[0].iterations, (std::vector<std::uint64_t>{7, 7, 7}));
  EXPECT_TRUE(all[0].cpu.empty());
}

TEST(MeasuredSeries, SeparateMetrics) {
  Report report;
  report.performances = {measured_wall("f", {{1}}), measured_wall("f", {{5}})};
  report.performances[1].metric = workload::Metric::kAllocations;
  const auto all = measured_series(report);
  ASSERT_EQ(all.size(), 2U);
}

TEST(MeasuredSeries, HaveTheCpuTimeThatWasRecorded) {
  Report report;
  report.performances = {measured_wall("f", {{2, 4}, {6, 8}})};
  report.performances[0].measured.others = {
      {workload::Metric::kCpu, {{1, 2}, {3, 4}}}};
  EXPECT_EQ(measured_series(report)[0].cpu, (std::vector<double>{1.5, 3.5}));
  // Runs of another group did not record it.
  report.performances.push_back(measured_wall("f", {{2, 4}}));
  EXPECT_TRUE(measured_series(report)[0].cpu.empty());
}

}  // namespace
}  // namespace spl::runner
