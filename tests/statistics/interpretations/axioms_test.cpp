// The axioms of the logic (Bulej et al., "SPL: Unit Testing Performance",
// section 3) hold for every interpretation, whatever was observed.
#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"
#include "spl/statistics/random_stream.hpp"

namespace spl::statistics {
namespace {

constexpr double kAlpha = 0.05;
constexpr std::size_t kExperiments = 100;

struct Named {
  const char* name;
  TestResult (*test)(const SampleContrast& contrast);
};

constexpr Named kInterpretations[] = {
    {"welch", [](const SampleContrast& c) { return welch(c, kAlpha); }},
    {"parametric",
     [](const SampleContrast& c) { return parametric(c, kAlpha); }},
    {"nonparametric",
     [](const SampleContrast& c) { return nonparametric(c, kAlpha); }},
    {"run_means",
     [](const SampleContrast& c) {
       return run_means(c, kAlpha, RunStatistic::kTrimmed);
     }},
    {"blocks", [](const SampleContrast& c) {
       return blocks(c, kAlpha, RunStatistic::kTrimmed);
     }}};

double uniform(RandomStream& random) {
  return static_cast<double>(random.below(1000000)) / 1e6;
}

// Runs of durations, with now and then one that is far longer.
Sample observed(RandomStream& random, double mean, std::size_t count) {
  std::vector<std::vector<double>> runs(count);
  for (auto& run : runs) {
    const double level = mean * (1 + 0.1 * uniform(random));
    for (int i = 0; i < 8; ++i) {
      const double outlier = random.below(20) == 0 ? 3 : 1;
      run.push_back(level * outlier * (1 + 0.2 * uniform(random)));
    }
  }
  return Sample(std::move(runs));
}

// Few, and as many as are clipped.
std::size_t runs_of(std::size_t experiment) {
  return experiment % 2 == 0 ? 4 : 12;
}

// Axiom 4: if tl(x) <= tr(x) for all x, tl(P) <= tr(P) holds for the same P.
TEST(Axioms, NeverRefuteThatPIsAtMostMoreOfIt) {
  RandomStream random(4, 0);
  for (std::size_t i = 0; i < kExperiments; ++i) {
    const Sample p = observed(random, 100, runs_of(i));
    const double factor = 1 + uniform(random) * 0.1;
    const double constant = uniform(random);
    // P - (factor P + constant), as one contrast.
    const SampleContrast theta = {{{1 - factor, &p}}, -constant};
    for (const auto& [name, test] : kInterpretations) {
      const Finding finding = test(theta).finding;
      EXPECT_NE(finding, Finding::kGreater) << name << ", experiment " << i;
      EXPECT_NE(finding, Finding::kUnknown) << name << ", experiment " << i;
    }
  }
}

// Axiom 5: M = N holds iff both M <= N and N <= M do. One test of M - N decides
// the first; the test of N - M is to say the opposite.
TEST(Axioms, LetEqualityBeBothInequalities) {
  RandomStream random(5, 0);
  for (std::size_t i = 0; i < kExperiments; ++i) {
    const Sample m = observed(random, 100 + 20 * uniform(random), runs_of(i));
    const Sample n = observed(random, 100 + 20 * uniform(random), runs_of(i));
    const double factor = 0.9 + 0.2 * uniform(random);
    for (const auto& [name, test] : kInterpretations) {
      const Finding left = test({{{1, &m}, {-factor, &n}}, 0.5}).finding;
      const Finding right = test({{{factor, &n}, {-1, &m}}, -0.5}).finding;
      const bool at_most = left != Finding::kGreater;
      const bool at_least = right != Finding::kGreater;
      const bool equal = left == Finding::kIndistinct;
      EXPECT_NE(left, Finding::kUnknown) << name << ", experiment " << i;
      EXPECT_EQ(equal, at_most && at_least) << name << ", experiment " << i;
    }
  }
}

}  // namespace
}  // namespace spl::statistics
