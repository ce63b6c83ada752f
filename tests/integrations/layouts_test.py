# ctest: integrations:layouts spl-run ${source} ${compiler} ${workload} PERF
"""Layouts of real programs: links that CMake made, and fresh ones.

usage: layouts_test.py SPL_RUN SOURCE_FOLDER CXX LIBRARY...

The libraries are those of spl::workload_main.
"""

import json
import pathlib
import shutil
import sys
import unittest

from surroundings import ProjectCase

SPL_RUN, SOURCES, CXX = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
LIBRARIES = sys.argv[4:]
KERNEL = SOURCES / "laboratory" / "layouts" / "chase.cpp"
POOL = 16

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(chase LANGUAGES CXX)
add_executable(chase chase.cpp)
target_compile_features(chase PRIVATE cxx_std_17)
target_include_directories(chase PRIVATE "${SPL_ROOT}")
target_link_libraries(chase PRIVATE ${SPL_LIBRARIES})
"""
POOLED = CMAKE + """
include("${SPL_ROOT}/integrations/cmake/SplLayouts.cmake")
spl_layouts(chase %d)
""" % POOL
CHECKED = CMAKE + """
include("${SPL_ROOT}/integrations/cmake/SplTests.cmake")
include("${SPL_ROOT}/integrations/cmake/SplLayouts.cmake")
add_executable(spl::spl-run IMPORTED)
set_target_properties(spl::spl-run PROPERTIES IMPORTED_LOCATION "%s")
spl_check_formulas(checked FORMULAS chase.spl PROGRAMS chase)
spl_layouts(chase 2)
""" % SPL_RUN
LINKED = CMAKE + """
target_compile_options(chase PRIVATE -ffunction-sections)
target_link_options(chase PRIVATE -fuse-ld=mold
  LINKER:--shuffle-sections=%d)
"""


class LayoutsTest(ProjectCase):
    def setUp(self):
        super().setUp()
        shutil.copy(KERNEL, self.folder)

    def configure(self):
        return ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                f"-DCMAKE_CXX_COMPILER={CXX}", f"-DSPL_ROOT={SOURCES}",
                "-DSPL_LIBRARIES=" + ";".join(LIBRARIES)]

    def pool(self):
        """The program, with links of it that CMake made."""
        (self.folder / "CMakeLists.txt").write_text(POOLED)
        build = self.around / "build"
        self.run_tool("cmake", "-S", ".", "-B", str(build), *self.configure())
        self.run_tool("cmake", "--build", str(build))
        return build / "chase"

    def test_a_check_waits_for_the_links(self):
        (self.folder / "CMakeLists.txt").write_text(CHECKED)
        (self.folder / "chase.spl").write_text("chase <= 1 s\n")
        for generator in "Ninja", "Unix Makefiles":
            with self.subTest(generator):
                build = str(self.around / generator)
                self.run_tool("cmake", "-S", ".", "-B", build, *self.configure(),
                            "-G", generator)
                self.assertIn(
                    "1 formula with 1 relation: no errors",
                    self.run_tool("cmake", "--build", build, "--target",
                                  "checked"))

    def measured(self, *arguments):
        path = self.around / "report.json"
        done = self.execute(SPL_RUN, *arguments, "--json", path,
                            "-s", "observations-in-json")
        return done, json.loads(path.read_text())

    def speeds(self, report):
        """By layout: the fastest mean of a run, which nothing disturbed."""
        found = {}
        for one in report["performances"]:
            for run, details in zip(one["data"], one["run_details"]):
                mean = sum(run) / len(run)
                before = found.get(details["layout"], mean)
                found[details["layout"]] = min(mean, before)
        return found

    def test_links_that_cmake_made(self):
        program = self.pool()
        done, report = self.measured("-v", "-p", str(program), "-e",
                                     "chase() < 1 s", "--runs", str(2 * POOL))
        self.assertEqual(done.returncode, 0, done.stdout)
        relation = report["formulas"][0]["relations"][0]
        self.assertEqual(relation["layouts"]["count"], POOL)
        self.assertEqual(relation["interpretations"]["blocks"]["df"], POOL - 1)
        self.assertEqual(report["performances"][0]["levels"]["r"][1:],
                         [2, POOL])
        self.assertEqual(set(self.speeds(report)), set(range(1, POOL + 1)))
        self.assertIn(f"{POOL} layouts: the layout alone moves the difference",
                      done.stdout)
        done, report = self.measured("-p", str(program), "-e",
                                     "chase() < 1 s", "--runs", "4",
                                     "-s", "layouts=1")
        self.assertEqual(set(self.speeds(report)), {None})

    def test_fixed_links_differ_and_fresh_ones_do_not(self):
        speeds = self.speeds(self.measured(
            "-p", str(self.pool()), "-e", "chase() < 1 s",
            "--runs", str(3 * POOL))[1])
        fast = min(speeds, key=speeds.get)
        slow = max(speeds, key=speeds.get)
        self.assertGreater(speeds[slow], 1.1 * speeds[fast], speeds)

        (self.folder / "spl.json").write_text(json.dumps({"revisions": {
            "configure": ["cmake", "-S", "{source}", "-B", "{build}",
                          *self.configure()],
            "program": "{build}/chase"}}))
        for seed in fast, slow:  # Two links of the same source.
            (self.folder / "CMakeLists.txt").write_text(LINKED % seed)
            self.commit(f"Seed {seed}")
        formula = "chase@HEAD() = chase@HEAD~1()"
        done, report = self.measured("-e", formula, "-s", "layouts=1",
                                     "--budget", "30s")
        self.assertEqual(done.returncode, 1, done.stdout)
        relation = report["formulas"][0]["relations"][0]
        self.assertEqual(relation["finding"], "greater", done.stdout)

        # One in 500 of such experiments calls equal programs different.
        done, report = self.measured("-e", formula, "-s", "alpha=0.001",
                                     "--runs", "20")
        self.assertEqual(done.returncode, 0, done.stdout)
        relation = report["formulas"][0]["relations"][0]
        self.assertEqual(relation["finding"], "indistinct", done.stdout)
        for one in report["performances"]:
            layouts = [run["layout"] for run in one["run_details"]]
            self.assertEqual(len(set(layouts)), 20, layouts)
        fresh = self.speeds(report).values()
        self.assertGreater(max(fresh), 1.1 * min(fresh))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
