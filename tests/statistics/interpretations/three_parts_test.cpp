#include "spl/statistics/interpretations/three_parts.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/statistics/interpretations/simulated_units.hpp"

namespace spl::statistics {
namespace {

UnitMeans pair_of(std::vector<double> left, std::vector<double> right) {
  UnitMeans means;
  means.typical = {{0, std::move(left)}, {0, std::move(right)}};
  means.plain = means.typical;
  means.coefficients = {1, -1};
  means.calls = 2000;
  return means;
}

std::vector<double> repeated(std::vector<double> numbers, std::size_t count) {
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(numbers[i % numbers.size()]);
  }
  return result;
}

LookSettings at(std::size_t units) {
  LookSettings settings;
  settings.levels = single_look(units, 0.01, kBothShares).levels[0];
  return settings;
}

// What 1 of k processes does is missed by 27 of them with (1 - 1/k)^27, which
// is a tenth where k = 1/(1 - 0.1^(1/27)) = 12.233; by 1350 calls, where k =
// 586.8.
TEST(ThreeParts, SayWhatIsUnseen) {
  EXPECT_NEAR(seen_one_in(27), 12.233, 0.001);
  EXPECT_NEAR(seen_one_in(1350), 586.79, 0.01);
}

TEST(ThreeParts, DecideExactlyWhereNothingVaries) {
  const ThreeParts more(pair_of({8, 8}, {7, 7}));
  EXPECT_TRUE(more.nothing_varies());
  EXPECT_TRUE(more.look(at(2)).greater);
  EXPECT_TRUE(more.look(at(2)).proven_greater);
  EXPECT_FALSE(more.look(at(2)).no_increase);
  const PartFindings equal = ThreeParts(pair_of({7, 7}, {7, 7})).look(at(2));
  EXPECT_FALSE(equal.greater || equal.less);
  EXPECT_TRUE(equal.no_increase && equal.no_decrease);
}

// All twelve signs are alike: no test without assumptions has a smaller p.
TEST(ThreeParts, TrustSignsOfFewUnitsRatherThanStudent) {
  const std::vector<double> right = repeated({100, 101, 99}, 12);
  std::vector<double> left = right;
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i] += 5 + 0.1 * static_cast<double>(i);
  }
  const ThreeParts parts(pair_of(left, right));
  EXPECT_EQ(parts.test(Part::kTypicalCalls).p_greater, 1.0 / 4096);
  EXPECT_EQ(parts.test(Part::kTypicalCalls).p_less, 1);
  EXPECT_NEAR(parts.p(kBothShares).p_greater, 1.0 / 4096 / 0.7, 1e-12);
  EXPECT_TRUE(parts.look(at(12)).greater);
  EXPECT_FALSE(parts.look(at(12)).less);
}

TEST(ThreeParts, ProveFromFortyUnitsOrAFactorOfTwo) {
  const auto faster_by = [](double factor, std::size_t units) {
    const std::vector<double> right = repeated({100, 101, 99, 100.5}, units);
    std::vector<double> left = repeated({100.2, 99, 101}, units);
    for (double& one : left) one *= factor;
    return ThreeParts(pair_of(left, right)).look(at(units));
  };
  EXPECT_TRUE(faster_by(0.9, 39).less);
  EXPECT_FALSE(faster_by(0.9, 39).proven_less);
  EXPECT_TRUE(faster_by(0.9, 40).proven_less);
  EXPECT_TRUE(faster_by(0.4, 12).proven_less);
  EXPECT_FALSE(faster_by(0.6, 12).proven_less);
}

// Typical calls are faster, but every fourth run holds a slow call that more
// than makes up for it.
TEST(ThreeParts, DoNotFindWhatAnotherPartDenies) {
  UnitMeans means = pair_of(repeated({95, 95.5, 96}, 60),
                            repeated({100, 100.5, 101, 99.5}, 60));
  for (std::size_t unit = 0; unit < 60; unit += 4) {
    means.plain[0].excesses[unit] += 80;
  }
  const ThreeParts parts(means);
  EXPECT_LT(parts.test(Part::kTypicalCalls).p_less, 1e-6);
  EXPECT_LT(parts.test(Part::kAllRuns).p_greater, 0.05);
  const PartFindings found = parts.look(at(60));
  EXPECT_FALSE(found.less || found.proven_less);
  EXPECT_TRUE(found.less_is_denied);
  EXPECT_FALSE(found.no_increase);
  std::swap(means.typical[0], means.typical[1]);
  std::swap(means.plain[0], means.plain[1]);
  const PartFindings mirrored = ThreeParts(means).look(at(60));
  EXPECT_FALSE(mirrored.greater || mirrored.proven_greater);
  EXPECT_TRUE(mirrored.greater_is_denied);
}

