#include "runner/reports/html/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using ::testing::HasSubstr;

TEST(IntervalPlot, HasOneInTheMiddle) {
  EXPECT_DOUBLE_EQ(place_on_scale(1), kPlotWidth / 2);
}

TEST(IntervalPlot, IsSymmetricInReciprocals) {
  for (const double ratio : {1.001, 1.05, 2.0, 9.0}) {
    EXPECT_NEAR(place_on_scale(ratio) + place_on_scale(1 / ratio), kPlotWidth,
                1e-9);
  }
}

// asinh(ln 2 / 0.02) / asinh(ln 16 / 0.02) of 96, from 100.
TEST(IntervalPlot, IsLogarithmicBeyondSmallChanges) {
  EXPECT_NEAR(place_on_scale(2), 172.35, 0.01);
  EXPECT_NEAR(place_on_scale(1.02), 114.92, 0.01);
}

TEST(IntervalPlot, EndsWithTheScale) {
  EXPECT_DOUBLE_EQ(place_on_scale(16), 196);
  EXPECT_DOUBLE_EQ(place_on_scale(1e300), 196);
  EXPECT_DOUBLE_EQ(place_on_scale(1e-300), 4);
  EXPECT_DOUBLE_EQ(place_on_scale(0), 4);
  EXPECT_DOUBLE_EQ(place_on_scale(-1), 4);
}

TEST(IntervalPlot, DrawsBothRatiosWithTheirIntervals) {
  EXPECT_EQ(interval_plot(PlottedRatio{1, 0.5, 2}, PlottedRatio{2, 1, 16}),
            "<svg viewBox=\"0 0 200 18\"><path d=\"M27.66 6H172.3\"/><path "
            "class=k d=\"M100 6v0\"/><path class=n d=\"M100 14H196M172.3 "
            "11v6\"/></svg>");
}

TEST(IntervalPlot, DrawsARatioWithoutInterval) {
  EXPECT_EQ(
      interval_plot(PlottedRatio{1, std::nullopt, std::nullopt}, std::nullopt),
      "<svg viewBox=\"0 0 200 18\"><path d=\"\"/><path class=k d=\"M100 "
      "6v0\"/></svg>");
  EXPECT_EQ(interval_plot(std::nullopt, std::nullopt), "");
}

TEST(IntervalPlot, LabelsTheScale) {
  EXPECT_THAT(plot_scale(), HasSubstr("<text x=100 y=13>1</text>"));
}

}  // namespace
}  // namespace spl::runner
