#include "spl/workload/meter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

#include "spl/workload/allocations.hpp"
#include "spl/workload/keep.hpp"

namespace spl::workload {
namespace {
/// The allocations of the function, by what the meters add.
template <class Function>
Allocations allocated(Function function) {
  const auto calls = open_meter(Metric::kAllocations);
  const auto bytes = open_meter(Metric::kAllocatedBytes);
  Allocations before{calls->read(), bytes->read()};
  function();
  return {calls->read() - before.calls, bytes->read() - before.bytes};
}

template <class Function>
void expect_allocated(std::uint64_t calls, std::uint64_t bytes,
                      Function function) {
  const Allocations found = allocated(function);
  EXPECT_EQ(found.calls, calls);
  EXPECT_EQ(found.bytes, bytes);
}

void release(void* block) {
  keep(block);
  std::free(block);
}

TEST(AllocationMeter, CountsNothingWhereNothingIsAllocated) {
  expect_allocated(0, 0, [] {});
}

TEST(AllocationMeter, CountsTheFamilyOfMalloc) {
  expect_allocated(1, 100, [] { release(std::malloc(100)); });
  expect_allocated(1, 60, [] { release(std::calloc(3, 20)); });
  expect_allocated(2, 300, [] {
    void* block = std::malloc(100);
    keep(block);
    release(std::realloc(block, 200));
  });
  expect_allocated(1, 60, [] { release(reallocarray(nullptr, 3, 20)); });
  expect_allocated(1, 64, [] { release(std::aligned_alloc(64, 64)); });
  expect_allocated(1, 40, [] { release(valloc(40)); });
  const auto page = static_cast<std::size_t>(getpagesize());  // Fills pages.
  expect_allocated(1, page, [page] { release(pvalloc(page)); });
  expect_allocated(1, 50, [] { release(memalign(64, 50)); });
  expect_allocated(1, 70, [] {
    void* block = nullptr;
    EXPECT_EQ(posix_memalign(&block, 64, 70), 0);
    release(block);
  });
}

TEST(AllocationMeter, CountsOperatorNew) {
  expect_allocated(1, sizeof(int), [] {
    auto* number = new int(3);
    keep(number);
    delete number;
  });
  expect_allocated(1, 5, [] {
    auto* text = new char[5];
    keep(text);
    delete[] text;
  });
  expect_allocated(1, sizeof(int), [] {
    auto* number = new (std::nothrow) int(3);
    keep(number);
    delete number;
  });
  struct alignas(64) Wide {
    char bytes[64];
  };
  expect_allocated(1, 128, [] {
    auto* wide = new Wide[2];
    keep(wide);
    delete[] wide;
  });
  expect_allocated(1, 64, [] {
    auto* wide = new Wide();
    keep(wide);
    delete wide;
  });
}

TEST(AllocationMeter, CountsWhatTheLibrariesAllocate) {
  expect_allocated(1, 6, [] { release(strdup("hello")); });
  expect_allocated(1, 31, [] {
    std::string text(30, 'x');  // One byte more for its end.
    keep(text);
  });
  expect_allocated(1, 400, [] {
    std::vector<int> numbers(100);
    keep(numbers);
  });
}

TEST(AllocationMeter, CountsWhatOtherThreadsAllocate) {
  std::thread([] {}).join();  // The first one of a process allocates more.
  const Allocations alone = allocated([] { std::thread([] {}).join(); });
  const Allocations both = allocated([] {
    std::thread([] {
      for (int i = 0; i < 1000; ++i) release(std::malloc(7));
    }).join();
  });
  EXPECT_EQ(both.calls - alone.calls, 1000U);
  EXPECT_EQ(both.bytes - alone.bytes, 7000U);
}

TEST(CpuMeter, CountsTheTimeOfAllThreads) {
  const auto meter = open_meter(Metric::kCpu);
  const std::uint64_t before = meter->read();
  std::uint64_t own = 0;
  std::thread([&] {
    // 10 ms of this thread's own.
    timespec time{};
    while (own < 10'000'000) {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      own = static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
            static_cast<std::uint64_t>(time.tv_nsec);
    }
  }).join();
  EXPECT_GE(meter->read() - before, 10'000'000U);
  EXPECT_TRUE(meter->is_time());
}

TEST(PageFaultMeter, CountsPagesTouchedFirst) {
  constexpr std::size_t kPages = 100;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* memory =
      static_cast<char*>(mmap(nullptr, kPages * page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, kPages * page, MADV_NOHUGEPAGE);
  const auto meter = open_meter(Metric::kPageFaults);
  const std::uint64_t before = meter->read();
  for (std::size_t i = 0; i < kPages; ++i) memory[i * page] = 1;
  EXPECT_GE(meter->read() - before, kPages);
  const std::uint64_t after = meter->read();
  for (std::size_t i = 0; i < kPages; ++i) memory[i * page] = 2;
  EXPECT_LT(meter->read() - after, kPages);
  munmap(memory, kPages * page);
}

/// The kernel counts pages in lots, for each processor.
constexpr std::uint64_t kLots = 1'000'000;

TEST(PeakMemoryMeter, TellsTheMostEverResident) {
  const auto meter = open_meter(Metric::kPeakMemory);
  EXPECT_FALSE(meter->adds_up());
  const std::uint64_t before = meter->read();
  // More than was released before, and so may be resident again.
  const std::size_t size = before + 16'000'000;
  auto* memory = static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  std::memset(memory, 1, size);
  EXPECT_GE(meter->read() + kLots, size);
  munmap(memory, size);
  EXPECT_GE(meter->read() + kLots, size);
}

TEST(PeakMemoryMeter, LeavesAsideWhatTheProcessNeedsItself) {
  const std::size_t size = 16'000'000;
  const auto fill = [&] {
    auto* memory =
        static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(memory, MAP_FAILED);
    std::memset(memory, 1, size);
    munmap(memory, size);
  };
  fill();
  const auto meter = open_meter(Metric::kPeakMemory);
  EXPECT_LT(meter->read(), kLots);
  fill();
  EXPECT_GE(meter->read() + kLots, size);
  EXPECT_LT(meter->read(), size + kLots);
}

TEST(ProcessorMeter, CountsOrSaysThatItCannot) {
  for (const Metric metric : {Metric::kInstructions, Metric::kCycles,
                              Metric::kBranchMisses, Metric::kCacheMisses}) {
    const std::string lack = lack_of(metric);
    if (!lack.empty()) {
      EXPECT_THAT(lack, ::testing::HasSubstr(std::string(to_text(metric)) +
                                             " (perf_event_open: "));
    } else if (metric == Metric::kInstructions) {
      const auto meter = open_meter(metric);
      const std::uint64_t before = meter->read();
      for (int i = 0; i < 100'000; ++i) keep(i);
      EXPECT_GE(meter->read() - before, 100'000U);
      EXPECT_EQ(meter->failure(), "");
    }
  }
}

TEST(ProcessorMeter, TellsTheRemedyWhereTheKernelRefuses) {
  EXPECT_EQ(refused_counter(Metric::kInstructions, ENOENT),
            "runs on a machine without a counter of instructions "
            "(perf_event_open: No such file or directory); many virtual "
            "machines have none");
  EXPECT_EQ(refused_counter(Metric::kCacheMisses, EACCES),
            "may not count cache-misses (perf_event_open: Permission denied); "
            "set kernel.perf_event_paranoid to 2 or less, and let containers "
            "use perf_event_open");
}

TEST(Metrics, TellWhatTheyLack) {
  EXPECT_EQ(lack_of(Metric::kWall), "");
  for (const Metric metric :
       {Metric::kCpu, Metric::kPageFaults, Metric::kAllocations,
        Metric::kPeakMemory, Metric::kValgrindInstructions}) {
    EXPECT_EQ(lack_of(metric), "");
  }
  const OpenMeter none = [](Metric metric) -> std::unique_ptr<Meter> {
    throw MetricMissing("has no " + std::string(to_text(metric)));
  };
  EXPECT_EQ(lack_of(Metric::kWall, none), "");
  EXPECT_EQ(lack_of(Metric::kCpu, none), "has no cpu");
}

}  // namespace
}  // namespace spl::workload
