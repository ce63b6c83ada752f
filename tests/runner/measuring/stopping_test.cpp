#include "runner/measuring/stopping.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "runner/measuring/plan.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"
#include "tests/runner/looks_simulation.hpp"
#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

using logic::Claim;
using logic::Relation;
using logic::Sign;

/// One formula, `a <= b` or that `or c <= d`, measured in groups of 12 blocks
/// at most; what each group has by now is made up.
class LooksTest : public ::testing::Test {
 protected:
  void use(Claim::Kind kind = Claim::Kind::kRelation) {
    SuiteFormula formula;
    formula.relations.push_back(relation("a", "b"));
    if (kind == Claim::Kind::kRelation) {
      formula.claim.kind = kind;
    } else {
      formula.relations.push_back(relation("c", "d"));
      Claim first{Claim::Kind::kRelation, 0, {}};
      Claim second{Claim::Kind::kRelation, 1, {}};
      formula.claim = {kind, 0, {first, second}};
    }
    suite_.formulas.push_back(std::move(formula));
    settings_ = &suite_.formulas[0].settings;
    settings_->deciding = logic::asking(logic::Statistic::kTypical);
    std::vector<Wanted> wanted;
    for (const Relation& one : suite_.formulas[0].relations) {
      wanted.push_back({&one, {}});
    }
    grouping_ = group(wanted);
    for (Group& one : grouping_.groups) one.plan.blocks = 12;
    results_.resize(grouping_.groups.size());
  }

  SequentialStopping looks() const {
    return {suite_, grouping_,
            std::vector<double>(suite_.formulas[0].relations.size(), 0.01)};
  }

  /// A block of the group in which the left side takes `ratio` times the
  /// right one's 100, a little more in every other block.
  void add_block(std::size_t group, double ratio) {
    GroupResult& result = results_[group];
    const double noise = result.blocks % 2 == 0 ? 0.05 : -0.05;
    const std::string names = group == 0 ? "ab" : "cd";
    result.performances[performance(names.substr(0, 1))].observations.push_back(
        {100 * ratio + noise});
    result.performances[performance(names.substr(1))].observations.push_back(
        {100});
    ++result.blocks;
  }

  /// A block of 40 ms in which calls of the left side get faster by a fifth.
  void add_falling_block() {
    GroupResult& result = results_[0];
    for (const char* name : {"a", "b"}) {
      Measured& measured = result.performances[performance(name)];
      std::vector<double> run(20,
                              100 + 0.01 * static_cast<double>(result.blocks));
      for (std::size_t i = 0; *name == 'a' && i < run.size(); ++i) {
        run[i] *= 1.65 - 0.015 * static_cast<double>(i);
      }
      measured.observations.emplace_back(std::move(run));
      RunRecord record;
      record.block = result.blocks;
      record.iterations = 1;
      record.counted_seconds = 0.01;
      record.seconds = 0.02;
      measured.records.push_back(record);
    }
    ++result.blocks;
    result.seconds += 0.04;
  }

  /// The levels of looks at 5, 8 and 12 of 12 blocks.
  static std::vector<double> levels() {
    const double fractions[] = {5.0 / 12, 8.0 / 12, 1};
    return statistics::sequential_levels(0.01, fractions);
  }

  /// Adds so many blocks without a difference to the first group.
  void look_after(SequentialStopping& looks, std::size_t blocks) {
    for (std::size_t i = 0; i < blocks; ++i) {
      add_block(0, 1);
      looks.look(grouping_.groups[0], results_[0]);
    }
  }

  /// Adds blocks until the relation of the group needs no more.
  Stopped measure(SequentialStopping& looks, double ratio,
                  std::size_t group = 0) {
    const Group& one = grouping_.groups[group];
    while (looks.needs_more(*one.relations[0]) &&
           results_[group].blocks < one.plan.blocks) {
      add_block(group, ratio);
      looks.look(one, results_[group]);
    }
    return looks.stopped()[group];
  }

  Suite suite_;
  Settings* settings_ = nullptr;
  Grouping grouping_;
  std::vector<GroupResult> results_;
};

TEST_F(LooksTest, StopOnAFinding) {
  use();
  SequentialStopping all = looks();
  const Stopped stopped = measure(all, 1.5);
  EXPECT_EQ(stopped.why, Stop::kDecided);
  EXPECT_EQ(stopped.blocks, 5U);
  // Looks at 5, 8 and 12 of 12 blocks; alpha ln(1 + (e - 1) 5/12)
  // is spent.
  EXPECT_NEAR(stopped.level, 0.01 * std::log1p(std::expm1(1.0) * 5 / 12), 1e-9);
}

