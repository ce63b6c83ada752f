#include "runner/tools/measured_metric.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using workload::Metric;

TEST(MeasuredMetric, IsOneOfSplOrACounter) {
  EXPECT_EQ(measured_metric("page-faults"),
            MeasuredMetric(Metric::kPageFaults));
  const MeasuredMetric counter = measured_metric("page_faults");
  EXPECT_EQ(counter.counter, "page_faults");
  EXPECT_NE(counter, MeasuredMetric());
  for (const char* name : {"wall", "peak-memory", "bytes_per_second"}) {
    EXPECT_EQ(to_text(measured_metric(name)), name);
  }
}

TEST(MeasuredMetric, IsATimeIfSplSaysSo) {
  EXPECT_TRUE(is_time(Metric::kCpu));
  EXPECT_FALSE(is_time(Metric::kCycles));
  EXPECT_FALSE(is_time(measured_metric("seconds")));
}

TEST(MeasuredMetric, IsATimeByGoogleBenchmarksNameForOne) {
  EXPECT_EQ(measured_metric("real_time"), MeasuredMetric(Metric::kWall));
  EXPECT_EQ(measured_metric("cpu_time"), MeasuredMetric(Metric::kCpu));
  EXPECT_EQ(measured_metric("my_real_time").counter, "my_real_time");
}

TEST(MeasuredMetric, IsARateByItsName) {
  EXPECT_TRUE(is_rate("items_per_second"));
  EXPECT_FALSE(is_rate("per_second_items"));
  EXPECT_FALSE(is_rate("wall"));
}

}  // namespace
}  // namespace spl::runner
