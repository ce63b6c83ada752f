// A library that spl-run preloads into programs without a worker. It moves the
// break before the first block of memory is taken, by the offset that the
// environment names, and then restores the environment: neither the program nor
// its children see the variables. On request it leaves free blocks at places
// that the offset draws. Linked with `-z initfirst`; it uses nothing of the C++
// library.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

constexpr char kOffset[] = "SPL_HEAP_OFFSET=";
constexpr char kScattered = 's';
constexpr char kPreload[] = "LD_PRELOAD=";

/// Returns the variable whose text begins so; null if there is none.
char** find(char** environment, const char* begin) {
  const std::size_t length = std::strlen(begin);
  for (char** one = environment; *one != nullptr; ++one) {
    if (std::strncmp(*one, begin, length) == 0) return one;
  }
  return nullptr;
}

void remove(char** variable) {
  for (; *variable != nullptr; ++variable) variable[0] = variable[1];
}

/// Reads digits; the C library may not be ready for more.
std::intptr_t number(const char* text) {
  std::intptr_t result = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    result = 10 * result + (*text - '0');
  }
  return result;
}

/// Knuth's linear congruential generator (MMIX).
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % limit;
  }

 private:
  std::uint64_t state_;
};

/// Leaves free blocks of up to 100 kB, three for each size and an eighth more,
/// in a drawn order with drawn room between them. Two blocks of the program are
/// then as far apart as these are, whatever it allocated before.
void scatter(Draws draws) {
  constexpr std::size_t kEach = 3;
  constexpr std::size_t kMost = 256;
  constexpr std::size_t kAlignment = 16;
  std::size_t sizes[kMost];
  std::size_t count = 0;
  for (std::size_t size = 24; size < 100'000 && count + kEach <= kMost;
       size += size < 128 ? kAlignment : size / 8) {
    for (std::size_t i = 0; i < kEach; ++i) {
      sizes[count++] = size + kAlignment * draws.below(1 + size / 128);
    }
  }
  void* blocks[kMost];
  for (std::size_t left = count; left > 0; --left) {
    const std::size_t one = draws.below(left);
    blocks[left - 1] = std::malloc(sizes[one]);
    sizes[one] = sizes[left - 1];
    void* volatile kept = std::malloc(24 + kAlignment * draws.below(256));
    (void)kept;
  }
  for (std::size_t i = 0; i < count; ++i) std::free(blocks[i]);
}

[[gnu::constructor]] void shift(int, char**, char** environment) {
  char** const offset = find(environment, kOffset);
  if (offset == nullptr) return;
  const char* const text = *offset + sizeof kOffset - 1;
  const bool is_scattered = *text == kScattered;
  const std::intptr_t bytes = number(is_scattered ? text + 1 : text);
  (void)sbrk(bytes);
  if (is_scattered) scatter(Draws(static_cast<std::uint64_t>(bytes)));
  remove(offset);
  char** const preload = find(environment, kPreload);
  if (preload == nullptr) return;
  // This library comes after those of the user.
  char* const last = std::strrchr(*preload, ':');
  if (last != nullptr) {
    *last = '\0';
  } else {
    remove(preload);
  }
}

}  // namespace
