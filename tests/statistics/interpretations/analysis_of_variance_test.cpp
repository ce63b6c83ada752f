#include "spl/statistics/interpretations/analysis_of_variance.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
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

}  // namespace
}  // namespace spl::statistics
