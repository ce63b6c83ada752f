// A kernel as a whole process, to be timed from outside:
//
//     peers_process                       does nothing
//     peers_process KERNEL PERCENT COUNT  iterates so often
//     peers_process KERNEL PERCENT        prints how much slower it really is
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "spl/workload/keep.hpp"
#include "spl/workload/random.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/peers/kernels.hpp"

namespace {

using spl::bench::Kernel;
using spl::bench::make_kernel;

// Long enough for the clock, short enough to be disturbed seldom.
constexpr int kIterations = 10;
constexpr int kRounds = 500;

void iterate(Kernel& kernel, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) spl::keep(kernel.iterate());
}

double nanoseconds(Kernel& kernel) {
  const auto began = std::chrono::steady_clock::now();
  iterate(kernel, kIterations);
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now() - began)
      .count();
}

// In turns, so that both meet the same machine, and each first as often.
double ratio(const std::string& name, int percent) {
  std::random_device entropy;
  const std::uint64_t seed = entropy();
  spl::Random base_random(seed);
  spl::Random slow_random(seed);
  const auto base = make_kernel(name, 0, base_random);
  const auto slow = make_kernel(name, percent, slow_random);
  iterate(*base, kIterations);
  iterate(*slow, kIterations);
  std::vector<double> base_times;
  std::vector<double> slow_times;
  for (int round = 0; round < kRounds; ++round) {
    if (round % 2 == 0) base_times.push_back(nanoseconds(*base));
    slow_times.push_back(nanoseconds(*slow));
    if (round % 2 == 1) base_times.push_back(nanoseconds(*base));
  }
  return spl::bench::median(slow_times) / spl::bench::median(base_times);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) return 0;
  if (argc != 3 && argc != 4) return 2;
  try {
    const std::string name = argv[1];
    const int percent = std::atoi(argv[2]);
    if (argc == 3) {
      std::printf("%.6f\n", ratio(name, percent));
      return 0;
    }
    spl::Random random(1);
    iterate(*make_kernel(name, percent, random), std::atoll(argv[3]));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peers_process: %s\n", error.what());
    return 2;
  }
}
