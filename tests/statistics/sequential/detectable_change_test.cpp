#include "spl/statistics/sequential/detectable_change.hpp"

#include <gtest/gtest.h>

#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

// (t_{3,.99} + t_{3,.9}) s/sqrt(4) on the blocks of A - B of known_samples.hpp,
// where the standard error is 1.86832/12.2783957483 and t_{3,.9} =
// 1.637744353696210.
TEST(DetectableChange, AddsTheQuantilesOfBothErrors) {
  constexpr double kStandardError = 1.86832 / 12.2783957483;
  TestResult test;
  test.status = Status::kOk;
  test.df = 3;
  test.critical = 4.54070285857;
  test.threshold = 4.54070285857 * kStandardError;
  const auto change = detectable_change(test);
  ASSERT_TRUE(change);
  EXPECT_CLOSE(*change, (4.54070285857 + 1.637744353696210) * kStandardError,
               1e-9);
}

TEST(DetectableChange, OfAPlannedExperiment) {
  // t_{39,0.99} = 2.42584 and t_{39,0.9} = 1.30364, over sqrt 40.
  EXPECT_NEAR(detectable_change(10, 40, 0.01), 5.89686, 1e-4);
}

TEST(DetectableChange, IsNothingWhereNothingVaries) {
  TestResult test;
  test.status = Status::kDegenerate;
  EXPECT_EQ(detectable_change(test), 0);
}

TEST(DetectableChange, IsUnknownWhereTheTestIsRefused) {
  EXPECT_FALSE(detectable_change(TestResult()));
}

}  // namespace
}  // namespace spl::statistics
