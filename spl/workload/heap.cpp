#include "spl/workload/heap.hpp"

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

#include "spl/workload/keep.hpp"
#include "spl/workload/meter.hpp"
#include "spl/workload/protocol.hpp"
#include "spl/workload/random.hpp"

#if defined(__GLIBC__) && defined(__LP64__)
#define SPL_SETTLES_HEAPS 1
#if __GLIBC_PREREQ(2, 34)
#include <sys/single_threaded.h>
#endif
#else
#define SPL_SETTLES_HEAPS 0
#endif

namespace spl::workload {
namespace {

/// Offsets are multiples of the alignment of blocks, below the least page.
constexpr std::uint64_t kAlignment = 16;
constexpr std::uint64_t kPage = 4096;

/// What taking a block costs at most: most of it for pages that are touched.
constexpr double kBlockNs = 100;
/// The blocks that may be taken in the shortest run: test frameworks leave some
/// thousands, and whether they fit must not depend on how long a run is.
constexpr double kFewestBlocks = 10000;

#if SPL_SETTLES_HEAPS

#if __GLIBC_PREREQ(2, 34)
std::size_t bytes_of_arenas() { return mallinfo2().arena; }

/// A thread that takes the arena and the stack which the next thread would get.
struct Taker {
  bool has_new_arena = false;
  bool is_done = false;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t told = PTHREAD_COND_INITIALIZER;
};

/// Keeps them for ever.
void* take_arena(void* argument) {
  auto& taker = *static_cast<Taker*>(argument);
  const std::size_t before = bytes_of_arenas();
  void* block = std::malloc(1);
  keep(block);
  pthread_mutex_lock(&taker.mutex);
  taker.has_new_arena = bytes_of_arenas() != before;
  taker.is_done = true;
  pthread_cond_signal(&taker.told);
  pthread_mutex_unlock(&taker.mutex);
  for (;;) pause();
}

/// Starts a taker; whether it got a new arena. Nothing if it did not start.
std::optional<bool> take_next_arena() {
  static Taker takers[16];
  static std::size_t next = 0;
  if (next == std::size(takers)) return std::nullopt;
  Taker& taker = takers[next++];
  pthread_t thread{};
  if (pthread_create(&thread, nullptr, take_arena, &taker) != 0) {
    return std::nullopt;
  }
  pthread_mutex_lock(&taker.mutex);
  while (!taker.is_done) pthread_cond_wait(&taker.told, &taker.mutex);
  pthread_mutex_unlock(&taker.mutex);
  return taker.has_new_arena;
}

/// Takes the arenas and stacks that ended threads have left, and those of one
/// thread more, as it is not known before that there are no others. A process
/// that never had another thread has none, and stays without: glibc is faster
/// there. Signals are not for these threads.
bool take_arenas() {
  static bool are_taken = false;
  if (are_taken || __libc_single_threaded != 0) return true;
  are_taken = true;
  sigset_t all;
  sigset_t known;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &known);
  std::optional<bool> is_new = false;
  while (is_new == false) is_new = take_next_arena();
  pthread_sigmask(SIG_SETMASK, &known, nullptr);
  return is_new.has_value();
}
#else
bool take_arenas() { return true; }
#endif

#if __GLIBC_PREREQ(2, 33)
std::size_t room_in_top() { return mallinfo2().keepcost; }
std::size_t free_bytes() { return mallinfo2().fordblks; }
#else
std::size_t room_in_top() { return static_cast<unsigned>(mallinfo().keepcost); }
std::size_t free_bytes() { return static_cast<unsigned>(mallinfo().fordblks); }
#endif

// glibc: a chunk is a header of 16 bytes, the first 8 of which belong to the
// chunk before, and the block.
constexpr std::size_t kHeader = 16;
constexpr std::size_t kOverhead = 8;
constexpr std::size_t kLeastChunk = 32;
/// The largest chunk whose size has a list of its own in each thread's cache.
constexpr std::size_t kLargestCached = 1040;
/// Chunks of all sizes up to this are at most so large that the break holds
/// them; the highest threshold (DEFAULT_MMAP_THRESHOLD_MAX).
constexpr std::size_t kHighestThreshold = std::size_t{32} << 20;

/// The room that is left in the top, but for the drawn offset. Less than what
/// the break grows by (M_TOP_PAD, 128 kB), so that a growth makes it.
constexpr std::size_t kRoom = 16 * kPage;

/// The top of the main arena, from which malloc cuts what no free chunk fits.
class Top {
 public:
  explicit Top(std::size_t& left) : left_(left) {}

  /// Finds the top; whether blocks come from there.
  [[nodiscard]] bool find() {
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    const std::size_t room = room_in_top();
    at_ = end - room;
    return room != 0 && at_ % kAlignment == 0;
  }

