#include "spl/statistics/interpretations/interpretation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/statistics/close.hpp"
#include "tests/statistics/interpretations/differences.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;
using ::testing::ThrowsMessage;

constexpr auto kMean = RunStatistic::kMean;

struct KnownTest {
  const char* name;
  SampleContrast contrast;
  double alpha;
  double difference, t, df, critical, p_greater;
  Finding finding;
};

void expect_known(const TestResult& result, const KnownTest& c) {
  SCOPED_TRACE(c.name);
  ASSERT_EQ(result.status, Status::kOk);
  EXPECT_EQ(result.finding, c.finding);
  EXPECT_CLOSE(result.difference, c.difference, kTolerance);
  EXPECT_CLOSE(result.statistic.value(), c.t, kTolerance);
  EXPECT_CLOSE(result.df.value(), c.df, kTolerance);
  EXPECT_CLOSE(result.critical.value(), c.critical, kTolerance);
  EXPECT_CLOSE(result.threshold.value(), c.critical * c.difference / c.t,
               kTolerance);
  EXPECT_CLOSE(result.p_greater.value(), c.p_greater, kTolerance);
  EXPECT_CLOSE(result.p_less.value(), 1 - c.p_greater, kTolerance);
}

// Two performances, then a contrast of three.
TEST(Welch, AnswersAsKnown) {
  const auto kGreater = Finding::kGreater;
  const auto kIndistinct = Finding::kIndistinct;
  const SampleContrast of_three = {{{1, &kA}, {-0.5, &kB}, {-4, &kD}}, -1.5};
  for (const KnownTest& c : {
           KnownTest{"X,Y", difference(kX, kY), 0.05, 3, 2.12132034356, 2,
                     2.91998558035, 0.0839748528311, kIndistinct},
           KnownTest{"Y,Z", difference(kY, kZ), 0.05, 3, 2.12132034356, 2,
                     2.91998558035, 0.0839748528311, kIndistinct},
           KnownTest{"X,Z", difference(kX, kZ), 0.05, 6, 4.24264068712, 2,
                     2.91998558035, 0.0256583509747, kGreater},
           KnownTest{"A,B", difference(kA, kB), 0.01, 1.86832, 4.76615835382,
                     36.6686033861, 2.43243786479, 1.47569353695e-05, kGreater},
           KnownTest{"A,1.02 B", difference(kA, kB, 1.02), 0.01, -0.1485063,
                     -0.375785693468, 36.9155526078, 2.43169803392,
                     0.645386442222, kIndistinct},
           KnownTest{"C,D", difference(kC, kD), 0.05, 1.225, 2.85596186223,
                     18.1466039871, 1.73330497217, 0.00521822391982, kGreater},
           KnownTest{"E,F", difference(kE, kF), 0.05, 0.930555555556,
                     2.6562008114, 15.4122361666, 1.74997642745,
                     0.00882943648671, kGreater},
           KnownTest{"A-0.5B-4D-1.5", of_three, 0.05, 4.1889775, 4.52368428963,
                     18.0739570174, 1.73367928142, 0.000130219015073, kGreater},
       }) {
    expect_known(welch(c.contrast, c.alpha), c);
  }
}

TEST(Welch, WarnsWhereItCannotBeTrusted) {
  const Sample alike({{1, 2, 3}, {1.5, 2, 2.5}});
  const Sample constant_runs({{1, 1}, {2, 2}});
  struct Case {
    SampleContrast contrast;
    const char* warning;
  };
  const char* const of_runs =
      "Definition 4.5 takes observations for independent, but here they differ "
      "from run to run, so it finds differences too often.";
  for (const Case& c : {
           Case{difference(kX, kY),
                "Definition 4.5 has a single run of a side, so a difference "
                "between runs may look like one between the sides."},
           Case{difference(kA, kB), of_runs},
           Case{difference(alike, constant_runs), of_runs},
           Case{difference(alike, alike), ""},
       }) {
    EXPECT_EQ(welch(c.contrast, 0.05).warning, c.warning);
  }
}

// X <= Y and Y <= Z hold, X <= Z does not: the relation is not transitive.
TEST(Welch, IsNotTransitive) {
  EXPECT_NE(welch(difference(kX, kY), 0.05).finding, Finding::kGreater);
  EXPECT_NE(welch(difference(kY, kZ), 0.05).finding, Finding::kGreater);
  EXPECT_EQ(welch(difference(kX, kZ), 0.05).finding, Finding::kGreater);
}

