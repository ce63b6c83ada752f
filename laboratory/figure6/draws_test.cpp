#include "laboratory/figure6/draws.hpp"

#include <gtest/gtest.h>

#include "spl/workload/random.hpp"

namespace spl::bench {
namespace {

using logic::Interpretation;

RunObservations run(double level, Random& random) {
  RunObservations observations;
  for (int i = 0; i < 20; ++i) {
    observations.push_back(level + random.real(-1, 1));
  }
  return observations;
}

/// Ten blocks about 1000 of which each has a level of its own; sizes differ
/// from the base by so much.
MeasuredBlocks scripted(const std::vector<double>& sizes, double levels,
                        double runs) {
  Random random(1);
  MeasuredBlocks measured;
  measured.sizes.resize(sizes.size());
  for (int block = 0; block < 10; ++block) {
    const double level = 1000 + random.real(-levels, levels);
    const auto one = [&](double more) {
      return run(level + more + random.real(-runs, runs), random);
    };
    auto& base = measured.base.emplace_back();
    for (int i = 0; i < 13; ++i) base.push_back(one(0));
    for (std::size_t size = 0; size < sizes.size(); ++size) {
      measured.sizes[size].push_back(one(sizes[size]));
    }
  }
  return measured;
}

TEST(Refuted, IsEveryWrongRelationOfClearData) {
  const MeasuredBlocks measured = scripted({-50, 50}, 0, 1);
  for (const Interpretation interpretation : logic::kInterpretations) {
    SCOPED_TRACE(to_text(interpretation));
    EXPECT_EQ(refuted(interpretation, measured, 0, {5, 100}),
              (Refuted{true, 1, 0}));
    EXPECT_EQ(refuted(interpretation, measured, 1, {5, 100}),
              (Refuted{true, 0, 1}));
  }
}

TEST(Refuted, IsNotDefinedForOneRunThatMustVary) {
  const MeasuredBlocks measured = scripted({0}, 0, 1);
  for (const Interpretation interpretation :
       {Interpretation::kBlocks, Interpretation::kParametric}) {
    EXPECT_EQ(refuted(interpretation, measured, 0, {1, 100}),
              (Refuted{false, 0, 0}));
  }
  EXPECT_TRUE(refuted(Interpretation::kWelch, measured, 0, {1, 10}).defined);
  EXPECT_TRUE(
      refuted(Interpretation::kNonparametric, measured, 0, {1, 10}).defined);
}

TEST(Refuted, ComparesWithTheSameBlockWhereBlocksDecide) {
  // Blocks differ by far more than the sizes do.
  const MeasuredBlocks measured = scripted({-10}, 500, 0.1);
  EXPECT_EQ(refuted(Interpretation::kBlocks, measured, 0, {5, 100}),
            (Refuted{true, 1, 0}));
  EXPECT_LT(refuted(Interpretation::kRunMeans, measured, 0, {5, 100}).at_least,
            0.2);
}

TEST(Refuted, LearnsFromAllRunsOfTheBase) {
  // Two runs that happen to agree mislead whoever learns from them alone.
  const MeasuredBlocks measured = scripted({0}, 50, 0);
  const Drawing6 drawing = {2, 400, 0.01, 3};
  const Refuted learned =
      refuted(Interpretation::kNonparametric, measured, 0, drawing);
  EXPECT_LT(learned.at_least + learned.at_most, 0.1);
  const Refuted welch = refuted(Interpretation::kWelch, measured, 0, drawing);
  EXPECT_GT(welch.at_least + welch.at_most, 0.5);
}

TEST(Refuted, IsTheSameFromTheSameSeed) {
  const MeasuredBlocks measured = scripted({1}, 5, 3);
  const Drawing6 drawing = {2, 200, 0.01, 3};
  EXPECT_EQ(refuted(Interpretation::kWelch, measured, 0, drawing),
            refuted(Interpretation::kWelch, measured, 0, drawing));
}

// Why one law serves all draws.
TEST(Nonparametric, HasTheSameLawForAllDraws) {
  const MeasuredBlocks measured = scripted({-12}, 2, 6);
  const statistics::Sample learned(measured.base[0]);
  const auto law_of = [&](std::size_t i) {
    const statistics::Sample size({measured.sizes[0][i]});
    const statistics::Sample base({measured.base[i][i]});
    return logic::interpret(Interpretation::kNonparametric,
                            {{{1, &size}, {-1, &base}}, 0}, {},
                            {&learned, &learned});
  };
  EXPECT_EQ(law_of(0).threshold, law_of(1).threshold);
  EXPECT_EQ(law_of(0).lower_threshold, law_of(1).lower_threshold);
  EXPECT_NE(law_of(0).difference, law_of(1).difference);
}

}  // namespace
}  // namespace spl::bench
