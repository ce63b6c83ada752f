// What a run costs when there is nothing to measure: start, answer and end of a
// worker against the bare start and end of the same program, in turns.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "spl/workload.hpp"
#include "tests/bench/figure.hpp"

SPL_WORKLOAD(nothing, ()) {
  while (spl.needs_more()) {
  }
}

namespace {

constexpr int kRounds = 401;

/// Microseconds from before the start to after the end of this program.
double spawn_us(const std::vector<std::string>& environment) {
  std::vector<char*> variables;
  for (const std::string& variable : environment) {
    variables.push_back(const_cast<char*>(variable.c_str()));
  }
  variables.push_back(nullptr);
  char program[] = "/proc/self/exe";
  char* arguments[] = {program, nullptr};
  const auto began = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, program, nullptr, nullptr, arguments,
                  variables.data()) != 0 ||
      waitpid(child, &status, 0) != child || status != 0) {
    std::fputs("cannot run this program once more\n", stderr);
    std::exit(1);
  }
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now() - began)
      .count();
}

}  // namespace

int main() {
  if (std::getenv("SPL_BENCH_NOTHING") != nullptr) return 0;
  spl::workload::answer_request_if_asked();

  char folder[] = "/tmp/spl-bench-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  spl::workload::Request request;
  request.task = spl::workload::Request::Task::kRun;
  request.result_path = std::string(folder) + "/answer";
  request.method = "nothing";
  request.observations = 1;
  request.warmup_ns = 0;
  request.warmup_observations = 0;
  const std::string variable =
      std::string(spl::workload::kVariable) + '=' + encode(request);

  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    const double bare = spawn_us({"SPL_BENCH_NOTHING=1"});
    ratios.push_back(spawn_us({variable}) / bare);
    if (std::remove(request.result_path.c_str()) != 0) return 1;
  }
  rmdir(folder);
  return spl::bench::report("empty run / bare start and end of the program",
                            spl::bench::median(ratios), 1.3)
             ? 0
             : 1;
}
