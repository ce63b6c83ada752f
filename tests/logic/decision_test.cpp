#include "spl/logic/decision.hpp"

#include <gtest/gtest.h>

#include "tests/logic/two_performances.hpp"

namespace spl::logic {
namespace {

using statistics::RunStatistic;
using statistics::Sample;

// Data sets A and B of the test vectors, section 3.
const Sample kSampleA({{102.1037, 101.4412, 103.0291, 102.6183, 101.9054},
                       {104.2218, 103.8146, 105.1379, 104.4061, 103.5527},
                       {101.0463, 100.2285, 101.7391, 100.9148, 101.3072},
                       {103.3329, 102.5016, 103.9435, 104.1287, 102.8193}});
const Sample kSampleB({{100.4121, 99.8347, 101.2286, 100.9513, 100.1174},
                       {102.0389, 101.1265, 102.7448, 101.5107, 102.3092},
                       {99.1416, 98.7023, 100.0371, 99.5268, 99.9185},
                       {101.8254, 100.6339, 101.1407, 102.2176, 101.4082}});

Relation relation(Sign sign, const LinearForm& left, const LinearForm& right) {
  Relation result;
  result.sign = sign;
  result.left = left;
  result.right = right;
  result.theta = left.minus(right);
  return result;
}

DecisionSettings settings(Interpretation interpretation) {
  return {interpretation, 0.01, RunStatistic::kMean};
}

const Experiment kExperiment{{kA, kSampleA}, {kB, kSampleB}};

TEST(Decision, HasNoRatioBelowZero) {
  const Experiment noisy{{kA, Sample({{1}, {9}, {2}})},
                         {kB, Sample({{100}, {101}, {99}})}};
  const auto lower = [&](const LinearForm& left) {
    return *decide(relation(Sign::kLessEqual, left, LinearForm(kB)), noisy,
                   settings(Interpretation::kBlocks))
                .ratio.lower;
  };
  EXPECT_EQ(lower(LinearForm(kA)), 0);
  EXPECT_GT(lower(LinearForm(kA).plus(LinearForm(100))), 0);
}

TEST(Decision, IsMadeByTheChosenInterpretation) {
  const Relation claim =
      relation(Sign::kLessEqual, LinearForm(kA), LinearForm(kB));
  const Decision blocks =
      decide(claim, kExperiment, settings(Interpretation::kBlocks));
  EXPECT_EQ(blocks.finding, Finding::kGreater);
  EXPECT_EQ(blocks.strength, Strength::kRefuted);
  EXPECT_EQ(blocks.verdict, Verdict::kViolated);
  EXPECT_EQ(blocks.decided_by, Interpretation::kBlocks);
  EXPECT_NEAR(*blocks.difference, 1.86832, 1e-9);
  // Paired inversion at level 0.98, section 6 of the vectors.
  EXPECT_NEAR(*blocks.ratio.estimate, 1.01852732682, 1e-10);
  EXPECT_NEAR(*blocks.ratio.lower, 1.01194605948, 1e-10);
  EXPECT_NEAR(*blocks.ratio.upper, 1.02481962678, 1e-10);
  EXPECT_EQ(blocks.interpretations.size(), 4U);

  const Decision means =
      decide(claim, kExperiment, settings(Interpretation::kRunMeans));
  EXPECT_EQ(means.strength, Strength::kNotRefuted);
  const Decision welch =
      decide(claim, kExperiment, settings(Interpretation::kWelch));
  EXPECT_EQ(welch.strength, Strength::kRefuted);
}

TEST(Decision, IsMadeByRunMeansWhereNumbersOfRunsDiffer) {
  const Experiment experiment{{kA, kSampleA},
                              {kB, Sample({{90, 91}, {92, 91}, {90, 90.5}})}};
  const Decision decision =
      decide(relation(Sign::kGreater, LinearForm(kA), LinearForm(kB)),
             experiment, settings(Interpretation::kBlocks));
  EXPECT_EQ(decision.decided_by, Interpretation::kRunMeans);
  EXPECT_EQ(decision.strength, Strength::kProven);
}

TEST(Decision, OfAConstantNeedsNoObservations) {
  const LinearForm a(kA);
  const auto decided = [&](const LinearForm& right) {
    return decide(relation(Sign::kLessEqual, a, right), {},
                  settings(Interpretation::kBlocks));
  };
  EXPECT_EQ(decided(a).strength, Strength::kNotRefuted);
  EXPECT_EQ(decided(a).finding, Finding::kIndistinct);
  EXPECT_FALSE(decided(a).decided_by);
  EXPECT_EQ(decided(a.plus(LinearForm(5))).strength, Strength::kProven);
  EXPECT_EQ(decided(a.minus(LinearForm(5))).strength, Strength::kRefuted);
}

TEST(Decision, IsAnErrorWhereAPerformanceFailed) {
  const Experiment experiment{{kA, kSampleA}, {kB, Failure{"B crashed"}}};
  const Decision decision =
      decide(relation(Sign::kLess, LinearForm(kA), LinearForm(kB)), experiment,
             settings(Interpretation::kBlocks));
  EXPECT_EQ(decision.finding, Finding::kUnknown);
  EXPECT_EQ(decision.strength, Strength::kUndecided);
  EXPECT_EQ(decision.verdict, Verdict::kError);
  EXPECT_EQ(decision.reason, "B crashed");
}

TEST(Decision, IsOpenWithTooFewRuns) {
  const Experiment experiment{{kA, Sample({{1, 2}})}, {kB, Sample({{3, 4}})}};
  const Decision decision =
      decide(relation(Sign::kLess, LinearForm(kA), LinearForm(kB)), experiment,
             settings(Interpretation::kBlocks));
  EXPECT_EQ(decision.verdict, Verdict::kUndecided);
  EXPECT_FALSE(decision.reason.empty());
  EXPECT_EQ(decision.difference, -2);  // It is seen all the same.
}

// (t_{3,.99} + t_{3,.9}) s / sqrt(4) of the block differences, over the mean of
// B: with t = 12.2783957483 of section 4.4 the standard error is
// 1.86832 / 12.2783957483; t_{3,.99} is 4.54070285857 and t_{3,.9} is
// 1.63774435370.
TEST(Decision, TellsTheDetectableChangeAsAFractionOfTheRightSide) {
  const Decision decision =
      decide(relation(Sign::kLessEqual, LinearForm(kA), LinearForm(kB)),
             kExperiment, settings(Interpretation::kBlocks));
  const double standard_error = 1.86832 / 12.2783957483;
  EXPECT_NEAR(*decision.detectable,
              (4.54070285857 + 1.63774435370) * standard_error / 100.841315,
              1e-9);
}

// Section 4.3 of the vectors: the threshold is 2.09634810484.
TEST(Decision, IsMadeByDefinition48) {
  const Decision decision =
      decide(relation(Sign::kLessEqual, LinearForm(kA), LinearForm(kB)),
             kExperiment, settings(Interpretation::kParametric));
  EXPECT_EQ(decision.strength, Strength::kNotRefuted);
  EXPECT_EQ(decision.decided_by, Interpretation::kParametric);
  EXPECT_NEAR(*decision.interpretations[3].second.threshold, 2.09634810484,
              1e-9);
  EXPECT_TRUE(decision.ratio.lower);
}

// Section 4.5 of the vectors: -1.288059 and 1.288893.
TEST(Decision, IsMadeByDefinition410WithoutAnIntervalOfTheRatio) {
  DecisionSettings chosen = settings(Interpretation::kNonparametric);
  chosen.alpha = 0.05;
  const Decision decision =
      decide(relation(Sign::kLessEqual, LinearForm(kA), LinearForm(kB)),
             kExperiment, chosen);
  EXPECT_EQ(decision.strength, Strength::kRefuted);
  ASSERT_EQ(decision.interpretations.size(), 5U);
  const statistics::TestResult& result = decision.interpretations[4].second;
  EXPECT_NEAR(*result.lower_threshold, -1.288059, 2e-4);
  EXPECT_NEAR(*result.threshold, 1.288893, 2e-4);
  EXPECT_NEAR(*decision.ratio.estimate, 1.01852732682, 1e-10);
  EXPECT_FALSE(decision.ratio.lower);
  EXPECT_EQ(
      decision.ratio.refusal,
      "The interval of Definition 4.10 takes time and was not asked for.");
}

// Section 4.5: both sides learn from H, the runs of A and shifted ones of B.
TEST(Decision, LearnsFromHistory) {
  statistics::Runs h = kSampleA.runs();
  const double shifts[] = {1.7, 0.9, 2.4, 1.1};
  for (std::size_t i = 0; i < 4; ++i) {
    const statistics::Run& run = kSampleB.runs()[i];
    std::vector<double> shifted(run.begin(), run.end());
    for (double& observation : shifted) observation += shifts[i];
    h.push_back(std::move(shifted));
  }
  const Sample learned(h);
  const auto runs = [](const Sample& sample, std::size_t count) {
    return Sample({sample.runs().begin(),
                   sample.runs().begin() + static_cast<std::ptrdiff_t>(count)});
  };
  DecisionSettings chosen = settings(Interpretation::kNonparametric);
  const Decision decision =
      decide(relation(Sign::kEqual, LinearForm(kA), LinearForm(kB)),
             {{kA, runs(kSampleA, 2)}, {kB, runs(kSampleB, 2)}}, chosen,
             {{kA, learned}, {kB, learned}});
  const statistics::TestResult& result = decision.interpretations[4].second;
  EXPECT_NEAR(result.difference, 1.99566, 1e-9);
  EXPECT_NEAR(*result.threshold, 2.154216, 1e-3);
  EXPECT_EQ(decision.strength, Strength::kNotRefuted);
}

TEST(Decision, LooksAtAllInterpretationsOnRequest) {
  DecisionSettings all = settings(Interpretation::kBlocks);
  all.extent = Extent::kAll;
  const Relation claim =
      relation(Sign::kLessEqual, LinearForm(kA), LinearForm(kB));
  EXPECT_EQ(decide(claim, kExperiment, all).interpretations.size(), 5U);
  all.extent = Extent::kCheap;
  EXPECT_EQ(decide(claim, kExperiment, all).interpretations.size(), 4U);
}

}  // namespace
}  // namespace spl::logic
