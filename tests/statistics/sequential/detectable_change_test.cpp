#include "spl/statistics/sequential/detectable_change.hpp"

#include <gtest/gtest.h>

#include "spl/statistics/interpretations/interpretation.hpp"
#include "tests/statistics/close.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using known::Lists;

constexpr auto kMean = RunStatistic::kMean;

// (t_{3,.99} + t_{3,.9}) s/sqrt(4) on the blocks of A - B, where the standard
// error is 1.86832/12.2783957483 and t_{3,.9} = 1.637744353696210.
TEST(DetectableChange, AddsTheQuantilesOfBothErrors) {
  const SampleContrast contrast = {{{1, &known::kA}, {-1, &known::kB}}, 0};
  const auto change = detectable_change(blocks(contrast, 0.01, kMean));
  ASSERT_TRUE(change);
  EXPECT_CLOSE(*change,
               (4.54070285857 + 1.637744353696210) * 1.86832 / 12.2783957483,
               1e-9);
}

TEST(DetectableChange, OfAPlannedExperiment) {
  // t_{39,0.99} = 2.42584 and t_{39,0.9} = 1.30364, over sqrt 40.
  EXPECT_NEAR(detectable_change(10, 40, 0.01), 5.89686, 1e-4);
}

TEST(DetectableChange, IsNothingWhereNothingVaries) {
  const Sample constant({{5}, {5}});
  EXPECT_EQ(detectable_change(blocks({{{1, &constant}}, -4}, 0.01, kMean)), 0);
}

TEST(DetectableChange, IsUnknownWhereTheTestIsRefused) {
  const Sample one(Lists{{5}});
  EXPECT_FALSE(detectable_change(blocks({{{1, &one}}, -4}, 0.01, kMean)));
}

}  // namespace
}  // namespace spl::statistics
