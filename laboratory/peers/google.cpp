// The kernels as Google Benchmark measures them, under names like "sort/2" and,
// of copies, "sort/first/0" and "sort/second/2".
#include <benchmark/benchmark.h>

#include <string>

#include "spl/workload/random.hpp"
#include "laboratory/peers/kernels.hpp"

namespace {

using spl::bench::Copy;

// Copies have loops of their own, as this project's have.
template <Copy copy>
void measure(benchmark::State& state, const std::string& name,
             int slowed_percent) {
  spl::Random random(1);
  const auto kernel =
      spl::bench::make_kernel(name, slowed_percent, random, copy);
  for (auto _ : state) benchmark::DoNotOptimize(kernel->iterate());
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& name : spl::bench::kernel_names()) {
    for (const int percent : spl::bench::kSlowdowns) {
      const std::string slowed = '/' + std::to_string(percent);
      benchmark::RegisterBenchmark((name + slowed).c_str(),
                                   measure<Copy::kFirst>, name, percent);
      benchmark::RegisterBenchmark((name + "/first" + slowed).c_str(),
                                   measure<Copy::kFirst>, name, percent);
      benchmark::RegisterBenchmark((name + "/second" + slowed).c_str(),
                                   measure<Copy::kSecond>, name, percent);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 1 ? 0 : 1;
}
