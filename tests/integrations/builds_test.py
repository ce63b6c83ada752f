# ctest: integrations:builds spl-run ${source} ${compiler} ${workload}
"""Revisions that are compiled several times, by CMake.

usage: builds_test.py SPL_RUN SOURCE_FOLDER CXX LIBRARY...

The libraries are those of spl::workload_main. Nothing here depends on how fast
anything is.
"""

import json
import pathlib
import sys
import unittest

from surroundings import ProjectCase

SPL_RUN, SOURCES, CXX = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
LIBRARIES = sys.argv[4:]

# The program says where it was compiled, as those with assert() do.
WORKLOAD = """
#include <spl/workload.hpp>

int sum(int n) {
  int result = 0;
  for (int i = 0; i < n; ++i) spl::keep(result += i);
  return result;
}
int other(int n) { return sum(n) + %d; }

SPL_WORKLOAD(sums, ()) {
  const char* place = __FILE__;
  spl::keep(place);
  while (spl.needs_more()) spl::keep(sum(100) + other(3));
}
"""
CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(sums LANGUAGES CXX)
add_executable(sums sums.cpp)
target_compile_features(sums PRIVATE cxx_std_17)
target_include_directories(sums PRIVATE "${SPL_ROOT}")
target_link_libraries(sums PRIVATE ${SPL_LIBRARIES})
"""
FORMULA = "sums@HEAD() <= 2 * sums@HEAD~1()"


class BuildsTest(ProjectCase):
    def setUp(self):
        super().setUp()
        self.write("CMakeLists.txt", CMAKE)
        (self.folder / "spl.json").write_text(json.dumps({"revisions": {
            "configure": ["cmake", "-S", "{source}", "-B", "{build}",
                          "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                          f"-DCMAKE_CXX_COMPILER={CXX}",
                          f"-DSPL_ROOT={SOURCES}",
                          "-DSPL_LIBRARIES=" + ";".join(LIBRARIES)],
            "program": "{build}/sums"}}))
        for number in 1, 2:
            self.write("sums.cpp", WORKLOAD % number)
            self.commit(f"Add {number}")

    def measured(self, *arguments):
        path = self.around / "report.json"
        text = self.run_tool(SPL_RUN, "-e", FORMULA, "--runs", "6",
                           "-s", "observations=3", "-s", "warmup=1us",
                           "--json", str(path), "-s", "observations-in-json",
                           *arguments)
        report = json.loads(path.read_text())
        return text, report, report["formulas"][0]["relations"][0]

    def programs(self):
        """What each program that is kept was built of, and its bytes."""
        found = {}
        for entry in self.around.glob("cache/spl/programs/*/entry.json"):
            what = json.loads(entry.read_text())["what"].partition(" ")[2]
            found[what] = (entry.parent / "files" / "sums").read_bytes()
        return found

    def test_compares_the_means_of_builds(self):
        text, report, relation = self.measured("-v", "-s", "builds=3")
        self.assertIn("      3 builds: ", text)
        self.assertEqual(relation["builds"]["count"], 3)
        self.assertIsNone(relation["layouts"])
        self.assertEqual(relation["interpretations"]["blocks"]["df"], 2)
        self.assertEqual(report["settings"]["builds"], 3)
        self.assertEqual(report["warnings"], [
            one for one in report["warnings"] if "identical" not in one])
        for one in report["performances"]:
            self.assertEqual(one["levels"]["r"], [3, 2, 3])
            self.assertEqual([run["layout"] for run in one["run_details"]],
                             [1, 2, 3, 1, 2, 3])
        kept = self.programs()
        self.assertEqual(sorted(kept), sorted(
            f"(Add {number}), build {build}"
            for number in (1, 2) for build in (1, 2, 3)))
        self.assertEqual(len(set(kept.values())), 6)

    def test_measures_one_build_where_all_come_out_identical(self):
        text, report, relation = self.measured("-s", "builds=2",
                                               "-s", "layouts=1")
        for name in "@HEAD", "@HEAD~1":
            self.assertIn(
                f"warning: {name} comes out identical from all 2 builds "
                "(-frandom-seed changes nothing in it; without -s layouts=1 "
                "each build is linked in an order of its own, too), so that "
                "it is measured in one build; a difference may come from "
                "layouts, not from sources\n", text)
        self.assertIsNone(relation["builds"])
        self.assertEqual(relation["interpretations"]["blocks"]["df"], 5)
        self.assertEqual(relation["blocks"], 6)
        kept = self.programs()
        self.assertEqual(len(kept), 4)
        self.assertEqual(len(set(kept.values())), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
