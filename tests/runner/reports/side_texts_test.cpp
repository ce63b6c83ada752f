#include "runner/reports/terminal/side_texts.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

constexpr auto kTime = logic::Dimension::kTime;

TEST(SideTexts, HaveThreeDigits) {
  EXPECT_EQ(short_amount_text(95.123, kTime), "95.1 ns");
  EXPECT_EQ(short_amount_text(1234, kTime), "1.23 us");
  EXPECT_EQ(short_amount_text(0, kTime), "0 ns");
  EXPECT_EQ(short_amount_text(1234, logic::Dimension::kCount), "1234");
}

TEST(SideTexts, ArePresentIfBothSidesWereSeen) {
  RelationReport relation;
  relation.blocks = 12;
  relation.sides.left.amount = 95.1;
  EXPECT_EQ(sides_text(relation, kTime), "");
  relation.sides.right.amount = 44;
  EXPECT_EQ(sides_text(relation, kTime), "95.1 ns against 44 ns");
  relation.blocks = 0;
  EXPECT_EQ(sides_text(relation, kTime), "");
}

}  // namespace
}  // namespace spl::runner
