// What one iteration of the loops costs: needs_more() with spl::keep against
// Google Benchmark's `for (auto _ : state)` with DoNotOptimize, in turns. And
// what is between two observations, where what the scheduler gave to others
// would be taken off disturbed ones, against where these would be made again.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <vector>

#include "laboratory/figure.hpp"
#include "spl/workload.hpp"
#include "spl/workload/answer.hpp"
#include "spl/workload/registered.hpp"

namespace {

constexpr int kRounds = 41;
constexpr std::int64_t kIterations = 2'000'000;

class LastTime : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    nanoseconds = runs.back().GetAdjustedRealTime();
  }
  double nanoseconds = 0;
};

void google_int(benchmark::State& state) {
  int number = 1;
  for (auto _ : state) benchmark::DoNotOptimize(number);
}
BENCHMARK(google_int)->Iterations(kIterations);

void google_double(benchmark::State& state) {
  double number = 1;
  for (auto _ : state) benchmark::DoNotOptimize(number);
}
BENCHMARK(google_double)->Iterations(kIterations);

void google_sum(benchmark::State& state) {
  std::vector<int> numbers(16, 1);
  for (auto _ : state) {
    int total = 0;
    for (const int number : numbers) total += number;
    benchmark::DoNotOptimize(total);
  }
}
BENCHMARK(google_sum)->Iterations(kIterations);

double google_time(const char* name) {
  LastTime reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, name);
  return reporter.nanoseconds;
}

double spl_time(const char* name) {
  spl::workload::Request request;
  request.task = spl::workload::Request::Task::kRun;
  request.method = name;
  request.observations = 50;
  request.warmup_ns = 250'000;
  request.warmup_observations = 2;
  request.observation_ns = 20'000;
  // What decides must last longer than an empty loop, and this is one.
  request.metrics = {spl::workload::Metric::kPageFaults,
                     spl::workload::Metric::kWall};
  spl::workload::SteadyClock clock;
  return spl::bench::median(
      spl::workload::answer_run(request, clock).others.at(0));
}

bool compare(const char* figure, const char* ours, const char* theirs) {
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    ratios.push_back(spl_time(ours) / google_time(theirs));
  }
  return spl::bench::report(figure, spl::bench::median(ratios), 1.1);
}

}  // namespace

SPL_WORKLOAD(spl_int, ()) {
  int number = 1;
  while (spl.needs_more()) spl::keep(number);
}

SPL_WORKLOAD(spl_double, ()) {
  double number = 1;
  while (spl.needs_more()) spl::keep(number);
}

SPL_WORKLOAD(spl_sum, ()) {
  std::vector<int> numbers(16, 1);
  while (spl.needs_more()) {
    int total = 0;
    for (const int number : numbers) total += number;
    spl::keep(total);
  }
}

int main() {
  bool met = compare("loop with an int kept / Google Benchmark", "spl_int",
                     "google_int");
  met &= compare("loop with a double kept / Google Benchmark", "spl_double",
                 "google_double");
  met &= compare("loop with 16 additions kept / Google Benchmark", "spl_sum",
                 "google_sum");
  return met ? 0 : 1;
}
