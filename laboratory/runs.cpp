// How many runs of 2 ms there are in a second, against bare spawns of the same
// program, on one processor and in turns; and what of a processor spl-run and
// its helper need themselves.
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "spl/workload/protocol.hpp"

namespace {

constexpr int kRounds = 5;
constexpr int kRuns = 600;  ///< In a round: half of them of each side.

struct Cost {
  double seconds = 0;
  double processor_seconds = 0;  ///< With all descendants that were waited for.
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         1e-6 * static_cast<double>(time.tv_usec);
}

Cost spawn(std::vector<std::string> words, std::string variable = "") {
  std::vector<char*> environment;
  for (char** one = environ; *one != nullptr; ++one)
    environment.push_back(*one);
  if (!variable.empty()) environment.push_back(variable.data());
  environment.push_back(nullptr);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  const auto began = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  rusage usage{};
  if (posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(),
                  environment.data()) != 0 ||
      wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) ||
      WEXITSTATUS(status) > 1) {
    std::fprintf(stderr, "cannot run %s\n", words[0].c_str());
    std::exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - began;
  return {took.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

/// Of the program by itself, or of the worker that spl-run makes of it.
Cost spawned(const std::string& variable = "") {
  Cost sum;
  for (int i = 0; i < kRuns; ++i) {
    const Cost one = spawn({SPL_BENCH_RUNS_WORKLOADS}, variable);
    sum.seconds += one.seconds;
    sum.processor_seconds += one.processor_seconds;
  }
  return sum;
}

Cost measured() {
  return spawn({SPL_BENCH_SPL_RUN, "-p", SPL_BENCH_RUNS_WORKLOADS, "-e",
                "works(1) <= 1.5 * works(2)", "--runs",
                std::to_string(kRuns / 2), "-s", "observations=1", "-s",
                "warmup=0", "--quiet"});
}

}  // namespace

int main() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  char folder[] = "/tmp/spl-bench-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  spl::workload::Request request;
  request.task = spl::workload::Request::Task::kRun;
  request.result_path = std::string(folder) + "/answer";
  request.method = "works";
  request.arguments = {1.0};
  request.observations = 1;
  request.warmup_ns = 0;
  request.warmup_observations = 0;
  const std::string variable =
      std::string(spl::workload::kVariable) + '=' + encode(request);
  std::vector<double> rates;
  std::vector<double> shares;
  for (int round = 0; round < kRounds; ++round) {
    const Cost bare = spawned();
    const Cost workers = spawned(variable);
    const Cost run = measured();
    rates.push_back(bare.seconds / run.seconds);
    shares.push_back(run.processor_seconds / workers.processor_seconds - 1);
  }
  std::remove(request.result_path.c_str());
  rmdir(folder);
  using spl::bench::Goal;
  bool met = spl::bench::report("runs of 2 ms per second / bare spawns",
                                spl::bench::median(rates), 0.7, Goal::kAtLeast);
  met &= spl::bench::report("processor's time beside the measured processes'",
                            spl::bench::median(shares), 0.1);
  return met ? 0 : 1;
}
