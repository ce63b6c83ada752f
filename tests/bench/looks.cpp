// What looking early costs and saves, on the real schedule and a machine that
// is made up: a table in Markdown, as in docs/evaluation.md.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "tests/bench/figure.hpp"
#include "tests/runner/looks_simulation.hpp"

namespace {

using spl::runner::Looking;
using spl::runner::Machine;
using spl::runner::Outcomes;
using spl::runner::Stop;

constexpr std::size_t kExperiments = 4000;
constexpr double kAlpha = 0.05;
constexpr Looking kLooking{300, kAlpha};
constexpr Looking kToTheEnd{300, kAlpha, 1e-6};

double percent(std::size_t count) {
  return 100 * static_cast<double>(count) / static_cast<double>(kExperiments);
}

void print(const char* name, const Machine& machine, const Outcomes& found) {
  const auto stopped = [&](Stop why) {
    const auto count = found.stops.find(why);
    return percent(count == found.stops.end() ? 0 : count->second);
  };
  std::printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", name,
              100 * machine.change, percent(found.greater), percent(found.less),
              found.blocks, stopped(Stop::kResolution), stopped(Stop::kBudget));
}

}  // namespace

int main() {
  std::printf(
      "| machine | change %% | greater %% | less %% | blocks | no change of 2 "
      "%% "
      "| not told %% |\n|---|---|---|---|---|---|---|\n");
  Machine quiet;
  Machine noisy;
  noisy.run_sd = 0.05;
  Machine disturbed;
  disturbed.slow_share = 0.05;
  double worst = 0;
  const std::pair<const char*, Machine> machines[] = {
      {"runs differ by 1 %", quiet},
      {"by 5 %", noisy},
      {"by 1 %, one in 20 takes twice as long", disturbed}};
  for (const auto& [name, machine] : machines) {
    for (const double change : {0.0, 0.01, 0.02, 0.05, 0.1}) {
      Machine changed = machine;
      changed.change = change;
      const Outcomes found =
          spl::runner::simulate(changed, kLooking, kExperiments, 1);
      print(name, changed, found);
      if (change == 0) {
        worst = std::max({worst, percent(found.greater), percent(found.less)});
      }
    }
  }
  const Outcomes to_the_end =
      spl::runner::simulate(quiet, kToTheEnd, kExperiments, 1);
  print("by 1 %, no change is too small", quiet, to_the_end);
  const double least =
      std::min(percent(to_the_end.greater), percent(to_the_end.less));
  worst =
      std::max({worst, percent(to_the_end.greater), percent(to_the_end.less)});
  // Four rows of two rates, one in 1000 of which may be beyond by chance.
  const double beyond =
      3.6 * std::sqrt(kAlpha * (1 - kAlpha) / kExperiments) * 100;
  const bool keeps = spl::bench::report(
      "false alarms with looks, % (worst row)", worst, 100 * kAlpha + beyond);
  const bool spends =
      spl::bench::report("false alarms where nothing else ends it, %", least,
                         100 * kAlpha - 1 - beyond, spl::bench::Goal::kAtLeast);
  return keeps && spends ? 0 : 1;
}
