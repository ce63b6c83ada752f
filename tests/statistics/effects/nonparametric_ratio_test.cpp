#include "spl/statistics/effects/nonparametric_ratio.hpp"

#include <gtest/gtest.h>

#include <random>

#include "spl/statistics/interpretations/drawn_law.hpp"
#include "tests/statistics/effects/plain_sides.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;

double mean_of(const Sample& sample) {
  double sum = 0;
  std::size_t count = 0;
  for (const auto& run : sample.runs()) {
    for (const double one : run) {
      sum += one;
      ++count;
    }
  }
  return sum / static_cast<double>(count);
}

/// Whether Definition 4.10 rejects left = r right, by replicates as the paper
/// draws them: a plain loop, without anything of this library.
Finding found_by_drawing(const Sample& left, const Sample& right, double r,
                         double alpha) {
  constexpr std::size_t kReplicates = 40000;
  std::mt19937_64 random(7);
  const auto replicate = [&](const Sample& sample) {
    const auto& runs = sample.runs();
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto& run = runs[random() % runs.size()];
      for (std::size_t j = 0; j < run.size(); ++j) {
        sum += run[random() % run.size()];
        ++count;
      }
    }
    return sum / static_cast<double>(count) - mean_of(sample);
  };
  const double difference = mean_of(left) - r * mean_of(right);
  std::size_t above = 0;
  std::size_t below = 0;
  for (std::size_t i = 0; i < kReplicates; ++i) {
    const double drawn = replicate(left) - r * replicate(right);
    above += drawn >= difference ? 1 : 0;
    below += drawn <= difference ? 1 : 0;
  }
  const double limit = alpha * kReplicates;
  if (static_cast<double>(above) < limit) return Finding::kGreater;
  if (static_cast<double>(below) < limit) return Finding::kLess;
  return Finding::kIndistinct;
}

struct Row {
  const char* name;
  const Sample& left;
  const Sample& right;
  double alpha;
};

// 3 % of the distance is several times what 40 000 replicates are off.
TEST(NonparametricRatio, HoldsWhatReplicatesDoNotReject) {
  const Row rows[] = {{"A/B at 5 %", kA, kB, 0.05},
                      {"A/B at 1 %", kA, kB, 0.01},
                      {"B/A at 5 %", kB, kA, 0.05},
                      {"C/D at 5 %", kC, kD, 0.05}};
  for (const auto& [name, left, right, alpha] : rows) {
    SCOPED_TRACE(name);
    const RatioInterval found = nonparametric_ratio(plain(left, right), alpha);
    ASSERT_EQ(found.refusal, "");
    const double estimate = *found.estimate;
    EXPECT_DOUBLE_EQ(estimate, mean_of(left) / mean_of(right));
    const auto at = [estimate, &left = left, &right = right, alpha = alpha](
                        double limit, double share) {
      return found_by_drawing(left, right,
                              estimate + share * (limit - estimate), alpha);
    };
    EXPECT_EQ(at(*found.lower, 0.97), Finding::kIndistinct);
    EXPECT_EQ(at(*found.upper, 0.97), Finding::kIndistinct);
    EXPECT_EQ(at(*found.lower, 1.03), Finding::kGreater);
    EXPECT_EQ(at(*found.upper, 1.03), Finding::kLess);
  }
}

TEST(NonparametricRatio, AgreesWithTheTest) {
  for (const double alpha : {0.2, 0.1, 0.05, 0.01, 0.001}) {
    const RatioInterval found = nonparametric_ratio(plain(kA, kB), alpha);
    const Finding finding =
        nonparametric({{{1, &kA}, {-1, &kB}}, 0}, alpha).finding;
    EXPECT_EQ(*found.lower > 1, finding == Finding::kGreater) << alpha;
  }
}

TEST(NonparametricRatio, CountsFactorsAndConstants) {
  const RatioInterval plain_one = nonparametric_ratio(plain(kA, kB), 0.05);
  const RatioInterval twice =
      nonparametric_ratio({{{{2, &kA}}, 0}, {{{1, &kB}}, 0}}, 0.05);
  EXPECT_NEAR(*twice.lower, 2 * *plain_one.lower, 1e-4);
  EXPECT_NEAR(*twice.upper, 2 * *plain_one.upper, 1e-4);
}

TEST(NonparametricRatio, LearnsFromWhatIsGiven) {
  Learning learning;
  learning.samples = {&kC, &kD};  // They vary more.
  const RatioInterval own = nonparametric_ratio(plain(kA, kB), 0.05);
  const RatioInterval learned =
      nonparametric_ratio(plain(kA, kB), 0.05, learning);
  EXPECT_NE(*own.lower, *learned.lower);
  EXPECT_EQ(*own.estimate, *learned.estimate);
}

TEST(NonparametricRatio, IsAPointWhereNothingVaries) {
  const Sample two({{2, 2}, {2, 2}});
  const Sample one({{1, 1}, {1, 1}});
  const RatioInterval found = nonparametric_ratio(plain(two, one), 0.05);
  EXPECT_EQ(*found.lower, 2);
  EXPECT_EQ(*found.upper, 2);
}

TEST(NonparametricRatio, IsRefusedWithTheTestAndWithoutBounds) {
  const Sample uneven({{1, 2}, {3}});
  EXPECT_EQ(nonparametric_ratio(plain(uneven, kB), 0.05).refusal,
            "Definition 4.10 needs equally many observations in all runs of a "
            "method; here there are 2 and 1.");
  const Sample about_zero({{-1.5, 1, 0.25}, {2, -1, 0.5}, {0.3, -0.4, 0.75}});
  const RatioInterval unbounded =
      nonparametric_ratio(plain(kA, about_zero), 0.01);
  EXPECT_EQ(unbounded.refusal,
            "The right side is not clearly above 0, so its ratio to the left "
            "side has no bounds.");
  EXPECT_FALSE(unbounded.lower);
}

}  // namespace
}  // namespace spl::statistics
