# ctest: integrations:gtest-measured gtest_sample gtest_main_sample
#     gtest_fixtures_sample PERF
"""SPL_ASSERT and SPL_EXPECT through the real spl-run, in real processes.

usage: gtest_measured_test.py GTEST_SAMPLE GTEST_MAIN_SAMPLE
GTEST_FIXTURES_SAMPLE
"""

import os
import re
import subprocess
import sys
import unittest


def run(program, test, suite="Sample"):
    # The caller's filter must not reach the processes that measure.
    environment = {**os.environ, "GTEST_FILTER": suite + "." + test}
    return subprocess.run([program], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          text=True, env=environment, timeout=120, check=False)


class MeasuredTest(unittest.TestCase):
    def test_formula_that_holds(self):
        for program in sys.argv[1:3]:
            with self.subTest(program):
                done = run(program, "Holds")
                self.assertEqual(done.returncode, 0, done.stdout)

    def test_formula_that_is_violated(self):
        for program in sys.argv[1:3]:
            with self.subTest(program):
                done = run(program, "AssertIsViolated")
                self.assertEqual(done.returncode, 1)
                self.assertRegex(
                    done.stdout,
                    r"Failure\n"
                    r"violated: quick > slow\(10\)\n"
                    r"  x [\d.]+ ns  [\d.]+ times as fast as  [\d.]+ ns  \(.*\)\n"
                    r"        would hold: quick >= 0\.\d+ \* slow\(10\)\n"
                    rf"        rerun:      {re.escape(program)} "
                    r"--gtest_filter=Sample\.AssertIsViolated\n",
                )
                self.assertIn("streamed reason", done.stdout)

    def test_workloads_see_variables_that_a_test_sets(self):
        done = run(sys.argv[3], "SetsAVariable", suite="Fixture")
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
