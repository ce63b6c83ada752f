#include "runner/findings/relation_end.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

class RelationEnd : public ::testing::Test {
 protected:
  /// The report of a relation that was violated by what was seen.
  RelationReport concluded() {
    RelationReport report;
    report.stopped = basis_.stopped.why;
    report.decision.finding = logic::Finding::kGreater;
    report.decision.verdict = logic::Verdict::kViolated;
    report.decision.difference = 3;
    report.decision.ratio.estimate = 1.5;
    report.decision.ratio.lower = 1.4;
    report.decision.ratio.upper = 1.6;
    report.parts.emplace();
    report.parts->found_by = statistics::Part::kAllCalls;
    report.parts->mean = 1.5;
    conclude({relation_, settings_, basis_}, report);
    return report;
  }

  logic::Relation relation_ = relation("left", "right");
  Settings settings_;
  Basis basis_;
};

TEST_F(RelationEnd, LeavesOpenWithAReason) {
  struct Row {
    Stop why;
    std::size_t blocks;
    std::string reason;
  };
  const Row rows[] = {
      {Stop::kFormula, 3, "its formula is decided without it"},
      {Stop::kInterrupted, 0, "interrupted before its first block"},
      {Stop::kInterrupted, 3, "interrupted after 3 of at most 9 blocks"},
      {Stop::kOpen, 0, "not measured yet"},
      {Stop::kOpen, 3, "measured for 3 of at most 9 blocks"},
      {Stop::kLateCalls, 3, "late calls take longer"},
      {Stop::kDoubtfulTimes, 3, "late calls take longer"},
      {Stop::kBudget, 0, "the budget is too short for two runs of each side"},
      {Stop::kLinks, 3,
       "the budget leaves no time to link the programs, and one layout says "
       "nothing about their sources"}};
  basis_.planned = 9;
  for (const Row& row : rows) {
    basis_.stopped = {row.why, row.blocks};
    basis_.stopped.reason = "late calls take longer";
    const RelationReport report = concluded();
    EXPECT_EQ(report.decision.verdict, logic::Verdict::kUndecided);
    EXPECT_EQ(report.decision.reason, row.reason);
    EXPECT_EQ(report.decision.ratio.estimate, 1.5);
  }
}

TEST_F(RelationEnd, KeepsEstimatesOfAllCallsButNoFinding) {
  for (const Stop why :
       {Stop::kInterrupted, Stop::kOpen, Stop::kFormula, Stop::kLateCalls}) {
    basis_.stopped = {why, 3};
    const RelationReport report = concluded();
    EXPECT_FALSE(report.parts);
    ASSERT_TRUE(report.open_parts);
    EXPECT_EQ(report.open_parts->mean, 1.5);
    EXPECT_FALSE(report.open_parts->found_by);
  }
  basis_.stopped.why = Stop::kLinks;
  EXPECT_FALSE(concluded().open_parts);
  basis_.stopped.why = Stop::kDecided;
  EXPECT_FALSE(concluded().open_parts);
}

TEST(HoldsWeakly, WhereAChangeThatMattersCouldHide) {
  RelationReport report;
  report.decision.verdict = logic::Verdict::kHolds;
  report.decision.strength = logic::Strength::kNotRefuted;
  report.resolution = 0.02;
  EXPECT_FALSE(holds_weakly(report));
  report.hidden = 0.03;
  EXPECT_TRUE(holds_weakly(report));
  report.stopped = Stop::kMayHide;
  EXPECT_FALSE(holds_weakly(report));
  report.stopped = Stop::kBudget;
  report.parts.emplace();
  EXPECT_TRUE(holds_weakly(report));
  report.parts->rules_out_change = true;
  EXPECT_FALSE(holds_weakly(report));
  report.parts->rules_out_change = false;
  report.decision.strength = logic::Strength::kProven;
  EXPECT_FALSE(holds_weakly(report));
}

TEST_F(RelationEnd, HasNoIntervalOfOneLayout) {
  basis_.stopped.why = Stop::kLinks;
  const RelationReport report = concluded();
  EXPECT_FALSE(report.decision.ratio.lower);
  EXPECT_EQ(report.decision.ratio.refusal, "it is that of one layout");
}

TEST_F(RelationEnd, FailsWithItsPerformance) {
  basis_.failure = "right crashed";
  const RelationReport report = concluded();
  EXPECT_EQ(report.stopped, Stop::kFailed);
  EXPECT_EQ(report.decision.verdict, logic::Verdict::kError);
  EXPECT_EQ(report.decision.reason, "right crashed");
  EXPECT_EQ(report.decision.ratio.estimate, 1.5);
}

