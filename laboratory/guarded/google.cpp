#include <benchmark/benchmark.h>

#include "laboratory/guarded/kernels.hpp"

namespace {

template <class Kernel>
void measure(benchmark::State& state) {
  const Kernel kernel(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(kernel());
}

template <class Kernel>
void add(const char* name) {
  auto* added = benchmark::RegisterBenchmark(name, measure<Kernel>);
  for (const int size : spl::bench::kSizes) added->Arg(size);
}

}  // namespace

int main(int argc, char** argv) {
  add<spl::bench::Chain>("chain");
  add<spl::bench::Sorting>("sorting");
  add<spl::bench::Tree>("tree");
  add<spl::bench::Text>("text");
  add<spl::bench::Words>("words");
  benchmark::Initialize(&argc, argv);
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
