#include "spl/statistics/interpretations/nonparametric.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/statistics/close.hpp"
#include "tests/statistics/interpretations/differences.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

Sample first_runs(const Sample& sample, std::size_t count) {
  return Sample(statistics::Runs(
      sample.runs().begin(),
      sample.runs().begin() + static_cast<std::ptrdiff_t>(count)));
}

// The runs of A, then those of B with something added to each.
Sample history() {
  Lists runs = lists(kA);
  const std::vector<double> added = {1.7, 0.9, 2.4, 1.1};
  for (std::size_t i = 0; i < added.size(); ++i) {
    runs.push_back(lists(kB)[i]);
    for (double& observation : runs.back()) observation += added[i];
  }
  return Sample(runs);
}

// Thresholds from numerical inversion of the exact characteristic function.
TEST(Nonparametric, AnswersAsKnown) {
  const Sample stored = history();
  const Sample one_of_a = first_runs(kA, 1);
  const Sample one_of_b = first_runs(kB, 1);
  const Sample two_of_a = first_runs(kA, 2);
  const Sample two_of_b = first_runs(kB, 2);
  // The second is drawn: 5 standard errors of its 20 000 replicates.
  const double kDrawn = 5 / std::sqrt(20000.0);
  struct Case {
    const char* name;
    SampleContrast contrast;
    std::vector<const Sample*> learned;
    double alpha, difference, lower, upper;
    Finding finding;
    double tolerance;
  };
  for (const Case& c : {
           Case{"A,B",
                difference(kA, kB),
                {&kA, &kB},
                0.05,
                1.86832,
                -1.288059,
                1.288893,
                Finding::kGreater,
                1e-5},
           Case{"one run",
                difference(one_of_a, one_of_b),
                {&stored, &stored},
                0.05,
                1.71072,
                -2.183825,
                2.183825,
                Finding::kIndistinct,
                kDrawn * 2.55},
           Case{"two runs",
                difference(two_of_a, two_of_b),
                {&stored, &stored},
                0.01,
                1.99566,
                -2.154216,
                2.154216,
                Finding::kIndistinct,
                1e-5},
       }) {
    SCOPED_TRACE(c.name);
    const TestResult result =
        nonparametric(c.contrast, c.alpha, {c.learned, {}});
    ASSERT_EQ(result.status, Status::kOk);
    EXPECT_EQ(result.finding, c.finding);
    EXPECT_CLOSE(result.difference, c.difference, 1e-9);
    EXPECT_NEAR(result.lower_threshold.value(), c.lower, c.tolerance);
    EXPECT_NEAR(result.threshold.value(), c.upper, c.tolerance);
    EXPECT_FALSE(result.statistic || result.df || result.critical);
    EXPECT_EQ(*result.p_greater < c.alpha, c.finding == Finding::kGreater);
  }
}

TEST(BootstrapVariance, IsKnownForLearnedRuns) {
  const Sample stored = history();
  const auto variance = [&](std::size_t runs) {
    return bootstrap_variance({{1, &stored, runs, 5}, {-1, &stored, runs, 5}});
  };
  EXPECT_CLOSE(variance(1), 1.73971262443, 1e-9);
  EXPECT_CLOSE(variance(2), 0.869856312215, 1e-9);
}

TEST(Nonparametric, LearnsFromItsOwnSamplesByDefault) {
  const TestResult own = nonparametric(difference(kA, kB), 0.05);
  const TestResult told =
      nonparametric(difference(kA, kB), 0.05, {{&kA, &kB}, {}});
  EXPECT_EQ(own.threshold, told.threshold);
  EXPECT_EQ(own.p_greater, told.p_greater);
}

// The exact law has quantiles -2.125 and 2.25; 1.125 lies between.
TEST(Nonparametric, DrawsCoarseLaws) {
  const TestResult result =
      nonparametric(difference(kT1, kT2), 0.05, {{}, {200000, 1, 0}});
  EXPECT_EQ(result.difference, 1.125);
  EXPECT_NEAR(*result.lower_threshold, -2.125, 1e-9);
  EXPECT_NEAR(*result.threshold, 2.25, 1e-9);
  EXPECT_EQ(result.finding, Finding::kIndistinct);
}

// The exact law has quantiles -1.09166666667 and 1.20625, in the midst of close
// atoms; 1.225 lies above.
TEST(Nonparametric, FindsADifferenceInAFinerLaw) {
  const TestResult result =
      nonparametric(difference(kC, kD), 0.05, {{}, {200000, 1, 0}});
  EXPECT_CLOSE(result.difference, 1.225, 1e-9);
  EXPECT_NEAR(*result.lower_threshold, -1.09166666667, 0.01);
  EXPECT_NEAR(*result.threshold, 1.20625, 0.01);
  EXPECT_EQ(result.finding, Finding::kGreater);
}