// The critical value is z_{1-alpha}, so the threshold tells the variance.
TEST(Parametric, AnswersAsKnown) {
  struct Case {
    const char* name;
    SampleContrast contrast;
    double alpha, z, difference, threshold;
    Finding finding;
  };
  const double z95 = 1.64485362695;
  const double z99 = 2.32634787404;
  const SampleContrast of_three = {{{1, &kA}, {-0.5, &kB}, {-4, &kD}}, -1.5};
  for (const Case& c : {
           Case{"A,B", difference(kA, kB), 0.01, z99, 1.86832, 2.09634810484,
                Finding::kIndistinct},
           Case{"A,1.02 B", difference(kA, kB, 1.02), 0.01, z99, -0.1485063,
                2.11280721602, Finding::kIndistinct},
           Case{"C,D", difference(kC, kD), 0.05, z95, 1.225, 1.39794499346,
                Finding::kIndistinct},
           Case{"E,F", difference(kE, kF), 0.05, z95, 0.930555555556,
                0.783093634347, Finding::kGreater},
           Case{"A-0.5B-4D-1.5", of_three, 0.05, z95, 4.1889775, 2.55582591647,
                Finding::kGreater},
       }) {
    SCOPED_TRACE(c.name);
    const TestResult result = parametric(c.contrast, c.alpha);
    ASSERT_EQ(result.status, Status::kOk);
    EXPECT_EQ(result.finding, c.finding);
    EXPECT_CLOSE(result.difference, c.difference, kTolerance);
    EXPECT_CLOSE(result.critical.value(), c.z, kTolerance);
    EXPECT_CLOSE(result.threshold.value(), c.threshold, kTolerance);
    EXPECT_CLOSE(result.statistic.value(), c.z * c.difference / c.threshold,
                 kTolerance);
    EXPECT_FALSE(result.df);
  }
}

TEST(Parametric, WarnsOfFewRuns) {
  EXPECT_EQ(parametric(difference(kA, kC), 0.05).warning,
            "Definition 4.8 finds differences too often with fewer than 30 "
            "runs a side; here a side has 3.");
}

TEST(RunMeans, AnswersAsKnown) {
  const auto kGreater = Finding::kGreater;
  const auto kIndistinct = Finding::kIndistinct;
  const SampleContrast of_three = {{{1, &kA}, {-0.5, &kB}, {-4, &kD}}, -1.5};
  const SampleContrast of_one = {{{1, &kA}}, -102};
  for (const KnownTest& c : {
           KnownTest{"A,B", difference(kA, kB), 0.01, 1.86832, 2.12247222983,
                     5.70349281514, 3.19815389864, 0.0402045463361,
                     kIndistinct},
           KnownTest{"A,1.02 B", difference(kA, kB, 1.02), 0.01, -0.1485063,
                     -0.167407731291, 5.74853608395, 3.18925216576,
                     0.563608875981, kIndistinct},
           KnownTest{"C,D", difference(kC, kD), 0.05, 1.225, 1.52217737845,
                     2.59650082598, 2.51021037367, 0.119436493618, kIndistinct},
           KnownTest{"E,F", difference(kE, kF), 0.05, 0.930555555556,
                     3.02675147473, 3.86379363061, 2.15362384304,
                     0.0203453758517, kGreater},
           KnownTest{"A-0.5B-4D-1.5", of_three, 0.05, 4.1889775, 3.0664917436,
                     6.82822183778, 1.90177393521, 0.00936282004938, kGreater},
           KnownTest{"A-102", of_one, 0.05, 0.709635, 1.02882249704, 3,
                     2.353363434801823, 0.189627561616, kIndistinct},
       }) {
    expect_known(run_means(c.contrast, c.alpha, kMean), c);
  }
}

