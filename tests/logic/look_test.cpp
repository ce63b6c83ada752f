#include "spl/logic/look.hpp"

#include <gtest/gtest.h>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

using statistics::Sample;

/// Six blocks in which A takes `ratio` times what B takes, up to a difference
/// of one in a thousand either way.
Experiment experiment(double ratio) {
  std::vector<std::vector<double>> a;
  std::vector<std::vector<double>> b;
  for (const double noise : {-0.1, 0.1, -0.05, 0.05, 0.0, 0.02}) {
    a.push_back({100 * ratio + noise});
    b.push_back({100});
  }
  return {{kA, Sample(a)}, {kB, Sample(b)}};
}

Look look_at(Sign sign, double ratio, double resolution = 0.02) {
  Relation relation;
  relation.sign = sign;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB);
  relation.theta = relation.left.minus(relation.right);
  return look(relation, experiment(ratio), {}, resolution);
}

TEST(Look, FindsWhatTheDecisionWouldFind) {
  EXPECT_EQ(look_at(Sign::kLessEqual, 1.05).finding, Finding::kGreater);
  EXPECT_EQ(look_at(Sign::kLessEqual, 0.95).finding, Finding::kLess);
  EXPECT_EQ(look_at(Sign::kLessEqual, 1).finding, Finding::kIndistinct);
}

TEST(Look, RulesOutAChangeThatWouldTurnTheVerdict) {
  struct Case {
    Sign sign;
    double ratio;
    bool ruled_out;
  };
  for (const Case& c : {
           Case{Sign::kLessEqual, 1, true},
           Case{Sign::kLessEqual, 1.0195, false},
           Case{Sign::kLessEqual, 0.9, true},  // Only slower would refute it.
           Case{Sign::kGreaterEqual, 1, true},
           Case{Sign::kGreaterEqual, 0.9805, false},
           Case{Sign::kGreaterEqual, 1.1, true},
           Case{Sign::kLess, 1, true},  // Not faster by 2 %: never proven.
           Case{Sign::kLess, 0.9805, false},
           Case{Sign::kGreater, 1, true},
           Case{Sign::kGreater, 1.0195, false},
           Case{Sign::kEqual, 1, true},
           Case{Sign::kEqual, 1.0195, false},
           Case{Sign::kEqual, 0.9805, false},
           Case{Sign::kNotEqual, 1, true},
           Case{Sign::kNotEqual, 0.9, false},
       }) {
    EXPECT_EQ(look_at(c.sign, c.ratio).rules_out_change, c.ruled_out)
        << to_text(c.sign) << ' ' << c.ratio;
  }
}

TEST(Look, NeedsRoomForTheNoise) {
  EXPECT_FALSE(look_at(Sign::kLessEqual, 1, 0.0005).rules_out_change);
  EXPECT_TRUE(look_at(Sign::kLessEqual, 1, 0.005).rules_out_change);
}

TEST(Look, HasNoResolutionWithoutARightSide) {
  Relation relation;
  relation.sign = Sign::kGreaterEqual;
  relation.left = LinearForm(kA);
  relation.theta = relation.left;
  EXPECT_FALSE(look(relation, experiment(1), {}, 0.02).rules_out_change);
}

TEST(Look, RulesOutAllChangesWhereNothingDiffersAndNothingVaries) {
  const auto rules_out = [](double a, double b, const LinearForm& right) {
    Relation relation;
    relation.sign = Sign::kLessEqual;
    relation.left = LinearForm(kA);
    relation.theta = relation.left.minus(right);
    const Experiment counts{{kA, Sample({{a}, {a}, {a}, {a}, {a}})},
                            {kB, Sample({{b}, {b}, {b}, {b}, {b}})}};
    const Look found = look(relation, counts, {}, 0.02);
    return found.finding == Finding::kIndistinct && found.rules_out_change;
  };
  EXPECT_TRUE(rules_out(0, 0, {}));
  EXPECT_TRUE(rules_out(0, 0, LinearForm(kB)));
  EXPECT_TRUE(rules_out(7, 7, LinearForm(kB)));
  EXPECT_FALSE(rules_out(7, 0, {}));
  EXPECT_FALSE(rules_out(7, 8, LinearForm(kB)));
}

Finding found(const LinearForm& left, const LinearForm& right,
              const std::vector<double>& a, const std::vector<double>& b) {
  const auto sample = [](const std::vector<double>& runs) {
    statistics::Runs result;
    for (const double one : runs) result.push_back({one});
    return statistics::Sample(result);
  };
  return twofold(relation(left, right), {{kA, sample(a)}, {kB, sample(b)}},
                 statistics::RunStatistic::kTrimmed);
}

TEST(Twofold, ComparesEveryRunWithEveryOther) {
  const LinearForm a(kA);
  const LinearForm b(kB);
  EXPECT_EQ(found(a, b, {20, 22}, {9, 10}), Finding::kGreater);
  EXPECT_EQ(found(b, a, {20, 22}, {9, 10}), Finding::kLess);
  // Twice in each block, but the machine changed between them.
  EXPECT_EQ(found(a, b, {20, 22}, {9, 11}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b, {19, 40}, {10, 10}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b, {10, 10}, {10, 10}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b, {0, 0}, {0, 0}), Finding::kIndistinct);
}

TEST(Twofold, HasTheRatiosThatItDoesNotReject) {
  const auto ratios = [](const LinearForm& right,
                         const std::vector<double>& b) {
    return twofold_ratios(
        relation(LinearForm(kA), right),
        {{kA, statistics::Sample(statistics::Runs{{20}, {22}})},
         {kB, statistics::Sample(statistics::Runs{{b[0]}, {b[1]}})}},
        statistics::RunStatistic::kTrimmed);
  };
  const auto found = ratios(LinearForm(kB), {9, 10});
  EXPECT_EQ(found.lower, 1);  // At any ratio below all of a are twice b.
  EXPECT_EQ(found.upper, 2 * 22.0 / 9);
  EXPECT_EQ(ratios(LinearForm(5.0), {1, 1}).lower, 2);
  EXPECT_FALSE(ratios(LinearForm(kB), {0, 1}).lower);
}

TEST(Twofold, TakesSidesAsTheyAreWritten) {
  const LinearForm a(kA);
  const LinearForm b(kB);
  EXPECT_EQ(found(a, b.scaled(1.5), {20, 22}, {9, 10}), Finding::kIndistinct);
  EXPECT_EQ(found(a, b.scaled(1.5), {30, 32}, {9, 10}), Finding::kGreater);
  EXPECT_EQ(found(a, LinearForm(10), {20, 22}, {1, 1}), Finding::kGreater);
  EXPECT_EQ(found(a, LinearForm(44), {20, 22}, {1, 1}), Finding::kLess);
  EXPECT_EQ(found(a, LinearForm(43), {20, 22}, {1, 1}), Finding::kIndistinct);
  // A difference has no factor.
  EXPECT_EQ(found(a.minus(b), b, {90, 90}, {10, 10}), Finding::kIndistinct);
}

TEST(Twofold, TakesTheBlocksOfItsLevel) {
  EXPECT_EQ(twofold_blocks(0.05), 2U);
  EXPECT_EQ(twofold_blocks(0.01), 2U);
  EXPECT_EQ(twofold_blocks(0.005), 3U);
  EXPECT_EQ(twofold_blocks(0.001), 3U);
  EXPECT_EQ(twofold_blocks(0.0001), 4U);
}

}  // namespace

}  // namespace spl::logic