TEST(Nonparametric, AppliesCoefficientsToWhatItLearns) {
  const TestResult plain = nonparametric({{{1, &kA}}, -102}, 0.05);
  const TestResult doubled = nonparametric({{{-2, &kA}}, 204}, 0.05);
  EXPECT_CLOSE(*doubled.lower_threshold, -2 * *plain.threshold, 1e-9);
  EXPECT_CLOSE(doubled.difference, -2 * plain.difference, 1e-9);
  EXPECT_NEAR(*doubled.p_less, *plain.p_greater, 1e-9);
}

TEST(Nonparametric, WarnsOfLittleLearning) {
  const Sample one_of_a = first_runs(kA, 1);
  EXPECT_EQ(nonparametric({{{1, &one_of_a}}, -102}, 0.05).warning,
            "Definition 4.10 learned from a single run, so it ignores how runs "
            "differ and finds differences far too often.");
  EXPECT_EQ(nonparametric({{{1, &kA}}, -102}, 0.05).warning,
            "Definition 4.10 finds differences too often when it learns from "
            "fewer than 10 runs; here it has 4.");
}

TEST(Nonparametric, WarnsOfTooFewReplicates) {
  const Sample coarse({std::vector<double>(1000, 0), {1, 0}});
  const Sample long_run(Lists(20, std::vector<double>(1000, 1)));
  EXPECT_EQ(nonparametric({{{1, &long_run}}, 0}, 1e-9, {{&coarse}, {100, 1, 0}})
                .warning,
            "The law of Definition 4.10 could only be drawn 10000 times, too "
            "few for this level.");
}

TEST(Nonparametric, DecidesByTheDifferenceWhereNothingVaries) {
  const Sample three({{3, 3}, {3, 3}});
  const TestResult result = nonparametric({{{1, &three}}, -2}, 0.05);
  EXPECT_EQ(result.status, Status::kDegenerate);
  EXPECT_EQ(result.finding, Finding::kGreater);
}

TEST(Nonparametric, RefusesRunsOfDifferentLength) {
  const Sample unequal({{1, 2}, {2, 3, 4}});
  const TestResult result = nonparametric({{{1, &unequal}}, 0}, 0.05);
  EXPECT_EQ(result.status, Status::kUndefined);
  EXPECT_EQ(result.warning,
            "Definition 4.10 needs equally many observations in all runs of a "
            "method; here there are 2 and 3.");
  EXPECT_THROW((void)nonparametric({{{1, &kA}}, 0}, 0.5),
               std::invalid_argument);
}

TEST(Nonparametric, RefusesVariancesThatUnderflow) {
  const Sample a(Runs{{1e-320, 2e-320}, {1e-320, 5e-320}});
  const Sample b(Runs{{1e-300, 1.2e-300}, {1.1e-308, 1.5e-308}});
  const TestResult result = nonparametric({{{1, &a}, {-1, &b}}, 0}, 0.01, {});
  EXPECT_EQ(result.status, Status::kUndefined);
  EXPECT_EQ(result.warning,
            "The observations differ by so little (below 1e-145) that their "
            "variance cannot be computed.");
}

TEST(LearnedRuns, AreScaledToTheMean) {
  const Runs runs{{1, 3}, {5, 7}};
  EXPECT_EQ(mean_of_runs(runs), 4);
  EXPECT_EQ(scaled_to(8, runs), (Runs{{2, 6}, {10, 14}}));
  EXPECT_EQ(scaled_to(4, runs), runs);
}

// The mean of the run means counts, as in Definition 4.10.
TEST(LearnedRuns, WeighRunsEqually) {
  const Runs runs{{2, 2, 2}, {4}};
  EXPECT_EQ(mean_of_runs(runs), 3);
  EXPECT_EQ(scaled_to(6, runs), (Runs{{4, 4, 4}, {8}}));
}

TEST(LearnedRuns, StayAsTheyAreWithoutAScale) {
  const Runs zeros{{0, 0}, {0, 0}};
  const Runs runs{{-1, 3}, {0, 0}};
  EXPECT_EQ(scaled_to(8, zeros), zeros);
  EXPECT_EQ(scaled_to(0, runs), runs);
  EXPECT_EQ(scaled_to(5, {{-4, 0}, {0, 0}}), (Runs{{-4, 0}, {0, 0}}));
}

}  // namespace

}  // namespace spl::statistics
