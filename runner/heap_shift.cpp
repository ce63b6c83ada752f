// A library that spl-run preloads into programs without a worker. It moves the
// break before the first block of memory is taken, by the offset that the
// environment names, and then restores the environment: neither the program nor
// its children see the variables. Linked with `-z initfirst`; it uses nothing
// of the C++ library.
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace {

constexpr char kOffset[] = "SPL_HEAP_OFFSET=";
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

[[gnu::constructor]] void shift(int, char**, char** environment) {
  char** const offset = find(environment, kOffset);
  if (offset == nullptr) return;
  (void)sbrk(number(*offset + sizeof kOffset - 1));
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
