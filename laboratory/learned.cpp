// How often Definition 4.10 finds a difference between two single runs, with
// laws learned from earlier runs of both sides, or of a similar performance:
// where there is none, and where one side is slower. Tables in Markdown, as in
// laboratory.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "laboratory/figure.hpp"
#include "laboratory/parallel.hpp"
#include "laboratory/simulated_runs.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"

namespace {

using namespace spl::statistics;
using spl::bench::Deviations;
using spl::bench::Model;
using spl::bench::SimulatedPair;

constexpr double kAlpha = 0.01;
constexpr double kSlower = 1.05;
constexpr std::size_t kLearned[] = {10, 30};
constexpr std::size_t kLibraries = 20;  // Sets of runs to learn from.
constexpr std::size_t kNewRuns = 50;    // Single runs judged by each.

// What share of the single runs were found slower, and faster.
struct Rates {
  double slower = 0;
  double faster = 0;
};

Rates simulate(const Model& model, double factor, std::uint64_t seed) {
  Deviations draw(seed);
  Model single = model;
  single.runs = 1;
  Rates rates;
  for (std::size_t library = 0; library < kLibraries; ++library) {
    const SimulatedPair learned = spl::bench::simulate(model, factor, draw);
    Learning learning;
    learning.samples = {&learned.left, &learned.right};
    learning.drawing.threads = 1;
    for (std::size_t i = 0; i < kNewRuns; ++i) {
      const SimulatedPair pair = spl::bench::simulate(single, factor, draw);
      const Finding finding =
          nonparametric({{{1, &pair.left}, {-1, &pair.right}}, 0}, kAlpha,
                        learning)
              .finding;
      constexpr double kShare = 1.0 / (kLibraries * kNewRuns);
      if (finding == Finding::kGreater) rates.slower += kShare;
      if (finding == Finding::kLess) rates.faster += kShare;
    }
  }
  return rates;
}

struct Row {
  Model model;
  Rates same = {};
  Rates slower = {};
};

// Levels of a block that shift both sides are shared, as those of an hour are.
std::vector<Row> rows() {
  std::vector<Row> rows;
  for (const auto shape : spl::bench::kShapes) {
    for (const std::size_t runs : kLearned) {
      rows.push_back({{shape, 1, 1, 0, runs}});
    }
  }
  for (const std::size_t runs : kLearned) {
    rows.push_back({{spl::bench::Shape::kNormal, 1, 1, 3, runs}});
  }
  return rows;
}

// --- Laws of similar performances --------------------------------------------

// What teaches takes ten times as long, and varies by a factor more or less.
constexpr double kTimesAsLong = 10;
constexpr double kSpreads[] = {0.5, 1, 2};

struct SimilarRow {
  Model model;
  double spread = 1;  // Of what teaches, relative to the mean.
  Rates same = {};
  Rates slower = {};
};

Rates simulate_similar(const SimilarRow& row, double factor,
                       std::uint64_t seed) {
  Deviations draw(seed);
  Model teaching = row.model;
  teaching.between *= row.spread;
  teaching.within *= row.spread;
  Model single = row.model;
  single.runs = 1;
  Rates rates;
  for (std::size_t library = 0; library < kLibraries; ++library) {
    const Sample teacher =
        spl::bench::simulate(teaching, kTimesAsLong, draw).left;
    for (std::size_t i = 0; i < kNewRuns; ++i) {
      const SimulatedPair pair = spl::bench::simulate(single, factor, draw);
      const auto learned = [&](const Sample& side) {
        return Sample(scaled_to(mean_of_runs(side.runs()), teacher.runs()));
      };
      const Sample left = learned(pair.left);
      const Sample right = learned(pair.right);
      Learning learning;
      learning.samples = {&left, &right};
      learning.drawing.threads = 1;
      const Finding finding =
          nonparametric({{{1, &pair.left}, {-1, &pair.right}}, 0}, kAlpha,
                        learning)
              .finding;
      constexpr double kShare = 1.0 / (kLibraries * kNewRuns);
      if (finding == Finding::kGreater) rates.slower += kShare;
      if (finding == Finding::kLess) rates.faster += kShare;
    }
  }
  return rates;
}

// Returns the false alarms of the row that is worst among those whose teacher
// varies as much.
double table_of_similar() {
  std::vector<SimilarRow> all;
  for (const auto shape : spl::bench::kShapes) {
    for (const double spread : kSpreads) {
      all.push_back({{shape, 1, 1, 0, 30}, spread});
    }
  }
  spl::bench::in_parallel(all.size(), [&](std::size_t i) {
    all[i].same = simulate_similar(all[i], 1, 1000 + 2 * i);
    all[i].slower = simulate_similar(all[i], kSlower, 1001 + 2 * i);
  });
  std::puts(
      "\n| shape | spread of what teaches | same code, of one direction | 5 % "
      "slower, found |\n|---|---|---|---|");
  double worst = 0;
  for (const auto& [model, spread, same, slower] : all) {
    const double alarms = (same.slower + same.faster) / 2;
    std::printf("| %s | %g times | %.2f %% | %.1f %% |\n",
                spl::bench::to_text(model.shape), spread, 100 * alarms,
                100 * slower.slower);
    if (spread == 1) worst = std::max(worst, alarms);
  }
  return worst;
}

}  // namespace

int main() {
  std::vector<Row> all = rows();
  spl::bench::in_parallel(all.size(), [&](std::size_t i) {
    all[i].same = simulate(all[i].model, 1, 2 * i);
    all[i].slower = simulate(all[i].model, kSlower, 2 * i + 1);
  });
  std::puts(
      "| shape | shared | learned runs | same code, of one direction | 5 % "
      "slower, found |\n|---|---|---|---|---|");
  double worst = 0;
  for (const auto& [model, same, slower] : all) {
    const double alarms = (same.slower + same.faster) / 2;
    std::printf("| %s | %.0f %% | %zu | %.2f %% | %.1f %% |\n",
                spl::bench::to_text(model.shape), model.shared, model.runs,
                100 * alarms, 100 * slower.slower);
    if (model.runs == 30) worst = std::max(worst, alarms);
  }
  const double worst_of_similar = table_of_similar();
  bool met = spl::bench::report(
      "false alarms at alpha 1 %, learned from 30 runs, in percent",
      100 * worst, 2.0);
  met &= spl::bench::report(
      "the same, learned from a performance that varies as much, in percent",
      100 * worst_of_similar, 2.5);
  return met ? 0 : 1;
}
