#include "spl/statistics/sequential/sequential_levels.hpp"

#include <cmath>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

#include "spl/statistics/distributions.hpp"
#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

std::vector<double> fractions_of(const std::vector<double>& runs) {
  std::vector<double> fractions;
  fractions.reserve(runs.size());
  for (const double count : runs) fractions.push_back(count / runs.back());
  return fractions;
}

TEST(LookCounts, GrowByHalf) {
  using Counts = std::vector<std::size_t>;
  EXPECT_EQ(look_counts(70), (Counts{5, 8, 12, 18, 27, 40, 60, 70}));
  EXPECT_EQ(look_counts(60), (Counts{5, 8, 12, 18, 27, 40, 60}));
  EXPECT_EQ(look_counts(5), Counts{5});
  EXPECT_EQ(look_counts(2), Counts{2});
}

/// Spends as O'Brien and Fleming: 2 (1 - Phi(z_{1-alpha/2}/sqrt t)).
std::vector<double> fleming_levels(double alpha,
                                   const std::vector<double>& fractions) {
  std::vector<double> spent;
  for (const double one : fractions) {
    spent.push_back(2 *
                    normal_tail(normal_quantile(alpha / 2) / std::sqrt(one)));
  }
  return levels_spending(spent, fractions);
}

// Computed by another program; six digits are given.
TEST(SequentialLevels, AreKnown) {
  struct Case {
    double alpha;
    std::vector<double> runs;
    std::vector<double> levels;
  };
  for (const Case& c : {
           Case{0.05, {5, 10, 20}, {8.85754e-05, 0.00554353, 0.0482399}},
           Case{0.01, {5, 10, 20}, {2.58193e-07, 0.000269619, 0.00990755}},
           Case{0.025,
                {1, 2, 3, 4, 5},
                {5.38871e-07, 0.000393949, 0.00367803, 0.011016, 0.0211259}},
       }) {
    const auto levels = fleming_levels(c.alpha, fractions_of(c.runs));
    ASSERT_EQ(levels.size(), c.levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      EXPECT_CLOSE(levels[i], c.levels[i], 3e-6);
    }
  }
}

TEST(SequentialLevels, SpendAsPocock) {
  const auto levels = sequential_levels(0.05, fractions_of({5, 10, 20}));
  EXPECT_CLOSE(levels.at(0), 0.0178687, 3e-6);
  EXPECT_CLOSE(levels.at(1), 0.0189141, 3e-6);
  EXPECT_CLOSE(levels.at(2), 0.0278613, 3e-6);
}

TEST(SequentialLevels, GiveAllOfAlphaToASingleLook) {
  const std::vector<double> one = {1};
  EXPECT_CLOSE(sequential_levels(0.01, one).at(0), 0.01, 1e-12);
  EXPECT_TRUE(sequential_levels(0.01, {}).empty());
}

// As bisection found them up to c970728, with tails in wider numbers.
TEST(SequentialLevels, AreKnownWhereLittleIsLeftToSpend) {
  const auto early = fleming_levels(0.01, fractions_of({1, 500, 1000}));
  EXPECT_LT(early.at(0), 1e-300);  // No double holds what is spent there.
  EXPECT_CLOSE(early.at(1), 0.000269716957, 1e-8);
  EXPECT_CLOSE(early.at(2), 0.00990756747, 1e-8);
  const auto late = sequential_levels(0.4, fractions_of({40, 41}));
  EXPECT_CLOSE(late.at(0), 0.393784935, 1e-8);
  EXPECT_CLOSE(late.at(1), 0.342173421, 1e-8);
}

// Random walks that nothing drives cross one of many uneven bounds with
// probability alpha; 4 standard errors of 200 000 walks.
TEST(SequentialLevels, KeepAlphaOverManyLooks) {
  const std::vector<double> fractions =
      fractions_of({5, 8, 12, 18, 27, 40, 41, 60});
  const double alpha = 0.05;
  const auto levels = sequential_levels(alpha, fractions);
  std::vector<double> bounds;
  bounds.reserve(levels.size());
  for (const double level : levels) bounds.push_back(normal_quantile(level));

  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  constexpr int kWalks = 200000;
  int found = 0;
  for (int walk = 0; walk < kWalks; ++walk) {
    double score = 0;
    double before = 0;
    for (std::size_t look = 0; look < fractions.size(); ++look) {
      score += std::sqrt(fractions[look] - before) * normal(random);
      before = fractions[look];
      if (score > bounds[look] * std::sqrt(before)) {
        ++found;
        break;
      }
    }
  }
  EXPECT_NEAR(found / double{kWalks}, alpha,
              4 * std::sqrt(alpha * (1 - alpha) / kWalks));
}

TEST(SequentialLevels, RejectWhatIsNoSequenceOfLooks) {
  using Fractions = std::vector<double>;
  for (const Fractions& fractions :
       {Fractions{0.5, 0.5}, Fractions{0, 1}, Fractions{0.5, 1.1},
        Fractions{0.6, 0.3}}) {
    EXPECT_THROW((void)sequential_levels(0.05, fractions),
                 std::invalid_argument);
  }
  EXPECT_THROW((void)sequential_levels(0.5, Fractions{1}),
               std::invalid_argument);
}

TEST(Holm, RejectsAsKnown) {
  struct Case {
    std::vector<double> p_values;
    double family_level;
    std::vector<bool> rejected;
  };
  for (const Case& c : {
           Case{{0.013, 0.2, 0.004, 0.021}, 0.05, {true, false, true, true}},
           Case{{0.5, 0.6}, 0.05, {false, false}},
           Case{{0.008, 0.008, 0.03}, 0.025, {true, true, false}},
           Case{{0.0009, 0.04, 0.04, 0.04, 0.9},
                0.01,
                {true, false, false, false, false}},
           Case{{}, 0.05, {}},
       }) {
    SCOPED_TRACE(testing::PrintToString(c.p_values));
    const auto levels = holm_levels(c.p_values, c.family_level);
    ASSERT_EQ(levels.size(), c.p_values.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      EXPECT_EQ(c.p_values[i] <= levels[i], c.rejected[i]);
    }
  }
}

TEST(Holm, GivesTheLevelOfEachHypothesis) {
  const auto levels = holm_levels(std::vector{0.2, 0.001, 0.5}, 0.06);
  EXPECT_DOUBLE_EQ(levels[1], 0.02);
  EXPECT_DOUBLE_EQ(levels[0], 0.03);
  EXPECT_DOUBLE_EQ(levels[2], 0.03);
}

}  // namespace

}  // namespace spl::statistics
