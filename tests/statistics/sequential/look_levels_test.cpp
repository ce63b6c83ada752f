#include "spl/statistics/sequential/look_levels.hpp"

#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

using Units = std::vector<std::size_t>;

TEST(PartLooks, BeginAtTwelveUnits) {
  EXPECT_EQ(part_looks(300, 0.01, kBothShares).units,
            (Units{12, 18, 27, 40, 60, 90, 135, 202, 300}));
  EXPECT_EQ(part_looks(12, 0.01, kBothShares).units, Units{12});
}

// Nine looks at 0.7 %: the first has a ninth of it. Of parts 2 and 3, 0.1 and
// 0.2 %, a ninth is below 2^-12 = 0.000244, and an eighth not below 2^-18.
TEST(PartLooks, SpendAlikeFromTheFirstThatMayFindSomething) {
  const PartLooks looks = part_looks(300, 0.01, kBothShares);
  EXPECT_NEAR(looks.levels[0].typical_calls, 0.007 / 9, 1e-9);
  EXPECT_NEAR(looks.levels[8].typical_calls, 0.00123, 0.000005);
  EXPECT_EQ(looks.levels[0].all_calls, 0);
  EXPECT_NEAR(looks.levels[1].all_calls, 0.001 / 8, 1e-9);
  EXPECT_EQ(looks.levels[0].all_runs, 0);
  EXPECT_NEAR(looks.levels[1].all_runs, 0.002 / 8, 1e-9);
}

TEST(PartLooks, SpendAllAtASingleOne) {
  const PartLooks look = single_look(30, 0.01, kBothShares);
  EXPECT_EQ(look.units, Units{30});
  EXPECT_NEAR(look.levels[0].typical_calls, 0.007, 1e-9);
  EXPECT_NEAR(look.levels[0].all_calls, 0.001, 1e-9);
  EXPECT_NEAR(look.levels[0].all_runs, 0.002, 1e-9);
}

TEST(PartLooks, OfFewUnitsAskOnePart) {
  const PartLooks look = part_looks(11, 0.01, kBothShares);
  EXPECT_EQ(look.units, Units{11});
  EXPECT_EQ(look.levels[0].typical_calls, 0.01);
  EXPECT_EQ(look.levels[0].all_calls, 0);
  EXPECT_EQ(look.levels[0].all_runs, 0);
  EXPECT_EQ(part_looks(11, 0.01, kMeanShares).levels[0].all_calls, 0.01);
}

// An end after 20 of 300 units is the third look and may spend as much as one;
// it has more in common with the second than that at 27 has.
TEST(PartLooks, OfMoreUnitsAskOnePartWhereSignsShowNothing) {
  const double alpha = 0.05 / 150;
  EXPECT_EQ(fewest_units(0.01, kBothShares), 12U);
  EXPECT_EQ(fewest_units(alpha, kBothShares), 13U);
  const OfParts all{alpha, 0, 0};
  EXPECT_EQ(part_looks(12, alpha, kBothShares).levels.back(), all);
  EXPECT_EQ(single_look(12, alpha, kBothShares).levels.back(), all);
  EXPECT_NEAR(single_look(13, alpha, kBothShares).levels.back().typical_calls,
              0.7 * alpha, 1e-9);
  // The look after 12 units could find nothing, so that its share is left.
  EXPECT_EQ(levels_of_early_end(40, 12, alpha, kBothShares), all);
  EXPECT_NEAR(levels_of_early_end(40, 13, alpha, kBothShares).typical_calls,
              0.7 * alpha, 1e-9);
}

TEST(PartLooks, OfAnEarlyEndSpendTheShareOfTheNext) {
  const PartLooks looks = part_looks(300, 0.01, kBothShares);
  const OfParts early = levels_of_early_end(300, 20, 0.01, kBothShares);
  EXPECT_GT(early.typical_calls, looks.levels[2].typical_calls);
  EXPECT_LT(early.typical_calls, 2 * looks.levels[2].typical_calls);
  const OfParts last = levels_of_early_end(300, 300, 0.01, kBothShares);
  EXPECT_DOUBLE_EQ(last.all_runs, looks.levels[8].all_runs);
  EXPECT_EQ(levels_of_early_end(300, 9, 0.01, kBothShares).typical_calls, 0.01);
}

}  // namespace
}  // namespace spl::statistics
