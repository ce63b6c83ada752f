#include "spl/statistics/interpretations/analysis_of_variance.hpp"

#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

const Groups kG1 = {{24.5, 23.5, 26.4, 27.1, 29.9},
                    {28.4, 34.2, 29.5, 32.2, 30.1},
                    {26.1, 28.3, 24.3, 26.2, 27.8}};
const Groups kG2 = {{1.25, 1.5, 1.125, 1.75},
                    {2.0, 2.25, 1.875},
                    {1.5, 1.0, 1.625, 1.25, 1.375}};

Groups shifted(Groups groups, double offset) {
  for (auto& group : groups) {
    for (double& value : group) value += offset;
  }
  return groups;
}

TEST(AnalysisOfVariance, IsKnown) {
  struct Case {
    const char* name;
    Groups groups;
    double f, df_between, df_within, p, between, within;
  };
  for (const Case& c : {
           Case{"G1", kG1, 7.13782782212, 2, 12, 0.00907331746856, 66.772,
                56.128},
           Case{"G2", kG2, 8.47613248904, 2, 9, 0.00851731269851, 1.00703125,
                0.534635416667},
           Case{"G3", shifted(kG2, 1e9), 8.47613248904, 2, 9, 0.00851731269851,
                1.00703125, 0.534635416667},
       }) {
    SCOPED_TRACE(c.name);
    const AnalysisOfVariance result = analysis_of_variance(c.groups);
    EXPECT_CLOSE(result.f.value(), c.f, 1e-9);
    EXPECT_EQ(result.df_between, c.df_between);
    EXPECT_EQ(result.df_within, c.df_within);
    EXPECT_CLOSE(result.p.value(), c.p, 1e-9);
    EXPECT_CLOSE(result.squares_between, c.between, 1e-9);
    EXPECT_CLOSE(result.squares_within, c.within, 1e-9);
  }
}

// By the sums of squares of a randomized block design; P(F(2, 8) > f) is
// (1 + f/4)^-4.
TEST(AnalysisOfVariance, LeavesBlocksAside) {
  const AnalysisOfVariance result = analysis_of_variance(kG1, Design::kBlocks);
  EXPECT_CLOSE(result.f.value(), 7.37106270238, 1e-9);
  EXPECT_EQ(result.df_between, 2);
  EXPECT_EQ(result.df_within, 8);
  EXPECT_CLOSE(result.p.value(), 0.01531213495, 1e-9);
  EXPECT_CLOSE(result.squares_within, 36.2346666667, 1e-9);
}

TEST(AnalysisOfVariance, HasNoStatisticWhereBlocksDifferAlike) {
  const Groups drifting = {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
  EXPECT_EQ(analysis_of_variance(drifting, Design::kBlocks).f, std::nullopt);
  EXPECT_TRUE(analysis_of_variance(drifting).f.has_value());
}

TEST(AnalysisOfVariance, NeedsBlocksOfAllGroups) {
  EXPECT_THROW((void)analysis_of_variance(kG2, Design::kBlocks),
               std::invalid_argument);
}

TEST(AnalysisOfVariance, HasNoStatisticWhereNothingVariesInside) {
  const Groups constant = {{1, 1}, {2, 2}};
  const AnalysisOfVariance result = analysis_of_variance(constant);
  EXPECT_FALSE(result.f || result.p);
  EXPECT_EQ(result.means, (std::vector<double>{1, 2}));
}

TEST(AnalysisOfVariance, RefusesWhatItNeedsMoreOf) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Groups& groups :
       {Groups{}, Groups{{1, 2, 3}}, Groups{{1}, {2}}, Groups{{1, 2}, {}},
        Groups{{1, 2}, {infinity, 3}}}) {
    EXPECT_THROW((void)analysis_of_variance(groups), std::invalid_argument);
  }
}

TEST(AnalysisOfVariance, RefusesVariancesThatUnderflow) {
  EXPECT_THROW((void)analysis_of_variance({{1e-300, 2e-300}, {1, 1}}),
               std::invalid_argument);
  EXPECT_TRUE(analysis_of_variance({{1e-300, 2e-300}, {1, 2}}).f);
}

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
