// The format of tools that follow numbers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runner/reports/format_writers.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

PerformanceReport measured(workload::Metric metric, statistics::Runs runs) {
  PerformanceReport one;
  one.performance.method = "f";
  one.performance.arguments = {"a\"\xff"};
  one.metric = metric;
  one.measured.records.resize(runs.size());
  for (RunRecord& record : one.measured.records) record.iterations = 7;
  one.measured.observations = std::move(runs);
  return one;
}

Report sample() {
  Report report;
  report.performances = {
      measured(workload::Metric::kWall, {{1, 3}, {4, 4}, {6, 6}}),
      measured(workload::Metric::kAllocations, {{5, 5}, {5, 5}})};
  return report;
}

constexpr const char* kName = "f('a\"\\x{ff}')";

TEST(GoogleBenchmarkReport, HasARunAsARepetition) {
  const json all = json::parse(*google_benchmark_report(sample()));
  const json& benchmarks = all.at("benchmarks");
  ASSERT_EQ(benchmarks.size(), 6U);  // Counts are left out.
  EXPECT_EQ(benchmarks[2].at("name"), kName);
  EXPECT_EQ(benchmarks[2].at("repetition_index"), 2);
  EXPECT_EQ(benchmarks[2].at("repetitions"), 3);
  EXPECT_EQ(benchmarks[2].at("iterations"), 14);
  EXPECT_EQ(benchmarks[2].at("real_time"), 6.0);
  EXPECT_EQ(benchmarks[3].at("aggregate_name"), "mean");
  EXPECT_EQ(benchmarks[3].at("real_time"), 4.0);
  EXPECT_EQ(benchmarks[4].at("real_time"), 4.0);
  EXPECT_EQ(benchmarks[5].at("real_time"), 2.0);
}

TEST(GoogleBenchmarkReport, CallsAProgramDebugIfNothingOptimisedIt) {
  Report report = sample();
  const auto type = [&] {
    return json::parse(*google_benchmark_report(report))
        .at("context")
        .at("library_build_type");
  };
  EXPECT_EQ(type(), "release");
  report.performances[0].build = workload::BuildFacts{"GCC", false, true, ""};
  EXPECT_EQ(type(), "debug");
}

TEST(GoogleBenchmarkReport, IsAbsentIfNothingWasMeasured) {
  EXPECT_EQ(google_benchmark_report({}), std::nullopt);
}

}  // namespace
}  // namespace spl::runner