// Contrasts alternate between 0.05 more and less than 0.08 or 0.06.
TEST_F(LooksTest, StopAtALaterLookOnASmallerDifference) {
  use();
  settings_->resolution = 0.0001;
  SequentialStopping all = looks();
  // After 5 blocks t = 3.7 with 4 degrees of freedom, after 8 it is 4.2 with 7.
  Stopped stopped = measure(all, 1.0008);
  EXPECT_EQ(stopped.why, Stop::kDecided);
  EXPECT_EQ(stopped.blocks, 8U);
  EXPECT_EQ(stopped.level, levels()[1]);
  // After 8 blocks t = 3.2, after 12 it is 4.0 with 11.
  results_.assign(1, {});
  SequentialStopping again = looks();
  stopped = measure(again, 1.0006);
  EXPECT_EQ(stopped.why, Stop::kDecided);
  EXPECT_EQ(stopped.blocks, 12U);
  EXPECT_EQ(stopped.level, levels()[2]);
}

TEST_F(LooksTest, StopWhenNoChangeThatMattersIsLeft) {
  use();
  SequentialStopping all = looks();
  const Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kResolution);
  EXPECT_EQ(stopped.blocks, 5U);
}

// After 5 blocks an increase of 0.12 can hide, of 0.10 at all of alpha; after 8
// of 0.07.
TEST_F(LooksTest, RuleOutAtTheLevelOfALaterLook) {
  use();
  settings_->resolution = 0.0011;
  SequentialStopping all = looks();
  const Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kResolution);
  EXPECT_EQ(stopped.blocks, 8U);
  EXPECT_EQ(stopped.level, levels()[1]);
  // With one look, after as many blocks, that has all of alpha.
  for (Group& one : grouping_.groups) one.plan.blocks = 5;
  results_.assign(1, {});
  SequentialStopping again = looks();
  EXPECT_EQ(measure(again, 1).why, Stop::kResolution);
}

// After 40 blocks an increase of 0.03 can hide.
TEST_F(LooksTest, StopAGuardsClaimWhenNoMoreThanIsAllowedMayHide) {
  use();
  settings_->resolution = 0.00001;
  suite_.formulas[0].may_hide = 0.001;
  for (Group& one : grouping_.groups) one.plan.blocks = 100;
  SequentialStopping all = looks();
  const Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kMayHide);
  EXPECT_EQ(stopped.blocks, 40U);
  for (const double less : {0.0, 0.0001}) {
    suite_.formulas[0].may_hide = less;
    results_.assign(1, {});
    SequentialStopping again = looks();
    EXPECT_EQ(measure(again, 1).why, Stop::kBudget) << less;
  }
  // A difference is found all the same.
  suite_.formulas[0].may_hide = 0.001;
  results_.assign(1, {});
  SequentialStopping different = looks();
  EXPECT_EQ(measure(different, 1.001).why, Stop::kDecided);
}

TEST_F(LooksTest, StopAtTheLastBlockPlanned) {
  use();
  settings_->resolution = 0.0001;
  SequentialStopping all = looks();
  Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kBudget);
  EXPECT_EQ(stopped.blocks, 12U);

  // Also where that is when the time is over.
  grouping_.groups[0].plan.is_counted = true;
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  results_.assign(1, {});
  SequentialStopping again = looks();
  look_after(again, 11);
  results_[0].seconds = 3;
  EXPECT_EQ(measure(again, 1).why, Stop::kRuns);
}

TEST_F(LooksTest, StopAtALookBehindTheBudget) {
  use();
  settings_->resolution = 0.0001;
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  SequentialStopping all = looks();
  look_after(all, 4);
  results_[0].seconds = 3;
  const Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kBudget);
  EXPECT_EQ(stopped.blocks, 5U);
}

TEST_F(LooksTest, EndAfterAnyBlockBehindTheBudget) {
  use();
  settings_->resolution = 0.0001;
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  SequentialStopping all = looks();
  look_after(all, 6);
  EXPECT_TRUE(all.needs_more(*grouping_.groups[0].relations[0]));
  results_[0].seconds = 3;
  const Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kBudget);
  EXPECT_EQ(stopped.blocks, 7U);
  // SequentialStopping at 5 and 7 of 12 blocks.
  const double fractions[] = {5.0 / 12, 7.0 / 12};
  EXPECT_NEAR(stopped.level,
              statistics::sequential_levels(0.01, fractions).back(), 1e-12);
}

