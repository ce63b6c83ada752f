#include "runner/commands/doctor/self_test.hpp"

#include <gmock/gmock.h>

#include <random>

namespace spl::runner {
namespace {

using logic::Performance;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Performance kSort{"sort", "", "", "", {}};

/// The time of a run, by its block, its position in the block, and its side.
using ScriptedMachine = std::function<double(
    std::size_t block, std::size_t position, std::size_t side)>;

/// Blocks in random order, with noise of 1 % between runs.
SelfTest on(const ScriptedMachine& machine, std::size_t blocks = 200,
            const logic::DecisionSettings& settings = {}) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(1, 0.01);
  GroupResult result;
  result.blocks = blocks;
  result.seconds = 1;
  for (std::size_t block = 0; block < result.blocks; ++block) {
    const std::size_t first = std::bernoulli_distribution(0.5)(random) ? 0 : 1;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const Performance name = side == 0 ? kSort : twin(kSort);
      RunRecord record;
      record.block = block;
      record.position = side == first ? 0 : 1;
      const double time = machine(block, record.position, side) * noise(random);
      Measured& measured = result.performances[name];
      measured.observations.push_back({time, 1.001 * time, 0.999 * time});
      measured.records.push_back(std::move(record));
    }
  }
  return self_test(kSort, result, settings);
}

TEST(SelfTest, FindsNothingWrongWithAGoodMachine) {
  const SelfTest test =
      on([](std::size_t, std::size_t, std::size_t) { return 100; });
  EXPECT_EQ(test.failure, "");
  EXPECT_EQ(test.blocks, 200U);
  EXPECT_EQ(test.experiments, 16U);
  EXPECT_LE(test.greater + test.less, 2U);
  EXPECT_NEAR(test.between_sd.value_or(0), 0.01, 0.002);
  EXPECT_NEAR(test.within_sd.value_or(0), 0.001, 0.0001);
  EXPECT_GT(test.impact_factor.value_or(0), 5);
  // A block takes 5 ms; of 200 in a second the mean of contrasts has a standard
  // error of 0.1 %, and 0.36 % is found at 1 %.
  ASSERT_EQ(test.prospects.size(), 3U);
  EXPECT_EQ(test.prospects[0].seconds, 1);
  EXPECT_NEAR(test.prospects[0].typical_calls, 0.0036, 0.0006);
  EXPECT_FALSE(test.prospects[0].all_calls);
  EXPECT_THAT(advice(test), IsEmpty());
}

/// Ten layouts, which differ by steps of 2 %, in 50 blocks; the noise of a
/// block is the same in each layout.
GroupResult of_layouts(std::size_t blocks) {
  GroupResult result;
  result.blocks = blocks;
  for (const logic::Performance& one : {kSort, twin(kSort)}) {
    Measured& measured = result.performances[one];
    for (std::size_t block = 0; block < blocks; ++block) {
      const double layout = 91 + 2. * static_cast<double>(block % 10);
      const double noise = block / 10 % 2 == 0 ? 0.5 : -0.5;
      measured.observations.push_back({layout + noise, layout + noise});
    }
  }
  return result;
}

TEST(SelfTest, TellsHowFarLayoutMovesAWorkload) {
  const auto spread = layout_spread(kSort, of_layouts(60), {});
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->layouts, 10U);
  // The variance of 91, 93, ..., 109 is 110/3; between the six blocks of a
  // layout it is 0.3, of which a sixth is in that of their means.
  EXPECT_NEAR(spread->sd, std::sqrt(110. / 3 - 0.3 / 6) / 100, 1e-9);
  // (t_{n-1,0.99} + t_{n-1,0.9}) sqrt(2) sd / sqrt(n) <= 2 %, for n = 241 by
  // normal quantiles: 13.017 * 2 * 36.617 / 4 = 238.3.
  EXPECT_NEAR(static_cast<double>(spread->needed), 241, 2);
  EXPECT_FALSE(layout_spread(kSort, of_layouts(9), {}));
  EXPECT_FALSE(layout_spread(kSort, {}, {}));
}

TEST(SelfTest, SeesAMachineThatDrifts) {
  const SelfTest test = on([](std::size_t block, std::size_t, std::size_t) {
    return 100 * (1 + 0.1 * static_cast<double>(block) / 199);
  });
  ASSERT_TRUE(test.drift);
  EXPECT_NEAR(test.drift->size, 0.1, 0.01);
  EXPECT_LT(test.drift->p, 1e-6);
  ASSERT_TRUE(test.position);
  EXPECT_GT(test.position->p, 0.001);
  EXPECT_LE(test.greater + test.less, 2U);  // Blocks take it out.
  EXPECT_THAT(advice(test),
              ElementsAre(HasSubstr("% slower while it was measured: the "
                                    "machine drifts")));
}