TEST(ThreeParts, SayNoIncreaseOnlyOfEnoughUnitsAndCalls) {
  const auto found = [](std::size_t units, std::size_t calls) {
    UnitMeans means = pair_of(repeated({100, 100.5, 101, 99.5, 100.2}, units),
                              repeated({100, 101, 100.4, 99.6}, units));
    means.calls = calls;
    return ThreeParts(means).look(at(units));
  };
  EXPECT_TRUE(found(27, 1152).no_increase);
  EXPECT_TRUE(found(27, 1152).no_decrease);
  EXPECT_FALSE(found(26, 1152).no_increase);
  EXPECT_FALSE(found(27, 1151).no_increase);
}

// As commands do: rare calls are rare processes then.
TEST(ThreeParts, AskForNoMoreCallsWhereEachIsAProcess) {
  const auto found = [](double left, std::size_t units, std::size_t needed) {
    UnitMeans means =
        pair_of(repeated({left, left + 0.5, left + 1, left - 0.5}, units),
                repeated({100, 101, 100.4, 99.6}, units));
    means.calls = 2 * units;
    means.needed.calls = needed;
    return ThreeParts(means).look(at(units));
  };
  EXPECT_TRUE(found(100, 27, 0).no_increase);
  EXPECT_FALSE(found(100, 26, 0).no_increase);
  EXPECT_FALSE(found(100, 27, kCallsForMeans).no_increase);
  EXPECT_TRUE(found(80, 40, 0).proven_less);
  EXPECT_FALSE(found(80, 39, 0).proven_less);
  EXPECT_FALSE(found(80, 40, kCallsForMeans).proven_less);
}

TEST(ThreeParts, NeedWhatHalfOfThePlanHolds) {
  const Needed all;
  EXPECT_EQ(needed_of(300, 50), all);
  EXPECT_EQ(needed_of(80, 1e9), all);
  EXPECT_EQ(needed_of(50, 20), (Needed{25, 500}));
  EXPECT_EQ(needed_of(40, 1), (Needed{22, 20}));
  EXPECT_EQ(needed_of(24, 1), (Needed{19, 12}));
  EXPECT_EQ(needed_of(12, 1), (Needed{12, 6}));
  EXPECT_EQ(needed_of(2, 1), (Needed{12, 1}));
  EXPECT_EQ(needed_of(300, 0), (Needed{40, 0}));
}

TEST(ThreeParts, ProveFromAllThereAreByAQuarter) {
  const auto found = [](double left, bool may_have_more) {
    UnitMeans means =
        pair_of(repeated({left, left + 0.5, left + 1, left - 0.5}, 20),
                repeated({100, 101, 100.4, 99.6}, 20));
    means.needed.may_have_more = may_have_more;
    return ThreeParts(means).look(at(20));
  };
  EXPECT_TRUE(found(70, false).proven_less);
  EXPECT_FALSE(found(70, true).proven_less);
  EXPECT_FALSE(found(85, false).proven_less);
  EXPECT_TRUE(found(140, false).proven_greater);
  EXPECT_FALSE(found(140, true).proven_greater);
  EXPECT_FALSE(found(115, false).proven_greater);
}

TEST(ThreeParts, AnswerAboutAllCallsFromWhatIsNeeded) {
  const auto found = [](double left, std::size_t units) {
    UnitMeans means =
        pair_of(repeated({left, left + 0.5, left + 1, left - 0.5}, units),
                repeated({100, 101, 100.4, 99.6}, units));
    means.calls = units;
    means.needed = {15, 15};
    return ThreeParts(means).look(at(units));
  };
  EXPECT_TRUE(found(80, 15).proven_less);
  EXPECT_FALSE(found(80, 14).proven_less);
  EXPECT_TRUE(found(120, 15).proven_greater);
  EXPECT_TRUE(found(100, 15).no_increase && found(100, 15).no_decrease);
  EXPECT_FALSE(found(100, 14).no_increase || found(100, 14).no_decrease);
}