// A plan is made by the quickest runs of a pilot, and a busy machine makes some
// of its blocks only.
TEST_F(LooksTest, AskForNoMoreThanTheBudgetHeld) {
  use();
  settings_->deciding = logic::asking(logic::Statistic::kBoth);
  suite_.formulas[0].relations[0].sign = Sign::kLess;
  // No long runs are asked for.
  grouping_.groups[0].measuring.are_processes = true;
  for (Group& one : grouping_.groups) one.plan.blocks = 142;
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  SequentialStopping all = looks();
  for (std::size_t i = 0; i < 18; ++i) {
    add_block(0, 0.77);
    if (i == 17) results_[0].seconds = 3;
    all.look(grouping_.groups[0], results_[0]);
  }
  const Stopped stopped = all.stopped()[0];
  EXPECT_EQ(stopped.why, Stop::kDecided);
  EXPECT_EQ(stopped.blocks, 18U);
  EXPECT_TRUE(stopped.is_last);
}

TEST_F(LooksTest, EndBehindTheBudgetWithTwoBlocks) {
  use();
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  results_[0].seconds = 3;
  SequentialStopping all = looks();
  Stopped stopped = measure(all, 1);
  EXPECT_EQ(stopped.why, Stop::kBudget);
  EXPECT_EQ(stopped.blocks, 2U);
  EXPECT_NEAR(stopped.level, 0.01 * std::log1p(std::expm1(1.0) * 2 / 12), 1e-9);

  // A single look is not made early, and has all of alpha.
  settings_->deciding.interpretation = logic::Interpretation::kParametric;
  results_.assign(1, {});
  results_[0].seconds = 3;
  SequentialStopping again = looks();
  stopped = measure(again, 1);
  EXPECT_EQ(stopped.why, Stop::kBudget);
  EXPECT_EQ(stopped.blocks, 2U);
  EXPECT_EQ(stopped.level, 0.01);
}

TEST_F(LooksTest, EndBehindTheBudgetWithAsManyBlocksOfEachLayout) {
  use();
  grouping_.groups[0].plan.layouts = 3;
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  SequentialStopping all = looks();
  look_after(all, 4);
  results_[0].seconds = 3;
  EXPECT_EQ(measure(all, 1).blocks, 6U);
}

TEST_F(LooksTest, GoOnBehindTheBudgetWhereRunsAreAskedFor) {
  use();
  settings_->runs = 12;
  grouping_.groups[0].measuring.runs = 12;
  grouping_.groups[0].measuring.budget = std::chrono::seconds(3);
  results_[0].seconds = 3;
  SequentialStopping all = looks();
  EXPECT_EQ(measure(all, 1).blocks, 12U);
}

TEST_F(LooksTest, AreOneWhereRunsAreAskedForOrAPaperDecides) {
  use();
  settings_->runs = 12;
  grouping_.groups[0].measuring.runs = 12;
  grouping_.groups[0].plan.is_counted = true;
  SequentialStopping all = looks();
  Stopped stopped = measure(all, 1.5);
  EXPECT_EQ(stopped.why, Stop::kRuns);
  EXPECT_EQ(stopped.blocks, 12U);
  EXPECT_EQ(stopped.level, 0.01);

  settings_->runs.reset();
  grouping_.groups[0].measuring.runs.reset();
  grouping_.groups[0].plan.is_counted = false;
  settings_->deciding.interpretation = logic::Interpretation::kParametric;
  results_.assign(1, {});
  SequentialStopping again = looks();
  stopped = measure(again, 1.5);
  EXPECT_EQ(stopped.why, Stop::kBudget);
  EXPECT_EQ(stopped.blocks, 12U);
}

TEST_F(LooksTest, StopWhatFailed) {
  use();
  results_[0].performances[performance("a")].failure = "a crashed";
  SequentialStopping all = looks();
  all.look(grouping_.groups[0], results_[0]);
  EXPECT_EQ(all.stopped()[0].why, Stop::kFailed);
}

TEST_F(LooksTest, StopWhatItsFormulaNeedsNoMore) {
  use(Claim::Kind::kOr);
  SequentialStopping all = looks();
  add_block(1, 1);
  all.look(grouping_.groups[1], results_[1]);
  EXPECT_TRUE(all.needs_more(suite_.formulas[0].relations[1]));
  EXPECT_EQ(measure(all, 0.5).why, Stop::kDecided);  // a <= b is proven.
  EXPECT_FALSE(all.needs_more(suite_.formulas[0].relations[1]));
  EXPECT_EQ(all.stopped()[1].why, Stop::kFormula);
  EXPECT_EQ(all.stopped()[1].blocks, 1U);
}

