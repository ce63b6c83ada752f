// This project against its peers, on identical code, as one function and as
// copies, and on code slowed by 1 to 10 %: who raises how many false alarms,
// who finds how much, who answers when. Tables in Markdown, as in
// laboratory, and figures with goals.
//
//     bench_peers [--quick] [--minutes N] [--report]
//
// Takes more than an hour, with --quick, a seventh of the comparisons, some
// twenty minutes. What was measured is kept in the build folder, so that it
// goes on from there after an interruption, or in full after a quick one. Other
// programs, as after a change, begin anew.
// --minutes ends it early, --report measures nothing at all.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "laboratory/peers/comparison.hpp"
#include "laboratory/peers/result_file.hpp"
#include "laboratory/peers/summary.hpp"
#include "laboratory/peers/tools.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using namespace spl::bench;

constexpr const char* kUsage =
    "usage: bench_peers [--quick] [--minutes N] [--report]\n";

struct Options {
  bool quick = false;
  bool measures = true;
  double minutes = std::numeric_limits<double>::infinity();
};

// Whether the arguments are good.
bool read(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--report") {
      options.measures = false;
    } else if (argument == "--minutes" && i + 1 < argc) {
      options.minutes = std::atof(argv[++i]);
      if (!(options.minutes > 0)) return false;
    } else {
      return false;
    }
  }
  return true;
}

const Tools::Programs kPrograms = {SPL_BENCH_SPL_RUN, SPL_BENCH_PEERS_WORKLOADS,
                                   SPL_BENCH_PEERS_GOOGLE,
                                   SPL_BENCH_PEERS_PROCESS};

// FNV-1a of all that is run: results of other programs are no results of these,
// and are left where they are.
std::string results_name() {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string* program : {&kPrograms.spl_run, &kPrograms.workloads,
                                     &kPrograms.google, &kPrograms.process}) {
    std::ifstream file(*program, std::ios::binary);
    for (std::istreambuf_iterator<char> byte(file), end; byte != end; ++byte) {
      hash = (hash ^ static_cast<unsigned char>(*byte)) * 0x100000001b3;
    }
  }
  return "results-" + std::to_string(hash) + ".jsonl";
}

double minutes_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count() / 60;
}

void measure(const Options& options, const std::filesystem::path& folder,
             ResultFile& file) {
  const auto began = Clock::now();
  const Tools tools(kPrograms, folder);
  const auto todo = remaining(planned(options.quick), file.results());
  double told = 0;
  for (std::size_t i = 0; i < todo.size(); ++i) {
    const double minutes = minutes_since(began);
    if (minutes >= options.minutes) break;
    if (minutes >= told + 1) {
      told = minutes;
      std::fprintf(stderr, "%zu of %zu comparisons, %.0f min\n", i, todo.size(),
                   minutes);
    }
    file.add(tools.compare(todo[i]));
  }
}

void print(const char* title, const std::string& table) {
  std::printf("\n%s\n\n%s", title, table.c_str());
}

bool print(const std::vector<Result>& results) {
  print("How much slower the code really is, in %", checks_table(results));
  print("What the tools say", tools_table(results));
  print("Identical code called different, in %", false_alarms_table(results));
  print("What the tools say of copies of the code",
        tools_table(results, Sides::kCopies));
  print("Copies of the code called different, in %",
        false_alarms_table(results, Sides::kCopies));
  print("What habits conclude", habits_table(results));
  std::printf("\n");
  bool met = true;
  for (const GoalFigure& one : goal_figures(results)) {
    met &= report(one.figure.c_str(), one.measured, one.limit, one.goal);
  }
  return met;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    const std::filesystem::path folder = SPL_BENCH_BUILD "/peers";
    ResultFile file(folder / results_name());
    if (options.measures) measure(options, folder, file);
    return print(file.results()) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_peers: %s\n", error.what());
    return 2;
  }
}
