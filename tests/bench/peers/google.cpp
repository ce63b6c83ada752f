// The kernels as Google Benchmark measures them, under names like "sort/2".
#include <benchmark/benchmark.h>

#include <string>

#include "spl/workload/random.hpp"
#include "tests/bench/peers/kernels.hpp"

namespace {

void measure(benchmark::State& state, const std::string& name,
             int slowed_percent) {
  spl::Random random(1);
  const auto kernel = spl::bench::make_kernel(name, slowed_percent, random);
  for (auto _ : state) benchmark::DoNotOptimize(kernel->iterate());
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& name : spl::bench::kernel_names()) {
    for (const int percent : spl::bench::kSlowdowns) {
      benchmark::RegisterBenchmark(
          (name + '/' + std::to_string(percent)).c_str(), measure, name,
          percent);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 1 ? 0 : 1;
}
