"""What formulas take where there are many of them.

usage: large_input_test.py SPL_RUN PROGRAM

The program has a workload fine(n).
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, PROGRAM = sys.argv[1:3]
FEW, MANY = 2_000, 200_000


def check(content):
    """Seconds of the processor that --check of such a file takes."""
    with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
        file = pathlib.Path(folder) / "large.spl"
        file.write_text(content)
        process = subprocess.Popen(
            [SPL_RUN, "--check", "-p", PROGRAM, str(file)], cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime


class LargeInputTest(unittest.TestCase):
    def test_takes_no_longer_for_each_formula(self):
        kinds = {
            "plain": lambda i: f"fine({i + 1}) <= 2 * fine({i + 2})",
            "labels": lambda i: f"f{i}: fine(10) < {i + 1} us",
            "definitions": lambda i: f"t{i} = {i + 1} us\nfine(10) < t{i}",
        }
        for kind, formula in kinds.items():
            with self.subTest(kind):
                few = "\n".join(map(formula, range(FEW)))
                many = "\n".join(map(formula, range(MANY)))
                status, took = zip(*(check(few) for _ in range(5)))
                self.assertEqual(set(status), {0})
                status, longer = check(many)
                self.assertEqual(status, 0)
                self.assertLess(longer, 2 * MANY / FEW * max(took))

    def test_definitions_of_one_another_have_no_end(self):
        rows = [f"x{i} = x{i - 1}" for i in range(1, MANY)]
        status, _ = check("\n".join(
            ["x0 = fine", *rows, f"x{MANY - 1}(10) < 1 s"]))
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
