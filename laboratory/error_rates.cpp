// How often each interpretation finds a difference where there is none, and
// where there is one: tables in Markdown, as in laboratory.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/parallel.hpp"
#include "laboratory/simulated_runs.hpp"

namespace {

using namespace spl::statistics;
using spl::bench::Deviations;
using spl::bench::Model;
using spl::bench::SimulatedPair;

constexpr double kAlpha = 0.05;
constexpr double kSlower = 1.03;
constexpr RunStatistic kStatistic = RunStatistic::kTrimmed;  // As by default.

// Definition 4.10 takes most of the time, so it gets fewer experiments.
constexpr std::size_t kExperiments = 10000;
constexpr std::size_t kPowerExperiments = 2000;
constexpr std::size_t kNonparametricExperiments = 500;

constexpr std::size_t kRuns[] = {2, 3, 5, 10, 20, 30};

constexpr const char* kNames[] = {"welch", "parametric", "nonparametric",
                                  "run_means", "blocks"};
constexpr std::size_t kMethods = std::size(kNames);
constexpr std::size_t kNonparametric = 2;
constexpr std::size_t kRunMeans = 3;
constexpr std::size_t kBlocks = 4;

// What share of the experiments found the left side slower, and faster.
struct Rates {
  std::array<double, kMethods> slower = {};
  std::array<double, kMethods> faster = {};
};

TestResult result_of(std::size_t method, const SampleContrast& contrast) {
  switch (method) {
    case 0:
      return welch(contrast, kAlpha);
    case 1:
      return parametric(contrast, kAlpha);
    case kNonparametric: {
      Learning learning;
      learning.drawing.threads = 1;
      return nonparametric(contrast, kAlpha, learning);
    }
    case kRunMeans:
      return run_means(contrast, kAlpha, kStatistic);
    default:
      return blocks(contrast, kAlpha, kStatistic);
  }
}

Rates simulate(const Model& model, double factor, std::size_t experiments,
               std::uint64_t seed) {
  Rates rates;
  Deviations draw(seed);
  for (std::size_t i = 0; i < experiments; ++i) {
    const SimulatedPair pair = spl::bench::simulate(model, factor, draw);
    const SampleContrast contrast = {{{1, &pair.left}, {-1, &pair.right}}, 0};
    for (std::size_t method = 0; method < kMethods; ++method) {
      std::size_t of = experiments;
      if (method == kNonparametric) {
        if (i >= kNonparametricExperiments) continue;
        of = kNonparametricExperiments;
      }
      const Finding finding = result_of(method, contrast).finding;
      const double share = 1 / static_cast<double>(of);
      if (finding == Finding::kGreater) rates.slower[method] += share;
      if (finding == Finding::kLess) rates.faster[method] += share;
    }
  }
  return rates;
}

struct Row {
  Model model;
  Rates same;
  Rates slower;

  // Of one direction: both are tested, each at alpha.
  [[nodiscard]] double false_alarms(std::size_t method) const {
    return (same.slower[method] + same.faster[method]) / 2;
  }
  [[nodiscard]] double power(std::size_t method) const {
    return slower.slower[method];
  }
};

std::vector<Row> rows() {
  std::vector<Row> rows;
  for (const auto shape : spl::bench::kShapes) {
    for (const double between : {0.0, 1.0, 3.0}) {
      for (const double within : {1.0, 5.0}) {
        for (const std::size_t runs : kRuns) {
          rows.push_back({{shape, between, within, 0, runs}, {}, {}});
        }
      }
    }
  }
  // A machine that changes its mind between the blocks.
  for (const std::size_t runs : kRuns) {
    rows.push_back({{spl::bench::Shape::kNormal, 1, 1, 3, runs}, {}, {}});
  }
  return rows;
}

void fill(std::vector<Row>& rows) {
  // The last rows, of many runs, take longest.
  spl::bench::in_parallel(rows.size(), [&](std::size_t i) {
    Row& row = rows[rows.size() - 1 - i];
    const std::uint64_t seed = 2 * (rows.size() - 1 - i);
    row.same = simulate(row.model, 1, kExperiments, seed);
    row.slower = simulate(row.model, kSlower, kPowerExperiments, seed + 1);
  });
}

void print_names() {
  for (const char* name : kNames) std::printf(" %s |", name);
}

// The highest rate of false alarms with as many runs.
void print_worst(const std::vector<Row>& rows) {
  std::printf("\n| runs |");
  print_names();
  std::printf("\n|---|---|---|---|---|---|\n");
  for (const std::size_t runs : kRuns) {
    std::printf("| %zu |", runs);
    for (std::size_t method = 0; method < kMethods; ++method) {
      double worst = 0;
      for (const Row& row : rows) {
        if (row.model.runs != runs) continue;
        worst = std::max(worst, row.false_alarms(method));
      }
      std::printf(" %.1f |", 100 * worst);
    }
    std::printf("\n");
  }
}

void print(const std::vector<Row>& rows) {
  std::printf("\n| shape | sd between | within | shared | runs |");
  print_names();
  std::printf("\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Row& row : rows) {
    const Model& model = row.model;
    std::printf("| %s | %g | %g | %g | %zu |", to_text(model.shape),
                model.between, model.within, model.shared, model.runs);
    for (std::size_t method = 0; method < kMethods; ++method) {
      std::printf(" %.1f / %.0f |", 100 * row.false_alarms(method),
                  100 * row.power(method));
    }
    std::printf("\n");
  }
  std::printf("\n");
}

// The 95 % limit of the worst of so many rows, if each has a rate of alpha.
double limit(std::size_t rows) {
  const double error = std::sqrt(kAlpha / (2 * double{kExperiments}));
  return kAlpha + normal_quantile(0.05 / static_cast<double>(rows)) * error;
}

bool check(const std::vector<Row>& rows, std::size_t method) {
  double sum = 0;
  const Row* worst = &rows.front();
  for (const Row& row : rows) {
    sum += row.false_alarms(method);
    if (row.false_alarms(method) > worst->false_alarms(method)) worst = &row;
  }
  std::printf("%s is worst with %s data, sd %g and %g %%, %zu runs\n",
              kNames[method], to_text(worst->model.shape), worst->model.between,
              worst->model.within, worst->model.runs);
  const std::string of = std::string("false alarms of ") + kNames[method];
  bool met = spl::bench::report((of + " in %, all rows").c_str(),
                                100 * sum / static_cast<double>(rows.size()),
                                100 * kAlpha);
  met &= spl::bench::report((of + " in %, worst row").c_str(),
                            100 * worst->false_alarms(method),
                            100 * limit(rows.size()));
  return met;
}

}  // namespace

int main() {
  std::vector<Row> all = rows();
  fill(all);
  print_worst(all);
  print(all);
  bool met = check(all, kRunMeans);
  met &= check(all, kBlocks);
  return met ? 0 : 1;
}
