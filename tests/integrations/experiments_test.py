# ctest: integrations:experiments experiment_sample spl-run ${source}
#     ${compiler}
"""Experiments that are composed in C++: what they find, and what compilers say
of mistakes in them.

usage: experiments_test.py EXPERIMENT_SAMPLE SPL_RUN SOURCES COMPILER
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SAMPLE, SPL_RUN, SOURCES, COMPILER = sys.argv[1:5]

HEAD = """
#include <spl/experiment.hpp>
#include <string>
using namespace std::chrono_literals;
const spl::Generator number("number", [](int n) { return n; });
const spl::Method square("square", [](int n) { return n * n; });
"""

RELATION = (
    "SPL: a performance alone is no claim; compare it, as in a(n) <= b(n) or "
    "a(n) < 5us")
CALL = "SPL: call the methods of a formula: write a(n), or a() without arguments"
UNIT = (
    "SPL: constants have units; write a time, as in a(n) < 5us, or spl::count(5) "
    "if the metric is no time")
STATISTIC = (
    "SPL: a statistic takes one call of a method; multiply and add statistics, "
    "as in 2 * spl::mean(a(n))")
SAME_STATISTIC = (
    "SPL: all performances of a relation take the same statistic; write it "
    "around each, as in spl::mean(a(n)) < spl::mean(b(n)), or none")
BUDGET = "SPL: a budget is a time with a unit, as in spl::budget(5s)"
SETTINGS = "SPL: settings come after the formula, as in SPL_EXPECT("
TRUTH = (
    "SPL: C++ does not know whether a formula holds; assert it with SPL_EXPECT, "
    "or evaluate an spl::Experiment")
CHAIN = "SPL: join two comparisons, as in a(n) < b(n) && b(n) < c(n)"
NAME = "SPL: a name is an identifier"

# Statements, and what compilers say first of each.
MISTAKES = {
    "formula = square(1, 2) < square(1)":
        "SPL: give one argument for each parameter of the generator, the "
        "factory or, without them, the method",
    'formula = square("a") < square(1)':
        "SPL: this argument is text where the parameter is a number, or a "
        "number where the parameter is text",
    "formula = square(1.5) < square(1)":
        "SPL: this argument is not an integer, but the parameter is one",
    "formula = square(1) * square(1) < square(1)":
        "SPL: multiply performances by numbers, not by one another",
    "formula = square(1) / square(2) < 2":
        "SPL: divide performances by numbers; a(n) / b(n) < 2 is "
        "a(n) < 2 * b(n)",
    'formula = spl::Method("m", [count] { return count; })() < square(1)':
        "SPL: this lambda captures something, which the process that measures "
        "it does not have",
    'formula = spl::Method("m", [](std::string text) { return text; }, '
    "number)(1) < square(1)":
        "SPL: the generator does not make what the method takes",
    'formula = spl::Method("m", [](long i, int n) { return i + n; }, number, '
    'spl::Factory("f", [](int n, int m) { return long(n + m); }))(1) '
    "< square(1)":
        "SPL: generator and factory of a method take the same arguments; a "
        "formula in text can give each its own",
    'formula = spl::Method("m", [](auto n) { return n; })() < square(1)':
        "SPL: expected a function, or a lambda with all its types written out",
    "formula = spl::Method([](int n) { return n; })(1) < square(1)":
        "SPL: a method begins with its name, as in "
        "spl::Method sort(NAME, callable)",
    "spl::Method m([](int n) { return n; }, number)":
        "SPL: a method begins with its name, as in "
        "spl::Method sort(NAME, callable)",
    "spl::Generator g([](int n) { return n; })":
        "SPL: a generator begins with its name, as in "
        "spl::Generator numbers(NAME, callable)",
    "spl::Factory f([](int n) { return n; })":
        "SPL: a factory begins with its name, as in "
        "spl::Factory list(NAME, callable)",
    'formula = spl::Method("m", [](int n) { return n; }, '
    "[](int n) { return n; })(1) < square(1)":
        "SPL: an spl::Generator makes the arguments of a method, and an "
        "spl::Factory its object, each with a name of its own",
    'formula = square(1) < "5 us"': UNIT,
    'formula = std::string("5 us") > square(1)': UNIT,
    "(void)spl::faster([] {})":
        "SPL: faster compares two lambdas, as in spl::faster(f, g)",
    '(void)spl::setting("runs", 0)':
        "SPL: the value of a setting is text, as on the command line: write "
        "the number in quotes",
    "spl::client::Claim{1, 2}":
        "SPL: an assertion takes a formula, not a condition; compare "
        "performances, as in a(n) <= b(n)",
    "formula = square(1)": RELATION,
    "formula = square": RELATION,
    "spl::client::Claim{square(1)}": RELATION,
    "spl::client::Claim{square}": RELATION,
    "spl::client::Claim{spl::mean(square(1)), spl::budget(5s)}": RELATION,
    "spl::Experiment e(square(1))": RELATION,
    "if (square(1)) return": RELATION,
    "formula = square(1) < square(2) < square(3)": CHAIN,
    "formula = 1us < square(1) < 5us": CHAIN,
    "formula = square < square": CALL,
    "formula = square(1) <= 2 * square": CALL,
    "formula = spl::mean(2 * square(1)) < 5us": STATISTIC,
    "formula = spl::quantile(square, 0.99) < 5us": STATISTIC,
    "formula = spl::median(spl::mean(square(1))) < 5us": STATISTIC,
    "formula = spl::mean(square(1)) < spl::median(square(2))": SAME_STATISTIC,
    "formula = spl::mean(square(1)) + square(2) < 5us": SAME_STATISTIC,
    "formula = spl::typical(square(1)) <= square(2)": SAME_STATISTIC,
    "formula = square(1) < 5": UNIT,
    "formula = square(1) < 2 * square(2) + 0.5": UNIT,
    "(void)spl::budget(5)": BUDGET,
    '(void)spl::budget("5s")': BUDGET,
    "static_cast<spl::Controller*>(nullptr)->end()":
        "SPL: what start() begins ends with stop()",
    '(void)spl::alpha("x")': "SPL: a level is a number, as in spl::alpha(0.001)",
    'spl::client::Claim{"a <= b", 5s}': SETTINGS,
    "spl::client::Claim{square(1) < square(2), 5s}": SETTINGS,
    "spl::client::Claim{spl::alpha(0.1), square(1) < square(2)}": SETTINGS,
    'spl::client::Claim{spl::budget(5s), "a <= b"}': SETTINGS,
    "spl::client::Claim{!square(1)}": RELATION,
    "spl::client::Claim{count > 0}":
        "SPL: an assertion takes a formula, not a condition; compare "
        "performances, as in a(n) <= b(n)",
    "(void)spl::faster(square, square)":
        "SPL: faster compares two lambdas; compare calls of methods by a sign, "
        "as in a(n) < b(n)",
    "if (square(1) < square(2)) return": TRUTH,
    "bool faster = square(1) < square(2)": TRUTH,
    "(void)(square(1) < square(2) && true)": TRUTH,
}
# Since C++20; programs in C++17 say so when they run.
MISTAKES_IN_NAMES = {
    'spl::Method m("a b", [](int n) { return n; })': NAME,
    'spl::Method m("2nd", [](int n) { return n; })': NAME,
    'spl::Variable n("", {1, 2})': NAME,
}


def run(*options, **variables):
    return subprocess.run(
        [SAMPLE, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=120, check=False,
        env={**os.environ, "SPL_RUNNER": SPL_RUN, "SPL_PROGRESS": "never",
             **variables})


class Mistakes:
    """Compiles statements, each after the declarations above, which are
    compiled once."""

    def __init__(self, standard, folder):
        self.flags = [f"-std={standard}", f"-I{SOURCES}",
                      f"-I{SOURCES}/integrations/client"]
        self.head = pathlib.Path(folder, "head.hpp")
        self.head.write_text(HEAD)
        subprocess.run([COMPILER, *self.flags, "-x", "c++-header", self.head,
                        "-o", f"{self.head}.gch"], check=True)

    def first(self, statement):
        """What the compiler says of the first error, with its notes."""
        done = subprocess.run(
            [COMPILER, *self.flags, "-fsyntax-only", "-include", self.head,
             "-x", "c++", "-"],
            input="void mistake(int count, spl::Formula formula) {\n"
                  f"  (void)count;\n  (void)formula;\n  {statement};\n}}\n",
            stderr=subprocess.PIPE, text=True, check=False)
        said = re.sub(r"\s+", " ", done.stderr).split(" error: ")
        return said[1] if len(said) > 1 else ""


class ExperimentsTest(unittest.TestCase):
    def test_hold(self):
        done = run("--gtest_filter=Composed.*:Measured.*")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("first() < second()", done.stdout)

    def test_are_about_types_and_parameters_of_tests(self):
        done = run("--gtest_filter=MeasuredTypes/*:Some/MeasuredSizes.*")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[  PASSED  ] 4 tests.", done.stdout)
        self.assertIn("fill(10) == (10 * fill(1))", done.stdout)
        self.assertIn("filled(30) <= filled(1)", done.stdout)
        self.assertNotIn("\nnote: ", done.stdout)

    def test_fail_with_the_report(self):
        done = run("--gtest_filter=Fails.WithTheReport")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"Failure\n"
                         r"violated \(allocations\): first\(\) < second\(\)\n"
                         r"  x 1  ")

    def test_name_functions_where_they_can_be_measured(self):
        done = run("--gtest_filter=Fails.ForAFunctionThatATestNames")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(
            "Failure\n"
            "note: the function below is a method of this test alone, and "
            "the processes that measure execute no test; make it a method at "
            "namespace scope, or let a lambda in the test call it\n",
            done.stdout)
        self.assertIn('there is no method or workload "function local"',
                      done.stdout)

        done = run("--gtest_filter=Fails.ForAFunctionOnTheSecondLine")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("note: the function below is a method of this test",
                      done.stdout)

    def test_have_names_beyond_their_program(self):
        listed = self.runner("list", "-p", SAMPLE)
        self.assertEqual(listed.splitlines()[1:6], [
            "  method count(int)", "  method filled(int)",
            "  method insertion(int)", "  method named(std::string)",
            "  method quick(int)"])
        self.assertNotIn("numbers", listed)
        self.assertIn("TestBody", listed)

        found = self.runner(
            "-p", SAMPLE, "-e", "for n in 1, 30: filled(n) == count(n) + 1",
            "-e", "insertion(9) == quick(9)", "-v", "--metric", "allocations",
            "--runs", "2")
        self.assertIn("holds (allocations): for n in 1, 30: ", found)
        self.assertIn("holds (allocations): insertion(9) == quick(9)\n", found)
        self.assertIn("\n  insertion(9): median 0 ", found)
        self.assertNotIn("lambda", found)

    def runner(self, *words):
        done = subprocess.run(
            [SPL_RUN, *words], stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
            check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_explain_mistakes_to_the_compiler(self):
        for standard, statements in [
                ("c++17", MISTAKES),
                ("c++20", {**MISTAKES, **MISTAKES_IN_NAMES})]:
            with tempfile.TemporaryDirectory(prefix="spl mistakes ") as folder:
                mistakes = Mistakes(standard, folder)
                for statement, sentence in statements.items():
                    with self.subTest(statement=statement, standard=standard):
                        self.assertIn(sentence, mistakes.first(statement))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