  /// Takes chunks of this size until one comes from the top; whether that was
  /// within the limit.
  [[nodiscard]] bool drain(std::size_t chunk) {
    for (; left_ > 0; --left_) {
      void* const block = std::malloc(chunk - kOverhead);
      if (block == nullptr) return false;
      const auto begin = reinterpret_cast<std::uintptr_t>(block) - kHeader;
      if (begin != at_) continue;
      at_ += malloc_usable_size(block) + kOverhead;
      return true;
    }
    return false;
  }

  /// Whether operator new takes its memory from there, too, perhaps with bytes
  /// of its own before the block. An allocator of its own is elsewhere.
  [[nodiscard]] bool feeds_new() {
    void* block = ::operator new(kLeastChunk - kOverhead);
    keep(block);
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    const bool is_there = begin > at_ && begin - at_ < kPage;
    return is_there && find();
  }

  /// Moves the top so far that the next block is at an offset in its page.
  [[nodiscard]] bool move_to(std::uint64_t offset) {
    const std::size_t wanted = kRoom + (kHeader - offset) % kPage;
    constexpr int kMostSteps = 8;
    for (int i = 0; i < kMostSteps; ++i) {
      const std::size_t room = this->room();
      if (room == wanted) return true;
      // What the top cannot hold makes the break grow.
      const bool is_enough = room >= wanted + kLeastChunk;
      if (!drain(is_enough ? room - wanted : std::max(room, kLeastChunk))) {
        return false;
      }
    }
    return false;
  }

  [[nodiscard]] std::size_t room() const {
    return reinterpret_cast<std::uintptr_t>(sbrk(0)) - at_;
  }

 private:
  std::uintptr_t at_ = 0;
  std::size_t& left_;
};

/// Whether malloc is glibc's, of which a block of 24 bytes has that size, or 16
/// bytes more where the rest of a free chunk would be too small. Other
/// allocators have blocks of other sizes, or elsewhere.
bool is_glibc() {
  void* const block = std::malloc(24);
  const std::size_t size = block == nullptr ? 0 : malloc_usable_size(block);
  std::free(block);
  return size == 24 || size == 40;
}

/// Lets glibc raise its threshold as high as it does by itself. A chunk of that
/// size is not touched but for its header.
void raise_threshold() {
  void* block = std::malloc(kHighestThreshold - 2 * kPage);
  keep(block);  // Compilers remove an allocation that nothing uses.
  std::free(block);
}

/// Takes all free chunks, the largest first: so none is left whose size a
/// later, smaller one could be cut from.
bool drain_all(Top& top) {
  const std::size_t beyond_top = free_bytes() - top.room();
  std::size_t chunk = std::min(beyond_top, kHighestThreshold / 2) & ~15UL;
  for (; chunk > kLargestCached; chunk = (chunk / 2) & ~15UL) {
    if (!top.drain(chunk)) return false;
  }
  for (chunk = kLargestCached; chunk >= kLeastChunk; chunk -= kAlignment) {
    if (!top.drain(chunk)) return false;
  }
  return true;
}

std::string settle_at(std::uint64_t offset, std::size_t& left) {
  if (!is_glibc()) return "has another allocator than glibc's";
  Top top(left);
  constexpr const char* kUnusual =
      "has a heap that is not one piece at the break of its process";
  if (!top.find()) return kUnusual;
  if (!take_arenas()) {
    return "has more arenas of ended threads than can be set aside";
  }
  raise_threshold();
  if (!top.find()) return kUnusual;
  if (!drain_all(top)) return "has more free memory than can be set aside";
  if (!top.feeds_new()) return "has an operator new of its own";
  if (!top.move_to(offset)) return kUnusual;
  return "";
}

#else

std::string settle_at(std::uint64_t, std::size_t&) {
  return "has another allocator than glibc's";
}

#endif

/// Moves what static objects keep by the offset of the request, before any of
/// them is made: no settling reaches that memory. A constructor of the first
/// priority that programs have.
[[gnu::constructor(101)]] void move_static_objects() {
  const char* request = std::getenv(kVariable);
  if (request == nullptr) return;
  constexpr const char* kLine = "\nheap_offset ";
  const char* line = std::strstr(request, kLine);
  if (line == nullptr) return;
  const std::size_t offset =
      std::strtoul(line + std::strlen(kLine), nullptr, 10) % kPage;
  void* block = std::malloc(offset + 2 * kAlignment);
  keep(block);
}

}  // namespace

Heap::Heap(std::optional<std::uint64_t> offset, double most_ns,
           const std::vector<Meter*>& meters)
    : offset_(offset),
      left_(static_cast<std::size_t>(
          std::max(kFewestBlocks, most_ns / kBlockNs))),
      meters_(meters) {}

void Heap::settle() {
  if (!offset_ || !problem_.empty()) return;
  problem_ = settle_at(*offset_ / kAlignment * kAlignment % kPage, left_);
  offset_ = Random(*offset_)();
  for (Meter* meter : meters_) meter->begin_anew();
}

}  // namespace spl::workload
