# ctest: package:guarded ${build} ${compiler} PERF
"""A project with benchmarks of Google Benchmark and Catch2, guarded by an
installed SPL that the project does not know.

usage: guarded_test.py BUILD_FOLDER CXX
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CXX = sys.argv[1:3]

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(guarded LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(benchmark REQUIRED)
find_package(Catch2 2.13 REQUIRED)
add_executable(google google.cpp)
target_link_libraries(google PRIVATE benchmark::benchmark)
add_executable(catch catch.cpp)
target_link_libraries(catch PRIVATE Catch2::Catch2)
"""

# The work of all benchmarks.
WORK = """
#include <numeric>
#include <vector>
inline double sum(int n) {
  std::vector<double> all(static_cast<std::size_t>(n), 1.5);
  double result = 0;
  for (int i = 0; i < TIMES; ++i) {
    result += std::accumulate(all.begin(), all.end(), 0.0);
  }
  return result;
}
"""

GOOGLE = """
#include <benchmark/benchmark.h>
#include "work.hpp"
static void BM_Sum(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(sum(n));
}
BENCHMARK(BM_Sum)->Arg(1000)->Arg(5000);
static void BM_Fails(benchmark::State& state) {
  state.SkipWithError("there is no such file");
  for (auto _ : state) {
  }
}
BENCHMARK(BM_Fails);
"""

# A benchmark that only the newer revision has.
NEWER = """
static void BM_New(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(sum(10));
}
BENCHMARK(BM_New);
"""

MAIN = "BENCHMARK_MAIN();\n"

CATCH = """
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
#include "work.hpp"
TEST_CASE("adding", "[!benchmark]") {
  BENCHMARK("few") { return sum(2000); };
}
"""

RECIPE = {"revisions": {
    "configure": ["cmake", "-S", "{source}", "-B", "{build}", "-G", "Ninja",
                  "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_COMPILER={CXX}"],
    "build": ["cmake", "--build", "{build}", "--parallel", "{jobs}"],
    "program": ["{build}/google", "{build}/catch"]}}


class GuardedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.around = pathlib.Path(tempfile.mkdtemp(prefix="spl guarded "))
        cls.addClassCleanup(shutil.rmtree, cls.around, ignore_errors=True)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("BENCHMARK_", "CMAKE_", "GIT_", "SPL_",
                                        "XDG_"))
                or name == "SPL_MACHINE_LOCK"}
        cls.environment = {**kept, "HOME": str(cls.around),
                           "SPL_PROGRESS": "never", "SPL_HISTORY": "off"}
        prefix = cls.around / "a prefix"
        cls.run_tool("cmake", "--install", BUILD, "--prefix", prefix)
        cls.spl_run = prefix / "bin/spl-run"
        cls.project = cls.around / "project"
        cls.project.mkdir()
        cls.run_tool("git", "init", "--quiet", cls.project)
        cls.commit("One", 1, "")
        cls.commit("Two", 20, NEWER)

    @classmethod
    def run_tool(cls, *words):
        done = subprocess.run(
            [str(word) for word in words], check=False, text=True, timeout=600,
            env=cls.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    @classmethod
    def commit(cls, subject, times, newer):
        for name, text in [
                ("CMakeLists.txt", PROJECT), ("catch.cpp", CATCH),
                ("google.cpp", GOOGLE + newer + MAIN),
                ("work.hpp", f"#define TIMES {times}\n{WORK}"),
                ("spl.json", json.dumps(RECIPE))]:
            (cls.project / name).write_text(text)
        git = ["git", "-C", cls.project]
        cls.run_tool(*git, "add", "--all")
        cls.run_tool(*git, "-c", "user.name=Ann", "-c", "user.email=a@b",
                     "commit", "--quiet", "--message", subject)

    def run_spl(self, *words):
        return subprocess.run(
            [self.spl_run, *words], cwd=self.project, text=True,
            env=self.environment, stdin=subprocess.DEVNULL, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)

    def guard(self, *options):
        return self.run_spl("guard", *options)

    def test_finds_slowdowns(self):
        done = self.guard("--baseline", "HEAD~1", "--filter", "BM_*",
                          "--json", "-")
        self.assertEqual(done.returncode, 1, done.stderr)
        guard = json.loads(done.stdout)["guard"]
        standings = {claim["call"]: claim["standing"]
                     for claim in guard["claims"]}
        self.assertEqual(standings, {
            "BM_Sum/1000()": "refuted", "BM_Sum/5000()": "refuted",
            "BM_Fails()": "failed"})
        self.assertEqual(guard["new"], ["BM_New"])
        self.assertRegex(done.stderr, r"(?m)^  ! BM_Fails\(\) .*BM_Fails failed: "
                         "there is no such file")

    def test_measures_catch2(self):
        # Each process of Catch2 measures the clock for a second.
        done = self.run_spl(
            "-e", '"adding/few"() <= "adding/few"@baseline()', "--baseline",
            "HEAD~1", "--runs", "2", "--undecided", "pass", "--json", "-")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        relation = json.loads(done.stdout)["formulas"][0]["relations"][0]
        self.assertGreater(relation["ratio"]["estimate"], 2)

    def test_selects_by_name(self):
        done = self.guard("--rev", "HEAD~1", "--baseline", "HEAD~1",
                          "--filter", "adding/few")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 of 1 holds: the same program on both sides.\n",
                      done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
