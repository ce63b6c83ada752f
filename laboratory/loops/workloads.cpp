// The loops of SPL and of Google Benchmark as workloads: what is timed is one
// whole loop with as many iterations, whose bodies are n multiplications.
#include <benchmark/benchmark.h>

#include <string>

#include "spl/workload.hpp"
#include "spl/workload/registered.hpp"
#include "laboratory/multiplications.hpp"

namespace {

using spl::bench::multiply;

// The compiler sees how many multiplications there are, as in users' code.
#define BODIES(body) body(0) body(1) body(10) body(1000)

/// Observations double until one has 2^doublings iterations, which is made
/// twice more, to confirm and to count: few enough for a loop to last some
/// milliseconds.
int doublings(int multiplications) {
  return multiplications == 0     ? 20
         : multiplications < 10   ? 18
         : multiplications < 1000 ? 15
                                  : 9;
}

std::int64_t iterations(int multiplications) {
  return (std::int64_t{4} << doublings(multiplications)) - 1;
}

/// Time stands still until the observation of that many doublings ends: from
/// then on each is as long as was wanted.
class SteppingClock final : public spl::workload::Clock {
 public:
  static constexpr std::uint64_t kWanted = 10;

  explicit SteppingClock(int doublings) : still_(kBefore + 2 * doublings) {}
  std::uint64_t now() override {
    if (still_ == 0) return time_ += kWanted;
    --still_;
    return 0;
  }
  spl::workload::Switches switches() override { return {}; }
  spl::workload::Delay delay() override { return {}; }

 private:
  /// When the run begins, 65 pairs of its calibration, and twice before its
  /// first observation.
  static constexpr int kBefore = 1 + 2 * 65 + 2;
  int still_;  ///< How often it is still read in vain.
  std::uint64_t time_ = 0;
};

#define NEEDS_MORE(n)                             \
  SPL_WORKLOAD(inner##n, ()) {                    \
    std::uint64_t number = 1;                     \
    while (spl.needs_more()) multiply<n>(number); \
  }
BODIES(NEEDS_MORE)

spl::Controller* outer = nullptr;

template <int kCount>
void range_for(benchmark::State& state) {
  std::uint64_t number = 1;
  outer->start();
  for (auto _ : state) multiply<kCount>(number);
  outer->stop();
}

#define RANGE_FOR(n)                                             \
  [[maybe_unused]] const auto* const registered##n =             \
      benchmark::RegisterBenchmark("range_for" #n, range_for<n>) \
          ->Iterations(iterations(n));
BODIES(RANGE_FOR)

class NoReport : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

}  // namespace

SPL_WORKLOAD(needs_more_loop, (int n), spl::values(0, 1, 10, 1000)) {
  const auto found = spl::workload::registered("inner" + std::to_string(n));
  auto& body = static_cast<spl::workload::Measurable&>(*found.front());
  spl::workload::Plan plan{1, 0, 1, SteppingClock::kWanted};
  plan.wall = false;  // It is the outer run that decides.
  while (spl.needs_more()) {
    SteppingClock clock(doublings(n));
    spl::workload::Run run(plan, clock, 1);
    spl.start();
    body.measure(run, {});
    spl.stop();
    const auto made = static_cast<std::int64_t>(
        (std::uint64_t{1} << (run.warmup() - 1)) - 1 + 2 * run.iterations());
    if (!run.failure().empty() || made != iterations(n)) {
      spl.fail("made " + std::to_string(made) + " iterations instead of " +
               std::to_string(iterations(n)) + ' ' + run.failure());
    }
  }
}

SPL_WORKLOAD(range_for_loop, (int n), spl::values(0, 1, 10, 1000)) {
  outer = &spl;
  const std::string name = "^range_for" + std::to_string(n) + '/';
  NoReport reporter;
  while (spl.needs_more()) {
    benchmark::RunSpecifiedBenchmarks(&reporter, name);
  }
}
