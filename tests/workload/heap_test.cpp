#include "spl/workload/heap.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "spl/workload/keep.hpp"
#include "tests/workload/scripted_meter.hpp"

namespace spl::workload {
namespace {

// Sanitizers have allocators of their own.
#if defined(__has_feature)
#define SPL_HEAP_TEST_HAS_FEATURE(name) __has_feature(name)
#else
#define SPL_HEAP_TEST_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    SPL_HEAP_TEST_HAS_FEATURE(address_sanitizer) ||                  \
    SPL_HEAP_TEST_HAS_FEATURE(thread_sanitizer)
constexpr bool kIsOfGlibc = false;
#else
constexpr bool kIsOfGlibc = true;
#endif

class HeapTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!kIsOfGlibc) GTEST_SKIP() << "the heap is a sanitizer's";
  }
};

const std::vector<Meter*> kNoMeters;
constexpr double kNoTime = 0;

std::uintptr_t place(const void* block) {
  return reinterpret_cast<std::uintptr_t>(block) % 4096;
}

void* taken(std::size_t bytes) {
  void* block = std::malloc(bytes);
  keep(block);
  return block;
}

void give_back(void* block) {
  keep(block);
  std::free(block);
}

/// Returns what a function writes in a process of its own.
std::string written_apart(const std::function<std::string()>& write) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = write();
    const bool is_whole = ::write(ends[1], text.data(), text.size()) ==
                          static_cast<ssize_t>(text.size());
    _exit(is_whole ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t size = 0; (size = read(ends[0], part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 ? text : text + " and ended early";
}

/// Returns where blocks lie in a page, and how often the break has moved, as a
/// workload would find it.
std::string places() {
  std::string text;
  const auto begin = static_cast<char*>(sbrk(0));
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{24}, std::size_t{200}, std::size_t{5000},
        std::size_t{20'000}, std::size_t{50'000}, std::size_t{128} << 10,
        std::size_t{3} << 20, std::size_t{30} << 20}) {
    const std::uintptr_t at = place(taken(bytes));
    text += std::to_string(bytes) + " at " + std::to_string(at) +
            ", grown by " +
            std::to_string(static_cast<char*>(sbrk(0)) - begin) + '\n';
  }
  return text;
}

void do_nothing() {}

/// Leaves an arena of which a part is in use.
void join_a_thread() {
  std::thread([] {
    void* blocks[] = {taken(100), taken(5000), taken(24), taken(300)};
    give_back(blocks[1]);
    give_back(blocks[2]);
  }).join();
}

void join_three_threads() {
  std::atomic<int> here = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      (void)taken(1000 * static_cast<std::size_t>(i) + 24);
      for (++here; here < 3;) std::this_thread::yield();
    });
  }
  for (std::thread& one : threads) one.join();
}

/// Returns where the blocks of a thread lie in its arena.
std::string places_in_thread() {
  std::string text;
  std::thread([&] {
    constexpr std::uintptr_t kArena = 64 << 20;
    for (const std::size_t bytes : {24, 100, 5000}) {
      text += std::to_string(reinterpret_cast<std::uintptr_t>(taken(bytes)) %
                             kArena) +
              ' ';
    }
  }).join();
  return text;
}

/// Returns the places in a process that has done something before its heap was
/// settled.
std::string places_after(const std::function<void()>& before,
                         std::uint64_t offset = 1040) {
  return written_apart([&] {
    before();
    Heap heap(offset, kNoTime, kNoMeters);
    heap.settle();
    const std::string text = heap.problem() + places();
    return text + places_in_thread() + places();
  });
}

void keep_100_kb() { (void)taken(100'000); }

void free_3_mb() {
  void* block = taken(3 << 20);
  std::memset(block, 1, 3 << 20);
  give_back(block);
}

void free_many() {
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < 1500; ++i) blocks.push_back(taken(20 + 3 * i));
  for (std::size_t i = 0; i < blocks.size(); i += 1 + i % 3) {
    give_back(blocks[i]);
  }
}

/// Leaves free blocks of 40 bytes only, which malloc does not split for 24.
void free_40_bytes() {
  for (int i = 0; i < 100'000; ++i) (void)taken(24);
  void* blocks[64];
  for (void*& block : blocks) block = taken(40);
  for (std::size_t i = 0; i < std::size(blocks); i += 2) give_back(blocks[i]);
  (void)taken(60'000);  // Puts them where blocks of other sizes are sought.
}

TEST_F(HeapTest, IsSettledWhateverWasAllocatedBefore) {
  const std::string fresh = places_after(do_nothing);
  EXPECT_EQ(fresh.substr(0, fresh.find(',')), "1 at 1040");
  EXPECT_EQ(places_after(keep_100_kb), fresh);
  EXPECT_EQ(places_after(free_3_mb), fresh);
  EXPECT_EQ(places_after(free_many), fresh);
  EXPECT_EQ(places_after(free_40_bytes), fresh);
  EXPECT_EQ(places_after(join_a_thread), fresh);
  EXPECT_EQ(places_after(join_three_threads), fresh);
  EXPECT_EQ(places_after([] {
              for (int i = 0; i < 40; ++i) (void)taken(40'000);
            }),
            fresh);
}

TEST_F(HeapTest, BeginsAnywhereInAPage) {
  for (std::uint64_t offset = 0; offset < 4096; offset += 16) {
    const std::string text = places_after(do_nothing, offset);
    ASSERT_EQ(text.substr(0, text.find(',')), "1 at " + std::to_string(offset));
  }
}

TEST(Heap, StaysWithoutAnOffset) {
  EXPECT_EQ(written_apart([] {
              void* block = taken(100);
              give_back(block);
              Heap heap(std::nullopt, kNoTime, kNoMeters);
              heap.settle();
              return std::string(taken(100) == block ? "kept" : "changed");
            }),
            "kept");
}

TEST_F(HeapTest, IsSettledAgainAtAnotherOffset) {
  const auto twice = [](std::size_t between) {
    return written_apart([&] {
      Heap heap(64, kNoTime, kNoMeters);
      heap.settle();
      (void)taken(between);
      heap.settle();
      return heap.problem() + places();
    });
  };
  EXPECT_EQ(twice(24), twice(80));
  EXPECT_NE(twice(24), places_after(do_nothing, 64));
}

/// Keeps free blocks apart, as no allocation of another size can use them.
TEST_F(HeapTest, SaysThatTooMuchIsFree) {
  EXPECT_EQ(written_apart([] {
              std::map<int, void*> blocks;
              for (int i = 0; i < 50'000; ++i) blocks[i] = taken(1100);
              for (int i = 0; i < 50'000; i += 2) give_back(blocks[i]);
              Heap heap(64, kNoTime, kNoMeters);
              heap.settle();
              return heap.problem();
            }),
            "has more free memory than can be set aside");
}

TEST(Heap, LeavesSettlingOutOfMeters) {
  ScriptedMeter meter;
  const std::vector<Meter*> meters{&meter};
  Heap heap(64, kNoTime, meters);
  heap.settle();
  EXPECT_EQ(meter.begun, 1);
}

}  // namespace
}  // namespace spl::workload
