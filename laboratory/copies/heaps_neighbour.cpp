// A workload of another file, with data of its own, that nobody measures.
#include <string>
#include <vector>

#ifdef COPIES_FOR_GOOGLE
#include <benchmark/benchmark.h>
#else
#include "spl/workload.hpp"
#endif

static const std::vector<std::string> kLines(
    300, "a line that is longer than fifteen characters");

#ifdef COPIES_FOR_GOOGLE
static void another_kernel_of_somebody_else(benchmark::State& loop) {
  for (auto _ : loop) benchmark::DoNotOptimize(kLines.data());
}
BENCHMARK(another_kernel_of_somebody_else)->Arg(48)->Arg(30000);
#else
SPL_WORKLOAD(another_kernel_of_somebody_else, (int lines),
             spl::values(48, 30'000)) {
  const std::vector<std::string> own(static_cast<unsigned>(lines), kLines[0]);
  while (spl.needs_more()) spl::keep(own.data());
}
#endif
