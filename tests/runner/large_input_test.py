# ctest: runner:large-input spl-run faulty_worker PERF SLOW
"""What formulas take where there are many of them, and many observations.

usage: large_input_test.py SPL_RUN PROGRAM

The program has a workload fine(n).
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, PROGRAM = sys.argv[1:3]
FEW, MANY = 2_000, 200_000
OBSERVATIONS = 10_000_000


def measured(folder, *arguments):
    """The status of spl-run with these, and its seconds of the processor."""
    process = subprocess.Popen(
        [SPL_RUN, *arguments], cwd=folder, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime


def check(content):
    """The same of check of such a file."""
    with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
        file = pathlib.Path(folder) / "large.spl"
        file.write_text(content)
        return measured(folder, "check", "-p", PROGRAM, str(file))


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

    def assert_linear(self, seconds, few=FEW):
        """seconds(n) are those for n of something."""
        most = max(seconds(few) for _ in range(5))
        self.assertLess(seconds(10 * few), 2 * 10 * most)

    def listed(self, folder, program, *arguments):
        status, seconds = measured(folder, "list", *arguments, program)
        self.assertEqual(status, 0)
        return seconds

    def test_takes_no_longer_for_each_workload(self):
        with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
            program = pathlib.Path(folder, "many")
            program.write_text(
                "#!/bin/sh\n"
                'result=$(printf "%s\\n" "$SPL_WORKER" | sed -n "s/^result //p")\n'
                'cp "$0.catalogue" "$result.part" && mv "$result.part" "$result"\n')
            program.chmod(0o755)

            def seconds(count):
                pathlib.Path(f"{program}.catalogue").write_text(
                    "spl-catalogue 1\ncompiler GCC\noptimized yes\nassertions no\n"
                    "chooses_iterations no\n"
                    + "".join(f"entry workload\nname w{i}\nplace a.cpp:{i}\n"
                              for i in range(count)) + "end\n")
                return self.listed(folder, program, "-p")

            self.assert_linear(seconds)

    def test_takes_no_longer_for_each_benchmark_of_catch2(self):
        with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
            program = pathlib.Path(folder, "many")
            program.write_text(
                "#!/bin/sh\n# As Catch2 has it: benchmark-no-analysis\n"
                'while [ "$1" != --out ]; do shift; done\ncp "$0.xml" "$2"\n')
            program.chmod(0o755)
            report = pathlib.Path(f"{program}.xml")

            def write(count):
                benchmarks = "".join(
                    f'<BenchmarkResults name="b{i}" samples="1" iterations="9">'
                    f'<mean value="{i}"/></BenchmarkResults>\n'
                    for i in range(count))
                report.write_text('<Catch name="many"><TestCase name="many">'
                                  f"{benchmarks}</TestCase></Catch>\n")

            def seconds_of_program(count):
                write(count)
                return self.listed(folder, program, "-p")

            def seconds_of_report(count):
                write(count)
                return self.listed(folder, report, "--data")

            self.assert_linear(seconds_of_program)
            self.assert_linear(seconds_of_report)

    # A report in JSON has all intervals of each relation.
    def test_takes_no_longer_for_each_performance_of_data(self):
        with tempfile.TemporaryDirectory(prefix="spl large ") as folder:
            data = pathlib.Path(folder, "data.json")
            file = pathlib.Path(folder, "large.spl")

            def write(count):
                data.write_text(json.dumps({
                    "schema": 1, "unit": "ns", "performances": {
                        f"p{i}": {"runs": [[1, 2]]} for i in range(count)}}))

            def seconds_to_list(count):
                write(count)
                return self.listed(folder, data, "--data")

            def seconds_of_times(count):
                write(count)
                status, seconds = measured(folder, "times", "--data", data)
                self.assertEqual(status, 0)
                return seconds

            def seconds_of_guard(count):
                write(count)
                return measured(folder, "guard", "--data", f"old={data}",
                                "--data", f"new={data}")[1]

            def seconds_to_check(count):
                write(count)
                file.write_text("".join(
                    f"p{i}() <= p{(7 * i) % count}()\n" for i in range(count)))
                status, seconds = measured(folder, "check", "--data", data,
                                           file)
                self.assertEqual(status, 0)
                return seconds

            def seconds_to_decide(count):
                write(count)
                file.write_text("".join(
                    f"p{i}() <= p{(7 * i) % count}()\n" for i in range(count)))
                _, seconds = measured(folder, "--data", data, file, "-o",
                                      "json:report.json")
                return seconds

            self.assert_linear(seconds_to_list)
            self.assert_linear(seconds_of_times)
            self.assert_linear(seconds_of_guard)
            self.assert_linear(seconds_to_check)
            self.assert_linear(seconds_to_decide, few=1_000)

    def test_takes_no_longer_for_each_command(self):
        for command in "true", "{build}/tool":
            with self.subTest(command), tempfile.TemporaryDirectory(
                    prefix="spl large ") as folder:
                file = pathlib.Path(folder, "large.spl")
                project = pathlib.Path(folder, "spl.json")

                def seconds(count):
                    file.write_text("".join(
                        f"c{i}() <= c{(7 * i) % count}()\n"
                        for i in range(count)))
                    project.write_text(json.dumps({"commands": {
                        f"c{i}": command for i in range(count)}}))
                    status, seconds = measured(folder, "check", file)
                    self.assertEqual(status, 0)
                    return seconds

                self.assert_linear(seconds)

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
        self.assertIn("1 formula holds, ", output)
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
