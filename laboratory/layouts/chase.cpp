// A kernel whose speed is a matter of layout, and what its layout is: lines of
// slots of half a page, of which the cache next to the processor holds just as
// many as are used, if the linker puts as many at even as at odd places.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <spl/workload.hpp>
#include <utility>

namespace slots {

struct Slot {
  Slot* next;
  char rest[2048 - sizeof(void*)];
};

/// Known to other sources, so that each is a section of its own.
template <int number>
alignas(2048) Slot slot;

}  // namespace slots

namespace {

using slots::Slot;

int ways() {
  const long known = sysconf(_SC_LEVEL1_DCACHE_ASSOC);
  return known > 0 ? static_cast<int>(known) : 8;
}

/// Of which some stay unused, so that it is a matter of chance which are.
constexpr auto kAll = std::make_integer_sequence<int, 64>();

template <int... numbers>
Slot* chained(std::integer_sequence<int, numbers...> /*all*/) {
  Slot* all[] = {&slots::slot<numbers>...};
  const int used = std::min(2 * ways() - 1, 64);
  for (int i = 0; i < used; ++i) all[i]->next = all[(i + 1) % used];
  return all[0];
}

}  // namespace

SPL_WORKLOAD(chase, ()) {
  const Slot* at = chained(kAll);
  while (spl.needs_more()) {
    for (int i = 0; i < 100; ++i) at = at->next;
    spl::keep(at);
  }
}
