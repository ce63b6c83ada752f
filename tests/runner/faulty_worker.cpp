// Workloads that go wrong.

#include <sched.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spl/workload.hpp>
#include <stdexcept>
#include <string>

SPL_WORKLOAD(fine, (int n), spl::values(10, 100)) {
  while (spl.needs_more()) {
    for (int i = 0; i < n; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(crashes, ()) {
  std::puts("about to crash");
  std::fflush(stdout);
  std::signal(SIGSEGV, SIG_DFL);  // Sanitizers would catch it.
  while (spl.needs_more()) std::raise(SIGSEGV);
}

SPL_WORKLOAD(exits, (int status)) {
  while (spl.needs_more()) std::_Exit(status);
}

/// For tests that do something as soon as a workload runs; they set MARK.
void tell_at_work() {
  if (std::getenv("MARK") == nullptr) return;
  std::FILE* file = std::fopen("at-work", "w");
  if (file != nullptr) std::fclose(file);
}

SPL_WORKLOAD(hangs, ()) {
  tell_at_work();
  while (spl.needs_more()) {
    while (true) spl::clobber();
  }
}

/// Reports by how much its environment was filled up, and if glibc fills
/// memory.
SPL_WORKLOAD(filled_up, ()) {
  const char* text = std::getenv("SPL_PADDING");
  const bool is_perturbed = std::getenv("MALLOC_PERTURB_") != nullptr;
  while (spl.needs_more()) {
    spl.fail(text == nullptr ? "nothing"
                             : std::to_string(std::strlen(text)) + " bytes" +
                                   (is_perturbed ? ", perturbed" : ""));
  }
}

SPL_WORKLOAD(throws, ()) {
  while (spl.needs_more()) throw std::runtime_error("no such table");
}

/// 64 MB in lines of 1000, and a control character.
SPL_WORKLOAD(prints, ()) {
  while (spl.needs_more()) {
    const std::string line(1000, 'x');
    for (int i = 0; i < 64'000; ++i) std::puts(line.c_str());
    std::puts("bell \a");
    std::exit(1);
  }
}

/// A child in a session of its own outlives the run, if it is let.
SPL_WORKLOAD(forks, ()) {
  while (spl.needs_more()) {
    if (fork() == 0) {
      setsid();
      sleep(3600);
    }
    std::_Exit(0);
  }
}

/// As `forks`, but it goes on itself, too.
SPL_WORKLOAD(forks_and_hangs, ()) {
  while (spl.needs_more()) {
    if (fork() == 0) {
      setsid();
      tell_at_work();
      sleep(3600);
    }
    while (true) spl::clobber();
  }
}

/// Succeeds where it may use this processor only.
SPL_WORKLOAD(bound_to, (int processor)) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  if (CPU_COUNT(&set) != 1 || !CPU_ISSET(processor, &set)) {
    throw std::runtime_error("is not bound");
  }
  while (spl.needs_more()) spl::clobber();
}

/// Says at which processor it is, and how many it may use.
SPL_WORKLOAD(is_at, ()) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  while (spl.needs_more()) {
    spl.fail(std::to_string(sched_getcpu()) + " of " +
             std::to_string(CPU_COUNT(&set)));
  }
}

SPL_WORKLOAD(ends_at, (int processor)) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
  while (spl.needs_more()) spl::clobber();
}

SPL_WORKLOAD(never_loops, ()) {}
