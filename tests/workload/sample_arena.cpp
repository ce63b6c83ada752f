// Linked to sample_worker.cpp: an operator new that calls malloc only now and
// then.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kBlock = 1 << 20;
constexpr std::size_t kAlignment = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) {
  static char* free_bytes = nullptr;
  static std::size_t left = 0;
  const std::size_t needed = (size / kAlignment + 1) * kAlignment;
  if (needed > left) {
    left = needed > kBlock ? needed : kBlock;
    free_bytes = static_cast<char*>(std::malloc(left));
    if (free_bytes == nullptr) throw std::bad_alloc();
  }
  char* const found = free_bytes;
  free_bytes += needed;
  left -= needed;
  return found;
}

void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
