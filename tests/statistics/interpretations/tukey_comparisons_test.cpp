#include "spl/statistics/interpretations/tukey_comparisons.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

const Groups kG1 = {{24.5, 23.5, 26.4, 27.1, 29.9},
                    {28.4, 34.2, 29.5, 32.2, 30.1},
                    {26.1, 28.3, 24.3, 26.2, 27.8}};
const Groups kG2 = {{1.25, 1.5, 1.125, 1.75},
                    {2.0, 2.25, 1.875},
                    {1.5, 1.0, 1.625, 1.25, 1.375}};

TEST(TukeyComparisons, AreKnown) {
  struct Case {
    Groups groups;
    std::vector<PairComparison> pairs;
  };
  for (const Case& c : {
           Case{kG1,
                {{0, 1, -4.6, 4.75602001045, 0.0144483267, -8.249159,
                  -0.950840996},
                 {0, 2, -0.26, 0.26881852233, 0.980310724, -3.909159, 3.389159},
                 {1, 2, 4.34, 4.48720148812, 0.0203311367, 0.690840996,
                  7.989159}}},
           Case{kG2,
                {{0, 1, -0.635416666667, 4.82733674145, 0.0190507537,
                  -1.15515206, -0.115681275},
                 {0, 2, 0.05625, 0.486545723806, 0.9372838, -0.400238826,
                  0.512738826},
                 {1, 2, 0.691666666667, 5.49547039268, 0.00931272786,
                  0.194704579, 1.18862875}}},
       }) {
    const auto comparisons = tukey_comparisons(c.groups, 0.95);
    ASSERT_EQ(comparisons.size(), c.pairs.size());
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      EXPECT_EQ(comparisons[i].first, c.pairs[i].first);
      EXPECT_EQ(comparisons[i].second, c.pairs[i].second);
      EXPECT_CLOSE(comparisons[i].difference, c.pairs[i].difference, 1e-9);
      EXPECT_CLOSE(comparisons[i].q, c.pairs[i].q, 1e-9);
      EXPECT_CLOSE(comparisons[i].p, c.pairs[i].p, 1e-8);
      EXPECT_CLOSE(comparisons[i].lower, c.pairs[i].lower, 2e-8);
      EXPECT_CLOSE(comparisons[i].upper, c.pairs[i].upper, 2e-8);
    }
  }
}

// The differences have t = 2.6656031 with 4 degrees of freedom.
TEST(TukeyComparisons, OfTwoInBlocksAreThePairedTest) {
  const auto pairs = tukey_comparisons({kG1[0], kG1[1]}, 0.95, Design::kBlocks);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_CLOSE(pairs[0].q, 3.76973205746, 1e-9);
  EXPECT_CLOSE(pairs[0].p, 0.05606206675, 1e-7);
}

TEST(TukeyComparisons, AreNoneWhereNothingVariesInside) {
  EXPECT_TRUE(tukey_comparisons({{1, 1}, {2, 2}}, 0.95).empty());
}

TEST(TukeyComparisons, RefuseWhatTheAnalysisRefusesAndOtherLevels) {
  for (const Groups& groups :
       {Groups{}, Groups{{1, 2, 3}}, Groups{{1}, {2}}, Groups{{1, 2}, {}}}) {
    EXPECT_THROW((void)tukey_comparisons(groups, 0.95), std::invalid_argument);
  }
  EXPECT_THROW((void)tukey_comparisons(kG1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace spl::statistics
