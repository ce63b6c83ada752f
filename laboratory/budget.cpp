// What people wait for, of what --budget says: spl-run evaluates formulas about
// two revisions, with nothing left to compile, while links take as long as they
// do, 300 ms or 1500 ms more (the linker sleeps), and formulas about code that
// takes seconds.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"

namespace {

namespace fs = std::filesystem;
using namespace spl::runner;

constexpr double kMost = 1.1;

Ending run(std::vector<std::string> words, const fs::path& folder,
           const std::vector<std::string>& variables = {}) {
  std::vector<std::string> environment = own_environment();
  for (const std::string& one : variables) {
    const std::string name = one.substr(0, one.find('=') + 1);
    std::erase_if(environment, [&](const std::string& variable) {
      return variable.starts_with(name);
    });
    environment.push_back(one);
  }
  return run_tool({std::move(words), folder, environment, folder / "../log",
                   std::chrono::minutes(10), -1});
}

void git(const fs::path& folder, const std::vector<std::string>& words) {
  std::vector<std::string> command{"git", "-c", "user.name=Ann", "-c",
                                   "user.email=ann@example.org"};
  command.insert(command.end(), words.begin(), words.end());
  (void)run(std::move(command), folder);
}

/// Two commits of a workload, and one that takes long.
void make_project(const fs::path& folder) {
  fs::create_directories(folder);
  std::ofstream(folder / "work.cpp")
      << "#include <spl/workload.hpp>\n"
         "#include <chrono>\n"
         "#include <thread>\n"
         "SPL_WORKLOAD(work, (int n), spl::values(1)) {\n"
         "  while (spl.needs_more())\n"
         "    for (int i = 0; i < 1000; ++i) spl::keep(i + n);\n}\n"
         "SPL_WORKLOAD(slow, (int ms), spl::values(1)) {\n"
         "  while (spl.needs_more())\n"
         "    std::this_thread::sleep_for(std::chrono::milliseconds(ms));\n}\n";
  std::ofstream(folder / "build.ninja")
      << "rule compile\n  command = " SPL_BENCH_COMPILER
         " $$CXXFLAGS -O2 -std=c++17 -I" SPL_BENCH_PROJECT
         " -c $in -o $out\n"
         "rule link\n  command = " SPL_BENCH_COMPILER
         " $$LDFLAGS $in " SPL_BENCH_SPL_WORKLOAD_MAIN
         " " SPL_BENCH_SPL_WORKLOAD
         " -o $out\n"
         "build work.o: compile source/work.cpp\n"
         "build work: link work.o\n";
  std::ofstream(folder / "spl.json") << R"({ "revisions": {
  "configure": ["sh", "-c", "ln -sfn {source} {build}/source && cp {source}/build.ninja {build}"],
  "build": ["ninja", "-C", "{build}"], "program": "{build}/work" } })";
  git(folder, {"init", "--quiet"});
  git(folder, {"add", "--all"});
  git(folder, {"commit", "--quiet", "-m", "One"});
  std::ofstream(folder / "work.cpp", std::ios::app) << "int two = 2;\n";
  git(folder, {"commit", "--quiet", "-a", "-m", "Two"});
}

/// A folder with a linker that takes so much longer.
std::string slower_linker(const fs::path& scratch, double seconds) {
  const fs::path folder = scratch / ("linker" + std::to_string(seconds));
  fs::create_directories(folder);
  const char* path = std::getenv("PATH");
  std::string search = path == nullptr ? "/usr/bin:/bin" : path;
  if (seconds == 0) return search;
  const fs::path linker = folder / "ld.mold";
  std::ofstream(linker) << "#!/bin/sh\nsleep " << seconds << "\nPATH='"
                        << search << "' exec ld.mold \"$@\"\n";
  fs::permissions(linker, fs::perms::owner_all);
  return folder.string() + ':' + search;
}

struct Waited {
  double seconds = 0;  ///< Without waiting for the machine's lock.
  double whole = 0;    ///< With it.
  std::size_t fewest_blocks = 0;
  std::string stopped;  ///< Of the first relation.
};

Waited waited(const fs::path& project, const fs::path& scratch,
              const std::string& formula, double budget, double link) {
  const fs::path json = scratch / "report.json";
  std::error_code error;
  fs::remove(json, error);
  (void)run(
      {SPL_BENCH_SPL_RUN, "-e", formula, "--budget",
       std::to_string(budget) + "s", "-s", "resolution=0.001%", "--json", json},
      project,
      {"PATH=" + slower_linker(scratch, link),
       "XDG_CACHE_HOME=" +
           (scratch / ("cache" + std::to_string(link))).string()});
  const auto report = nlohmann::json::parse(read_file(json));
  Waited result{0, report["seconds"], SIZE_MAX, ""};
  for (const auto& one : report["formulas"]) {
    result.seconds += one["seconds"].get<double>();
    for (const auto& relation : one["relations"]) {
      if (result.stopped.empty()) result.stopped = relation["stopped"];
      result.fewest_blocks =
          std::min(result.fewest_blocks, relation["blocks"].get<std::size_t>());
    }
  }
  return result;
}

bool is_within(const std::string& what, const Waited& took, double budget) {
  const bool is_short = spl::bench::report((what + ", of the budget").c_str(),
                                           took.seconds / budget, kMost);
  std::printf(
      "  %.2f s, %.2f s with waiting for the machine, fewest blocks %zu, ended "
      "by: %s\n",
      took.seconds, took.whole, took.fewest_blocks, took.stopped.c_str());
  return is_short;
}

}  // namespace

int main() {
  char name[] = "/tmp/spl-bench-XXXXXX";
  if (mkdtemp(name) == nullptr) return 1;
  const fs::path scratch = name;
  const fs::path project = scratch / "project";
  make_project(project);
  const std::string two = "work@HEAD(1) <= work@HEAD~1(1)";
  bool ok = true;
  std::size_t fewest = SIZE_MAX;
  for (const double link : {0.0, 0.3, 1.5}) {
    (void)waited(project, scratch, two, 0.1, link);  // Builds.
    for (const double budget : {1.0, 5.0}) {
      const Waited took = waited(project, scratch, two, budget, link);
      char what[60];
      std::snprintf(what, sizeof what, "links %.1f s longer, --budget %.0fs",
                    link, budget);
      ok = is_within(what, took, budget) && ok;
      fewest = std::min(fewest, took.fewest_blocks);
    }
  }
  const std::string many = "for i in 1..7: work@HEAD(i) <= work@HEAD~1(i)";
  const Waited seven = waited(project, scratch, many, 1, 0.3);
  ok = is_within("seven relations, links 0.3 s longer", seven, 7) && ok;
  fewest = std::min(fewest, seven.fewest_blocks);
  ok = spl::bench::report("fewest blocks of a relation",
                          static_cast<double>(fewest), 2,
                          spl::bench::Goal::kAtLeast) &&
       ok;
  const Waited slow = waited(project, scratch, "slow@HEAD(2100) <= 1 s", 5, 0);
  ok = is_within("2.1 s an iteration, --budget 5s", slow, 5) && ok;
  ok = spl::bench::report("  decided", slow.stopped == "twofold" ? 1 : 0, 1,
                          spl::bench::Goal::kAtLeast) &&
       ok;
  const Waited slower =
      waited(project, scratch, "slow@HEAD(9000) <= 1 s", 5, 0);
  ok = is_within("9 s an iteration, --budget 5s", slower, 5) && ok;
  fs::remove_all(scratch);
  return ok ? 0 : 1;
}
