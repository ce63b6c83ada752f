#pragma once

#include "laboratory/copies/kernels.hpp"

/// Copies of kernels as this project measures them or, with
/// COPIES_FOR_GOOGLE, as Google Benchmark does, under the same names: "sum_7",
/// "sum_slowed" of the one with 5 % more work, and "sum_slowed_2" with 2 %.
#ifdef COPIES_FOR_GOOGLE
#include <benchmark/benchmark.h>

#define COPIES_MEASURE(name, function)                             \
  static void name##_measured(benchmark::State& state) {           \
    const ::spl::bench::CopiesData data(::spl::Random(1));         \
    for (auto _ : state) benchmark::DoNotOptimize(function(data)); \
  }                                                                \
  BENCHMARK(name##_measured)->Name(#name)
#else
#include "spl/workload.hpp"

#define COPIES_MEASURE(name, function)                    \
  SPL_WORKLOAD(name, ()) {                                \
    const ::spl::bench::CopiesData data(spl.random());    \
    while (spl.needs_more()) ::spl::keep(function(data)); \
  }
#endif

#define COPIES_ONE(kernel, copy)  \
  COPIES_MEASURE(kernel##_##copy, \
                 (::spl::bench::kernel<copy, ::spl::bench::kParts>));
#define COPIES_FOUR(kernel, a, b, c, d) \
  COPIES_ONE(kernel, a)                 \
  COPIES_ONE(kernel, b) COPIES_ONE(kernel, c) COPIES_ONE(kernel, d)
#define COPIES_SLOWED(kernel)                                             \
  COPIES_MEASURE(kernel##_slowed,                                         \
                 (::spl::bench::kernel<20, ::spl::bench::kSlowedParts>)); \
  COPIES_MEASURE(                                                         \
      kernel##_slowed_2,                                                  \
      (::spl::bench::kernel<21, ::spl::bench::kSlightlySlowedParts>));