TEST(Blocks, AnswersAsKnown) {
  const auto kGreater = Finding::kGreater;
  const auto kIndistinct = Finding::kIndistinct;
  const SampleContrast with_constant = {{{1, &kA}, {-0.6, &kB}}, -41};
  const SampleContrast of_one = {{{1, &kA}}, -102};
  for (const KnownTest& c : {
           KnownTest{"A,B", difference(kA, kB), 0.01, 1.86832, 12.2783957483, 3,
                     4.54070285857, 0.000581756612378, kGreater},
           KnownTest{"A,1.02 B", difference(kA, kB, 1.02), 0.01, -0.1485063,
                     -1.04481102612, 3, 4.54070285857, 0.813557517919,
                     kIndistinct},
           KnownTest{"E,F", difference(kE, kF), 0.05, 0.930555555556,
                     6.3309049229, 2, 2.91998558035, 0.0120266692041, kGreater},
           KnownTest{"A-0.6B-41", with_constant, 0.05, 1.204846, 3.31102776672,
                     3, 2.353363434801823, 0.0226786322395, kGreater},
           KnownTest{"A-102", of_one, 0.05, 0.709635, 1.02882249704, 3,
                     2.353363434801823, 0.189627561616, kIndistinct},
       }) {
    expect_known(blocks(c.contrast, c.alpha, kMean), c);
  }
}

// Of the data above; the test of equality is two-sided at level 2 alpha.
TEST(Interpretations, GiveTwoSidedPValues) {
  const auto two_sided = [](const TestResult& result) {
    return 2 * std::min(*result.p_greater, *result.p_less);
  };
  struct Case {
    const char* name;
    SampleContrast contrast;
    double welch, run_means, blocks;  // 0 if not known.
  };
  for (const Case& c : {
           Case{"X,Y", difference(kX, kY), 0.167949705662, 0, 0},
           Case{"Y,Z", difference(kY, kZ), 0.167949705662, 0, 0},
           Case{"X,Z", difference(kX, kZ), 0.0513167019495, 0, 0},
           Case{"A,B", difference(kA, kB), 2.95138707389e-05, 0.0804090926723,
                0.00116351322476},
           Case{"A,1.02 B", difference(kA, kB, 1.02), 0.709227115556,
                0.872782248037, 0.372884964162},
           Case{"C,D", difference(kC, kD), 0.0104364478396, 0.238872987235, 0},
           Case{"E,F", difference(kE, kF), 0.0176588729734, 0.0406907517034,
                0.0240533384083},
       }) {
    SCOPED_TRACE(c.name);
    EXPECT_CLOSE(two_sided(welch(c.contrast, 0.05)), c.welch, kTolerance);
    if (c.run_means != 0) {
      EXPECT_CLOSE(two_sided(run_means(c.contrast, 0.05, kMean)), c.run_means,
                   kTolerance);
    }
    if (c.blocks != 0) {
      EXPECT_CLOSE(two_sided(blocks(c.contrast, 0.05, kMean)), c.blocks,
                   kTolerance);
    }
  }
}

TEST(Interpretations, AnswerTheOppositeForOppositeContrasts) {
  const TestResult there = blocks(difference(kA, kB), 0.01, kMean);
  const TestResult back = blocks(difference(kB, kA), 0.01, kMean);
  EXPECT_EQ(back.finding, Finding::kLess);
  EXPECT_EQ(back.difference, -there.difference);
  EXPECT_EQ(back.p_less, there.p_greater);
}

// Blocks whose median or trimmed mean ignores one disturbed observation.
TEST(Interpretations, UseTheRunStatisticAskedFor) {
  const Sample left({{1, 2, 3, 4, 105}, {2, 3, 4, 5, 6}});
  const SampleContrast contrast = {{{1, &left}}, 0};
  EXPECT_EQ(blocks(contrast, 0.05, RunStatistic::kMean).difference, 13.5);
  EXPECT_EQ(blocks(contrast, 0.05, RunStatistic::kTrimmed).difference, 3.5);
  EXPECT_EQ(run_means(contrast, 0.05, RunStatistic::kMedian).difference, 3.5);
}

// Blocks of one observation each, `scale` times as large.
Sample blocks_of(const std::vector<double>& values, double scale = 1) {
  std::vector<std::vector<double>> runs;
  for (const double value : values) runs.push_back({scale * value});
  return Sample(std::move(runs));
}

const std::vector<double> kRight = {10, 20, 30, 40, 50, 60, 70, 80};
// Above the right side by 1, but by 101 once.
const std::vector<double> kLeft = {11, 21, 131, 41, 51, 61, 71, 81};

constexpr auto kTrimmed = RunStatistic::kTrimmed;

