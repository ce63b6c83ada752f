#include "spl/statistics/interpretations/inverted_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/statistics/interpretations/differences.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

// Runs whose level and observations vary; `grid` rounds them.
Sample random_sample(std::size_t runs, std::size_t observations, double grid,
                     std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Lists values(runs);
  for (auto& run : values) {
    const double level = 100 + normal(random);
    for (std::size_t i = 0; i < observations; ++i) {
      const double value = level + std::exp(normal(random));
      run.push_back(grid > 0 ? std::round(value / grid) * grid : value);
    }
  }
  return Sample(values);
}

void expect_like_drawn(const InvertedLaw& law, const DrawnLaw& drawn,
                       double replicates) {
  for (const double p : {0.001, 0.01, 0.05, 0.3, 0.7, 0.95, 0.99, 0.999}) {
    const double value = drawn.quantile(p);
    EXPECT_NEAR(law.at_or_below(value), p,
                5 * std::sqrt(p * (1 - p) / replicates) + 2e-5);
    EXPECT_NEAR(law.at_or_below(value) + law.at_or_above(value), 1, 1e-15);
    EXPECT_NEAR(law.at_or_below(law.quantile(p)), p, 1e-9);
  }
}

TEST(InvertedLaw, AgreesWithReplicates) {
  constexpr std::size_t kReplicates = 100000;
  struct Case {
    const char* name;
    std::vector<BootstrapTerm> terms;
  };
  const Sample smooth = random_sample(6, 30, 0, 1);
  const Sample long_runs = random_sample(4, 80, 0, 2);
  const Sample gridded = random_sample(10, 40, 0.25, 3);
  for (const Case& c : {
           Case{"A,B", drawn_difference(kA, kB)},
           Case{"smooth", drawn_difference(smooth, long_runs)},
           Case{"scaled",
                {{0.5, &smooth, 3, 10},
                 {-4, &kD, 5, 3},
                 {2, &long_runs, 2, 20}}},
           Case{"fine grid", drawn_difference(gridded, gridded)},
       }) {
    SCOPED_TRACE(c.name);
    const auto law = InvertedLaw::of(c.terms, 0.01);
    ASSERT_TRUE(law);
    expect_like_drawn(*law, DrawnLaw(c.terms, {kReplicates, 9, 0}),
                      double{kReplicates});
  }
}

// One outlier in two thousand observations, of which a replicate draws few:
// most of the law's variance is a rare bump far out.
TEST(InvertedLaw, ReachesRareBumps) {
  Sample plain = random_sample(20, 100, 0, 4);
  Lists runs = lists(plain);
  runs[7][50] += 500;
  const Sample outlier(runs);
  const std::vector<BootstrapTerm> terms = {{1, &outlier, 4, 5}};
  const auto law = InvertedLaw::of(terms, 0.001);
  ASSERT_TRUE(law);
  expect_like_drawn(*law, DrawnLaw(terms, {100000, 9, 0}), 100000);
}

// T1, T2: atoms an eighth apart. One observation a side: as many atoms as
// values. Runs without variation inside: only their means are atoms.
TEST(InvertedLaw, LeavesCoarseLawsToDrawing) {
  const Sample one_run({{1.37, 2.91, 3.14, 4.77}});
  const Sample constant_runs({{1.37, 1.37}, {2.91, 2.91}, {4.77, 4.77}});
  const Sample coarse = random_sample(3, 10, 1, 5);
  EXPECT_FALSE(InvertedLaw::of(drawn_difference(kT1, kT2), 0.01));
  EXPECT_FALSE(InvertedLaw::of({{1, &one_run, 1, 1}}, 0.01));
  EXPECT_FALSE(InvertedLaw::of({{1, &constant_runs, 3, 2}}, 0.01));
  EXPECT_FALSE(InvertedLaw::of(drawn_difference(coarse, coarse), 0.01));
}

}  // namespace
}  // namespace spl::statistics
