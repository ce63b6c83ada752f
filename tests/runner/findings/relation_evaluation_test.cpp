#include "runner/findings/relation_evaluation.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

class RelationEvaluation : public ::testing::Test {
 protected:
  RelationEvaluation() {
    auto evidence = std::make_shared<Evidence>();
    evidence->experiment.emplace(performance("left"), sample(10));
    evidence->experiment.emplace(performance("right"), sample(20));
    basis_.evidence = evidence;
    basis_.stopped.why = Stop::kData;
    settings_.deciding.statistic = statistics::RunStatistic::kMean;
  }

  /// Five runs about a mean.
  static statistics::Sample sample(double mean) {
    statistics::Runs runs;
    for (const double run : {-2, -1, 0, 1, 2}) {
      runs.push_back({mean + 0.1 * run, mean + 0.1 * run});
    }
    return statistics::Sample(std::move(runs));
  }

  RelationInputs relation_inputs() { return {relation_, settings_, basis_}; }

  logic::Relation relation_ = relation("left", "right");
  Settings settings_;
  Basis basis_;
  EvaluationInputs inputs_;
};

TEST_F(RelationEvaluation, DecidesOnWhatIsGiven) {
  const RelationReport report = evaluated(relation_inputs(), 0.01, {}, inputs_);
  EXPECT_EQ(report.text, "left <= right");
  EXPECT_EQ(report.alpha, 0.01);
  EXPECT_EQ(report.blocks, 5U);
  EXPECT_EQ(report.decision.verdict, logic::Verdict::kHolds);
  EXPECT_NEAR(*report.decision.ratio.estimate, 0.5, 1e-12);
  EXPECT_FALSE(report.intervals);
  EXPECT_FALSE(report.in_one_layout);
}

TEST_F(RelationEvaluation, AddsAllIntervalsAndLayoutsThatWereNotVaried) {
  inputs_.extent = logic::Extent::kAll;
  inputs_.in_one_layout = {performance("right")};
  const RelationReport report = evaluated(relation_inputs(), 0.01, {}, inputs_);
  EXPECT_TRUE(report.intervals);
  EXPECT_TRUE(report.in_one_layout);
}

TEST_F(RelationEvaluation, HasAPValueIfItWasToBeTested) {
  EXPECT_GT(*p_value(relation_inputs(), {}, inputs_), 0.5);
  std::swap(relation_.left, relation_.right);
  relation_.theta = relation_.left.minus(relation_.right);
  EXPECT_LT(*p_value(relation_inputs(), {}, inputs_), 0.01);
  basis_.stopped.why = Stop::kInterrupted;
  EXPECT_EQ(p_value(relation_inputs(), {}, inputs_), 1);
}

}  // namespace
}  // namespace spl::runner
