#include "spl/logic/parts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

using statistics::Part;
using statistics::RunStatistic;
using statistics::Sample;

constexpr std::size_t kCallsOfARun = 50;

/// A run of 50 calls near `level`, the first `slow` of which take `factor`
/// times as long.
std::vector<double> run(double level, std::size_t slow, double factor) {
  std::vector<double> calls(kCallsOfARun, level);
  for (std::size_t i = 0; i < slow; ++i) calls[i] *= factor;
  return calls;
}

struct Code {
  double factor = 1;
  std::size_t slow_calls = 0;  ///< In each run.
  double slow_factor = 1;
};

/// Blocks whose runs differ by up to 1 %, of A with this code.
Experiment experiment(const Code& code, std::size_t blocks) {
  std::vector<std::vector<double>> a;
  std::vector<std::vector<double>> b;
  for (std::size_t i = 0; i < blocks; ++i) {
    const double noise = std::sin(static_cast<double>(i) * 1.7);
    const double other = std::sin(static_cast<double>(i) * 2.9 + 1);
    a.push_back(
        run(code.factor * (100 + noise), code.slow_calls, code.slow_factor));
    b.push_back(run(100 + other, 0, 1));
  }
  return {{kA, Sample(a)}, {kB, Sample(b)}};
}

Relation relation_of(Sign sign, double factor = 1) {
  Relation relation;
  relation.sign = sign;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB).scaled(factor);
  relation.theta = relation.left.minus(relation.right);
  return relation;
}

PartsDecision decided(Sign sign, const Code& code, std::size_t blocks,
                      double alpha = 0.01) {
  const Experiment observed = experiment(code, blocks);
  statistics::LookSettings settings;
  settings.alpha = alpha;
  settings.levels =
      statistics::single_look(blocks, alpha, statistics::kBothShares).levels[0];
  return *decide_parts(
      relation_of(sign),
      {observed, observed, RunStatistic::kTrimmed, blocks * kCallsOfARun},
      settings);
}

TEST(PartsDecision, HasTheStrengthOfItsSign) {
  const Code same;
  const Code slower{1.05};
  const Code faster{0.9};
  struct Case {
    Sign sign;
    Code code;
    std::size_t blocks;
    Strength strength;
  };
  for (const Case& c : {
           Case{Sign::kLessEqual, same, 40, Strength::kNotRefuted},
           Case{Sign::kLessEqual, slower, 40, Strength::kRefuted},
           Case{Sign::kLessEqual, faster, 40, Strength::kProven},
           Case{Sign::kLessEqual, faster, 27, Strength::kNotRefuted},
           Case{Sign::kGreaterEqual, same, 40, Strength::kNotRefuted},
           Case{Sign::kGreaterEqual, faster, 40, Strength::kRefuted},
           Case{Sign::kGreaterEqual, slower, 40, Strength::kProven},
           Case{Sign::kLess, same, 40, Strength::kNotProven},
           Case{Sign::kLess, same, 18, Strength::kUndecided},
           Case{Sign::kLess, slower, 18, Strength::kRefuted},
           Case{Sign::kLess, faster, 27, Strength::kUndecided},
           Case{Sign::kLess, faster, 40, Strength::kProven},
           Case{Sign::kGreater, same, 40, Strength::kNotProven},
           Case{Sign::kGreater, slower, 40, Strength::kProven},
           Case{Sign::kGreater, faster, 40, Strength::kRefuted},
           Case{Sign::kEqual, same, 40, Strength::kNotRefuted},
           Case{Sign::kEqual, slower, 18, Strength::kRefuted},
           Case{Sign::kEqual, faster, 18, Strength::kRefuted},
           Case{Sign::kNotEqual, same, 40, Strength::kNotProven},
           Case{Sign::kNotEqual, same, 18, Strength::kUndecided},
           Case{Sign::kNotEqual, slower, 40, Strength::kProven},
       }) {
    EXPECT_EQ(decided(c.sign, c.code, c.blocks).strength, c.strength)
        << to_text(c.sign) << ' ' << c.code.factor << ", " << c.blocks;
  }
}

// The signs of 12 blocks show nothing at the level of a family of 150.
TEST(PartsDecision, RefutesInALargeFamilyWithAnyNumberOfBlocks) {
  for (const double alpha : {0.05 / 150, 0.05 / 1000, 1e-7}) {
    for (std::size_t blocks = 8; blocks <= 30; ++blocks) {
      EXPECT_EQ(decided(Sign::kLessEqual, {1.2}, blocks, alpha).strength,
                Strength::kRefuted)
          << alpha << ", " << blocks;
    }
  }
}

TEST(TurningP, IsSmallInALargeFamilyWithAnyNumberOfBlocks) {
  const double alpha = 0.05 / 150;
  for (std::size_t blocks = 8; blocks <= 20; ++blocks) {
    const Experiment observed = experiment({1.2}, blocks);
    EXPECT_LT(turning_p(relation_of(Sign::kLessEqual),
                        {observed, observed, RunStatistic::kTrimmed,
                         blocks * kCallsOfARun},
                        alpha, statistics::kBothShares),
              alpha)
        << blocks;
  }
}

TEST(PartsDecision, SeesSlowCallsThatTypicalCallsHide) {
  const PartsDecision found =
      decided(Sign::kLessEqual, {1, 3, 4}, 40);  // 3 of 50 take 4 times: +18 %
  EXPECT_EQ(found.strength, Strength::kRefuted);
  EXPECT_EQ(found.found_by, Part::kAllCalls);
  EXPECT_NEAR(found.mean, 1.18, 0.005);
  EXPECT_GE(found.lower, 1);
  EXPECT_FALSE(found.slow.are_runs);
}

