# ctest: integrations:gtest-assertions gtest_assertions_sample spl-run
"""A workload in which an assertion of GoogleTest fails has measured something
else than its author wrote: its formula fails, with GoogleTest's text.

usage: gtest_assertions_test.py GTEST_ASSERTIONS_SAMPLE SPL_RUN
"""

import json
import re
import subprocess
import sys
import unittest

PROGRAM, SPL_RUN = sys.argv[1:3]


def evaluate(workload):
    """The formula's verdict, and the messages of its report."""
    done = subprocess.run(
        [SPL_RUN, "-p", PROGRAM, "-e", f"{workload} <= 1000 * right",
         "--runs", "2", "--json", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
        check=False)
    formula = json.loads(done.stdout)["formulas"][0]
    reasons = [relation["reason"] for relation in formula["relations"]]
    return done.returncode, formula["verdict"], "\n".join(reasons), done.stderr


class FailedAssertionTest(unittest.TestCase):
    def expect_failure(self, workload, text):
        status, verdict, reason, printed = evaluate(workload)
        self.assertEqual((status, verdict), (3, "error"), printed)
        self.assertRegex(reason, text)
        self.assertIn("gtest_assertions_sample.cpp:", printed)

    def test_an_assertion_in_the_loop(self):
        self.expect_failure(
            "asserts_in_loop",
            r"asserts_in_loop failed an assertion at "
            r"\S+/gtest_assertions_sample\.cpp:\d+: "
            r"Expected equality of these values:\n +values\.size\(\)\n"
            r" +Which is: 10\n +3u\n +Which is: 3$")

    def test_an_expectation_in_the_loop_which_goes_on(self):
        self.expect_failure("expects_in_loop", r"Which is: 3\n +the reason$")

    def test_a_failure_after_the_loop(self):
        self.expect_failure("expects_afterwards", r": Failed\n +at the end$")

    def test_an_assertion_in_the_fixture_that_the_workload_sets_up(self):
        self.expect_failure("fails_in_set_up", r"too few values$")

    def test_an_expectation_in_another_thread(self):
        self.expect_failure("fails_in_a_thread", r"in a thread$")

    def test_assertions_that_hold_change_nothing(self):
        status, verdict, _, printed = evaluate("right")
        self.assertEqual((status, verdict), (0, "holds"), printed)

    def test_the_failure_is_not_printed_once_more_by_googletest(self):
        _, _, _, printed = evaluate("expects_in_loop")
        self.assertEqual(len(re.findall("Which is: 10", printed)), 1, printed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