// The median distance from 0 is 1, so 101 counts as 2: the mean is 9/8 with a
// variance of 1/64, and seven eighths are not clipped.
TEST(Blocks, AreClippedAtTwiceTheMedian) {
  for (const double scale : {1.0, 10.0}) {
    SCOPED_TRACE(scale);
    const Sample left = blocks_of(kLeft, scale);
    const Sample right = blocks_of(kRight, scale);
    const TestResult above = blocks(difference(left, right), 0.01, kTrimmed);
    EXPECT_EQ(above.finding, Finding::kGreater);
    EXPECT_CLOSE(*above.statistic, 9.0, 1e-12);
    EXPECT_EQ(above.df, 5);
    EXPECT_CLOSE(above.difference, scale * 9 / 7, 1e-12);
    EXPECT_CLOSE(*above.threshold, *above.critical * scale / 7, 1e-12);
    const TestResult below = blocks(difference(right, left), 0.01, kTrimmed);
    EXPECT_EQ(below.finding, Finding::kLess);
    EXPECT_EQ(below.statistic, -*above.statistic);
  }
}

/// Of blocks that differ so, each other in level.
TestResult blocks_differing(const std::vector<double>& differences) {
  std::vector<double> right;
  std::vector<double> left;
  for (const double one : differences) {
    right.push_back(1000.0 + 10 * static_cast<double>(right.size()));
    left.push_back(right.back() + one);
  }
  return blocks(difference(blocks_of(left), blocks_of(right)), 0.01, kTrimmed);
}

// 13 of 20 differ by 1, 7 by 100, as if a neighbour disturbed every third run.
// Clipped to 2 they have a variance of 2.05 about 0, clipped to 1 of 1, and in
// both cases 13 are kept. So what counts is the signs, 16 to 4.
TEST(Blocks, AreClippedCloserWhereManyAreFarOff) {
  const std::vector<double> differences = {1,   1,    1,   1,    -1,  1,   1,
                                           1,   1,    1,   1,    1,   1,   100,
                                           100, -100, 100, -100, 100, -100};
  const TestResult many = blocks_differing(differences);
  EXPECT_CLOSE(*many.statistic, 0.6 / std::sqrt(0.64 / 19), 1e-12);
  EXPECT_EQ(many.df, 11);
  EXPECT_CLOSE(many.difference, 0.6 / 0.65, 1e-12);
  // Of eleven they are clipped to 2: seven by 1, two of 100 either way.
  const TestResult few =
      blocks_differing({1, 1, 1, 1, -1, 1, 1, 100, 100, -100, -100});
  EXPECT_CLOSE(few.difference, 5.0 / 7, 1e-12);
  EXPECT_CLOSE(*few.statistic,
               5.0 / 11 / std::sqrt((23.0 - 25.0 / 11) / 10 / 11), 1e-12);
  EXPECT_EQ(few.df, 5);
}

// Less three times the right side, 70 and more stand beside 41.
TEST(Blocks, AreNotClippedWhereNoneIsFarOff) {
  const Sample left = blocks_of(kLeft);
  const Sample right = blocks_of(kRight);
  const SampleContrast contrast = difference(left, right, 3);
  const TestResult clipped = blocks(contrast, 0.01, RunStatistic::kMedian);
  const TestResult plain = blocks(contrast, 0.01, kMean);
  EXPECT_EQ(clipped.statistic, plain.statistic);
  EXPECT_EQ(clipped.df, 7);
}

TEST(Blocks, AreNotClippedByTheirMeansNorIfFew) {
  const Sample left = blocks_of(kLeft);
  const Sample right = blocks_of(kRight);
  EXPECT_EQ(blocks(difference(left, right), 0.01, kMean).difference, 13.5);
  const Sample seven = blocks_of({kLeft.begin(), kLeft.end() - 1});
  const Sample others = blocks_of({kRight.begin(), kRight.end() - 1});
  const TestResult few = blocks(difference(seven, others), 0.01, kTrimmed);
  EXPECT_CLOSE(few.difference, 107.0 / 7, 1e-12);
  EXPECT_EQ(few.df, 6);
}

