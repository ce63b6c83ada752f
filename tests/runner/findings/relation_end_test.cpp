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

}  // namespace
}  // namespace spl::runner
