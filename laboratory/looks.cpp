// What looking early costs and saves, on the real schedule and a machine that
// is made up: a table in Markdown, as in laboratory.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "laboratory/figure.hpp"
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

Machine machine_of(double run_sd, double slow_share, double slow_factor) {
  Machine result;
  result.run_sd = run_sd;
  result.slow_share = slow_share;
  result.slow_factor = slow_factor;
  return result;
}

const Machine kQuiet;
const Machine kNoisy = machine_of(0.05, kQuiet.slow_share, kQuiet.slow_factor);
const Machine kDisturbed = machine_of(kQuiet.run_sd, 0.05, kQuiet.slow_factor);
const Machine kOfTwoSpeeds = machine_of(kQuiet.run_sd, 0.5, 1.2);

struct Row {
  const char* name;
  Machine machine;
  Looking looking;
};

/// Percent of false alarms in one direction, over some rows.
struct Alarms {
  double least = 100;
  double worst = 0;

  void add(const Outcomes& found) {
    least = std::min({least, percent(found.greater), percent(found.less)});
    worst = std::max({worst, percent(found.greater), percent(found.less)});
  }
};

/// Prints a row for each change; only equal sides give false alarms.
Alarms print_changes() {
  const Row rows[] = {
      {"runs differ by 1 %", kQuiet, kLooking},
      {"by 5 %", kNoisy, kLooking},
      {"by 1 %, one in 20 takes twice as long", kDisturbed, kLooking},
      {"the same, nothing clipped", kDisturbed, kPlainly},
      {"by 1 %, every other takes a fifth longer", kOfTwoSpeeds, kLooking},
      {"the same, nothing clipped", kOfTwoSpeeds, kPlainly}};
  Alarms result;
  for (const auto& [name, machine, looking] : rows) {
    for (const double change : {0.0, 0.01, 0.02, 0.05, 0.1}) {
      Machine changed = machine;
      changed.change = change;
      const Outcomes found =
          spl::runner::simulate(changed, looking, kExperiments, 1);
      print(name, changed, found);
      if (change == 0) result.add(found);
    }
  }
  return result;
}

/// Prints rows of equal sides.
template <typename Rows>
Alarms print_equal(const Rows& rows) {
  Alarms result;
  for (const auto& [name, machine, looking] : rows) {
    const Outcomes found =
        spl::runner::simulate(machine, looking, kExperiments, 1);
    print(name, machine, found);
    result.add(found);
  }
  return result;
}

/// Twelve rows of two rates, one in 1000 of which may be beyond by chance.
double beyond(double alpha) {
  return 3.9 * std::sqrt(alpha * (1 - alpha) / kExperiments) * 100;
}

}  // namespace

int main() {
  std::printf(
      "| machine | change %% | greater %% | less %% | blocks | no change of 2 "
      "%% "
      "| not told %% |\n|---|---|---|---|---|---|---|\n");
  const Alarms changed = print_changes();
  const Alarms to_the_end = print_equal(
      std::array{Row{"by 1 %, no change is too small", kQuiet, kToTheEnd},
                 Row{"one in 20 takes twice as long, no change is too small",
                     kDisturbed, kToTheEnd},
                 Row{"every other takes a fifth longer, no change is too small",
                     kOfTwoSpeeds, kToTheEnd}});
  const Alarms at_small_alpha = print_equal(std::array{
      Row{"by 1 %, alpha 1 %, at most 60 blocks", kQuiet, kAtSmallAlpha},
      Row{"one in 20 takes twice as long, the same", kDisturbed, kAtSmallAlpha},
      Row{"every other takes a fifth longer, the same", kOfTwoSpeeds,
          kAtSmallAlpha}});
  bool met = spl::bench::report("false alarms with looks, % (worst row)",
                                std::max(changed.worst, to_the_end.worst),
                                100 * kAlpha + beyond(kAlpha));
  met &= spl::bench::report("false alarms where nothing else ends it, %",
                            to_the_end.least, 100 * kAlpha - 1 - beyond(kAlpha),
                            spl::bench::Goal::kAtLeast);
  met &= spl::bench::report("false alarms at alpha 1 %, % (worst row)",
                            at_small_alpha.worst,
                            100 * kSmallAlpha + beyond(kSmallAlpha));
  return met ? 0 : 1;
}