// Only contrasts of sides that are alike in form are symmetric where all code
// is the same; others would centre elsewhere than their mean is.
TEST(Blocks, AreClippedOnlyWhereSidesAreAlikeInForm) {
  const Sample a = blocks_of(kLeft);
  const Sample b = blocks_of(kRight);
  const Sample c = blocks_of({9, 19, 31, 43, 49, 58, 71, 300});
  const Sample d = blocks_of({8, 21, 28, 41, 52, 55, 73, 77});
  const auto df = [](const SampleContrast& contrast) {
    return blocks(contrast, 0.01, kTrimmed).df;
  };
  EXPECT_EQ(df({{{1, &a}, {-1.01, &b}}, 0}), 5);
  EXPECT_LT(df({{{1, &a}, {1, &b}, {-1, &c}, {-1, &d}}, 0}), 7);
  EXPECT_LT(df({{{1, &a}, {2, &b}, {-2.2, &c}, {-1.1, &d}}, 0}), 7);
  EXPECT_EQ(df({{{2, &a}, {-1, &b}, {-1, &c}}, 0}), 7);
  EXPECT_EQ(df({{{1, &a}, {2, &b}, {-1, &c}, {-1, &d}}, 0}), 7);
  EXPECT_EQ(df({{{1, &a}, {-1, &b}}, -0.5}), 7);
  EXPECT_EQ(df({{{1, &a}}, -50}), 7);
}

// Clipped to 1, they would all be 1.
TEST(Blocks, AreNotClippedToTheSame) {
  const TestResult result =
      blocks_differing({1, 1, 1, 1, 1, 100, 101, 102, 103, 104, 105, 106});
  EXPECT_EQ(result.status, Status::kOk);
  EXPECT_EQ(result.df, 11);
  EXPECT_CLOSE(result.difference, 726.0 / 12, 1e-12);
}

// Counts: more than a quarter of the blocks agree, and near what they agree on
// nothing says what is far off.
TEST(Blocks, AreNotClippedWhereManyAreAlike) {
  const std::vector<double> counts = {10, 20, 30, 40, 50, 60, 70, 80};
  const std::vector<double> more = {10, 20, 30, 42, 49, 63, 71, 178};
  const Sample right = blocks_of(counts);
  const Sample left = blocks_of(more);
  const Sample tenth = blocks_of(more, 0.1);
  for (const SampleContrast& contrast :
       {difference(left, right), difference(tenth, right, 0.1),
        difference(left, right, 1.05)}) {
    const TestResult result = blocks(contrast, 0.01, kTrimmed);
    const TestResult plain = blocks(contrast, 0.01, kMean);
    EXPECT_EQ(result.status, Status::kOk);
    EXPECT_EQ(result.statistic, plain.statistic);
    EXPECT_EQ(result.difference, plain.difference);
    EXPECT_EQ(result.df, 7);
  }
}

// The run means alternate by 2 around a mean of 1: t is exactly 1 for two
// blocks, and t_{1,3/4} is 1. At the critical value nothing is rejected.
TEST(Interpretations, DoNotRejectAtTheCriticalValue) {
  const Sample sample({{0}, {2}});
  const SampleContrast contrast = {{{1, &sample}}, 0};
  const TestResult result = blocks(contrast, 0.25, kMean);
  EXPECT_EQ(result.statistic, 1);
  EXPECT_CLOSE(result.critical.value(), 1.0, 1e-12);
  EXPECT_EQ(blocks(contrast, 0.2500001, kMean).finding, Finding::kGreater);
  EXPECT_EQ(blocks(contrast, 0.2499999, kMean).finding, Finding::kIndistinct);
}

TEST(Interpretations, DecideByTheDifferenceWhereNothingVaries) {
  struct Case {
    double left, right;
    Finding finding;
  };
  for (const Case& c :
       {Case{3, 2, Finding::kGreater}, Case{2, 3, Finding::kLess},
        Case{0.1, 0.1, Finding::kIndistinct},
        Case{1e9 + 1, 1e9, Finding::kGreater}}) {
    const Sample left({{c.left, c.left}, {c.left, c.left}});
    const Sample right({{c.right, c.right}, {c.right, c.right}});
    const SampleContrast contrast = difference(left, right);
    for (const TestResult& result :
         {welch(contrast, 0.01), parametric(contrast, 0.01),
          run_means(contrast, 0.01, kMean), blocks(contrast, 0.01, kMean)}) {
      EXPECT_EQ(result.status, Status::kDegenerate);
      EXPECT_EQ(result.finding, c.finding);
      EXPECT_EQ(result.difference, c.left - c.right);
      EXPECT_FALSE(result.statistic);
      EXPECT_FALSE(result.p_greater);
    }
  }
}

// In doubles 1.1 * 100 is not 110 and 3 * 0.1 is not 0.3; a third of 300, the
// third rounded to 15 digits as the language does, is 99.9999999999999.
TEST(Interpretations, AreNotFooledByRoundedNumbers) {
  struct Case {
    double left, factor, right;
  };
  for (const Case& c : {Case{110, 1.1, 100}, Case{100, 0.333333333333333, 300},
                        Case{0.3, 3, 0.1}}) {
    const Sample left({{c.left}, {c.left}});
    const Sample right({{c.right}, {c.right}});
    EXPECT_EQ(blocks(difference(left, right, c.factor), 0.01, kMean).finding,
              Finding::kIndistinct);
  }
}

