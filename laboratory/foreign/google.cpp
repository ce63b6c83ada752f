// The kernels of bench_peers as Google Benchmark measures them, under names
// like "sort/2" and, of the same code once more, "sort/same". Each is made once
// in a process: Google Benchmark calls a function again for each repetition,
// and processors learn by heart what a short one does to the same data each
// time.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "spl/workload/random.hpp"
#include "laboratory/peers/kernels.hpp"

namespace {

void add(const std::string& name, const std::string& kind, int percent) {
  std::shared_ptr<spl::bench::Kernel> kernel;
  const auto measure = [name, percent,
                        kernel](benchmark::State& state) mutable {
    if (!kernel) {
      spl::Random random(1);
      kernel = spl::bench::make_kernel(name, percent, random);
    }
    for (auto _ : state) benchmark::DoNotOptimize(kernel->iterate());
  };
  benchmark::RegisterBenchmark((name + '/' + kind).c_str(), measure);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& name : spl::bench::kernel_names()) {
    add(name, "same", 0);
    for (const int percent : spl::bench::kSlowdowns) {
      add(name, std::to_string(percent), percent);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
