# ctest: runner:liars spl-run
"""What spl-run says of programs whose answers are no answers.

usage: liars_test.py SPL_RUN
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

SPL_RUN = sys.argv[1]

# Answers with the texts beside it, whatever it is asked. SPL_WORKER.
PROGRAM = """#!/bin/sh
value() { printf '%s\\n' "$SPL_WORKER" | sed -n "s/^$1 //p"; }
result=$(value result)
cp "${0%/*}/$(value task)" "$result.part" && mv "$result.part" "$result"
"""

CATALOGUE = """spl-catalogue 1
compiler GCC 12
optimized yes
assertions no
chooses_iterations no
""" + "".join(f"""entry workload
name {name}
place {name}.cpp:1
parameter n
type int
kind integer
minimum -2147483648
maximum 2147483647
number 1
number 10
""" for name in "ab") + "end\n"

HEAD = """spl-run 1
iterations 10
warmup 5
net 0
kept 0
beside_threads 0
untold 0
warmup_ns 1000
counted_ns 20000
first_call 0
second_call 0
fastest_call 0
uncertain 0
"""


def observations(*values):
    return HEAD + "".join(f"observation {one}\n" for one in values) + "end\n"


RUN = observations(100, 101, 102, 103, 104)

MISFIT = "left an answer that does not fit what was asked: it has "
REMEDY = "; build its program again"

# Messages that were written for programmers.
OF_LIBRARIES = re.compile(
    r"terminate called|json\.exception|basic_string|vector::|std::|bad_variant|"
    r"\bsto[di]\b|regex_error|nlohmann|filesystem error|what\(\)|_M_")


class LiarsTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name)
        self.program = self.folder / "liar"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        self.environment = {**os.environ,
                            "SPL_MACHINE_LOCK": str(self.folder / "lock")}

    def run_spl(self, *arguments, catalogue=CATALOGUE, run=RUN):
        (self.folder / "catalogue").write_bytes(catalogue.encode("latin-1"))
        (self.folder / "run").write_bytes(run.encode("latin-1"))
        done = subprocess.run(
            [SPL_RUN, "-p", self.program, *arguments], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=120, check=False,
            env=self.environment)
        output = done.stdout.decode(errors="replace")
        self.assertIn(done.returncode, range(5), output)  # No signal.
        self.assertNotRegex(output, OF_LIBRARIES)
        return done.returncode, output

    def evaluate(self, run):
        return self.run_spl(
            "-e", "a(1) <= 2 * b(1)", "--runs", "2", "-s", "observations=5",
            "-s", "layouts=1", "-s", "timeout=10s", "--json", "report.json",
            run=run)

    def failure(self, run):
        self.evaluate(run)
        report = json.loads((self.folder / "report.json").read_text())
        return {one["failure"].split(" ", 1)[-1]
                for one in report["performances"] if one["failure"]}

    def test_measures_what_answers(self):
        status, output = self.evaluate(RUN)
        self.assertEqual(status, 0, output)

    def test_refuses_answers_to_something_else(self):
        for name, run, found in (
                ("none", observations(), "0 observations instead of 5"),
                ("few", observations(1, 2), "2 observations instead of 5"),
                ("many", observations(*range(9)), "9 observations instead of 5"),
                ("other", RUN.replace("end", "other 99\nobservation 1\nend"),
                 "2 metrics instead of 1"),
                ("large", observations(1, 2, 3, 4, "1e308"),
                 "an observation of 1e140 or more"),
                ("instant", RUN.replace("iterations 10", "iterations 0"),
                 "observations of 0 iterations"),
                ("counts", RUN.replace("net 0", "net 18446744073709551615"),
                 "more disturbed observations than were made")):
            with self.subTest(name):
                self.assertEqual(self.failure(run), {MISFIT + found + REMEDY})

    def test_survives_whatever_is_said(self):
        mutations = random.Random(1)
        for _ in range(30):
            text = list(RUN)
            for _ in range(mutations.randrange(1, 4)):
                at = mutations.randrange(len(text))
                text[at:at + mutations.randrange(3)] = mutations.choice(
                    ["", "-", "9" * 20, "\n", "\0", "\\", "\xff", "end\n", " "])
            with self.subTest("".join(text)):
                self.evaluate("".join(text))

    # Programs of SPL say what a method takes.
    def test_takes_a_method_that_says_less_for_one_with_its_parameters(self):
        methods = CATALOGUE.replace("entry workload", "entry method")
        for text, status, said in (
                ("a(1) <= 2 * b(1)", 0, "holds: a(1) <= 2 * b(1)\n"),
                ("a(1, 2) <= b(1)", 2, "<formula 1>:1:1: error: method \"a\" "
                                       "takes 1 argument, not 2\n")):
            with self.subTest(text):
                found, output = self.run_spl(
                    "-e", text, "--runs", "2", "-s", "observations=5",
                    "-s", "layouts=1", catalogue=methods)
                self.assertEqual(found, status, output)
                self.assertIn(said, output)

    def test_refuses_names_that_no_formula_should_have(self):
        for name, what in (("b\\nc", "has control characters"),
                           ("b\\x1b[2J", "has control characters"),
                           ("", "is empty")):
            with self.subTest(name):
                status, output = self.run_spl(
                    "times", catalogue=CATALOGUE.replace("name b", "name " + name))
                self.assertEqual((status, output), (
                    2, f"spl-run: error: {self.program}: a name {what} at "
                       "b.cpp:1; give it one that formulas can write\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
