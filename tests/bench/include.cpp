// What including the header costs: compiling it alone against compiling
// <benchmark/benchmark.h> alone, same compiler and flags, in turns.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "tests/bench/figure.hpp"

namespace {

constexpr int kRounds = 5;

double compile_seconds(const std::string& source, const char* standard) {
  const std::vector<std::string> words{
      SPL_BENCH_COMPILER, standard, "-O2",  "-I",
      SPL_BENCH_PROJECT,  "-c",     source, "-o",
      "/dev/null"};
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  const auto began = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(),
                   environ) != 0 ||
      waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "cannot compile %s\n", source.c_str());
    std::exit(1);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
      .count();
}

}  // namespace

int main() {
  char folder[] = "/tmp/spl-bench-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  const std::string ours = std::string(folder) + "/ours.cpp";
  const std::string theirs = std::string(folder) + "/theirs.cpp";
  std::ofstream(ours) << "#include <spl/workload.hpp>\n";
  std::ofstream(theirs) << "#include <benchmark/benchmark.h>\n";
  bool met = true;
  for (const char* standard : {"-std=c++17", "-std=c++20"}) {
    std::vector<double> ratios;
    for (int round = 0; round < kRounds; ++round) {
      const double reference = compile_seconds(theirs, standard);
      ratios.push_back(compile_seconds(ours, standard) / reference);
    }
    const std::string figure =
        std::string("compile <spl/workload.hpp> / <benchmark/benchmark.h>, ") +
        (standard + 5);
    met &= spl::bench::report(figure.c_str(), spl::bench::median(ratios), 1);
  }
  std::remove(ours.c_str());
  std::remove(theirs.c_str());
  rmdir(folder);
  return met ? 0 : 1;
}
