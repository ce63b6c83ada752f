// Guards of 100 workloads on a machine that is made up: how often one is red
// although nothing changed, and how often it finds a workload that got 5 %
// slower. All of spl-run is at work but for the processes.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>

#include "laboratory/figure.hpp"
#include "runner/session/application.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/scripted_history.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace {

namespace runner = spl::runner;
namespace workload = spl::workload;

constexpr std::size_t kWorkloads = 100;
constexpr std::size_t kUnchanged = 200;
constexpr std::size_t kPlanted = 40;

/// The time of a call: 1 to 100 us.
double nanoseconds(std::size_t number) {
  return 1000 * static_cast<double>(1 + number);
}

std::string name_of(std::size_t number) { return "w" + std::to_string(number); }

/// Processes that take no time. Runs differ by a standard deviation of 1 %,
/// calls by 2 %; one run in 20 takes 20 % longer.
class ScriptedProcesses : public runner::Launcher {
 public:
  ScriptedProcesses(unsigned seed, std::string slower)
      : random_(seed), slower_(std::move(slower)) {}

  workload::CatalogueAnswer catalogue(const std::string& program) override {
    (void)program;
    workload::CatalogueAnswer answer;
    answer.build = {"GCC 12", true, false, ""};
    for (std::size_t i = 0; i < kWorkloads; ++i) {
      workload::EntryFacts entry;
      entry.name = name_of(i);
      entry.place = "guard.cpp:1";
      answer.entries.push_back(entry);
    }
    return answer;
  }

  void prepare(const runner::Placement& placement) override { (void)placement; }

  runner::BlockResult measure(const runner::Block& block) override {
    runner::BlockResult result{"host", {}};
    for (const runner::RunOrder& order : block.runs) {
      result.runs.push_back(run(order));
      result.seconds += result.runs.back().seconds;
    }
    seconds += result.seconds;
    return result;
  }

  std::vector<runner::HostRecord> hosts() override { return {}; }

  double seconds = 0;  ///< Of all runs.

 private:
  runner::RunResult run(const runner::RunOrder& order) {
    const std::string& name = order.performance.method;
    const bool is_slower =
        name == slower_ && order.performance.revision.empty();
    const double call = nanoseconds(std::stoul(name.substr(1)));
    const double factor = (is_slower ? 1.05 : 1) *
                          (1 + 0.01 * normal_(random_)) *
                          (uniform_(random_) < 0.05 ? 1.2 : 1);
    runner::RunResult result;
    result.answer.iterations =
        order.calls ? order.calls->iterations
                    : static_cast<std::uint64_t>(1 + 12'000 / call);
    result.answer.warmup = 20;
    double counted = 0;
    for (std::uint64_t i = 0; i < order.observations; ++i) {
      const double time = call * factor * (1 + 0.02 * normal_(random_));
      result.answer.observations.push_back(time);
      counted += time * static_cast<double>(result.answer.iterations);
    }
    result.answer.warmup_ns = 250'000;
    result.answer.counted_ns = static_cast<std::uint64_t>(counted);
    result.seconds = 0.0015 + 0.00025 + counted * 1e-9;
    return result;
  }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  std::string slower_;
};

/// Seconds of runs are seconds.
class ScriptedClock : public runner::Clock {
 public:
  explicit ScriptedClock(const ScriptedProcesses& processes)
      : processes_(processes) {}
  double seconds() override { return processes_.seconds; }

 private:
  const ScriptedProcesses& processes_;
};

struct Guarded {
  int status = 0;
  std::string report;
  double seconds = 0;
};

Guarded guard(const std::string& config, unsigned seed,
              const std::string& slower) {
  ScriptedProcesses processes(seed, slower);
  ScriptedClock clock(processes);
  runner::ScriptedHistory history;
  history.dirty = true;
  std::ostringstream out;
  std::ostringstream err;
  std::ostringstream json;
  const int status = runner::run_application(
      {"guard", "--config", config, "-s", "progress=never", "-s",
       "seed=" + std::to_string(seed)},
      {.launcher = processes,
       .clock = clock,
       .environment = [](const std::string&) { return std::nullopt; },
       .context = {"host", 2, "GCC 12", "2026-01-02T03:04:05Z", 42},
       .out = out,
       .err = err,
       .json = json,
       .open_repository = history.repositories(),
       .make_builder = history.builders()});
  return {status, out.str() + err.str(), processes.seconds};
}

}  // namespace

int main() {
  runner::TemporaryFolder folder;
  const std::string config = folder.write(
      "spl.json", R"({"revisions": {"program": "{build}/sample"}})");
  std::size_t red = 0;
  double seconds = 0;
  for (unsigned i = 0; i < kUnchanged; ++i) {
    const Guarded one = guard(config, i, "");
    if (one.status == 2 || one.status == 3) {
      std::fputs(one.report.c_str(), stderr);
      return 1;
    }
    red += one.status == 1 ? 1 : 0;
    seconds += one.seconds;
  }
  std::size_t found = 0;
  for (unsigned i = 0; i < kPlanted; ++i) {
    const std::string slower = name_of((37 * i) % kWorkloads);
    const Guarded one = guard(config, 1000 + i, slower);
    const bool is_listed =
        one.report.find("  refuted  " + slower + "()") != std::string::npos;
    found += one.status == 1 && is_listed ? 1 : 0;
  }
  // Google Benchmark's compare.py at nine repetitions of 0.1 s a side.
  constexpr double kOfComparePy = 2.0 * kWorkloads * 9 * 0.1;
  bool met =
      spl::bench::report("guards of unchanged code that are red, %",
                         100.0 * static_cast<double>(red) / kUnchanged, 5);
  met &= spl::bench::report("guards that name a workload 5 % slower, %",
                            100.0 * static_cast<double>(found) / kPlanted, 95,
                            spl::bench::Goal::kAtLeast);
  met &= spl::bench::report("time of a guard, against compare.py's",
                            seconds / kUnchanged / kOfComparePy, 1.0 / 3);
  return met ? 0 : 1;
}
