#include "runner/findings/ratio_precision.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

class RatioPrecision : public ::testing::Test {
 protected:
  /// Of 10 blocks, with an interval of 4 % on either side.
  RelationReport report_ = [] {
    RelationReport report;
    report.blocks = 10;
    report.decision.verdict = logic::Verdict::kHolds;
    report.decision.ratio.estimate = 1;
    report.decision.ratio.lower = 0.96;
    report.decision.ratio.upper = 1.04;
    return report;
  }();

  void add(double wanted) {
    settings_.precision = wanted;
    add_precision({relation_, settings_, basis_}, settings_.deciding, {},
                  report_);
  }

  logic::Relation relation_ = relation("left", "right");
  Settings settings_;
  Basis basis_;
};

TEST_F(RatioPrecision, NeedsFourTimesTheBlocksForHalfTheWidth) {
  basis_.evidence = std::make_shared<Evidence>();
  add(0.02);
  ASSERT_TRUE(report_.precision);
  EXPECT_NEAR(*report_.precision->reached, 0.04, 1e-12);
  EXPECT_EQ(report_.precision->blocks, 10U);
  EXPECT_NEAR(static_cast<double>(*report_.precision->blocks_needed), 40, 1);
  add(0.05);
  EXPECT_FALSE(report_.precision->blocks_needed);
}

TEST_F(RatioPrecision, IsAbsentIfNothingWasMeasured) {
  add(0.02);
  EXPECT_FALSE(report_.precision);
}

TEST(BlockCount, IsRoundedUpAndBounded) {
  EXPECT_EQ(block_count(2.1), 3U);
  EXPECT_EQ(block_count(1e300), 9000000000000000000U);
}

}  // namespace
}  // namespace spl::runner
