// The chains as Google Benchmark measures them.
#include <benchmark/benchmark.h>

#include "laboratory/means/chains.hpp"
#include "laboratory/multiplications.hpp"

namespace {

#define CHAIN(n)                                          \
  void chain##n(benchmark::State& state) {                \
    std::uint64_t number = 1;                             \
    for (auto _ : state) spl::bench::multiply<n>(number); \
  }                                                       \
  BENCHMARK(chain##n);
SPL_BENCH_CHAINS(CHAIN)

}  // namespace

BENCHMARK_MAIN();