// The right side takes 1000, and 3 of 50 calls 8 times as long: 1420 in the
// mean.
TEST(PartsDecision, ComparesTheMeansOfBothSides) {
  const Experiment observed = experiment({10, 3, 8}, 40);
  statistics::LookSettings settings;
  settings.levels =
      statistics::single_look(40, 0.01, statistics::kBothShares).levels[0];
  Relation relation;
  relation.sign = Sign::kLess;
  relation.left = LinearForm(kB);
  relation.right = LinearForm(kA);
  relation.theta = relation.left.minus(relation.right);
  const PartsDecision found = *decide_parts(
      relation, {observed, observed, RunStatistic::kTrimmed, 40 * kCallsOfARun},
      settings);
  EXPECT_EQ(found.strength, Strength::kProven);
  EXPECT_NEAR(found.mean, 100.0 / 1420, 1e-3);
  EXPECT_GT(found.lower, 0.9 * found.mean);
  EXPECT_LT(found.upper, 1.1 * found.mean);
}

// Calls that few runs do not show may be so slow that the mean is at the limit.
TEST(PartsDecision, KeepsALimitWithinTheRangeUnlessItRefutes) {
  const auto of_limit = [](double limit, std::size_t blocks) {
    Relation relation;
    relation.sign = Sign::kGreaterEqual;
    relation.left = LinearForm(kA);
    relation.right = LinearForm(limit);
    relation.theta = relation.left.minus(relation.right);
    Experiment observed = experiment({}, blocks);
    observed.erase(kB);
    statistics::LookSettings settings;
    settings.levels =
        statistics::single_look(blocks, 0.01, statistics::kBothShares)
            .levels[0];
    return *decide_parts(
        relation,
        {observed, observed, RunStatistic::kTrimmed, blocks * kCallsOfARun},
        settings);
  };
  for (const std::size_t blocks : {5, 8, 11}) {
    const PartsDecision open = of_limit(120, blocks);
    EXPECT_EQ(open.strength, Strength::kNotRefuted);
    EXPECT_GT(*open.ratio->upper, 1) << blocks;
    EXPECT_NEAR(*open.ratio->lower, 100 / 120.0, 0.02) << blocks;
    const PartsDecision broken = of_limit(250, blocks);
    EXPECT_EQ(broken.strength, Strength::kRefuted);
    EXPECT_LT(*broken.ratio->upper, 0.5) << blocks;
  }
}

TEST(PartsDecision, EndsARelationWhereNoChangeIsLeft) {
  EXPECT_TRUE(decided(Sign::kLessEqual, {}, 27).rules_out_change);
  EXPECT_FALSE(decided(Sign::kLessEqual, {}, 26).rules_out_change);
  EXPECT_FALSE(decided(Sign::kEqual, {1.019}, 27).rules_out_change);
  EXPECT_TRUE(decided(Sign::kLessEqual, {0.9}, 27).rules_out_change);
}

TEST(PartsDecision, ProvesAQuarterOnFewBlocks) {
  EXPECT_EQ(decided(Sign::kLess, {0.6}, 5).strength, Strength::kProven);
  EXPECT_EQ(decided(Sign::kLess, {0.85}, 5).strength, Strength::kUndecided);
  EXPECT_EQ(decided(Sign::kGreater, {1.6}, 5).strength, Strength::kProven);
  EXPECT_EQ(decided(Sign::kGreater, {1.15}, 5).strength, Strength::kUndecided);
  EXPECT_EQ(decided(Sign::kLessEqual, {1.1}, 5).strength, Strength::kRefuted);
}

TEST(PartsDecision, ProvesAFactorOfTwoOfFewCalls) {
  ASSERT_LT(12 * kCallsOfARun, statistics::kCallsForMeans);
  EXPECT_EQ(decided(Sign::kLess, {0.4}, 12).strength, Strength::kProven);
  EXPECT_EQ(decided(Sign::kLess, {0.6}, 12).strength, Strength::kUndecided);
}

TEST(PartsDecision, IsAskedWhereBlocksDecide) {
  DecisionSettings settings;
  EXPECT_FALSE(are_parts_asked(relation_of(Sign::kLess), settings));
  settings.shares = statistics::kBothShares;
  EXPECT_TRUE(are_parts_asked(relation_of(Sign::kLess), settings));
  EXPECT_TRUE(are_parts_asked(relation_of(Sign::kLess, 1.5), settings));
  settings.interpretation = Interpretation::kRunMeans;
  EXPECT_FALSE(are_parts_asked(relation_of(Sign::kLess), settings));
  settings.interpretation = Interpretation::kBlocks;
  Relation limited = relation_of(Sign::kLess);
  limited.theta = LinearForm(kA).minus(LinearForm(100));
  EXPECT_TRUE(are_parts_asked(limited, settings));
  limited.theta = LinearForm(100);
  EXPECT_FALSE(are_parts_asked(limited, settings));
}

TEST(PartsDecision, NeedsMoreUnitsForAFirstLookThanASingleTest) {
  DecisionSettings settings;
  EXPECT_EQ(first_look(relation_of(Sign::kLess), settings), 5U);
  settings.shares = statistics::kBothShares;
  EXPECT_EQ(first_look(relation_of(Sign::kLess), settings), 12U);
}

}  // namespace
}  // namespace spl::logic
