# ctest: integrations:heaps spl-run ${source} ${compiler} ${workload} PERF
"""Identical code whose data would lie elsewhere for another reason: no evaluation
but one in many may call it different.

usage: heaps_test.py SPL_RUN SOURCES COMPILER LIBRARIES...

SPL_HEAP=kept switches off what is tested: then most are called different.
"""

import json
import os
import subprocess
import sys
import unittest

from surroundings import ProjectCase

SPL_RUN, SOURCES, COMPILER, *LIBRARIES = sys.argv[1:]

# Both call one function, and read no text.
NAMES = """
#include <algorithm>
#include <spl/workload.hpp>
#include <string>
#include <vector>
[[gnu::noinline]] void run(spl::Controller& spl, int n) {
  std::vector<char> a(static_cast<unsigned>(n));
  while (spl.needs_more()) {
    std::fill(a.begin(), a.end(), 'x');
    spl::clobber();
  }
}
SPL_WORKLOAD(fill, (int n), spl::values(1000)) { run(spl, n); }
SPL_WORKLOAD(fill_all_the_bytes_of_a_buffer, (int n), spl::values(1000)) {
  run(spl, n);
}
SPL_WORKLOAD(told, (int n, std::string)) { run(spl, n); }
"""
EQUAL = ("fill(1000) = fill_all_the_bytes_of_a_buffer(1000)",
         f'told(1000, "") = told(1000, "{"x" * 80}")')

WORKLOADS = """
#include <algorithm>
#include <spl/workload.hpp>
#include <string>
#include <vector>
SPL_WORKLOAD(copy, (int n), spl::values(1000)) {
  std::vector<char> a(n), b(n);
  while (spl.needs_more()) {
    std::copy(a.begin(), a.end(), b.begin());
    spl::clobber();
  }
}
SPL_WORKLOAD(fill, (int n), spl::values(1000)) {
  std::vector<char> a(n);
  while (spl.needs_more()) {
    std::fill(a.begin(), a.end(), 'x');
    spl::clobber();
  }
}
SPL_WORKLOAD(search, (int n), spl::values(1000)) {
  std::string text(n, 'a');
  text.back() = 'b';
  while (spl.needs_more()) {
    spl::clobber();
    spl::keep(text.find('b'));
  }
}
SPL_WORKLOAD(equal, (int n), spl::values(1000)) {
  std::string one(n, 'a'), two(n, 'a');
  while (spl.needs_more()) {
    spl::clobber();
    spl::keep(one == two);
  }
}
"""
TABLE = """
#include <string>
#include <vector>
std::vector<std::string>& names() {
  static std::vector<std::string> all;
  return all;
}
"""
# Made when the program starts; no workload uses it.
FILLED = """
static const bool filled =
    (names() = {"north", "south-east by south",
                "a name that is longer than fifteen characters", "west"}, true);
"""


class Heaps(ProjectCase):
    def setUp(self):
        super().setUp()
        if "SPL_HEAP" in os.environ:
            self.environment["SPL_HEAP"] = os.environ["SPL_HEAP"]

    def report(self, *words):
        done = self.execute(SPL_RUN, *words, "--json", "-", "-s",
                            "observations-in-json", stderr=subprocess.PIPE)
        self.assertIn(done.returncode, (0, 1, 4), done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_neither_names_nor_texts_matter(self):
        (self.folder / "bench.cpp").write_text(NAMES)
        self.run_tool(COMPILER, "-std=c++17", "-O2", f"-I{SOURCES}", "bench.cpp",
                  *LIBRARIES, "-ldl", "-o", "bench")
        refuted = []
        for seed in range(4):
            report = self.report("-p", "bench", "--budget", "2s", "-s",
                                 f"seed={seed}", *(word for text in EQUAL
                                              for word in ("-e", text)))
            refuted += [one["relations"][0]["text"]
                        for one in report["formulas"]
                        if one["relations"][0]["strength"] == "refuted"]
        self.assertLessEqual(len(refuted), 1, refuted)
        offsets = [[run["heap_offset"] for run in one["run_details"]]
                   for one in report["performances"]]
        if "SPL_HEAP" not in self.environment:
            self.assertEqual(offsets[0], offsets[1])
            self.assertGreater(len(set(offsets[0])), 6, offsets[0])

    def test_an_unrelated_table_does_not_matter(self):
        (self.folder / "CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.25)
project(bench LANGUAGES CXX)
add_executable(bench bench.cpp other.cpp)
target_include_directories(bench PRIVATE "{SOURCES}")
target_link_libraries(bench PRIVATE {" ".join(LIBRARIES)} dl)
""")
        (self.folder / "spl.json").write_text(json.dumps(
            {"revisions": {"program": "{build}/bench"}}))
        (self.folder / "bench.cpp").write_text(WORKLOADS)
        for other in (TABLE, TABLE + FILLED):
            (self.folder / "other.cpp").write_text(other)
            self.commit("a table")
        refuted = []
        for seed in range(2):
            report = self.report("guard", "--baseline", "HEAD~1", "--budget",
                                 "2s", "-s", f"seed={seed}")
            claims = [one for formula in report["formulas"]
                      for one in formula["relations"]]
            self.assertEqual(len(claims), 4, report)
            refuted += [one["text"] for one in claims
                        if one["strength"] == "refuted"]
        self.assertLessEqual(len(refuted), 1, refuted)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
