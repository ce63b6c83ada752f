// Benchmarks of Google Benchmark, good and bad ones, for spl-run.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void sort(std::size_t count, benchmark::State& state) {
  std::vector<int> numbers(count);
  for (auto _ : state) {
    int number = 1;
    for (int& one : numbers) one = number = number * 7919 % 1009;
    std::ranges::sort(numbers);
    benchmark::DoNotOptimize(numbers.data());
    benchmark::ClobberMemory();
  }
  const auto items = static_cast<std::int64_t>(count);
  state.SetItemsProcessed(items * state.iterations());
  state.counters["numbers"] = static_cast<double>(items);
}

void sort_numbers(benchmark::State& state) {
  sort(static_cast<std::size_t>(state.range(0)), state);
}
BENCHMARK(sort_numbers)->Name("BM_Sort")->Arg(10)->Arg(1000);

/// As another revision would be: SAMPLE_NUMBERS says how many are sorted.
void sort_some(benchmark::State& state) {
  const char* count = std::getenv("SAMPLE_NUMBERS");
  sort(count == nullptr ? 100 : std::stoul(count), state);
}
BENCHMARK(sort_some)->Name("BM_Some");

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
