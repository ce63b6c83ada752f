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
constexpr Looking kPlainly{300, kAlpha, 0.02,
                           spl::statistics::RunStatistic::kMean};
constexpr Looking kToTheEnd{300, kAlpha, 1e-6};
constexpr double kSmallAlpha = 0.01;
constexpr Looking kAtSmallAlpha{60, kSmallAlpha, 1e-6};

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
  Machine of_two_speeds;
  of_two_speeds.slow_share = 0.5;
  of_two_speeds.slow_factor = 1.2;
  double worst = 0;
  struct Rows {
    const char* name;
    Machine machine;
    Looking looking;
  };
  for (const auto& [name, machine, looking] :
       {Rows{"runs differ by 1 %", quiet, kLooking},
        Rows{"by 5 %", noisy, kLooking},
        Rows{"by 1 %, one in 20 takes twice as long", disturbed, kLooking},
        Rows{"the same, nothing clipped", disturbed, kPlainly},
        Rows{"by 1 %, every other takes a fifth longer", of_two_speeds,
             kLooking},
        Rows{"the same, nothing clipped", of_two_speeds, kPlainly}}) {
    for (const double change : {0.0, 0.01, 0.02, 0.05, 0.1}) {
      Machine changed = machine;
      changed.change = change;
      const Outcomes found =
          spl::runner::simulate(changed, looking, kExperiments, 1);
      print(name, changed, found);
      if (change == 0) {
        worst = std::max({worst, percent(found.greater), percent(found.less)});
      }
    }
  }
  double least = 100;
  for (const auto& [name, machine, looking] :
       {Rows{"by 1 %, no change is too small", quiet, kToTheEnd},
        Rows{"one in 20 takes twice as long, no change is too small", disturbed,
             kToTheEnd},
        Rows{"every other takes a fifth longer, no change is too small",
             of_two_speeds, kToTheEnd}}) {
    const Outcomes found =
        spl::runner::simulate(machine, looking, kExperiments, 1);
    print(name, machine, found);
    least = std::min({least, percent(found.greater), percent(found.less)});
    worst = std::max({worst, percent(found.greater), percent(found.less)});
  }
  double worst_at_small_alpha = 0;
  for (const auto& [name, machine, looking] :
       {Rows{"by 1 %, alpha 1 %, at most 60 blocks", quiet, kAtSmallAlpha},
        Rows{"one in 20 takes twice as long, the same", disturbed,
             kAtSmallAlpha},
        Rows{"every other takes a fifth longer, the same", of_two_speeds,
             kAtSmallAlpha}}) {
    const Outcomes found =
        spl::runner::simulate(machine, looking, kExperiments, 1);
    print(name, machine, found);
    worst_at_small_alpha = std::max(
        {worst_at_small_alpha, percent(found.greater), percent(found.less)});
  }
  // Twelve rows of two rates, one in 1000 of which may be beyond by chance.
  const auto beyond = [](double alpha) {
    return 3.9 * std::sqrt(alpha * (1 - alpha) / kExperiments) * 100;
  };
  bool met = spl::bench::report("false alarms with looks, % (worst row)", worst,
                                100 * kAlpha + beyond(kAlpha));
  met &= spl::bench::report("false alarms where nothing else ends it, %", least,
                            100 * kAlpha - 1 - beyond(kAlpha),
                            spl::bench::Goal::kAtLeast);
  met &= spl::bench::report("false alarms at alpha 1 %, % (worst row)",
                            worst_at_small_alpha,
                            100 * kSmallAlpha + beyond(kSmallAlpha));
  return met ? 0 : 1;
}
