#include "runner/findings/deciding_look.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

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
