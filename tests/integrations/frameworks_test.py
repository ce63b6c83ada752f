# ctest: integrations:frameworks ${build} ${compiler} PROPERTIES PROCESSORS 2
"""SPL_ASSERT and SPL_EXPECT in the tests of Catch2, doctest and Boost.Test, in a
project that finds SPL installed, and no GoogleTest.

usage: frameworks_test.py BUILD_FOLDER CXX
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from surroundings import own_environment

BUILD, CXX = sys.argv[1:3]
HERE = pathlib.Path(__file__).resolve().parent
FLAGS = "-O1 -Wall -Wextra -Wpedantic -Wshadow -Werror"
VIOLATED = "fill(1000) < fill(10)"


def squeezed(text):
    """A text without white space, for Catch2 breaks lines anywhere, without
    warnings of the report, which are about the machine, and with N for numbers,
    and for times with their unit."""
    text = re.sub(r"\s", "", re.sub(r"\d+(\.\d+)?", "N", text))
    return re.sub(r'warning:(?!undecided|in").*?(?=Nformula|warning:)', "", text)


class FrameworksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.around = pathlib.Path(tempfile.mkdtemp(prefix="spl frameworks "))
        cls.addClassCleanup(shutil.rmtree, cls.around, ignore_errors=True)
        # What is clear is soon decided, but how soon depends on the machine.
        cls.environment = {**own_environment(cls.around), "SPL_BUDGET": "1min",
                           "SPL_ALLOW_UNOPTIMISED": "true"}
        cls.prefix = cls.around / "a prefix"
        cls.succeed("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.build = cls.built(CXX)

    @classmethod
    def run_tool(cls, *words, **variables):
        return subprocess.run([str(word) for word in words], check=False,
                              env={**cls.environment, **variables}, text=True,
                              timeout=600, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    @classmethod
    def succeed(cls, *words, **variables):
        done = cls.run_tool(*words, **variables)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    @classmethod
    def built(cls, compiler):
        build = cls.around / pathlib.Path(compiler).name
        cls.succeed("cmake", "-S", HERE / "frameworks", "-B", build,
                    "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={cls.prefix}",
                    f"-DCMAKE_CXX_COMPILER={compiler}",
                    f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DSPL_FRESH_LINKS=OFF",
                    "-DCMAKE_CXX_STANDARD=17",
                    "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON")
        cls.succeed("cmake", "--build", build, "--parallel", "2")
        return build

    def executed(self, framework, test, *options, **variables):
        """What a program does with one of its tests, or those of a pattern."""
        if framework == "boost_test":
            words = ["--color_output=no", "--run_test=" + test.replace(" ", "_")]
        elif framework == "doctest":
            words = ["--no-skip", "--test-case=" + test]
        else:
            words = [test]
        return self.run_tool(self.build / f"with_{framework}", *words, *options,
                             **variables)

    def report(self, framework, formula, *options):
        """What spl-run says of the formula when it stands alone, up to the
        command, which an assertion has itself."""
        done = subprocess.run(
            [self.prefix / "bin/spl-run", "--own-program",
             self.build / f"with_{framework}", "--formula", formula,
             "--filter", "*", "--json", "-", "--color", "never", *options],
            env={**self.environment, "SPL_FAMILY": "8"}, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        report, rerun, _ = done.stderr.partition("rerun:")
        self.assertTrue(rerun, done.stderr)
        return report + rerun

    def test_other_compilers_and_ctest(self):
        listed = self.succeed("ctest", "--test-dir", self.build, "-N",
                              "-L", "^perf$")
        self.assertEqual(re.findall(r"Test #\d: (.*)", listed),
                         ["Catch2:holds", "doctest:holds", "with_boost_test"])
        labelled = self.succeed("ctest", "--test-dir", self.build, "-N",
                                "-L", "^nightly$")
        self.assertIn("Test #1: Catch2:holds\n\nTotal Tests: 1\n", labelled)
        for build in [self.build, *map(self.built, filter(
                shutil.which, ["clang++"] if "clang" not in CXX else []))]:
            self.succeed("ctest", "--test-dir", build, "--output-on-failure")

    def test_lists_workloads_without_a_test(self):
        for framework in "catch2", "doctest", "boost_test":
            with self.subTest(framework):
                program = self.build / f"with_{framework}"
                self.assertEqual(
                    self.succeed(self.prefix / "bin/spl-run", "list", "-p",
                                 program),
                    f"{program}\n"
                    "  workload checks()\n  workload checks_afterwards()\n"
                    "  workload fill(int size)\n  workload gives_up()\n"
                    "  workload one()\n  workload other()\n"
                    "  workload requires_another_size()\n")

    def test_fails_with_the_report(self):
        for framework, expects, asserts, selection in [
            ("catch2", ": FAILED:\nexplicitly with message:\n",
             ": FAILED:\nexplicitly with message:\n", "'is violated'"),
            ("doctest", ": ERROR: CHECK( formula_holds ) is NOT correct!\n"
             "  values: CHECK( false )\n  logged: ",
             ": FATAL ERROR: REQUIRE( formula_holds ) is NOT correct!\n"
             "  values: REQUIRE( false )\n  logged: ",
             "'--test-case=is violated' --no-skip"),
            ("boost_test", ': error: in "is_violated": ',
             ': fatal error: in "is_violated": ', "--run_test=is_violated"),
        ]:
            with self.subTest(framework):
                options = (["--log_level=message"]
                           if framework == "boost_test" else [])
                done = self.executed(framework, "is violated", *options,
                                     SPL_FAMILY="8")
                self.assertNotEqual(done.returncode, 0, done.stdout)
                report = self.report(framework, VIOLATED,
                                     "--metric=allocations")
                self.assertTrue(report.startswith(
                    f"violated (allocations): {VIOLATED}\n  x "), report)
                again = f"'{self.build}/with_{framework}' {selection}"
                message = squeezed(report + again)
                first, second = done.stdout.split("goes on\n")
                self.assertIn(squeezed(expects) + message, squeezed(first))
                self.assertIn(squeezed(asserts) + message, squeezed(second))
                self.assertNotIn("not reached", second)
                again = self.run_tool("sh", "-c", again, SPL_FAMILY="8")
                self.assertNotEqual(again.returncode, 0, again.stdout)
                self.assertIn(message, squeezed(again.stdout))

    def test_shows_what_holds_on_request(self):
        for framework, option in [("catch2", "--success"),
                                  ("doctest", "--success"),
                                  ("boost_test", "--log_level=all")]:
            with self.subTest(framework):
                done = self.executed(framework, "holds", option)
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertIn(
                    squeezed("holds (allocations): fill(10) < fill(1000)\n"),
                    squeezed(done.stdout))

    def test_an_undecided_formula_fails_or_is_shown(self):
        text = "undecided: one < 1.0001 * other\n ? "
        for framework, options in [("catch2", []), ("doctest", []),
                                   ("boost_test", ["--log_level=warning"])]:
            for undecided, passes in [("fail", False), ("pass", True),
                                      ("skip", True)]:
                with self.subTest(framework, undecided=undecided):
                    done = self.executed(framework, "is undecided", *options,
                                         SPL_UNDECIDED=undecided)
                    self.assertIn(squeezed(text), squeezed(done.stdout))
                    skipped = "skipped: 1" in done.stdout or (
                        "1 skipped" in done.stdout and framework == "catch2")
                    self.assertEqual(done.returncode == 0 or skipped, passes,
                                     done.stdout)

    def test_an_assertion_that_fails_in_a_workload_fails_the_formula(self):
        size = "numbers.size() == 3u"
        for framework, workload, reason in [
            ("catch2", "requires_another_size",
             f"REQUIRE( {size} ) with expansion: 10 == 3 ten numbers"),
            ("doctest", "requires_another_size",
             f"REQUIRE( {size} ) is NOT correct! values: REQUIRE( 10 == 3 ) "
             "logged: ten numbers"),
            ("boost_test", "requires_another_size",
             f"critical check {size} has failed [10 != 3] "
             "Failure occurred in a following context: ten numbers"),
            ("catch2", "checks_afterwards",
             'CHECK_NOTHROW( throw std::runtime_error("boom") ) boom'),
            ("doctest", "checks_afterwards",
             'CHECK_NOTHROW( throw std::runtime_error("boom") ) '
             'is NOT correct! threw: "boom"'),
            ("boost_test", "checks_afterwards",
             "unexpected exception thrown by "
             'throw std::runtime_error("boom")'),
            *((framework, "gives_up", "at once")
              for framework in ("catch2", "doctest", "boost_test")),
        ]:
            with self.subTest(framework, workload=workload):
                test = {"requires_another_size": "requires in a workload",
                        "checks_afterwards": "checks in a workload",
                        "gives_up": "fails in a workload"}[workload]
                done = self.executed(framework, test)
                self.assertNotEqual(done.returncode, 0)
                source = HERE / f"frameworks/with_{framework}.cpp"
                self.assertIn(
                    squeezed(f"error: {workload} <= one\n"
                             f" ! {workload} failed an assertion at "
                             f"{source}:1: {reason} rerun:"),
                    squeezed(done.stdout))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
