// Whether the mean that a run of this project observes is Google Benchmark's,
// for chains of multiplications from 1 ns to 1 ms. Every mean is of a process
// of its own, which take turns: first the runner's, then the peer's, then in
// the other order.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runner/programs/process_launcher.hpp"
#include "runner/system/machine_lock.hpp"
#include "spl/statistics/moments.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/peers/child.hpp"
#include "laboratory/peers/outputs.hpp"

namespace {

using namespace spl;

constexpr int kProcesses = 30;  // Of each.

/// Means in ns, one for each process.
struct Chain {
  const char* name;
  const char* length;
  double limit_percent;
  /// For about 30 ms, as the peer's processes take 50: a mean over less is of
  /// the processor's frequency at that moment.
  std::uint64_t observations;
  std::vector<double> ours = {};
  std::vector<double> theirs = {};
};

std::string whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The lower one, the median and the upper one; of an even number of values the
/// median is the mean of the middle two.
struct Quartiles {
  explicit Quartiles(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t last = values.size() - 1;
    lower = values[last / 4];
    median = (values[last / 2] + values[(last + 1) / 2]) / 2;
    upper = values[last - last / 4];
  }
  double lower, median, upper;
};

class Means {
 public:
  explicit Means(const std::filesystem::path& folder)
      : output_(folder / "output"),
        launcher_(SPL_BENCH_SPL_RUN, folder / "lock") {}

  void measure(Chain& chain, int number) {
    if (number % 2 == 0) chain.ours.push_back(our_mean(chain));
    chain.theirs.push_back(their_mean(chain.name));
    if (number % 2 == 1) chain.ours.push_back(our_mean(chain));
  }

 private:
  /// All as when a formula is measured.
  double our_mean(const Chain& chain) {
    runner::RunOrder order;
    order.program = SPL_BENCH_MEANS_WORKLOADS;
    order.performance.method = chain.name;
    order.observations = chain.observations;
    order.warmup = std::chrono::microseconds(250);
    order.timeout = std::chrono::minutes(1);
    const runner::BlockResult block = launcher_.measure({0, {order}});
    const workload::RunAnswer& answer = block.runs.at(0).answer;
    if (!answer.failure.empty()) {
      throw std::runtime_error(std::string(chain.name) + ' ' + answer.failure);
    }
    return statistics::moments(answer.observations).mean();
  }

  double their_mean(const char* name) const {
    bench::run_child({SPL_BENCH_MEANS_GOOGLE,
                      "--benchmark_filter=^" + std::string(name) + "$",
                      "--benchmark_min_time=0.05", "--benchmark_format=json"},
                     output_);
    return bench::read_google_times(whole(output_)).at(0);
  }

  std::filesystem::path output_;
  runner::ProcessLauncher launcher_;
};

/// A folder that goes with this object.
class Folder {
 public:
  Folder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "spl-means-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make the folder " + name);
    }
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

bool report(const Chain& chain) {
  const Quartiles ours(chain.ours);
  const Quartiles theirs(chain.theirs);
  for (const auto& [who, of] :
       {std::pair("this project", ours), std::pair("Google's", theirs)}) {
    std::printf("%-14s %-12s %10.5g ns, quartiles %.5g and %.5g\n", chain.name,
                who, of.median, of.lower, of.upper);
  }
  return bench::report(
      (std::string("mean of ") + chain.length + " off Google Benchmark's, in %")
          .c_str(),
      100 * std::abs(ours.median / theirs.median - 1), chain.limit_percent);
}

}  // namespace

int main() {
  std::vector<Chain> chains = {{"chain1", "1 ns", 1.5, 1500},
                               {"chain10", "10 ns", 1, 1500},
                               {"chain1000", "1 us", 1, 1500},
                               {"chain1000000", "1 ms", 1, 30}};
  try {
    const Folder folder;
    Means means(folder.path());
    for (int i = 0; i < kProcesses; ++i) {
      // Of both: nothing else of this project is measured beside them.
      const runner::MachineLock alone(runner::machine_lock_path());
      for (Chain& chain : chains) means.measure(chain, i);
    }
    bool met = true;
    for (const Chain& chain : chains) met &= report(chain);
    return met ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_means: %s\n", error.what());
    return 2;
  }
}
