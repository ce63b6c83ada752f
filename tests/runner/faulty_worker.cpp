// Workloads that go wrong.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <spl/workload.hpp>
#include <stdexcept>

SPL_WORKLOAD(fine, (int n), spl::values(10, 100)) {
  while (spl.needs_more()) {
    for (int i = 0; i < n; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(crashes, ()) {
  std::puts("about to crash");
  std::fflush(stdout);
  while (spl.needs_more()) std::raise(SIGSEGV);
}

SPL_WORKLOAD(exits, (int status)) {
  while (spl.needs_more()) std::_Exit(status);
}

SPL_WORKLOAD(hangs, ()) {
  while (spl.needs_more()) {
    while (true) spl::clobber();
  }
}

SPL_WORKLOAD(throws, ()) {
  while (spl.needs_more()) throw std::runtime_error("no such table");
}

SPL_WORKLOAD(never_loops, ()) {}
