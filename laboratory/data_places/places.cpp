// Workloads that work on 1000 bytes in some place, each under two names, and
// note where these bytes are in the file that PLACES_NOTES names.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "spl/workload.hpp"

namespace {

constexpr std::size_t kBytes = 1000;

#ifdef PLACES_ADDED
#define PLACES_SUFFIX "_added"
[[gnu::used]] char added_data[72] = {1};
[[gnu::used]] char added_bss[72];
[[gnu::used]] const char added_rodata[72] = {1};
#else
#define PLACES_SUFFIX ""
#endif
char in_data[kBytes] = {1};
char in_bss[kBytes];
alignas(16) const char in_rodata[kBytes] = {1, 2, 3};
thread_local char in_thread[kBytes];
/// What a static object of the program keeps; made before main().
const std::unique_ptr<char[]> kept(new char[kBytes]());

void note(const char* workload, const void* place) {
  const char* path = std::getenv("PLACES_NOTES");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s %zu\n", workload,
               reinterpret_cast<std::size_t>(place));
  std::fclose(file);
}

[[gnu::noinline]] void fill(spl::Controller& spl, char* to) {
  while (spl.needs_more()) {
    std::fill_n(to, kBytes, 'x');
    spl::clobber();
  }
}

[[gnu::noinline]] void search(spl::Controller& spl, const char* in) {
  while (spl.needs_more()) {
    const char* text = in;
    spl::keep(text);  // Its bytes are not known when this is compiled.
    spl::keep(std::memchr(text, 'b', kBytes));
  }
}

[[gnu::noinline]] void copy(spl::Controller& spl, const char* from, char* to) {
  while (spl.needs_more()) {
    std::copy_n(from, kBytes, to);
    spl::clobber();
  }
}

struct Shape {
  virtual ~Shape() = default;
  [[nodiscard]] virtual int sides() const { return 3; }
};
struct Square : Shape {
  [[nodiscard]] int sides() const override { return 4; }
};

/// Calls through a table of functions.
[[gnu::noinline]] void call(spl::Controller& spl, const Shape& shape) {
  while (spl.needs_more()) {
    for (int i = 0; i < 32; ++i) {
      const Shape* one = &shape;
      spl::keep(one);  // Which of both it is, is not known.
      spl::keep(one->sides());
    }
  }
}

/// Calls a function of another library.
[[gnu::noinline]] void call_outside(spl::Controller& spl) {
  int number = 7;
  while (spl.needs_more()) {
    spl::keep(number);
    spl::keep(std::abs(static_cast<int>(std::strtol("7", nullptr, 10))));
  }
}

std::unique_ptr<char[]> block(std::size_t bytes) {
  return std::make_unique<char[]>(bytes);
}

const void* table_of(const Shape& shape) {
  const void* table = nullptr;
  std::memcpy(&table, &shape, sizeof table);
  return table;
}

extern "C" char _GLOBAL_OFFSET_TABLE_[];

}  // namespace

#define PLACES_BOTH(name, ...)                                    \
  SPL_WORKLOAD(name, ()) {                                        \
    const char* const workload = #name PLACES_SUFFIX;             \
    __VA_ARGS__                                                   \
  }                                                               \
  SPL_WORKLOAD(name##_under_a_name_of_quite_another_length, ()) { \
    const char* const workload = #name "_again" PLACES_SUFFIX;    \
    __VA_ARGS__                                                   \
  }

#define PLACES_FILLED(name, ...) \
  PLACES_BOTH(name, __VA_ARGS__ note(workload, at); fill(spl, at);)

PLACES_FILLED(heap, const auto own = block(kBytes); char* at = own.get();)
PLACES_FILLED(heap_200_kB, const auto own = block(200'000);
              char* at = own.get();)
PLACES_FILLED(heap_40_MB, const auto own = block(40'000'000);
              char* at = own.get();)
PLACES_FILLED(heap_of_static_objects, char* at = kept.get();)
PLACES_FILLED(stack, char own[kBytes]; char* at = own;)
PLACES_FILLED(data, char* at = in_data;)
PLACES_FILLED(bss, char* at = in_bss;)
PLACES_FILLED(thread_local, char* at = in_thread;)
PLACES_BOTH(rodata, note(workload, in_rodata); search(spl, in_rodata);)
PLACES_BOTH(two_of_200_kB, const auto from = block(200'000);
            const auto to = block(200'000); note(workload, to.get());
            copy(spl, from.get(), to.get());)
PLACES_BOTH(two_of_40_MB, const auto from = block(40'000'000);
            const auto to = block(40'000'000); note(workload, to.get());
            copy(spl, from.get(), to.get());)
PLACES_BOTH(heap_of_a_thread, std::unique_ptr<char[]> own;
            std::thread([&] { own = block(kBytes); }).join();
            note(workload, own.get()); fill(spl, own.get());)
PLACES_BOTH(table_of_functions, const Square shape;
            note(workload, table_of(shape)); call(spl, shape);)
PLACES_BOTH(table_of_offsets, note(workload, _GLOBAL_OFFSET_TABLE_);
            call_outside(spl);)
