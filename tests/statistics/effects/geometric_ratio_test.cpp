#include "spl/statistics/effects/geometric_ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace spl::statistics {
namespace {

TEST(GeometricRatio, IsThatOfTheMeansOfLogarithms) {
  // 2 and 1/2 cancel; 2 and 8 make 4.
  const std::vector<RatioMember> both = {{{2, 2}, {1, 1}}, {{1, 1}, {2, 2}}};
  for (const Design design : {Design::kBlocks, Design::kIndependent}) {
    const RatioInterval even = geometric_ratio(both, design, 0.01);
    EXPECT_DOUBLE_EQ(even.estimate.value(), 1);
    EXPECT_DOUBLE_EQ(even.lower.value(), 1);
    const RatioInterval four =
        geometric_ratio({{{2, 2}, {1, 1}}, {{8, 8}, {1, 1}}}, design, 0.01);
    EXPECT_DOUBLE_EQ(four.estimate.value(), 4);
    EXPECT_DOUBLE_EQ(four.upper.value(), 4);
  }
}

// t of 0.95 with 2 degrees of freedom is 2.919986 (a table); the differences
// of the logarithms are 0.1, 0.2 and 0.3, their standard error 0.1 / sqrt(3).
TEST(GeometricRatio, HasStudentsInterval) {
  const auto e = [](double x) { return std::exp(x); };
  const std::vector<RatioMember> one = {
      {{e(1.1), e(2.2), e(3.3)}, {e(1), e(2), e(3)}}};
  const RatioInterval blocks = geometric_ratio(one, Design::kBlocks, 0.05);
  EXPECT_NEAR(std::log(blocks.lower.value()),
              0.2 - 2.919986 * 0.1 / std::sqrt(3), 1e-6);
  EXPECT_NEAR(std::log(blocks.upper.value()),
              0.2 + 2.919986 * 0.1 / std::sqrt(3), 1e-6);
  // What the blocks share is noise of independent runs: by Welch the standard
  // error is sqrt((1.21 + 1) / 3), with 3.964 degrees of freedom, and t 2.1384.
  const RatioInterval runs = geometric_ratio(one, Design::kIndependent, 0.05);
  EXPECT_NEAR(std::log(runs.upper.value()), 0.2 + 2.1384 * 0.858293, 2e-3);
}

TEST(GeometricRatio, IsRefusedWithASentence) {
  const auto why = [](const std::vector<RatioMember>& members,
                      Design design = Design::kBlocks) {
    const RatioInterval ratio = geometric_ratio(members, design, 0.01);
    EXPECT_FALSE(ratio.estimate || ratio.lower || ratio.upper);
    return ratio.refusal;
  };
  EXPECT_EQ(why({}), "there is nothing to compare");
  EXPECT_EQ(why({{{1}, {1}}}), "one run says nothing of other runs");
  EXPECT_EQ(why({{{1, 1}, {1, 1}}, {{1, 1, 1}, {1, 1}}}),
            "the members have different numbers of runs");
  EXPECT_EQ(why({{{1, 1, 1}, {1, 1}}}),
            "the sides have different numbers of runs");
  for (const double value : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(why({{{1, 1}, {1, value}}}, Design::kIndependent),
              "a value is not above 0");
  }
}

/// The share of simulated suites of 20 benchmarks whose interval misses the
/// truth, which is `truth` for each of them. A process shifts all benchmarks of
/// its run.
double missed(std::size_t runs, double truth, Design design) {
  constexpr int kSuites = 2000;
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  int count = 0;
  for (int suite = 0; suite < kSuites; ++suite) {
    std::vector<RatioMember> members(20);
    for (std::size_t run = 0; run < runs; ++run) {
      const double block = 0.05 * normal(random);
      const double left = 0.02 * normal(random);
      const double right = 0.02 * normal(random);
      const double other = design == Design::kBlocks ? block : 0;
      for (RatioMember& one : members) {
        one.left.push_back(100 * truth *
                           std::exp(other + left + 0.01 * normal(random)));
        one.right.push_back(100 *
                            std::exp(other + right + 0.01 * normal(random)));
      }
    }
    const RatioInterval ratio = geometric_ratio(members, design, 0.01);
    if (*ratio.lower > truth || *ratio.upper < truth) ++count;
  }
  return static_cast<double>(count) / kSuites;
}

// 2 % are allowed, and the standard error of 2000 suites is 0.31 %.
TEST(GeometricRatio, CoversWhereProcessesShiftWholeRuns) {
  for (const double truth : {1.0, 1.014}) {
    for (const std::size_t runs : {3U, 5U, 20U}) {
      EXPECT_LE(missed(runs, truth, Design::kIndependent), 0.0294) << runs;
      EXPECT_LE(missed(runs, truth, Design::kBlocks), 0.0294) << runs;
    }
    EXPECT_GE(missed(20, truth, Design::kIndependent), 0.0106);
  }
}

}  // namespace
}  // namespace spl::statistics
