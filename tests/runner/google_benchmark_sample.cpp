// Benchmarks of Google Benchmark, good and bad ones, for spl-run.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace {

void sort_numbers(benchmark::State& state) {
  std::vector<int> numbers(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    int number = 1;
    for (int& one : numbers) one = number = number * 7919 % 1009;
    std::sort(numbers.begin(), numbers.end());
    benchmark::DoNotOptimize(numbers.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(sort_numbers)->Name("BM_Sort")->Arg(10)->Arg(1000);

/// The first call takes long, as where a table is filled.
void start_cold(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  static bool is_cold = true;
  for (auto _ : state) {
    const auto length = std::chrono::microseconds(is_cold ? 2000 : 10);
    is_cold = false;
    const auto end = Clock::now() + length;
    while (Clock::now() < end) {
    }
  }
}
BENCHMARK(start_cold)->Name("BM_Cold");

void fail(benchmark::State& state) {
  state.SkipWithError("no input file");
  for (auto _ : state) {
  }
}
BENCHMARK(fail)->Name("BM_Error");

void do_nothing(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(&state);
}
BENCHMARK(do_nothing)->Name("BM_Twice");
BENCHMARK(do_nothing)->Name("BM_Twice");
BENCHMARK(do_nothing)
    ->Name("BM_Aggregates")
    ->Repetitions(3)
    ->ReportAggregatesOnly();
BENCHMARK(do_nothing)->Name("odd name (a|b) [1] 'q'");

}  // namespace

BENCHMARK_MAIN();
