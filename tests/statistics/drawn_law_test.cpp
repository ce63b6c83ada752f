#include "spl/statistics/drawn_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

std::vector<BootstrapTerm> difference(const Sample& left, const Sample& right) {
  return {{1, &left, left.run_count(), left.runs().front().size()},
          {-1, &right, right.run_count(), right.runs().front().size()}};
}

// Exact discrete laws, every atom counted; shares of K replicates are within 5
// standard errors of at most 0.5/sqrt(K). The atoms of C,D lie close together.
TEST(DrawnLaw, HasTheExactSharesOfDiscreteLaws) {
  struct Share {
    double value, share;
  };
  struct Case {
    const char* name;
    std::vector<BootstrapTerm> terms;
    std::vector<Share> shares;
    double lowest, highest, quantile_05, quantile_95, tolerance;
  };
  constexpr std::size_t kReplicates = 400000;
  for (const Case& c : {
           Case{"T1,T2",
                difference(kT1, kT2),
                {{-2, 0.0849609375},
                 {-1, 0.254638671875},
                 {0, 0.523193359375},
                 {1, 0.764892578125},
                 {2, 0.919677734375}},
                -3.125,
                3.875,
                -2.125,
                2.25,
                1e-9},
           Case{"C,D",
                difference(kC, kD),
                {{-1.25, 0.0242629778142},
                 {-0.75, 0.154143447927},
                 {0, 0.515779466283},
                 {0.75, 0.84581358158},
                 {1.25, 0.95592836225}},
                -3.225,
                3.775,
                -1.09166666667,
                1.20625,
                0.01},
       }) {
    SCOPED_TRACE(c.name);
    const DrawnLaw law(c.terms, {kReplicates, 3, 0});
    for (const auto& [value, share] : c.shares) {
      EXPECT_NEAR(law.at_or_below(value), share,
                  2.5 / std::sqrt(double{kReplicates}));
    }
    EXPECT_EQ(law.at_or_above(c.lowest), 1);
    EXPECT_EQ(law.at_or_below(c.highest), 1);
    EXPECT_NEAR(law.quantile(0.05), c.quantile_05, c.tolerance);
    EXPECT_NEAR(law.quantile(0.95), c.quantile_95, c.tolerance);
  }
}

// Half of a single observation's replicates is each of its two values.
TEST(DrawnLaw, CountsAtomsOnBothSides) {
  const Sample two({{0, 2}});
  const DrawnLaw law({{1, &two, 1, 1}}, {10000, 1, 1});
  EXPECT_EQ(law.at_or_below(-1) + law.at_or_above(1), 1);
  EXPECT_EQ(law.at_or_below(0) + law.at_or_above(0), 1);
  EXPECT_EQ(law.at_or_below(1), 1);
  EXPECT_EQ(law.at_or_above(-1), 1);
}

TEST(DrawnLaw, IsTheSameOnAnyNumberOfThreads) {
  const auto terms = difference(kA, kB);
  const DrawnLaw one(terms, {1001, 5, 1});
  for (const unsigned threads : {2U, 3U, 7U, 64U}) {
    const DrawnLaw several(terms, {1001, 5, threads});
    for (const double p : {0.001, 0.05, 0.5, 0.9, 0.999}) {
      EXPECT_EQ(several.quantile(p), one.quantile(p));
    }
  }
}

TEST(BootstrapVariance, IsKnown) {
  EXPECT_NEAR(bootstrap_variance(difference(kA, kB)), 0.610889515808, 1e-11);
  EXPECT_NEAR(bootstrap_variance(difference(kT1, kT2)), 1.828125, 1e-15);
  EXPECT_NEAR(bootstrap_variance(difference(kC, kD)), 0.495995515046, 1e-11);
}

}  // namespace
}  // namespace spl::statistics
