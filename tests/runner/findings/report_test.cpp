#include "runner/findings/report.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(Report, HasTheDimensionOfGivenPerformances) {
  Report report;
  report.quantity.dimension = logic::Dimension::kCount;
  PerformanceReport one;
  EXPECT_EQ(dimension(one, report), logic::Dimension::kCount);
  one.metric = workload::Metric::kWall;
  EXPECT_EQ(dimension(one, report), logic::Dimension::kTime);
}

}  // namespace
}  // namespace spl::runner
