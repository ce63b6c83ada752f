// What start() and stop() cost: against two reads of the clock, and against
// Google Benchmark's PauseTiming() and ResumeTiming(), in turns.
//
// These read the clock of the process, too, which costs 9 to 18 reads of the
// wall clock, depending on the machine. Where it is so cheap that a start and
// stop of just two reads would not be 12 times cheaper, that is told and no
// goal.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "spl/workload/run.hpp"
#include "laboratory/figure.hpp"

namespace {

constexpr int kRounds = 41;
constexpr std::uint64_t kIterations = 20'000;

double now_ns() {
  spl::workload::SteadyClock clock;
  return static_cast<double>(clock.now());
}

double delimited_ns() {
  spl::workload::SteadyClock clock;
  spl::workload::Run run({1, 0, 1, 0}, clock, 1);
  (void)run.next();  // Which calibrates.
  run.start();
  run.stop();
  const double began = now_ns();
  for (std::uint64_t i = 0; i < kIterations; ++i) {
    run.start();
    run.stop();
  }
  return now_ns() - began;
}

double two_reads_ns() {
  spl::workload::SteadyClock own;
  spl::workload::Clock* volatile any = &own;
  spl::workload::Clock& clock = *any;
  const double began = now_ns();
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < kIterations; ++i) {
    sum -= clock.now();
    sum += clock.now();
  }
  benchmark::DoNotOptimize(sum);
  return now_ns() - began;
}

double paused = 0;

void pause_and_resume(benchmark::State& state) {
  const double began = now_ns();
  for (auto _ : state) {
    state.PauseTiming();
    state.ResumeTiming();
  }
  paused = now_ns() - began;
}
BENCHMARK(pause_and_resume)->Iterations(kIterations);

class NoReport : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

double paused_ns() {
  NoReport reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return paused;
}

}  // namespace

int main() {
  constexpr double kMostReads = 1.1;
  constexpr double kTimesCheaper = 12;
  std::vector<double> reads;
  std::vector<double> pauses;
  std::vector<double> pauses_in_reads;
  for (int round = 0; round < kRounds; ++round) {
    const double delimited = delimited_ns();
    const double two_reads = two_reads_ns();
    const double paused = paused_ns();
    reads.push_back(delimited / two_reads);
    pauses.push_back(paused / delimited);
    pauses_in_reads.push_back(paused / two_reads);
  }
  using spl::bench::median;
  using spl::bench::report;
  bool met = report("delimited iteration / two clock reads", median(reads),
                    kMostReads);
  const double reachable = median(pauses_in_reads);
  if (reachable >= kTimesCheaper) {
    met &= report("PauseTiming and ResumeTiming / start and stop",
                  median(pauses), kTimesCheaper, spl::bench::Goal::kAtLeast);
  } else {
    std::printf(
        "PauseTiming and ResumeTiming / start and stop %.2f; two reads of the "
        "clock alone would reach %.2f\n",
        median(pauses), reachable);
  }
  return met ? 0 : 1;
}
