// What a run costs when there is nothing to measure: start, answer and end of a
// worker, as a runner and its helper make them in blocks, against the bare
// start and end of the same program, in turns.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runner/programs/process_launcher.hpp"
#include "runner/system/machine_lock.hpp"
#include "laboratory/figure.hpp"

namespace {

constexpr int kRounds = 41;
constexpr int kRuns = 20;  ///< In a round, of each.

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

void start_and_end() {
  char program[] = SPL_BENCH_START_WORKLOADS;
  char* arguments[] = {program, nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, program, nullptr, nullptr, arguments, environ) != 0 ||
      waitpid(child, &status, 0) != child || status != 0) {
    fail("cannot run " SPL_BENCH_START_WORKLOADS);
  }
}

spl::runner::Block empty_runs() {
  spl::runner::RunOrder order;
  order.program = SPL_BENCH_START_WORKLOADS;
  order.performance.method = "nothing";
  order.observations = 1;
  order.calls = spl::runner::Calls{1, 0};
  order.timeout = std::chrono::minutes(1);
  return {0, std::vector<spl::runner::RunOrder>(kRuns, order)};
}

template <typename Work>
double seconds_of(Work&& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
      .count();
}

}  // namespace

int main() {
  spl::runner::ProcessLauncher launcher(SPL_BENCH_SPL_RUN,
                                        spl::runner::machine_lock_path());
  // Starts the helper, which all blocks share.
  (void)launcher.catalogue(SPL_BENCH_START_WORKLOADS);
  const spl::runner::Block block = empty_runs();
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    const double bare = seconds_of([] {
      for (int i = 0; i < kRuns; ++i) start_and_end();
    });
    const double made = seconds_of([&] {
      for (const auto& run : launcher.measure(block).runs) {
        if (!run.answer.failure.empty()) fail(run.answer.failure.c_str());
      }
    });
    ratios.push_back(made / bare);
  }
  return spl::bench::report("empty run / bare start and end of the program",
                            spl::bench::median(ratios), 1.3)
             ? 0
             : 1;
}
