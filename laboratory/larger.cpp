// Whether a larger budget weakens answers: the share of true differences that
// are found in replays at 0.3, 1, 3 and 10 times a budget, as a table in
// Markdown.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "laboratory/experiments.hpp"
#include "laboratory/figure.hpp"

namespace {

using spl::bench::Recording;
using spl::statistics::Asked;
using spl::statistics::Asking;
using spl::statistics::End;
using spl::statistics::Machine;

constexpr std::array kTimes = {0.3, 1.0, 3.0, 10.0};

/// Blocks that a budget holds, of slow code and of quick code, and the calls of
/// a block.
struct Budget {
  std::size_t blocks;
  double calls;
};
constexpr Budget kBudgets[] = {{40, 12}, {100, 50}};

Recording times(Recording recording, double factor) {
  for (auto& block : recording) {
    block.left.typical *= factor;
    block.left.plain *= factor;
  }
  return recording;
}

struct Row {
  std::string name;
  Asked asked;
  Recording recording;
};

/// Returns by how many points the share falls from any budget to a larger one.
double print(const Row& row, const Budget& budget, std::size_t experiments) {
  Machine machine;
  machine.recording = &row.recording;
  const End found = row.asked == Asked::kLess ? End::kLess : End::kGreater;
  std::printf("| %s | %zu |", row.name.c_str(), budget.blocks);
  double most = 0;
  double fall = 0;
  for (const double one : kTimes) {
    const auto blocks =
        static_cast<std::size_t>(one * static_cast<double>(budget.blocks));
    const auto counts =
        spl::bench::count(spl::statistics::ask_three_parts, machine,
                          {row.asked, blocks, 0.01, true, 0,
                           spl::statistics::needed_of(blocks, budget.calls)},
                          experiments);
    const double share = 100 * static_cast<double>(counts.of(found)) /
                         static_cast<double>(experiments);
    std::printf(" %.1f (%.0f) |", share, counts.blocks);
    std::fflush(stdout);
    fall = std::max(fall, most - share);
    most = std::max(most, share);
  }
  std::printf(" %.1f |\n", fall);
  return fall;
}

}  // namespace

/// Its argument: how many replays a cell has.
int main(int count, char** arguments) {
  constexpr std::size_t kExperiments = 1000;
  const std::size_t experiments =
      count > 1 ? std::strtoul(arguments[1], nullptr, 10) : kExperiments;
  std::puts(
      "| code | blocks at 1 | found at 0.3, % (mean blocks) | at 1 | at 3 | "
      "at 10 | falls by |\n|---|---|---|---|---|---|---|");
  double most = 0;
  for (const std::string when : {"quiet", "busy"}) {
    const auto all = spl::bench::recordings(
        SPL_BENCH_PROJECT "/laboratory/recordings/" + when);
    const Recording& equal = all.at("base_again");
    const Row rows[] = {
        {"`a <= b`: +2 %", Asked::kAtMost, times(equal, 1.02)},
        {"`a <= b`: +10 %", Asked::kAtMost, times(equal, 1.1)},
        {"`a <= b`: 5 % of calls 3x", Asked::kAtMost, all.at("calls_3_times")},
        {"`a <= b`: 0.2 % of calls 100x", Asked::kAtMost,
         all.at("calls_100_times")},
        {"`a <= b`: 10 % of processes 5x", Asked::kAtMost,
         all.at("processes_5_times")},
        {"`a <= b`: 25 % of processes +30 %", Asked::kAtMost,
         all.at("processes_30_percent")},
        {"`a < b`: 5 % faster", Asked::kLess, times(equal, 0.95)},
        {"`a < b`: 30 % faster", Asked::kLess, times(equal, 0.7)},
        {"`a < b`: 3 times as fast", Asked::kLess, times(equal, 1 / 3.0)}};
    for (const Row& row : rows) {
      Row named = row;
      named.name = when + ", " + row.name;
      for (const Budget& budget : kBudgets) {
        most = std::max(most, print(named, budget, experiments));
      }
    }
  }
  return spl::bench::report("points by which a share falls", most, 2) ? 0 : 1;
}