TEST_F(RelationEnd, KeepsAFindingAndTheReasonOfIdentity) {
  basis_.stopped.why = Stop::kDecided;
  EXPECT_EQ(concluded().decision.verdict, logic::Verdict::kViolated);
  basis_.stopped.why = Stop::kIdentical;
  relation_.identity = "both are one program";
  const RelationReport report = concluded();
  EXPECT_EQ(report.decision.reason, "both are one program");
  EXPECT_FALSE(report.decision.difference);
}

class RatioPrecision : public ::testing::Test {
 protected:
  /// Of 10 blocks, with an interval of 4 % on either side.
  RelationReport report_ = [] {
    RelationReport report;
    report.blocks = 10;
    report.decision.verdict = logic::Verdict::kHolds;
    report.decision.ratio.estimate = 1;
    report.decision.ratio.lower = 0.96;
    report.decision.ratio.upper = 1.04;
    return report;
  }();

  void add(double wanted) {
    settings_.precision = wanted;
    add_precision({relation_, settings_, basis_}, settings_.deciding, {},
                  report_);
  }

  logic::Relation relation_ = relation("left", "right");
  Settings settings_;
  Basis basis_;
};

TEST_F(RatioPrecision, NeedsFourTimesTheBlocksForHalfTheWidth) {
  basis_.evidence = std::make_shared<Evidence>();
  add(0.02);
  ASSERT_TRUE(report_.precision);
  EXPECT_NEAR(*report_.precision->reached, 0.04, 1e-12);
  EXPECT_EQ(report_.precision->blocks, 10U);
  EXPECT_NEAR(static_cast<double>(*report_.precision->blocks_needed), 40, 1);
  add(0.05);
  EXPECT_FALSE(report_.precision->blocks_needed);
}

TEST_F(RatioPrecision, IsAbsentIfNothingWasMeasured) {
  add(0.02);
  EXPECT_FALSE(report_.precision);
}

TEST(BlockCount, IsRoundedUpAndBounded) {
  EXPECT_EQ(block_count(2.1), 3U);
  EXPECT_EQ(block_count(1e300), 9000000000000000000U);
}

statistics::Sample runs(std::size_t count) {
  return statistics::Sample(
      statistics::Runs(count, std::vector<double>{1, 2, 3}));
}

class DecidingLook : public ::testing::Test {
 protected:
  /// "left <= right" of so many runs.
  RelationInputs inputs(std::size_t left, std::size_t right) {
    auto evidence = std::make_shared<Evidence>();
    evidence->experiment.emplace(performance("left"), runs(left));
    evidence->experiment.emplace(performance("right"), runs(right));
    evidence->calls = 7;
    basis_.evidence = evidence;
    return {relation_, settings_, basis_};
  }

  logic::Relation relation_ = relation("left", "right");
  Settings settings_;
  Basis basis_;
};

TEST_F(DecidingLook, HasNoUnitsWithoutEvidenceOrBlocks) {
  EXPECT_EQ(units_of({relation_, settings_, basis_}), 0U);
  EXPECT_TRUE(experiment_of(basis_).empty());
  EXPECT_EQ(units_of(inputs(12, 11)), 0U);
  EXPECT_EQ(units_of(inputs(1, 1)), 0U);
  EXPECT_EQ(units_of(inputs(12, 12)), 12U);
}

TEST_F(DecidingLook, CountsTheFewestRunsAndCalls) {
  EXPECT_EQ(fewest_runs(relation_, experiment_of(inputs(12, 11).basis)), 11U);
  EXPECT_EQ(units(inputs(12, 12)).calls, 7U);
  basis_.stopped.why = Stop::kData;
  EXPECT_EQ(units(inputs(12, 12)).calls, 36U);
}

TEST_F(DecidingLook, IsTheOnlyOneOfGivenDataAndFixedLayouts) {
  EXPECT_FALSE(has_one_look(inputs(12, 12)));
  basis_.layouts = 2;
  EXPECT_TRUE(has_one_look(inputs(12, 12)));
  basis_.layouts = 0;
  basis_.stopped.why = Stop::kData;
  EXPECT_TRUE(has_one_look(inputs(12, 12)));
}

TEST_F(DecidingLook, HasTheLevelThatStoppingLeft) {
  basis_.stopped.level = 0.002;
  EXPECT_EQ(level_of({relation_, settings_, basis_}, 0.01).level, 0.01);
  EXPECT_EQ(level_of(inputs(12, 12), 0.01).level, 0.002);
}

TEST_F(DecidingLook, ComparesMeansOfLayouts) {
  logic::DecisionSettings how;
  how.quantile = 0.9;
  take_layouts(basis_, how);
  EXPECT_TRUE(how.quantile);
  basis_.layouts = 3;
  take_layouts(basis_, how);
  EXPECT_FALSE(how.quantile);
  EXPECT_EQ(how.statistic, statistics::RunStatistic::kMean);
}

}  // namespace

}  // namespace spl::runner
