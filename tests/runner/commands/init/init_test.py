# ctest: runner:init spl-run
"""`spl-run init` writes spl.json for what a build folder holds.

usage: init_test.py SPL_RUN

Programs are files that begin as ELF and hold a text of a framework, so that
nothing is compiled.
"""

import os
import pathlib
import sys
import unittest

from surroundings import ProjectCase

SPL_RUN = sys.argv[1]
GOOGLE = "--benchmark_list_tests"
CATCH2 = "benchmark-no-analysis"


class InitTest(ProjectCase):
    def setUp(self):
        super().setUp()
        self.run_tool("git", "init", "--quiet", "--initial-branch=main")
        tools = self.around / "tools"  # With git and without ninja.
        tools.mkdir()
        for name in "git", "ninja":
            (tools / name).symlink_to("/bin/true")
        self.environment["PATH"] = str(tools)

    def cmake(self, folder, *lines, source="", kind="Release"):
        self.write(f"{folder}/CMakeCache.txt", "\n".join((
            "# A cache", f"CMAKE_HOME_DIRECTORY:INTERNAL={self.folder}{source}",
            f"CMAKE_BUILD_TYPE:STRING={kind}", *lines, "")))

    def program(self, path, text):
        self.write(path, f"\177ELF {text} ", 0o755)

    def init(self, status=0):
        return self.run_tool(SPL_RUN, "init", status=status)

    def written(self):
        return (self.folder / "spl.json").read_text()

    def test_names_the_one_program(self):
        self.cmake("build")
        self.program("build/tests/unit", "of no framework")
        self.program("build/benchmarks", GOOGLE)
        self.assertEqual(
            self.init(),
            "wrote spl.json, by what build holds:\n"
            "  {build}/benchmarks  (Google Benchmark)\n"
            "next: spl-run guard       is anything slower than where the "
            "branch began?\n"
            "      spl-run guard --help  tolerances, budgets, other "
            "baselines\n")
        self.assertEqual(
            self.written(), '{\n  "revisions": {\n'
            '    "program": ["{build}/benchmarks"]\n  }\n}\n')

    def test_names_all_that_hold_benchmarks_of_the_project(self):
        self.cmake("build")
        self.program("build/a b/bench", GOOGLE)
        self.program("build/nano", "NANOBENCH_SUPPRESS_WARNINGS")
        self.program("build/unit_tests", CATCH2)
        self.program("build/measured",
                     CATCH2 + " N5Catch9Benchmark6Detail17"
                     "BenchmarkFunction5modelIZL4testvEUliE_EE")
        self.program("build/workloads", "SPL_WORKER")
        self.program("build/_deps/spl-build/bin/other", "SPL_WORKER")
        self.program("build/spl-run", "SPL_WORKER")
        self.program("build/CMakeFiles/3.25/a.out", GOOGLE)
        self.program("build/libbench.so.1", GOOGLE)
        self.write("build/notes", GOOGLE)
        self.write("build/script", f"#!/bin/sh\n{GOOGLE}", 0o755)
        self.init()
        self.assertIn(
            '"program": ["{build}/a b/bench", "{build}/measured", '
            '"{build}/nano", "{build}/workloads"]', self.written())
        self.assertTrue(self.written().endswith(
            '\n  },\n  "guard": { "budget": "1min" }\n}\n'))

    def test_keeps_the_options_that_build_them(self):
        self.cmake("out/release", "A_BUILD_BENCHMARKS:BOOL=ON",
                   "A_BUILD_TESTS:BOOL=ON", "BENCHMARK_ENABLE_GTEST:BOOL=ON",
                   "A_BENCH_PLOTS:BOOL=OFF", "CMAKE_BENCH:BOOL=ON",
                   "A_BUILD_EXAMPLES:BOOL=OFF", "gtest_build_tests:BOOL=OFF",
                   "a.tests:BOOL=OFF",
                   "benchmark_SOURCE_DIR:STATIC=x")
        self.program("out/release/bench", GOOGLE)
        self.assertIn("configured with -DA_BUILD_BENCHMARKS=ON "
                      "-DA_BUILD_EXAMPLES=OFF -Da.tests=OFF, as it is\n",
                      self.init())
        self.assertIn(
            '"configure": ["cmake", "-S", "{source}", "-B", "{build}", "-G", '
            '"Ninja", "-DCMAKE_BUILD_TYPE=Release", '
            '"-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON", "-DA_BUILD_BENCHMARKS=ON", '
            '"-DA_BUILD_EXAMPLES=OFF", "-Da.tests=OFF"]', self.written())
        (self.folder / "spl.json").unlink()
        self.program("out/release/tests", GOOGLE)
        self.init()
        self.assertIn('"-DA_BUILD_BENCHMARKS=ON", "-DA_BUILD_TESTS=ON", '
                      '"-DA_BUILD_EXAMPLES=OFF", "-Da.tests=OFF"]',
                      self.written())

    def test_keeps_what_was_chosen_against_the_usual(self):
        self.cmake("build", "A_BENCH:BOOL=ON", "A_TESTS:BOOL=OFF",
                   "A_LOGS:BOOL=OFF", "A_FAST:BOOL=ON", "A_BENCH_OWN:BOOL=ON",
                   "A_SMALL:BOOL=ON")
        self.program("build/bench", GOOGLE)
        self.write("CMakeLists.txt", """
            option(A_BENCH "Benchmarks" ON)
            option(A_TESTS "Tests, as (in) tests/" Off)
            OPTION ( A_LOGS
              "Logs" ON )
            option(A_FAST "Off")
            option(A_BENCH_OWN "Own" ${PROJECT_IS_TOP_LEVEL})
            set(A_SMALL OFF)""")
        self.assertIn("configured with -DA_FAST=ON -DA_LOGS=OFF "
                      "-DA_BENCH_OWN=ON, as it is\n", self.init())

    def test_says_which_option_is_off(self):
        self.cmake("build", "A_BENCH:BOOL=OFF")
        self.write("CMakeLists.txt", 'option(A_BENCH "Benchmarks" OFF)')
        self.assertIn("again: cmake build -DA_BENCH=ON (", self.init(2))

    def test_builds_the_programs_alone(self):
        self.cmake("build")
        self.program("build/bin/one", GOOGLE)
        for name, rules in (
                ("build.ninja", "build one: phony bin/one\n"),
                ("Makefile", "# A rule\none: cmake_check_build_system\n")):
            self.write(f"build/{name}", rules)
            self.init()
            self.assertIn(
                '"build": ["cmake", "--build", "{build}", "--parallel", '
                '"{jobs}", "--target", "one"]', self.written())
            for written in f"build/{name}", "spl.json":
                (self.folder / written).unlink()

    def test_knows_projects_below_the_top_and_those_without_ninja(self):
        (self.around / "tools/ninja").unlink()
        self.cmake("cmake/build", source="/cmake")
        self.program("cmake/build/bench", GOOGLE)
        self.init()
        self.assertIn(
            '    "overlay": ["cmake"],\n'
            '    "configure": ["cmake", "-S", "{source}/cmake", "-B", "{build}", '
            '"-DCMAKE_BUILD_TYPE=Release", ', self.written())

    def test_prefers_what_is_optimised(self):
        self.cmake("build-a", kind="Debug")
        self.cmake("build-b")
        self.cmake("build-c", source="/../elsewhere")
        for folder in "abc":
            self.program(f"build-{folder}/bench", GOOGLE)
        self.assertIn("by what build-b holds:\n  {build}/bench  (Google "
                      "Benchmark)\nleft out: build-a\nnext:", self.init())

    def test_reads_what_is_not_as_meson_writes_it(self):
        self.program("build/bench", GOOGLE)
        for text in "[1]", '[{"name": 3}]', '[{"name": "buildtype"}]', "{", "[[]]":
            self.write("build/meson-info/intro-buildoptions.json", text)
            self.assertIn("wrote spl.json", self.init())
            (self.folder / "spl.json").unlink()

    def test_heeds_nothing_that_others_could_have_written(self):
        self.cmake("build", "A_BENCH:BOOL=ON")
        self.program("build/bench", GOOGLE)
        (self.folder / "build").chmod(0o1777)
        build = self.folder / "build"
        self.assertEqual(
            self.init(2), "spl-run: error: another user could have written a "
            "build folder, which says what guards execute: "
            f"{build} can be written by all users (chmod go-w '{build}')\n")

    def test_takes_plain_names_only(self):
        self.cmake("build", "A_BENCH:BOOL=ON", "Foo_DIR=/tmp/bench:BOOL=ON",
                   "##[error]bench:BOOL=ON", ":BOOL=ON")
        with open(self.folder / "build/CMakeCache.txt", "ab") as cache:
            cache.write(b"\xff_BENCH:BOOL=ON\n")
        self.program("build/bench", GOOGLE)
        for name in b"b\xff", b"b\n::error::x", b"{source}", b"##[x]":
            path = os.fsencode(self.folder) + b"/build/" + name
            pathlib.Path(os.fsdecode(path)).symlink_to("bench")
        self.assertIn("configured with -DA_BENCH=ON, as it is\n", self.init())
        self.assertIn('"program": ["{build}/bench"]', self.written())

    def test_reads_much_in_linear_time(self):
        names = [f"O{i}_BENCH" for i in range(60_000)]
        self.cmake("build", *(f"{name}:BOOL=ON" for name in names))
        self.program("build/bench", GOOGLE)
        self.write("CMakeLists.txt", " " * 2_000_000 + "\n".join(
            f'option({name} "x" ON)' for name in names) + "O" * 2_000_000)
        self.assertNotIn("configured", self.init())

    def test_reads_a_list_once_for_many_builds(self):
        self.cmake("build")
        self.program("build/bench", GOOGLE)
        self.write("CMakeLists.txt", "(" * 30_000_000)
        for i in range(300):
            self.cmake(f"z{i}")
        self.assertNotIn("configured", self.init())

    def test_looks_at_each_folder_once(self):
        self.cmake(".")
        self.program("bench", GOOGLE)
        with open(self.folder / "bench", "ab") as program:
            program.truncate(100_000_000)
        for i in range(300):
            (self.folder / f"l{i}").symlink_to(".")
        self.assertNotIn("left out", self.init())

    def test_reads_no_endless_files(self):
        self.cmake("build")
        self.program("build/bench", GOOGLE)
        with open(self.folder / "build/huge", "wb") as program:
            program.truncate(5 << 30)
        (self.folder / "build/huge").chmod(0o755)
        self.assertIn("wrote spl.json", self.init())
        (self.folder / "spl.json").unlink()
        with open(self.folder / "build/CMakeCache.txt", "ab") as cache:
            cache.truncate(3 << 30)
        cache = self.folder / "build/CMakeCache.txt"
        self.assertEqual(self.init(2), f"spl-run: error: cannot read {cache}: "
                         "the caches of the build folders here have more than "
                         "16 MiB; remove a build folder\n")

    def test_knows_meson(self):
        self.write("build/meson-info/intro-buildoptions.json", """[
            {"name": "benchmarks", "value": true, "section": "user"},
            {"name": "b_bench", "value": true, "section": "base"},
            {"name": "werror", "value": false, "section": "core"},
            {"name": "buildtype", "value": "release", "section": "core"}]""")
        self.program("build/below/bench", GOOGLE)
        self.init()
        self.assertEqual(
            self.written(), '{\n  "revisions": {\n'
            '    "configure": ["meson", "setup", "{build}", "{source}", '
            '"--buildtype=release", "-Dwerror=false", "-Dbenchmarks=true"],\n'
            '    "build": ["meson", "compile", "-C", "{build}"],\n'
            '    "program": ["{build}/below/bench"]\n  }\n}\n')
        (self.folder / "spl.json").unlink()
        self.write("build/build.ninja", "build below/bench: LINKER b.o\n")
        self.init()
        self.assertIn('    "build": ["meson", "compile", "-C", "{build}", '
                      '"below/bench"],\n', self.written())

    def test_overwrites_nothing(self):
        self.write("spl.json", "{}")
        self.assertEqual(
            self.init(2), "spl-run: error: spl.json is here, and init "
            "overwrites nothing; spl-run guard reads it\n")
        self.assertEqual(self.written(), "{}")

    def test_says_what_to_do_where_nothing_is_built(self):
        self.assertEqual(
            self.init(2),
            "spl-run: error: no build folder of CMake or Meson is here or two "
            "levels below; build the project with its benchmarks, then call "
            "spl-run init again: cmake -B build -DCMAKE_BUILD_TYPE=Release && "
            "cmake --build build (for other build systems, docs/revisions.md "
            "says what spl.json has)\n")

    def test_says_what_to_switch_on(self):
        self.cmake("build", "WITH_BENCH:BOOL=OFF", "WITH_DOCS:BOOL=OFF")
        self.program("build/tool", "of no framework")
        self.assertEqual(
            self.init(2),
            "spl-run: error: no program in build holds benchmarks of Google "
            "Benchmark, Catch2, nanobench or SPL; switch them on and build, "
            "then call spl-run init again: cmake build -DWITH_BENCH=ON "
            "(without any, write one, as README.md does, or guard a command, as "
            "docs/commands.md says)\n")
        self.assertFalse((self.folder / "spl.json").exists())

    def test_is_of_the_top_of_a_repository(self):
        below = self.folder / "below"
        below.mkdir()
        top, self.folder = self.folder, below
        self.assertEqual(
            self.init(2), "spl-run: error: spl.json belongs into the top "
            f"folder of the repository: spl-run -C {top} init\n")
        self.folder = self.around
        self.assertEqual(
            self.init(2), "spl-run: error: a guard compares commits, and this "
            "folder is in no Git repository; make one first: git init\n")

    def test_takes_no_words(self):
        self.assertEqual(
            self.run_tool(SPL_RUN, "init", "build", status=2),
            "spl-run: error: init evaluates no formulas; leave out build; "
            "spl-run --help shows all options\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
