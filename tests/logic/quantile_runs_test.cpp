#include "spl/logic/quantile_runs.hpp"

#include <gtest/gtest.h>

#include "spl/logic/look.hpp"
#include "spl/logic/statistic.hpp"
#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

using statistics::Sample;

/// 1000 calls of about 100, `late` of which take `longer`: the p99 follows from
/// 11 of them on.
std::vector<double> run(int late, double longer, double noise) {
  std::vector<double> calls(1000, 100 + noise);
  for (int i = 0; i < late; ++i) {
    calls[static_cast<std::size_t>(i) * 37] = longer + noise;
  }
  return calls;
}

Sample sample(int late, double longer, double shift = 0) {
  std::vector<std::vector<double>> runs;
  for (const double noise :
       {-0.1, 0.1, -0.05, 0.05, 0.0, 0.02, -0.02, 0.07, -0.03, 0.01}) {
    runs.push_back(run(late, longer, noise * (1 + shift)));
  }
  return Sample(runs);
}

Decision decided(const std::string& text, const Experiment& experiment) {
  const ExpandedFormula formula = expanded(text);
  const Relation& relation = formula.relations.at(0);
  return decide(relation, experiment,
                settings_of(relation, asking(Statistic::kBoth)));
}

Experiment experiment(const Sample& a, const Sample& b) {
  return {{Performance{"a", "", "", "", {1.0}}, a},
          {Performance{"b", "", "", "", {1.0}}, b}};
}

// On the left, 20 of 1000 calls take four times as long, and all others take
// 4.2 % less: the means are equal, the p99 is not.
TEST(QuantileRuns, DifferWhereMeansDoNot) {
  std::vector<std::vector<double>> left;
  for (const double noise :
       {-0.1, 0.1, -0.05, 0.05, 0.0, 0.02, -0.02, 0.07, -0.03, 0.01}) {
    std::vector<double> calls(1000, 92.0 / 0.98 + noise);
    for (std::size_t i = 0; i < 20; ++i) calls[i * 37] = 400 + noise;
    left.push_back(calls);
  }
  const Experiment seen = experiment(Sample(left), sample(0, 0, 0.5));
  EXPECT_EQ(decided("p99(a(1)) <= p99(b(1))", seen).strength,
            Strength::kRefuted);
  EXPECT_EQ(decided("p99(a(1)) <= 5 * p99(b(1))", seen).strength,
            Strength::kProven);
  EXPECT_EQ(decided("mean(a(1)) <= mean(b(1))", seen).strength,
            Strength::kNotRefuted);
  EXPECT_EQ(decided("median(a(1)) <= median(b(1))", seen).strength,
            Strength::kProven);
}

TEST(QuantileRuns, AreComparedWithConstants) {
  const Experiment seen = experiment(sample(20, 400), sample(0, 0));
  EXPECT_EQ(decided("p99(a(1)) <= 500 ns", seen).strength, Strength::kProven);
  EXPECT_EQ(decided("p99(a(1)) <= 300 ns", seen).strength, Strength::kRefuted);
  EXPECT_EQ(decided("p95(a(1)) <= 300 ns", seen).strength, Strength::kProven);
  EXPECT_DOUBLE_EQ(*decided("p99(a(1)) <= 1.1 * p99(b(1))", seen).difference,
                   400.005 - 1.1 * 100.005);
}

TEST(QuantileRuns, AreDecidedByBlocksAndRunMeansAlone) {
  const Decision found = decided("p99(a(1)) <= p99(b(1))",
                                 experiment(sample(20, 400), sample(0, 0)));
  ASSERT_EQ(found.interpretations.size(), 2U);
  EXPECT_EQ(found.interpretations[0].first, Interpretation::kBlocks);
  EXPECT_EQ(found.interpretations[1].first, Interpretation::kRunMeans);
}

TEST(QuantileRuns, AreUnknownWithFewerThanTenObservationsBeyond) {
  std::vector<std::vector<double>> runs(10, std::vector<double>(999, 100));
  const Experiment seen = experiment(Sample(runs), sample(0, 0));
  const Decision found = decided("p99(a(1)) <= p99(b(1))", seen);
  EXPECT_EQ(found.strength, Strength::kUndecided);
  EXPECT_EQ(found.verdict, Verdict::kUndecided);
  EXPECT_EQ(found.reason,
            "p99 needs 1000 observations in each run, ten of them beyond it; a "
            "run of a(1) has 999");
  EXPECT_NE(decided("p95(a(1)) <= p95(b(1))", seen).strength,
            Strength::kUndecided);
}

TEST(QuantileRuns, AreWhatALookLooksAt) {
  const Relation relation = expanded("p99(a(1)) <= p99(b(1))").relations.at(0);
  const DecisionSettings how = settings_of(relation, {});
  EXPECT_EQ(look(relation, experiment(sample(20, 400), sample(0, 0)), how, 0.02)
                .finding,
            Finding::kGreater);
  const Look same =
      look(relation, experiment(sample(0, 0, 0.5), sample(0, 0)), how, 0.02);
  EXPECT_EQ(same.finding, Finding::kIndistinct);
  EXPECT_TRUE(same.rules_out_change);
  const std::vector<std::vector<double>> kShort(10, {1, 2, 3});
  const Experiment too_short = experiment(Sample(kShort), Sample(kShort));
  EXPECT_EQ(look(relation, too_short, how, 0.02).finding, Finding::kUnknown);
  EXPECT_FALSE(look(relation, too_short, how, 0.02).rules_out_change);
}

}  // namespace
}  // namespace spl::logic