TEST_F(LooksTest, StopWhatAConstantDecides) {
  use(Claim::Kind::kOr);
  Relation& constant = suite_.formulas[0].relations[0];
  constant.theta = constant.left.minus(constant.left);
  constant.sign = logic::Sign::kLessEqual;
  grouping_.group_of[0] = kNoGroup;
  const SequentialStopping all = looks();
  EXPECT_FALSE(all.needs_more(suite_.formulas[0].relations[1]));
  EXPECT_EQ(all.stopped()[0].why, Stop::kConstant);
  EXPECT_EQ(all.stopped()[1].why, Stop::kFormula);
  EXPECT_EQ(all.stopped()[1].blocks, 0U);
}

// Five blocks at most are looked at once, but the formula need not wait.
TEST_F(LooksTest, StopOnWhatTheOnlyLookFinds) {
  use(Claim::Kind::kOr);
  for (Group& one : grouping_.groups) one.plan.blocks = 5;
  SequentialStopping all = looks();
  add_block(1, 1);
  all.look(grouping_.groups[1], results_[1]);
  const Stopped found = measure(all, 0.5);
  EXPECT_EQ(found.why, Stop::kDecided);
  EXPECT_EQ(found.blocks, 5U);
  EXPECT_NEAR(found.level, 0.01, 1e-12);
  EXPECT_EQ(all.stopped()[1].why, Stop::kFormula);

  results_.assign(2, {});
  SequentialStopping again = looks();
  EXPECT_EQ(measure(again, 1).why, Stop::kResolution);
}

// More blocks may decide it, and longer runs alone would not.
TEST_F(LooksTest, KeepTheirEndWhereLateCallsTurnNoVerdict) {
  use();
  settings_->deciding = logic::asking(logic::Statistic::kBoth);
  settings_->resolution = settings_->mean_resolution = 1e-6;
  for (const Sign sign : {Sign::kLess, Sign::kLessEqual}) {
    suite_.formulas[0].relations[0].sign = sign;
    results_.assign(1, {});
    SequentialStopping all(suite_, grouping_, {0.001});
    all.know_late_calls([](const auto&, const UsualLook& look) {
      EXPECT_DOUBLE_EQ(look.share, 0.1);  // Of a family of ten.
      JudgedLongRuns judged;
      judged.doubt = "late calls take longer";
      return judged;
    });
    EXPECT_EQ(measure(all, 1).why,
              sign == Sign::kLess ? Stop::kBudget : Stop::kLateCalls);
  }
}

// Four times a usual run, with its start, takes a tenth of 25 blocks.
TEST_F(LooksTest, GoOnUntilThereIsTimeForLongRunsWhereCallsSeemToChange) {
  use();
  settings_->deciding = logic::asking(logic::Statistic::kBoth);
  grouping_.groups[0].plan.blocks = 60;
  SequentialStopping all = looks();
  const Relation& one = *grouping_.groups[0].relations[0];
  for (std::size_t blocks = 1; blocks <= 27; ++blocks) {
    add_falling_block();
    all.look(grouping_.groups[0], results_[0]);
    EXPECT_TRUE(all.needs_more(one)) << blocks;
    EXPECT_EQ(all.long_observations(one) > 0, blocks == 27) << blocks;
  }
}

TEST_F(LooksTest, JudgeByUsualRunsWhereThereIsNoTimeForLongOnes) {
  use();
  settings_->deciding = logic::asking(logic::Statistic::kBoth);
  SequentialStopping all = looks();
  for (std::size_t i = 0; i < 12; ++i) {
    add_falling_block();
    all.look(grouping_.groups[0], results_[0]);
  }
  const Stopped stopped = all.stopped()[0];
  EXPECT_EQ(stopped.why, Stop::kLateCalls);
  EXPECT_EQ(stopped.reason,
            "calls of a go on getting faster with the calls of a process "
            "(0.9052 times as long after 10 ms as at first): `warmup = 20 ms` "
            "measures them settled, a generator or more input as fresh input "
            "finds them");
}

