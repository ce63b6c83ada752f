#include "runner/system/random_addresses.hpp"

#include <sys/personality.h>

#if defined(__SANITIZE_THREAD__)
#define SPL_THREAD_SANITIZER true
#elif defined(__has_feature)
#define SPL_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define SPL_THREAD_SANITIZER false
#endif

namespace spl::runner {

bool draw_addresses() {
  if (SPL_THREAD_SANITIZER) return true;
  const auto fixed = static_cast<unsigned long>(ADDR_NO_RANDOMIZE);
  const int now = personality(0xffffffff);  // Changes nothing.
  if (now == -1) return true;  // Then nobody could have changed it, either.
  const auto drawn = static_cast<unsigned long>(now) & ~fixed;
  return static_cast<unsigned long>(now) == drawn || personality(drawn) != -1;
}

}  // namespace spl::runner