TEST(Interpretations, RefuseWithTooFewObservations) {
  const Sample one(Lists{{1}});
  const Sample two({{1, 2}});
  const Sample runs({{1}, {2}});
  const Sample more_runs({{1}, {2}, {4}});
  const Sample unequal({{1, 2}, {2, 3, 4}});
  struct Case {
    TestResult result;
    const char* warning;
  };
  for (const Case& c : {
           Case{welch(difference(two, one), 0.05),
                "Welch's test needs at least two observations a side."},
           Case{parametric(difference(kA, two), 0.05),
                "Definition 4.8 needs at least two runs a side."},
           Case{parametric(difference(kA, runs), 0.05),
                "Definition 4.8 needs at least two observations in each run."},
           Case{parametric(difference(kA, unequal), 0.05),
                "Definition 4.8 needs equally many observations in all runs of "
                "a method; here there are 2 and 3."},
           Case{run_means(difference(two, runs), 0.05, kMean),
                "The test on run means needs at least two runs a side."},
           Case{blocks(difference(one, two), 0.05, kMean),
                "The test on blocks needs at least two blocks."},
           Case{blocks(difference(runs, more_runs), 0.05, kMean),
                "The test on blocks needs the same number of runs on all "
                "sides; here there are 2 and 3."},
       }) {
    EXPECT_EQ(c.result.status, Status::kUndefined);
    EXPECT_EQ(c.result.finding, Finding::kUnknown);
    EXPECT_EQ(c.result.warning, c.warning);
    EXPECT_FALSE(c.result.p_less);
  }
}

TEST(Interpretations, RefuseWhatADoubleCannotHold) {
  const Sample huge({{1e308}, {-1e308}});
  const TestResult result = blocks({{{1, &huge}}, 0}, 0.05, kMean);
  EXPECT_EQ(result.status, Status::kUndefined);
  EXPECT_EQ(result.warning, "The observations are too large to compute with.");
}

TEST(Interpretations, RejectALevelThatIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double alpha : {0.0, -0.1, 0.5, 1.0, nan}) {
    EXPECT_THROW((void)welch(difference(kA, kB), alpha), std::invalid_argument);
    EXPECT_THROW((void)parametric(difference(kA, kB), alpha),
                 std::invalid_argument);
    EXPECT_THROW((void)run_means(difference(kA, kB), alpha, kMean),
                 std::invalid_argument);
    EXPECT_THROW((void)blocks(difference(kA, kB), alpha, kMean),
                 std::invalid_argument);
  }
  EXPECT_THAT([] { (void)welch(difference(kA, kB), 0.5); },
              ThrowsMessage<std::invalid_argument>(
                  "alpha must be between 0 and 0.5, but is 0.500000"));
}

// What varies must not be called constant because its squares are too small.
TEST(Interpretation, RefusesVariancesThatUnderflow) {
  const Sample a(Runs{{1e-320, 2e-320}, {1e-320, 5e-320}});
  const Sample b(Runs{{1e-300, 1.2e-300}, {1.1e-308, 1.5e-308}});
  const Sample one(Runs{{1, 1}, {1, 1}});
  const Sample large(Runs{{1, 2}, {3, 4}});
  const SampleContrast refused[] = {difference(a, b),
                                    difference(b, one),
                                    {{{1e-200, &large}, {-1e-200, &one}}, 0}};
  for (const SampleContrast& contrast : refused) {
    for (const TestResult& result :
         {welch(contrast, 0.01), parametric(contrast, 0.01),
          run_means(contrast, 0.01, kMean), blocks(contrast, 0.01, kMean)}) {
      EXPECT_EQ(result.status, Status::kUndefined);
      EXPECT_EQ(result.warning,
                "The observations differ by so little (below 1e-145) that "
                "their variance cannot be computed.");
    }
  }
  // Beside what varies more, it does not matter.
  EXPECT_EQ(welch(difference(a, large), 0.01).status, Status::kOk);
  EXPECT_EQ(blocks(difference(a, large), 0.01, kMean).status, Status::kOk);
}

}  // namespace
}  // namespace spl::statistics
