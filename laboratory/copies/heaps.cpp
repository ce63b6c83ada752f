// Kernels on memory of the heap, each under several names, as workloads or,
// with COPIES_FOR_GOOGLE, as benchmarks of Google Benchmark. All names of a
// kernel call one function, so that they differ in nothing but what lies around
// them.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <list>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#ifdef COPIES_FOR_GOOGLE
#include <benchmark/benchmark.h>

#include "spl/workload/keep.hpp"
#else
#include "spl/workload.hpp"
#endif

namespace {

#ifdef COPIES_FOR_GOOGLE
using Loop = benchmark::State;
#else
using Loop = spl::Controller;
#endif
using Bytes = std::vector<char>;

/// The same work, and a part of it once more: 5 % in sum.
struct Work {
  std::size_t all;
  std::size_t more;
};

template <class Call>
void repeat(Loop& loop, const Work& work, Call call) {
  const auto once = [&] {
    call(work.all);
    if (work.more > 0) call(work.more);
  };
#ifdef COPIES_FOR_GOOGLE
  for (auto _ : loop) once();
#else
  while (loop.needs_more()) once();
#endif
}

void fill(Loop& loop, const Work& work) {
  Bytes to(work.all);
  repeat(loop, work, [&](std::size_t count) {
    std::fill_n(to.begin(), count, 'x');
    spl::clobber();
  });
}

void copy(Loop& loop, const Work& work) {
  const Bytes from(work.all, 'x');
  Bytes to(work.all);
  repeat(loop, work, [&](std::size_t count) {
    std::copy_n(from.begin(), count, to.begin());
    spl::clobber();
  });
}

void compare(Loop& loop, const Work& work) {
  const Bytes one(work.all, 'x');
  const Bytes other(work.all, 'x');
  repeat(loop, work, [&](std::size_t count) {
    spl::clobber();
    spl::keep(std::memcmp(one.data(), other.data(), count));
  });
}

void search(Loop& loop, const Work& work) {
  const std::string text(work.all, 'a');
  repeat(loop, work, [&](std::size_t count) {
    spl::clobber();
    spl::keep(std::memchr(text.data(), 'b', count));
  });
}

void equal(Loop& loop, const Work& work) {
  const std::string one(work.all, 'a');
  const std::string two(work.all, 'a');
  const std::string part(work.more, 'a');
  const std::string same(work.more, 'a');
  repeat(loop, work, [&](std::size_t count) {
    spl::clobber();
    spl::keep(count == work.all ? one == two : part == same);
  });
}

void hashing(Loop& loop, const Work& work) {
  const Bytes text(work.all, 'a');
  repeat(loop, work, [&](std::size_t count) {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (std::size_t i = 0; i < count; ++i) {
      hash = (hash ^ static_cast<unsigned char>(text[i])) * 1'099'511'628'211U;
    }
    spl::keep(hash);
  });
}

void lookup(Loop& loop, const Work& work) {
  std::map<int, int> table;
  const int entries = static_cast<int>(work.all / 40 + 1);
  for (int i = 0; i < entries; ++i) table[i * 7 % entries] = i;
  repeat(loop, work, [&](std::size_t count) {
    const int some = static_cast<int>(count / 40 + 1);
    for (int i = 0; i < some; ++i) spl::keep(table.find(i));
  });
}

void growth(Loop& loop, const Work& work) {
  repeat(loop, work, [&](std::size_t count) {
    Bytes grown;
    for (std::size_t i = 0; i < count; ++i) grown.push_back('x');
    spl::keep(grown);
  });
}

void churn(Loop& loop, const Work& work) {
  repeat(loop, work, [&](std::size_t count) {
    std::list<std::uint64_t> small;
    for (std::size_t i = 0; i < count / 24 + 1; ++i) small.push_back(i);
    spl::keep(small);
  });
}

/// Which nothing moves.
void sum(Loop& loop, const Work& work) {
  repeat(loop, work, [&](std::size_t count) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < count; ++i) {
      all += i;
      spl::keep(all);
    }
  });
}

Work as_is(int bytes) { return {static_cast<std::size_t>(bytes), 0}; }
Work slowed(int bytes) {
  const auto all = static_cast<std::size_t>(bytes);
  return {all, all / 20};
}

}  // namespace

#ifdef COPIES_FOR_GOOGLE
#define HEAPS_NAME(name, kernel, work)                   \
  static void name##_measured(benchmark::State& s) {     \
    run_##kernel(s, work(static_cast<int>(s.range(0)))); \
  }                                                      \
  BENCHMARK(name##_measured)->Name(#name) HEAPS_SIZES
#define HEAPS_SIZES \
  ->Arg(48)->Arg(200)->Arg(1000)->Arg(5000)->Arg(30000)->Arg(256000)
#define HEAPS_OURS(kernel)
#else
#define HEAPS_NAME(name, kernel, work)                              \
  SPL_WORKLOAD(name, (int bytes),                                   \
               spl::values(48, 200, 1000, 5000, 30'000, 256'000)) { \
    run_##kernel(spl, work(bytes));                                 \
  }
#define HEAPS_OURS(kernel)                                \
  SPL_WORKLOAD(kernel##_told, (int bytes, std::string)) { \
    run_##kernel(spl, as_is(bytes));                      \
  }                                                       \
  SPL_WORKLOAD(kernel##_more, (int bytes)) {              \
    const std::vector<char> more(16);                     \
    spl::keep(more);                                      \
    run_##kernel(spl, as_is(bytes));                      \
  }
#endif

#define HEAPS_ALL(kernel)                                                    \
  [[gnu::noinline]] static void run_##kernel(Loop& loop, const Work& work) { \
    kernel(loop, work);                                                      \
  }                                                                          \
  HEAPS_NAME(kernel##_a, kernel, as_is);                                     \
  HEAPS_NAME(kernel##_a_copy_under_a_name_of_some_fifty_letters_or_more,     \
             kernel, as_is);                                                 \
  HEAPS_NAME(kernel##_slowed, kernel, slowed);                               \
  HEAPS_OURS(kernel)

HEAPS_ALL(fill)
HEAPS_ALL(copy)
HEAPS_ALL(compare)
HEAPS_ALL(search)
HEAPS_ALL(equal)
HEAPS_ALL(hashing)
HEAPS_ALL(lookup)
HEAPS_ALL(growth)
HEAPS_ALL(churn)
HEAPS_ALL(sum)
