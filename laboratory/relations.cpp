// What deciding and describing a relation costs against plain sums over its
// observations, in turns; and what a thousand relations cost against one.
#include <sys/resource.h>

#include <cstddef>
#include <cstdio>
#include <vector>

#include "spl/statistics/effects/fieller.hpp"
#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"
#include "spl/statistics/sequential/detectable_change.hpp"
#include "spl/statistics/summary.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/relation_data.hpp"

namespace {

using namespace spl::statistics;
using spl::bench::cpu_seconds;

constexpr int kRounds = 15;
constexpr std::size_t kRelations = 1000;
constexpr double kAlpha = 0.01;
constexpr RunStatistic kStatistic = RunStatistic::kTrimmed;

// Keeps the compiler from leaving out what was computed.
double sink = 0;

struct Relation {
  Sample left;
  Sample right;
};

double plain_sum_seconds(const Relation& relation) {
  return cpu_seconds([&] {
    double sum = 0;
    for (const Sample* sample : {&relation.left, &relation.right}) {
      for (const auto& run : sample->runs()) {
        for (const double observation : run) sum += observation;
      }
    }
    sink += sum;
  });
}

Hierarchy levels_of(const Sample& sample) {
  std::vector<double> values;
  values.reserve(sample.observation_count());
  for (const auto& run : sample.runs()) {
    values.insert(values.end(), run.begin(), run.end());
  }
  return Hierarchy({spl::bench::kObservations, spl::bench::kRuns},
                   std::move(values));
}

void describe(const Sample& sample, const Hierarchy& levels) {
  sink += summary(sample.runs()).median;
  sink += variance_components(levels).mean;
  sink += mean_interval(levels, 0.95, MeanIntervalForm::kTopLevel)->half_width;
}

// All that is reported but for the finding of Definition 4.10, the bootstrap of
// the ratio and the impact factor.
void report_without_drawing(const Relation& relation) {
  const SampleContrast contrast = {{{1, &relation.left}, {-1, &relation.right}},
                                   0};
  const Sides sides = {{{{1, &relation.left}}, 0}, {{{1, &relation.right}}, 0}};
  const TestResult deciding = blocks(contrast, kAlpha, kStatistic);
  sink += deciding.difference;
  sink += run_means(contrast, kAlpha, kStatistic).difference;
  sink += welch(contrast, kAlpha).difference;
  sink += parametric(contrast, kAlpha).difference;
  sink += *detectable_change(deciding);
  sink += *blocks_ratio(sides, kAlpha, kStatistic).lower;
  const Hierarchy left = levels_of(relation.left);
  const Hierarchy right = levels_of(relation.right);
  sink += fieller(left, right, 1 - 2 * kAlpha, FiellerForm::kEqualCounts).lower;
  sink +=
      fieller(left, right, 1 - 2 * kAlpha, FiellerForm::kSatterthwaite).lower;
  describe(relation.left, left);
  describe(relation.right, right);
}

void report_all(const Relation& relation) {
  report_without_drawing(relation);
  sink +=
      nonparametric({{{1, &relation.left}, {-1, &relation.right}}, 0}, kAlpha)
          .difference;
}

bool compare_with_sums() {
  const Relation relation = {spl::bench::relation_sample(1),
                             spl::bench::relation_sample(2)};
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> sums;
    sums.reserve(kRounds);
    for (int i = 0; i < kRounds; ++i) {
      sums.push_back(plain_sum_seconds(relation));
    }
    ratios.push_back(cpu_seconds([&] { report_without_drawing(relation); }) /
                     spl::bench::median(sums));
  }
  return spl::bench::report("reporting a relation / plain sum over its data",
                            spl::bench::median(ratios), 100);
}

// All observations are held at once, each relation having its own.
bool compare_with_one() {
  std::vector<Relation> relations;
  relations.reserve(kRelations);
  for (std::size_t i = 0; i < kRelations; ++i) {
    relations.push_back({spl::bench::relation_sample(2 * i),
                         spl::bench::relation_sample(2 * i + 1)});
  }
  double all = 0;
  double single = 0;
  for (std::size_t i = 0; i < kRelations; ++i) {
    all += cpu_seconds([&] { report_all(relations[i]); });
    // One again and again, as the machine may change its mind about its speed.
    if (i % 10 == 0) {
      single += cpu_seconds([&] { report_all(relations.front()); }) * 10;
    }
  }
  const double one = single / kRelations;
  bool met = spl::bench::report("reporting 1000 relations / reporting one",
                                all / one, 1100);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  met &= spl::bench::report("their memory, data included, in MB",
                            static_cast<double>(usage.ru_maxrss) * 1024 / 1e6,
                            500);
  return met;
}

}  // namespace

int main() {
  bool met = compare_with_sums();
  met &= compare_with_one();
  if (sink == 0) std::puts("cannot be");
  return met ? 0 : 1;
}