TEST(SelfTest, SeesAMachineOnWhichTheSecondRunIsSlower) {
  const SelfTest test = on([](std::size_t, std::size_t position, std::size_t) {
    return position == 0 ? 100 : 105;
  });
  ASSERT_TRUE(test.position);
  EXPECT_NEAR(test.position->size, 0.05, 0.005);
  EXPECT_LT(test.position->p, 1e-6);
  ASSERT_TRUE(test.drift);
  EXPECT_GT(test.drift->p, 0.001);
  EXPECT_THAT(advice(test),
              ElementsAre(HasSubstr("the second run of a block takes 4.8 % "
                                    "longer than the first (sort)")));
}

TEST(SelfTest, KnowsNoDriftOfTwoBlocks) {
  const ScriptedMachine steady = [](std::size_t, std::size_t, std::size_t) {
    return 100;
  };
  const SelfTest two = on(steady, 2);
  EXPECT_EQ(two.blocks, 2U);
  EXPECT_FALSE(two.drift);
  EXPECT_THAT(advice(two), IsEmpty());
  EXPECT_TRUE(on(steady, 3).drift);
}

// Experiments of ten blocks: one side is slower in the first, the other in the
// second and third, and none in the others.
TEST(SelfTest, CountsExperimentsThatFindADifference) {
  logic::DecisionSettings settings;
  settings.alpha = 0.0001;  // Nothing is found by chance.
  const ScriptedMachine machine = [](std::size_t block, std::size_t,
                                     std::size_t side) {
    const bool slow = side == 0 ? block < 12 : block >= 12 && block < 36;
    return slow ? 110 : 100;
  };
  const SelfTest test = on(machine, 200, settings);
  EXPECT_EQ(test.experiments, 16U);
  EXPECT_EQ(test.greater, 1U);
  EXPECT_EQ(test.less, 2U);
  EXPECT_EQ(test.false_alarm_rate, 3.0 / 16);
  const auto expected = statistics::rate_interval(3, 16);
  EXPECT_EQ(test.false_alarms.lower, expected.lower);
  EXPECT_EQ(test.false_alarms.upper, expected.upper);
}

// As allocations of code that makes none.
TEST(SelfTest, KnowsNoFractionsOfNothing) {
  const SelfTest test =
      on([](std::size_t, std::size_t, std::size_t) { return 0; });
  EXPECT_EQ(test.experiments, 16U);
  EXPECT_EQ(test.greater + test.less, 0U);
  EXPECT_FALSE(test.between_sd);
  EXPECT_FALSE(test.within_sd);
  EXPECT_FALSE(test.drift);
  EXPECT_FALSE(test.position);
  EXPECT_TRUE(test.prospects.empty());
  EXPECT_THAT(advice(test), IsEmpty());
}

/// The advice if that many experiments find a difference.
std::vector<std::string> advice_on(std::size_t greater, std::size_t less,
                                   std::size_t experiments) {
  SelfTest test;
  test.performance = kSort;
  test.alpha = 0.01;
  test.experiments = experiments;
  test.greater = greater;
  test.less = less;
  test.false_alarm_rate =
      static_cast<double>(greater + less) / static_cast<double>(experiments);
  test.false_alarms = statistics::rate_interval(greater + less, experiments);
  return advice(test);
}

TEST(SelfTest, SeesBlocksThatAreNotIndependent) {
  // The noise of this machine may hold for ten blocks and one side by chance.
  EXPECT_THAT(advice_on(10, 5, 100),
              ElementsAre(HasSubstr("sort was called different from itself in "
                                    "15 % of the experiments, where 2 % are "
                                    "allowed")));
}

TEST(SelfTest, TellsThatAllExperimentsDiffer) {
  EXPECT_THAT(advice_on(20, 0, 20), ElementsAre(HasSubstr("in 100 % of the ")));
}

TEST(SelfTest, TellsWhatFailed) {
  GroupResult result;
  result.performances[twin(kSort)].failure = "sort crashed";
  EXPECT_EQ(self_test(kSort, result, {}).failure, "sort crashed");
}

TEST(PlainPerformances, NeedNoArgumentsOrDeclareThem) {
  logic::Catalogue catalogue;
  const auto add = [&](const std::string& name,
                       std::optional<std::vector<logic::Parameter>> all,
                       logic::Entry::Kind kind =
                           logic::Entry::Kind::kWorkload) {
    logic::Entry entry;
    entry.kind = kind;
    entry.name = name;
    entry.parameters = std::move(all);
    catalogue.entries.push_back(std::move(entry));
  };
  logic::Parameter declared;
  declared.values = {3.0, 4.0};
  add("plain", std::vector<logic::Parameter>{});
  add("declared", std::vector<logic::Parameter>{declared});
  add("open", std::vector<logic::Parameter>{{}});
  add("contains", std::nullopt, logic::Entry::Kind::kMethod);
  add("factory", std::vector<logic::Parameter>{{}},
      logic::Entry::Kind::kFactory);
  const PlainPerformances found = plain_performances(catalogue);
  EXPECT_THAT(found.all,
              ElementsAre(Performance{"plain", "", "", "", {}},
                          Performance{"declared", "", "", "", {3.0}}));
  EXPECT_THAT(found.left_out, ElementsAre("open (without declared values)",
                                          "contains (a method)"));
}

}  // namespace
}  // namespace spl::runner
