# ctest: integrations:gtest-fixtures gtest_fixtures_sample
"""What of GoogleTest's tests does not reach workloads, with a stand-in for
spl-run: nothing is measured.

usage: gtest_fixtures_test.py GTEST_FIXTURES_SAMPLE
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SAMPLE = sys.argv[1]
REPORT = """#!/bin/sh
echo '{"settings": {"undecided": "fail"}, "errors": [],
       "formulas": [{"verdict": "%s"}]}'
echo 'the report' >&2
"""
OF_FIXTURE = (
    "note: the state that the fixture of this test sets up does not reach the "
    "workloads, which run in other processes; pass values as arguments in the "
    "formula or in the environment (setenv)\n"
)
OF_PARAMETER = (
    "note: the parameter of this test is not in the formula and does not "
    "reach the workloads, which run in other processes; write it into the formula "
    "or pass it in the environment (setenv)\n"
)


class FixturesTest(unittest.TestCase):
    def output(self, test, verdict="holds", options=()):
        with tempfile.TemporaryDirectory() as folder:
            stand_in = pathlib.Path(folder) / "spl-run"
            stand_in.write_text(REPORT % verdict)
            stand_in.chmod(0o755)
            return subprocess.run(
                [SAMPLE, "--gtest_filter=" + test, *options],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                text=True,
                env={**os.environ, "SPL_RUNNER": str(stand_in)},
                timeout=60,
                check=False,
            ).stdout

    def test_says_what_does_not_reach_workloads(self):
        for test, note in [
            ("Fixture.IsNotSeen", OF_FIXTURE),
            ("Typed/0.IsNotSeen", OF_FIXTURE),
            ("Some/Number.IsNotSeen/0", OF_PARAMETER),
        ]:
            with self.subTest(test):
                self.assertIn("\n" + note + "the report\n", self.output(test))
                self.assertIn("Failure\n" + note + "the report\n",
                              self.output(test, "violated"))

    def test_says_that_options_of_main_do_not(self):
        output = self.output("Plain.Test", options=["--gtest_color=no", "--size=50"])
        self.assertIn("\nnote: --size=50 does not reach the workloads, which run in "
                      "processes without options; pass values as arguments in the "
                      "formula or in the environment (setenv)\nthe report\n", output)

    def test_says_nothing_of_what_does(self):
        for test in [
            "Plain.Test",
            "Fixture.SetsAVariable",
            "Some/Number.IsInTheFormula/0",
            "Some/Text.IsInTheFormula/0",
            "Some/Unprintable.IsNotKnown/0",
        ]:
            with self.subTest(test):
                output = self.output(test)
                self.assertIn("\nthe report\n", output)
                self.assertNotIn("note: ", output)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
