# ctest: integrations:shadowing spl-run ${source} ${compiler} ${workload}
"""A header that newly shadows another is seen, whatever was built before.

usage: shadowing_test.py SPL_RUN SOURCE_FOLDER CXX LIBRARY...

The libraries are those of spl::workload_main.
"""

import json
import pathlib
import sys
import unittest

from surroundings import ProjectCase

SPL_RUN, SOURCES, CXX = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
LIBRARIES = sys.argv[4:]

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(hot LANGUAGES CXX)
add_executable(hot workloads.cpp)
target_compile_features(hot PRIVATE cxx_std_17)
target_include_directories(hot PRIVATE new old ${SPL_ROOT})
target_link_libraries(hot PRIVATE ${SPL_LIBRARIES})
"""

WORKLOADS = """
#include <spl/workload.hpp>
#include "hot.hpp"
SPL_WORKLOAD(f, (int n), spl::values(20)) {
  while (spl.needs_more()) hot(n);
}
"""

HOT = """
#include <spl/workload.hpp>
inline void hot(int n) {
  for (int i = 0; i < n * %d; ++i) {
    int* one = new int;
    spl::keep(one);
    delete one;
  }
}
"""


class ShadowingTest(ProjectCase):
    def setUp(self):
        super().setUp()
        for name in "old", "new":
            (self.folder / name).mkdir()
        self.write("CMakeLists.txt", CMAKE)
        self.write("workloads.cpp", WORKLOADS)
        self.write("spl.json", json.dumps({"metric": "allocations", "revisions":
            {"configure": ["cmake", "-S", "{source}", "-B", "{build}",
                           "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                           f"-DCMAKE_CXX_COMPILER={CXX}",
                           f"-DSPL_ROOT={SOURCES}",
                           "-DSPL_LIBRARIES=" + ";".join(LIBRARIES)],
             "program": "{build}/hot"}}))

    def ratio(self, formula):
        """Of allocations, which are counted."""
        report = self.around / "report.json"
        done = self.execute(SPL_RUN, "-e", formula, "--json", report)
        relations = json.loads(report.read_text())["formulas"][0]["relations"]
        self.assertIn(done.returncode, (0, 1), done.stdout)
        return relations[0]["ratio"]["estimate"], relations[0]["strength"]

    def test_neighbours_that_were_built_before_change_nothing(self):
        self.write("old/hot.hpp", HOT % 1)
        self.commit("One")
        self.write("old/hot.hpp", HOT % 1 + "// The same.\n")
        self.commit("Two")
        self.write("new/hot.hpp", HOT % 2)
        self.commit("Three")
        ratio, strength = self.ratio("f@HEAD~1(20) <= 1.5 * f@HEAD~2(20)")
        self.assertEqual(strength, "proven")
        ratio, strength = self.ratio("f@HEAD(20) <= f@HEAD~1(20)")
        self.assertEqual((ratio, strength), (2, "refuted"))
        # The object of the first commit served for the second, too: comments
        # are not compiled, and any slot takes the object of another.
        objects = [path for path in
                   (self.around / "cache/spl/objects").rglob("*")
                   if path.is_file() and path.name.endswith("R")]
        self.assertEqual(len(objects), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