// An event of 1 in 100 calls must take 25 calls' time to come to a quarter.
TEST(ThreeParts, SayNoIncreaseOfFewerCallsWithAMargin) {
  const auto found = [](double left, std::size_t calls) {
    const std::size_t units = 30;
    UnitMeans means = pair_of(repeated({left, left + 0.1, left - 0.1}, units),
                              repeated({100, 100.1, 99.9, 100}, units));
    means.calls = calls;
    return ThreeParts(means).look(at(units));
  };
  EXPECT_TRUE(found(79.9, 231).no_increase);
  EXPECT_FALSE(found(79.9, 225).no_increase);
  EXPECT_FALSE(found(79.9, 231).proven_less);
  EXPECT_TRUE(found(120.1, 231).no_decrease);
  EXPECT_FALSE(found(120.1, 225).no_decrease);
}

// The mean's own resolution is 5 %: one run of 60 that takes 2 times as long
// comes to 1.7 %, but to 3.9 times that at 90 %.
TEST(ThreeParts, SayNothingAboutAllCallsAfterOneSlowRun) {
  UnitMeans means = pair_of(repeated({100, 100.5, 101, 99.5, 100.2}, 60),
                            repeated({100, 101, 100.4, 99.6}, 60));
  means.plain[0].excesses[7] += 100;
  const ThreeParts parts(means);
  EXPECT_NEAR(parts.ratio().mean().upper(ThreeParts::kConfidence), 1.065,
              0.005);
  EXPECT_FALSE(parts.look(at(60)).no_increase);
}

TEST(ThreeParts, AreMirrored) {
  UnitMeans means = pair_of(repeated({100, 103, 101, 99.5, 100.2}, 40),
                            repeated({100, 101, 100.4, 99.6}, 40));
  means.plain[0].excesses[3] += 50;
  UnitMeans mirrored = means;
  std::swap(mirrored.typical[0], mirrored.typical[1]);
  std::swap(mirrored.plain[0], mirrored.plain[1]);
  const ThreeParts one(means);
  const ThreeParts other(mirrored);
  for (const Part part : kParts) {
    EXPECT_DOUBLE_EQ(one.test(part).p_greater, other.test(part).p_less);
  }
  EXPECT_DOUBLE_EQ(one.p_of_proof(kBothShares).p_greater,
                   other.p_of_proof(kBothShares).p_less);
}

struct Shares {
  double greater;
  double no_change;
  double blocks;
};

Shares shares_of(const Machine& machine, std::size_t experiments) {
  Shares shares{0, 0, 0};
  const double one = 1 / static_cast<double>(experiments);
  for (std::size_t i = 0; i < experiments; ++i) {
    const Ending ending = ask_three_parts(machine, {}, i + 1);
    shares.greater += ending.end == End::kGreater ? one : 0;
    shares.no_change += ending.end == End::kNoChange ? one : 0;
    shares.blocks += one * static_cast<double>(ending.blocks);
  }
  return shares;
}

Machine against(const Code& code) { return {{}, code, {}}; }

// 400 experiments of a rate of 1 % have more than 12 in 1 of 5000 cases.
TEST(ThreePartsSimulation, RarelyFindIdenticalCodeGreater) {
  Noise two_points;
  two_points.one_of_both = 0.05;
  for (const Noise& noise : {Noise{}, Noise{0.05}, two_points}) {
    const Shares shares = shares_of({noise, {}, {}}, 400);
    EXPECT_LE(shares.greater, 12.0 / 400);
  }
  EXPECT_NEAR(shares_of(against({}), 100).blocks, 27, 1);
}

TEST(ThreePartsSimulation, FindTails) {
  Code calls;
  calls.slow_calls = 0.05;
  calls.call_factor = 3;
  EXPECT_LE(shares_of(against(calls), 60).no_change, 0.1);
  Code runs;
  runs.slow_runs = 0.1;
  runs.run_factor = 5;
  EXPECT_LE(shares_of(against(runs), 60).no_change, 0.1);
  EXPECT_GE(shares_of(against(runs), 60).greater, 0.9);
  Code slower;
  slower.factor = 1.02;
  EXPECT_GE(shares_of(against(slower), 60).greater, 0.95);
}

}  // namespace
}  // namespace spl::statistics
