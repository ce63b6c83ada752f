// What the default finds where calls or processes have tails, beside the test
// of typical calls that was the default before: tables in Markdown, as in
// laboratory, on machines that are made up.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "laboratory/experiments.hpp"
#include "laboratory/figure.hpp"
#include "tests/statistics/interpretations/simulated_units.hpp"

namespace {

using spl::bench::Counts;
using spl::bench::Recording;
using spl::bench::recordings;
using spl::statistics::Asked;
using spl::statistics::Asking;
using spl::statistics::Code;
using spl::statistics::End;
using spl::statistics::Machine;
using spl::statistics::Noise;
using spl::statistics::RateInterval;

struct Row {
  std::string name;
  Machine machine;
};

std::string rate(const Counts& counts, End end) {
  const double all = static_cast<double>(counts.experiments);
  const RateInterval interval = counts.interval(end);
  char text[64];
  std::snprintf(text, sizeof text, "%.2f (%.2f..%.2f)",
                100 * static_cast<double>(counts.of(end)) / all,
                100 * interval.lower, 100 * interval.upper);
  return text;
}

void print_head(const char* title) {
  std::printf(
      "\n%s\n\n| code | true ratio | method | greater %% | less %% | no change "
      "%% | last look %% | mean blocks | found by typical/all calls/all runs "
      "|\n|---|---|---|---|---|---|---|---|---|\n",
      title);
}

// Of the means of the sides.
double true_ratio(const Machine& machine) {
  constexpr double kTime = 100;
  const Noise& noise = machine.noise;
  const double chance =
      1 + noise.slow_share * ((noise.from + noise.to) / 2 - 1);
  double left = std::max(machine.constant, 0.0);
  double right = std::max(-machine.constant, 0.0);
  for (const double one : machine.coefficients) {
    if (one > 0) left += one * kTime * chance * machine.code.mean();
    if (one < 0) right -= one * kTime * chance * machine.other_code.mean();
  }
  return left / right;
}

void print(const Row& row, const char* method, const Counts& counts) {
  std::printf(
      "| %s | %.3f | %s | %s | %s | %s | %s | %.1f | %zu/%zu/%zu |\n",
      row.name.c_str(), true_ratio(row.machine), method,
      rate(counts, End::kGreater).c_str(), rate(counts, End::kLess).c_str(),
      rate(counts, End::kNoChange).c_str(), rate(counts, End::kLast).c_str(),
      counts.blocks, counts.parts[0], counts.parts[1], counts.parts[2]);
  std::fflush(stdout);
}

struct Both {
  Counts before;
  Counts now;
};

Both measure(const Row& row, const Asking& asking, std::size_t experiments) {
  const Both both{spl::bench::count(spl::statistics::ask_typical_calls,
                                    row.machine, asking, experiments),
                  spl::bench::count(spl::statistics::ask_three_parts,
                                    row.machine, asking, experiments)};
  print(row, "before", both.before);
  print(row, "now", both.now);
  return both;
}

constexpr Noise kQuiet{};
constexpr Noise kNoisy{0.05};
constexpr Noise kRareRuns{0.01, 0.05, 2, 2};
constexpr Noise kNeighbours{0.01, 1.0 / 3, 1.1, 1.8};

struct NamedNoise {
  const char* name;
  Noise noise;
};
constexpr NamedNoise kNoises[] = {{"runs differ by 1 %", kQuiet},
                                  {"by 5 %", kNoisy},
                                  {"1 %, one run in 20 2x", kRareRuns},
                                  {"1 %, a third +10 .. 80 %", kNeighbours}};

Row with(const NamedNoise& named, const std::string& what, const Code& code) {
  return {std::string(named.name) + ": " + what, {named.noise, code, {}}};
}

double percent(const Counts& counts, End end) {
  return 100 * static_cast<double>(counts.of(end)) /
         static_cast<double>(counts.experiments);
}

// What a rate reaches with its interval.
double least(const Counts& counts, End end) {
  return 100 * counts.interval(end).lower;
}

struct Times {
  const char* name;
  double goal;
  double times;  ///< The blocks of before.
};

double times(const Both& both) { return both.now.blocks / both.before.blocks; }

bool identical_and_slower(std::size_t experiments) {
  print_head("Identical and slower code, `a <= b`");
  double alarms = 0;
  double found = 100;
  Times ratios[] = {{"blocks, identical, 1 % (times those of before)", 1.9, 0},
                    {"blocks, identical, a third disturbed", 1.4, 0},
                    {"blocks, +2 % (worst row)", 1.5, 0},
                    {"blocks, +5 % (worst row)", 2.4, 0},
                    {"blocks, +10 % (worst row)", 2.5, 0}};
  for (const NamedNoise& noise : kNoises) {
    const Both same =
        measure(with(noise, "identical", {}), {}, 4 * experiments);
    if (noise.name == kNoises[0].name) ratios[0].times = times(same);
    if (noise.name == kNoises[3].name) ratios[1].times = times(same);
    alarms = std::max(alarms, least(same.now, End::kGreater));
    std::size_t step = 2;
    for (const double factor : {1.02, 1.05, 1.1}) {
      Code slower;
      slower.factor = factor;
      char what[32];
      std::snprintf(what, sizeof what, "+%.0f %%", 100 * (factor - 1));
      const Both both = measure(with(noise, what, slower), {}, experiments);
      Times& ratio = ratios[step++];
      ratio.times = std::max(ratio.times, times(both));
      if (percent(both.before, End::kGreater) >= 99) {
        found = std::min(found, 100 * both.now.interval(End::kGreater).upper);
      }
    }
  }
  bool met =
      spl::bench::report("false alarms of `<=`, % (worst row)", alarms, 1);
  for (const Times& one : ratios) {
    met &= spl::bench::report(one.name, one.times, one.goal);
  }
  met &= spl::bench::report("found where before did, % (worst row)", found, 99,
                            spl::bench::Goal::kAtLeast);
  return met;
}

bool false_alarms(std::size_t experiments) {
  print_head("Identical code, `a = b`, all of alpha spent, 60 blocks");
  Asking asking{Asked::kEqual, 60, 0.01, false};
  std::vector<NamedNoise> noises(std::begin(kNoises), std::end(kNoises));
  noises.push_back({"every other run +20 %", {0.01, 0.5, 1.2, 1.2}});
  Noise pareto;
  pareto.pareto = 1.5;
  noises.push_back({"1 % of Pareto's law, shape 1.5", pareto});
  for (const double extra : {0.02, 0.05, 0.1, 0.3}) {
    Noise noise;
    noise.one_of_both = extra;
    noises.push_back({extra == 0.02   ? "one of both +2 %"
                      : extra == 0.05 ? "one of both +5 %"
                      : extra == 0.1  ? "one of both +10 %"
                                      : "one of both +30 %",
                      noise});
  }
  Noise in_pairs;
  in_pairs.one_of_both = 0.05;
  in_pairs.in_pairs = true;
  noises.push_back({"one of both +5 %, in pairs", in_pairs});
  double alarms = 0;
  for (const NamedNoise& noise : noises) {
    const Both both =
        measure(with(noise, "identical", {}), asking, 4 * experiments);
    alarms = std::max(
        {alarms, least(both.now, End::kGreater), least(both.now, End::kLess)});
  }
  asking.cut = 12;
  const Both cut =
      measure(with({"budgets cut by time", kNoisy}, "identical", {}), asking,
              4 * experiments);
  alarms = std::max(
      {alarms, least(cut.now, End::kGreater), least(cut.now, End::kLess)});
  asking.cut = 0;
  // What blocks must not be: a warning is all that there is against it.
  Noise serial;
  serial.serial = 0.3;
  measure(with({"a third of a run's noise is that of the block before", serial},
               "identical", {}),
          asking, 4 * experiments);
  return spl::bench::report(
      "false alarms of a direction, all alpha spent, % (worst row)", alarms, 1);
}

Code slow_calls(double share, double factor) {
  Code code;
  code.slow_calls = share;
  code.call_factor = factor;
  return code;
}

Code slow_runs(double share, double factor) {
  Code code;
  code.slow_runs = share;
  code.run_factor = factor;
  return code;
}

bool tails(std::size_t experiments) {
  print_head("Slow calls and slow processes, `a <= b`");
  struct Tail {
    const char* name;
    Code code;
    double most_silent;  ///< Percent.
  };
  bool met = true;
  for (const NamedNoise& noise : {kNoises[0], kNoises[3]}) {
    for (const Tail& tail :
         {Tail{"5 % of calls 3x", slow_calls(0.05, 3), 2},
          Tail{"5 % of calls 5x", slow_calls(0.05, 5), 2},
          Tail{"0.2 % of calls 100x", slow_calls(0.002, 100), 20},
          Tail{"10 % of processes 5x", slow_runs(0.1, 5), 8},
          Tail{"25 % of processes +30 %", slow_runs(0.25, 1.3), 2},
          Tail{"5 % of processes 3x", slow_runs(0.05, 3), 100},
          Tail{"1 % of processes 20x", slow_runs(0.01, 20), 100},
          Tail{"0.02 % of calls 1000x", slow_calls(0.0002, 1000), 100}}) {
      const Both both =
          measure(with(noise, tail.name, tail.code), {}, experiments);
      if (tail.most_silent < 100) {
        met &= spl::bench::report(
            (std::string("silent: ") + tail.name + ", %").c_str(),
            least(both.now, End::kNoChange), tail.most_silent);
      }
    }
  }
  return met;
}

double mean_ratio(const Recording& recording) {
  double left = 0;
  double right = 0;
  for (const auto& one : recording) {
    left += one.left.plain;
    right += one.right.plain;
  }
  return left / right;
}

bool replays(std::size_t experiments) {
  struct Tail {
    const char* workload;
    const char* name;
    double most_silent;  ///< Percent; 100: identical code.
  };
  bool met = true;
  double slowest = 0;
  double alarms = 0;
  for (const char* when : {"quiet", "busy"}) {
    const auto all = recordings(SPL_BENCH_PROJECT "/laboratory/recordings/" +
                                std::string(when));
    print_head(
        (std::string("Replays of recorded blocks, ") + when + ", `a <= b`")
            .c_str());
    for (const Tail& tail :
         {Tail{"base_again", "identical", 100},
          Tail{"calls_3_times", "5 % of calls 3x", 2},
          Tail{"calls_5_times", "5 % of calls 5x", 2},
          Tail{"calls_100_times", "0.2 % of calls 100x", 20},
          Tail{"processes_5_times", "10 % of processes 5x", 8},
          Tail{"processes_30_percent", "25 % of processes +30 %", 2}}) {
      const Recording& recording = all.at(tail.workload);
      Machine machine;
      machine.recording = &recording;
      machine.code.factor = mean_ratio(recording);
      const Both both = measure({tail.name, machine}, {}, experiments);
      if (tail.most_silent < 100) {
        met &= spl::bench::report(
            (std::string(when) + ", silent: " + tail.name + ", %").c_str(),
            least(both.now, End::kNoChange), tail.most_silent);
        continue;
      }
      slowest = std::max(slowest, times(both));
      alarms = std::max(alarms, least(both.now, End::kGreater));
    }
  }
  met &= spl::bench::report("replayed, identical: false alarms, %", alarms, 1);
  met &= spl::bench::report(
      "replayed, identical: blocks (times those of before)", slowest, 3.2);
  return met;
}

Row proof(const char* name, const Noise& noise, const Code& code,
          double other) {
  Machine machine{noise, code, {}};
  machine.other_code.factor = other;
  return {name, machine};
}

bool proofs_of_equal_means(std::size_t experiments) {
  print_head("Proofs, `a < b`, of equal means");
  Code exponential;
  exponential.exponential = 0.05;
  bool met = true;
  struct Equal {
    const char* name;
    Code code;
    double most_wrong;
  };
  for (const Equal& equal :
       {Equal{"a + exp 5 %", exponential, 6},
        Equal{"a: 10 % of runs 5x", slow_runs(0.1, 5), 6},
        Equal{"a: 5 % of runs 5x", slow_runs(0.05, 5), 15},
        Equal{"a: 5 % of runs +20 %", slow_runs(0.05, 1.2), 6},
        Equal{"a: 20 % of runs +25 %", slow_runs(0.2, 1.25), 6},
        Equal{"a: half of the runs +10 %", slow_runs(0.5, 1.1), 6}}) {
    const Both both =
        measure(proof(equal.name, kQuiet, equal.code, equal.code.mean()),
                {Asked::kLess}, experiments);
    met &= spl::bench::report(
        (std::string("wrong proofs: ") + equal.name + ", %").c_str(),
        least(both.now, End::kLess), equal.most_wrong);
  }
  const Machine slow =
      proof("", kQuiet, slow_runs(0.1, 5), slow_runs(0.1, 5).mean()).machine;
  for (const std::size_t most : {24, 40, 80}) {
    constexpr double kCalls = 1e6;
    const Row row{std::to_string(most) + " blocks planned, a: 10 % of runs 5x",
                  slow};
    const Both both = measure(row,
                              {Asked::kLess, most, 0.01, true, 0,
                               spl::statistics::needed_of(most, kCalls)},
                              experiments);
    met &= spl::bench::report(("wrong proofs: " + row.name + ", %").c_str(),
                              least(both.now, End::kLess), most < 80 ? 10 : 6);
  }
  return met;
}

bool proofs_of_unequal_means(std::size_t experiments) {
  bool met = true;
  print_head("Proofs, `a < b`, of unequal means");
  Code faster;
  faster.factor = 0.95;
  Code much_faster;
  much_faster.factor = 0.7;
  Code three_times;
  three_times.factor = 1.0 / 3;
  Code hidden = slow_runs(0.1, 5);
  hidden.factor = 0.95;
  for (const Row& row : {proof("5 % faster", kQuiet, faster, 1),
                         proof("30 % faster", kQuiet, much_faster, 1),
                         proof("3 times as fast", kQuiet, three_times, 1)}) {
    const Both both = measure(row, {Asked::kLess}, experiments);
    met &=
        spl::bench::report((std::string("proven: ") + row.name + ", %").c_str(),
                           100 * both.now.interval(End::kLess).upper, 99,
                           spl::bench::Goal::kAtLeast);
  }
  measure(proof("30 % faster, one run in 20 2x", kRareRuns, much_faster, 1),
          {Asked::kLess}, experiments);
  measure(proof("5 % faster, a third +10 .. 80 %", kNeighbours, faster, 1),
          {Asked::kLess}, experiments);
  measure(proof("5 % faster, but 10 % of runs 5x", kQuiet, hidden, 1),
          {Asked::kLess}, experiments);
  for (const NamedNoise& noise : {kNoises[0], kNoises[2]}) {
    measure(proof((std::string(noise.name) + ": a < 1.03 b").c_str(),
                  noise.noise, {}, 1.03),
            {Asked::kLess}, experiments);
  }
  Row old_tails{"b: 5 % of calls 5x, a none",
                {kQuiet, {}, slow_calls(0.05, 5)}};
  const Both both = measure(old_tails, {Asked::kLess}, experiments);
  met &= spl::bench::report("proven: old has tails, new has none, %",
                            percent(both.now, End::kLess), 99,
                            spl::bench::Goal::kAtLeast);
  return met;
}

Row form(const char* name, double slow_runs, std::vector<double> coefficients,
         double constant = 0) {
  Row row{name, {kQuiet, {}, {}}};
  row.machine.noise.slow_share = slow_runs;
  row.machine.noise.from = row.machine.noise.to = 2;
  row.machine.coefficients = std::move(coefficients);
  row.machine.constant = constant;
  return row;
}

bool other_forms(std::size_t experiments) {
  print_head(
      "Sides that differ in form, equal means, `=`, all of alpha spent, 60 "
      "blocks");
  const Asking asking{Asked::kEqual, 60, 0.01, false};
  struct Equal {
    Row row;
    double most_wrong;  ///< Percent of either direction.
  };
  const std::vector<double> two{2, -1, -1};
  const std::vector<double> three{1, 1, 1, -3};
  const std::vector<double> five{5, -1, -1, -1, -1, -1};
  bool met = true;
  for (const Equal& equal :
       {Equal{form("2a = b + c", 0, two), 1.5},
        Equal{form("2a = b + c, 5 % of runs 2x", 0.05, two), 1.5},
        Equal{form("2a = b + c, 10 % of runs 2x", 0.1, two), 1.5},
        Equal{form("a + b + c = 3d, 5 % of runs 2x", 0.05, three), 1.5},
        Equal{form("a + b + c = 3d, 10 % of runs 2x", 0.1, three), 1.5},
        Equal{form("5a = b + .. + f, 5 % of runs 2x", 0.05, five), 2.5},
        Equal{form("5a = b + .. + f, 10 % of runs 2x", 0.1, five), 2.5}}) {
    const Both both = measure(equal.row, asking, experiments);
    met &= spl::bench::report(
        ("wrong: " + equal.row.name + ", %").c_str(),
        std::max(least(both.now, End::kGreater), least(both.now, End::kLess)),
        equal.most_wrong);
  }
  print_head("Limits, `<=`, equal means, all of alpha spent, 60 blocks");
  const Asking at_most{Asked::kAtMost, 60, 0.01, false};
  for (const Row& row : {form("a <= 100", 0, {1}, -100),
                         form("a <= 105, 5 % of runs 2x", 0.05, {1}, -105),
                         form("a <= 110, 10 % of runs 2x", 0.1, {1}, -110)}) {
    const Both both = measure(row, at_most, experiments);
    met &= spl::bench::report(("wrong: " + row.name + ", %").c_str(),
                              least(both.now, End::kGreater), 1.5);
  }
  print_head("Sides that differ in form, unequal means, `=`, 60 blocks");
  Row slower = form("2a = b + c, a +5 %, 10 % of runs 2x", 0.1, two);
  slower.machine.code.factor = 1.05;
  measure(slower, asking, experiments);
  Row much = form("a + b + c = 3d, a, b, c +3 %, 5 % of runs 2x", 0.05, three);
  much.machine.code.factor = 1.03;
  measure(much, asking, experiments);
  Row less = form("a + b + c = 3d, d +5 %, 5 % of runs 2x", 0.05, three);
  less.machine.other_code.factor = 1.05;
  measure(less, asking, experiments);
  measure(form("a = 95, 5 % of runs 2x", 0.05, {1}, -95), asking, experiments);
  measure(form("a = 120", 0, {1}, -120), asking, experiments);
  return met;
}

}  // namespace

// Its argument: how many experiments a row has; those of false alarms have four
// times as many.
int main(int count, char** arguments) {
  constexpr std::size_t kExperiments = 1000;
  const std::size_t experiments =
      count > 1 ? std::strtoul(arguments[1], nullptr, 10) : kExperiments;
  if (experiments == 0) {
    std::fprintf(stderr, "bench_truth: `%s` is not a number of experiments\n",
                 arguments[1]);
    return 2;
  }
  bool met = identical_and_slower(experiments);
  met &= false_alarms(experiments);
  met &= tails(experiments);
  met &= replays(experiments);
  met &= proofs_of_equal_means(experiments);
  met &= proofs_of_unequal_means(experiments);
  met &= other_forms(experiments);
  return met ? 0 : 1;
}
