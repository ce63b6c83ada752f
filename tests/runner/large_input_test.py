# ctest: runner:large-input spl-run faulty_worker PERF
"""What formulas take where there are many of them, and many observations.

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
OBSERVATIONS = 10_000_000


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

    def test_takes_no_longer_for_each_workload(self):
        with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
            program = pathlib.Path(folder, "many")
            program.write_text(
                "#!/bin/sh\n"
                'result=$(printf "%s\\n" "$SPL_WORKER" | sed -n "s/^result //p")\n'
                'cp "$0.catalogue" "$result.part" && mv "$result.part" "$result"\n')
            program.chmod(0o755)

            def listed(count):
                pathlib.Path(f"{program}.catalogue").write_text(
                    "spl-catalogue 1\ncompiler GCC\noptimized yes\nassertions no\n"
                    "chooses_iterations no\n"
                    + "".join(f"entry workload\nname w{i}\nplace a.cpp:{i}\n"
                              for i in range(count)) + "end\n")
                process = subprocess.Popen(
                    [SPL_RUN, "--list", "-p", str(program)], cwd=folder,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                return usage.ru_utime

            few = max(listed(FEW) for _ in range(5))
            self.assertLess(listed(10 * FEW), 2 * 10 * few)

    # Files have 256 MB at most.
    def test_decides_on_ten_million_observations_in_two_gigabytes(self):
        with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
            path = pathlib.Path(folder, "data.json")
            each = OBSERVATIONS // 2 // 1000
            with open(path, "w") as file:
                file.write('{ "schema": 1, "unit": "ns", "performances": {')
                for name in "old", "new":
                    runs = ", ".join(
                        "[" + ",".join(
                            f"{100 + (7 * run + i * i) % 13 / 10}"
                            for i in range(each)) + "]" for run in range(1000))
                    file.write(f'"{name}": {{ "runs": [{runs}] }}'
                               + (", " if name == "old" else ""))
                file.write("} }")
            process = subprocess.Popen(
                [SPL_RUN, "--data", str(path), "-e", "new <= 1.02 * old"],
                cwd=folder, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
            with process.stdout:
                output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, output)
        self.assertIn("1 formula: 1 holds.", output)
        self.assertLess(usage.ru_maxrss, 2 << 20)  # In kB.
        print(f"{OBSERVATIONS} observations: {usage.ru_maxrss >> 10} MB, "
              f"{usage.ru_utime:.1f} s", file=sys.stderr)

    def test_definitions_of_one_another_have_no_end(self):
        rows = [f"x{i} = x{i - 1}" for i in range(1, MANY)]
        status, _ = check("\n".join(
            ["x0 = fine", *rows, f"x{MANY - 1}(10) < 1 s"]))
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