TEST_F(LooksTest, GoOnWhereTheFormulaStillNeedsTheOther) {
  use(Claim::Kind::kAnd);
  SequentialStopping all = looks();
  EXPECT_EQ(measure(all, 0.5).why, Stop::kDecided);
  EXPECT_TRUE(all.needs_more(suite_.formulas[0].relations[1]));
}

TEST_F(LooksTest, NeedNothingOfConstantsAndOfWhatNoBudgetHolds) {
  use();
  grouping_.groups[0].plan.blocks = 0;
  EXPECT_EQ(looks().stopped()[0].why, Stop::kBudget);
  EXPECT_EQ(looks().stopped()[0].blocks, 0U);
  grouping_.group_of = {kNoGroup};
  EXPECT_EQ(looks().stopped()[0].why, Stop::kConstant);
  EXPECT_FALSE(looks().needs_more(suite_.formulas[0].relations[0]));
}

/// At most this many of so many, but for a chance of 1 in 10 000.
double most_likely(double rate, std::size_t experiments) {
  const auto n = static_cast<double>(experiments);
  return n * rate + 3.72 * std::sqrt(n * rate * (1 - rate));
}

// Nothing else ends an experiment, and noise is what the test assumes or makes
// two groups of runs.
TEST(LooksSimulation, SpendsAlphaAndNoMore) {
  constexpr std::size_t kExperiments = 1500;
  const Looking to_the_end{40, 0.05, 1e-6};
  Machine of_two_speeds;
  of_two_speeds.slow_share = 0.5;
  of_two_speeds.slow_factor = 1.2;
  Machine disturbed;
  disturbed.slow_share = 0.05;
  for (const Machine& machine : {Machine{}, of_two_speeds, disturbed}) {
    const Outcomes outcomes = simulate(machine, to_the_end, kExperiments, 1);
    for (const std::size_t alarms : {outcomes.greater, outcomes.less}) {
      EXPECT_LE(static_cast<double>(alarms), most_likely(0.05, kExperiments));
      // The fewer are not clipped, the more cautious the test is.
      EXPECT_GE(static_cast<double>(alarms), 0.025 * kExperiments);
    }
  }
}

// The time shows a little of what is tested: slow runs end an experiment.
TEST(LooksSimulation, SpendsNoMoreWhereTheTimeIsOver) {
  constexpr std::size_t kExperiments = 2500;
  Looking half_of_the_time{12, 0.05, 1e-6};
  half_of_the_time.budget = 6;
  Machine disturbed;
  disturbed.slow_share = 0.05;
  for (const Machine& machine : {Machine{}, disturbed}) {
    const Outcomes outcomes =
        simulate(machine, half_of_the_time, kExperiments, 1);
    EXPECT_GT(outcomes.blocks, 5);
    EXPECT_LT(outcomes.blocks, 7);
    // The level that may be spent with 7 of 12 blocks.
    const double spent = 0.05 * std::log1p(std::expm1(1.0) * 7 / 12);
    for (const std::size_t alarms : {outcomes.greater, outcomes.less}) {
      EXPECT_LE(static_cast<double>(alarms), most_likely(spent, kExperiments));
      // Few blocks are not clipped, and the test minds what disturbs. Most end
      // after 6, just after the look at 5, which leaves a small level.
      EXPECT_GE(static_cast<double>(alarms), 0.35 * spent * kExperiments);
    }
  }
}

TEST(LooksSimulation, IsQuickWhereFewRunsAreDisturbed) {
  Machine disturbed;
  disturbed.slow_share = 0.05;
  disturbed.change = 0.02;
  const Outcomes clipped = simulate(disturbed, {300}, 200, 1);
  const Outcomes plain = simulate(
      disturbed, {300, 0.05, 0.02, statistics::RunStatistic::kMean}, 200, 1);
  EXPECT_GT(clipped.greater, plain.greater);
  EXPECT_LT(4 * clipped.blocks, plain.blocks);
}

TEST(LooksSimulation, FindsLargeChangesSooner) {
  double before = 40;
  for (const double change : {0.01, 0.02, 0.05, 0.1}) {
    Machine machine;
    machine.change = change;
    const Outcomes outcomes = simulate(machine, {40}, 500, 1);
    // Many changes of 1 % are found to be none of 2 % first.
    EXPECT_GT(outcomes.greater, change > 0.015 ? 490U : 200U) << change;
    EXPECT_LE(outcomes.less, 1U);
    EXPECT_LE(outcomes.blocks, before) << change;
    before = outcomes.blocks;
  }
}

}  // namespace
}  // namespace spl::runner
