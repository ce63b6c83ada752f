// Google Benchmark's program of the copies.
#include <benchmark/benchmark.h>

BENCHMARK_MAIN();
