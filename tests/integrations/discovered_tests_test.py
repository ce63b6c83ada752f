# ctest: integrations:discovered-tests ${source} ${compiler}
"""spl_discover_tests, with the arguments of gtest_discover_tests. Those of other
frameworks are in frameworks_test.py.

usage: discovered_tests_test.py SOURCE_FOLDER CXX
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from surroundings import own_environment

SOURCES, CXX = sys.argv[1:3]

PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(discovered LANGUAGES CXX)
find_package(GTest REQUIRED)
include("{SOURCES}/integrations/cmake/SplTests.cmake")
add_custom_target(made "${{CMAKE_COMMAND}}" -E touch made)
add_executable(spl::spl-run IMPORTED)
set_target_properties(spl::spl-run PROPERTIES IMPORTED_LOCATION /bin/true)
add_dependencies(spl::spl-run made)
enable_testing()
add_executable(plain gtest.cpp "more tests.cpp")
target_link_libraries(plain PRIVATE GTest::gtest_main)
spl_discover_tests(plain)
spl_discover_tests(plain DISCOVERY_TIMEOUT 7 PROPERTIES TIMEOUT 30 COST 3
  LABELS nightly WORKING_DIRECTORY "${{CMAKE_SOURCE_DIR}}"
  TEST_PREFIX all. TEST_SUFFIX .given EXTRA_ARGS --one --two TEST_FILTER All*
  TEST_LIST named NO_PRETTY_VALUES XML_OUTPUT_DIR xml/)
spl_discover_tests(plain DISCOVERY_MODE PRE_TEST TEST_PREFIX late. TEST_FILTER *One)
spl_discover_tests(plain PROPERTIES ENVIRONMENT "A=1;SPL_BUDGET=1h"
  TEST_PREFIX timed. TEST_LIST timed TEST_FILTER *One)
spl_discover_tests(plain PROPERTIES TIMEOUT 0 TEST_PREFIX endless.
  TEST_LIST endless TEST_FILTER *One)
spl_add_guard(guard PROGRAMS plain)
"""

GTEST = """
#include <gtest/gtest.h>
struct Sizes : testing::TestWithParam<int> {};
TEST_P(Sizes, Are) {}
INSTANTIATE_TEST_SUITE_P(All, Sizes, testing::Values(10));
TEST(Plain, One) {}
"""

ASSERTIONS = """
// SPL_EXPECT("f(1) <= g(1)");
// SPL_ASSERT("f(1) <= g(1)", spl::alpha(0.1));
"""


class DiscoveredTestsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name).resolve()
        (cls.folder / "CMakeLists.txt").write_text(PROJECT)
        (cls.folder / "gtest.cpp").write_text(GTEST)
        (cls.folder / "more tests.cpp").write_text(ASSERTIONS)
        cls.build = cls.folder / "build"
        cls.run_tool("cmake", "-S", cls.folder, "-B", cls.build, "-G", "Ninja",
                     f"-DCMAKE_CXX_COMPILER={CXX}")
        cls.run_tool("cmake", "--build", cls.build, "--parallel", "2",
                     "--target", "plain")
        cls.tests = cls.listed()

    @classmethod
    def listed(cls, **environment):
        tests = json.loads(cls.run_tool("ctest", "--test-dir", cls.build,
                                        "--show-only=json-v1", **environment))
        return {test["name"]: test for test in tests["tests"]}

    @classmethod
    def run_tool(cls, *words, **environment):
        done = subprocess.run([str(word) for word in words], check=False,
                              env=own_environment(cls.folder) | environment,
                              text=True,
                              timeout=300, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def properties(self, test, *names):
        values = {one["name"]: one["value"]
                  for one in self.tests[test]["properties"]}
        return [values.get(name) for name in names]

    def test_finds_the_tests(self):
        self.assertEqual(sorted(self.tests), [
            "All/Sizes.Are/10", "Plain.One", "all.All/Sizes.Are/0.given",
            "endless.Plain.One", "guard", "late.Plain.One",
            "timed.Plain.One"])
        self.assertEqual(self.properties("endless.Plain.One", "TIMEOUT"), [0])
        self.assertEqual(self.properties("timed.Plain.One", "TIMEOUT"),
                         [9999999])

    def test_they_measure(self):
        for test in "Plain.One", "late.Plain.One", "guard":
            with self.subTest(test):
                self.assertEqual(
                    self.properties(test, "LABELS", "RUN_SERIAL", "TIMEOUT"),
                    [["perf"], True,
                     9999999 if test == "guard" else 1500 + 2 * 20 * 5])

    def test_their_time_limit_follows_from_budgets(self):
        source = self.folder / "more tests.cpp"
        project = self.folder / "spl.json"
        self.addCleanup(source.write_text, source.read_text())
        self.addCleanup(project.unlink, missing_ok=True)
        assertion = 'SPL_EXPECT("f(1) <= g(1)"'
        for text, limit in (
                ("", 1500),
                (f"{assertion}, spl::budget(500ms))", 1500 + 20 * 5),
                (f"{assertion}, spl::budget(10s)); {assertion});",
                 1500 + 2 * 20 * 10),
                (f'{assertion}, spl::setting("budget", "2min"))',
                 1500 + 20 * 120),
                (f"{assertion.replace('g(1)', 'f@HEAD~1(1)')})",
                 1500 + 20 * 5 + 3600),
                ('SPL_EXPECT("set budget = 1h; f(1) <= g(1)")',
                 1500 + 20 * 3600),
                ('SPL_EXPECT("sortA@main(1) <= 1 s")', 1500 + 20 * 5 + 3600),
                (f"{assertion}, {{budget(1h)}}, spl::budget{{2h}})",
                 1500 + 20 * 7200),
                (f"{assertion}, spl::budget(t[0])); {assertion}, "
                 "spl::budget(9s))", 9999999),
                (f"{assertion}, spl::budget(123456789s))", 9999999),
                ("int runs = 5, budget = 7;", 1500),
                (f"{assertion}, spl::budget(long))", 9999999),
                (f"{assertion}, spl::budget(2.5min))", 9999999),
                (f"{assertion}, spl::runs(1000))", 9999999)):
            with self.subTest(text):
                source.write_text(text)
                self.assertEqual(self.limit(), limit)
        source.write_text(f"{assertion})")
        self.assertEqual(self.limit(SPL_BUDGET="1min"), 1500 + 20 * 60)
        self.assertEqual(self.limit(SPL_TIMEOUT="1h"), 9999999)
        project.write_text('{ "budget" : "1h" }')
        self.assertEqual(self.limit(), 1500 + 20 * 3600)
        project.write_text('{ "definitions": "common.spl" }')
        (self.folder / "common.spl").write_text("set budget = 2h")
        self.run_tool("cmake", self.build)
        self.assertEqual(self.limit(), 1500 + 20 * 7200)
        project.write_text('{ "max-runs": 7 }')
        self.assertEqual(self.limit(), 9999999)
        project.unlink()
        source.unlink()
        self.assertEqual(self.limit(), 1500)

    def limit(self, **environment):
        listed = self.listed(**environment)["Plain.One"]["properties"]
        return next(one["value"] for one in listed if one["name"] == "TIMEOUT")

    def test_arguments_reach_the_function_of_googletest(self):
        test = "all.All/Sizes.Are/0.given"
        self.assertEqual(
            self.tests[test]["command"],
            [str(self.build / "plain"), "--gtest_filter=All/Sizes.Are/0",
             "--gtest_also_run_disabled_tests",
             f"--gtest_output=xml:xml//{test}.xml",
             "--one", "--two"])
        self.assertEqual(
            self.properties(test, "LABELS", "RUN_SERIAL", "TIMEOUT", "COST",
                            "WORKING_DIRECTORY"),
            [["nightly", "perf"], True, 30, 3, str(self.folder)])

    def test_a_build_without_optimisation_is_told_once(self):
        for given, said in (
                ("-DCMAKE_BUILD_TYPE=", 'is "", so nothing is optimised, and '
                 "assertions of performance fail; configure with "
                 "-DCMAKE_BUILD_TYPE=Release"),
                ("-DCMAKE_BUILD_TYPE=Debug", 'is "Debug", so nothing is '
                 "optimised, and assertions of performance are skipped; "
                 "configure with -DCMAKE_BUILD_TYPE=Release"),
                ("-DCMAKE_BUILD_TYPE=Release", None),
                ("-DCMAKE_CXX_FLAGS=-O2", None)):
            with self.subTest(given):
                build = self.folder / "typed"
                done = subprocess.run(
                    ["cmake", "-S", self.folder, "-B", build, "-G", "Ninja",
                     "--fresh", f"-DCMAKE_CXX_COMPILER={CXX}", given],
                    env=own_environment(self.folder), check=True, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                text = " ".join(done.stdout.split())
                self.assertEqual(text.count("nothing is optimised"),
                                 0 if said is None else 1, done.stdout)
                self.assertIn(said or "", text)
        self.assertEqual(
            self.properties("Plain.One", "ENVIRONMENT_MODIFICATION"),
            [["SPL_NO_BUILD_TYPE=set:1"]])

    def test_a_program_of_workloads_has_no_tests(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "gtest.cpp").write_text(GTEST)
        (other / "CMakeLists.txt").write_text(
            PROJECT.replace("GTest::gtest_main", "spl::workload_main"))
        with self.assertRaises(AssertionError) as refused:
            self.run_tool("cmake", "-S", other, "-B", other / "build",
                          "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={CXX}")
        self.assertIn(
            "spl_discover_tests(plain): plain links spl::workload_main, so it "
            "has no tests; add tests of its workloads by spl_add_formulas(), or "
            "link spl::gtest_main instead",
            " ".join(str(refused.exception).split()))

    def test_a_program_with_tests_is_built_with_spl_run(self):
        self.assertTrue((self.build / "made").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
