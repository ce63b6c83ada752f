// Figure 6 of "SPL: Unit Testing Performance" repeated: parsing documents a
// little smaller than another, how often does each interpretation see it, and
// how often what is not there? Tables in Markdown, as in laboratory.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runner/programs/process_launcher.hpp"
#include "runner/system/machine_lock.hpp"
#include "spl/workload/random.hpp"
#include "laboratory/figure6/draws.hpp"
#include "laboratory/parallel.hpp"

namespace {

using namespace spl::bench;
using spl::logic::Interpretation;

constexpr std::size_t kBlocks = 10;
constexpr std::size_t kSteps = 10;
constexpr std::size_t kSizes = kSteps + 1;
constexpr std::size_t kBaseRuns = 13;  // In a block: 130 to learn from.
constexpr std::size_t kSmallest = 282'000;
constexpr std::size_t kBase = 316'000;
constexpr std::size_t kObservations = 100;
constexpr std::size_t kDraws = 1000;
constexpr std::uint64_t kSeed = 1;

constexpr std::size_t kRuns[] = {1, 2, 3, 5, 10};
constexpr Interpretation kShown[] = {
    Interpretation::kWelch, Interpretation::kParametric,
    Interpretation::kNonparametric, Interpretation::kBlocks};

std::size_t bytes(std::size_t size) {
  return kSmallest + size * (kBase - kSmallest) / kSteps;
}

// One run of each size and kBaseRuns more of the base, in random order.
std::vector<std::size_t> order(spl::Random& random) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size < kSizes; ++size) sizes.push_back(size);
  sizes.insert(sizes.end(), kBaseRuns, kSizes);
  for (std::size_t i = sizes.size(); i > 1; --i) {
    std::swap(sizes[i - 1], sizes[random(std::size_t{0}, i - 1)]);
  }
  return sizes;
}

spl::runner::Block block_of(std::size_t number,
                            const std::vector<std::size_t>& sizes,
                            spl::Random& random) {
  spl::runner::Block block{number, {}};
  for (const std::size_t size : sizes) {
    spl::runner::RunOrder run;
    run.program = SPL_BENCH_FIGURE6_WORKLOADS;
    run.performance.method = "parse";
    run.performance.arguments = {
        static_cast<double>(size == kSizes ? kBase : bytes(size))};
    run.seed = number;
    run.environment_size = random(std::size_t{0}, std::size_t{4095});
    run.observations = kObservations;
    run.warmup = std::chrono::milliseconds(50);
    run.timeout = std::chrono::seconds(60);
    block.runs.push_back(std::move(run));
  }
  return block;
}

MeasuredBlocks measure() {
  spl::runner::ProcessLauncher launcher(SPL_BENCH_SPL_RUN,
                                        spl::runner::machine_lock_path());
  spl::Random random(kSeed);
  MeasuredBlocks measured;
  measured.sizes.resize(kSizes);
  for (std::size_t number = 0; number < kBlocks; ++number) {
    const std::vector<std::size_t> sizes = order(random);
    const auto result = launcher.measure(block_of(number, sizes, random));
    auto& base = measured.base.emplace_back();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const spl::workload::RunAnswer& answer = result.runs[i].answer;
      if (!answer.failure.empty()) {
        throw std::runtime_error("parse " + answer.failure);
      }
      auto& runs = sizes[i] == kSizes ? base : measured.sizes[sizes[i]];
      runs.push_back(answer.observations);
    }
  }
  return measured;
}

struct Cell {
  Interpretation interpretation;
  std::size_t runs;
  std::size_t size;
  Refuted refuted;
};

std::vector<Cell> cells(const MeasuredBlocks& measured) {
  std::vector<Cell> all;
  for (const Interpretation interpretation : kShown) {
    for (const std::size_t runs : kRuns) {
      for (std::size_t size = 0; size < kSizes; ++size) {
        all.push_back({interpretation, runs, size, {}});
      }
    }
  }
  in_parallel(all.size(), [&](std::size_t i) {
    Cell& cell = all[i];
    cell.refuted = refuted(cell.interpretation, measured, cell.size,
                           {cell.runs, kDraws, 0.01, kSeed});
  });
  return all;
}

void print_table(const char* title, const std::vector<Cell>& cells,
                 double Refuted::*share) {
  std::string head = "| interpretation | runs |";
  std::string rule = "|---|---|";
  for (std::size_t size = 0; size < kSizes; ++size) {
    head += fmt::format(" {:.1f} |", static_cast<double>(bytes(size)) / 1000);
    rule += "---|";
  }
  fmt::print("\n{}\n\n{}\n{}\n", title, head, rule);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i];
    if (cell.size == 0) {
      fmt::print("| {} | {} |", to_text(cell.interpretation), cell.runs);
    }
    if (cell.refuted.defined) {
      fmt::print(" {:.1f} |", 100 * cell.refuted.*share);
    } else {
      fmt::print(" - |");
    }
    if (cell.size + 1 == kSizes) fmt::print("\n");
  }
}

double mean_ms(const std::vector<RunObservations>& runs) {
  double sum = 0;
  for (const RunObservations& run : runs) {
    sum += spl::statistics::run_statistic(
        run, spl::statistics::RunStatistic::kTrimmed);
  }
  return sum / static_cast<double>(runs.size()) * 1e-6;
}

void print_times(const MeasuredBlocks& measured) {
  fmt::print("Time to parse, ms (mean of 10 runs)\n\n| kB | ms |\n|---|---|\n");
  for (std::size_t size = 0; size < kSizes; ++size) {
    fmt::print("| {:.1f} | {:.3f} |\n", static_cast<double>(bytes(size)) / 1000,
               mean_ms(measured.sizes[size]));
  }
}

}  // namespace

int main() {
  try {
    const MeasuredBlocks measured = measure();
    print_times(measured);
    const std::vector<Cell> all = cells(measured);
    print_table("P(s) >= P(base) refuted, %, by size s in kB", all,
                &Refuted::at_least);
    print_table("P(s) <= P(base) refuted, %, by size s in kB", all,
                &Refuted::at_most);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_figure6: %s\n", error.what());
    return 1;
  }
}
