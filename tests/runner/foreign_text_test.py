# ctest: runner:foreign-text spl-run faults_worker
"""Names, paths, messages and data of others reach people and programs as text
that can be shown.

usage: foreign_text_test.py SPL_RUN FAULTS_WORKER
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from processes import PATIENCE

SPL_RUN, WORKER = sys.argv[1:]

# Clears a terminal, turns its color and the direction of writing, is a control
# of one byte and not UTF-8.
EVIL = "\x1b[2J\x1b[32m\u202e\u2066\u009b\x07"
SHOWN = "\\u{1b}[2J\\u{1b}[32m\\u{202e}\\u{2066}\\u{9b}\\u{7}"
NO_UTF8 = b"\xff\xc3"
OURS = re.compile("\x1b\\[(0|1|2|31|32|33|35)m")
FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us", "-s", "layouts=1"]


# Commands of GitHub, Azure, TeamCity, CTest and Jenkins, and a line of a report that is none.
MARKS = ["::error file=a::x", "::stop-commands::x", " \t::add-mask::holds",
         "\u3000::x", "##[error]x", "a ##[group]b", "##vso[task.complete]x",
         "##teamcity[x]", "###[x]", "<CTestDetails>x</CTestDetails>",
         "a <DartMeasurement>", "[[ATTACHMENT|/etc/passwd]]"]
FORGED = "a.spl:9: holds: "
FORMATS = ["json", "html", "csv", "markdown", "junit", "github",
           "google-benchmark"]


def commands(text, annotations=False):
    """Lines that the viewer of a log would obey, or that forge a report."""
    ours = re.compile("::(error|warning) ") if annotations else re.compile("(?!)")
    return [line for line in text.split("\n")
            if not ours.match(line)
            and (line.lstrip().startswith("::") or re.search(r"##\w*\[", line)
                 or "<CTest" in line or "<Dart" in line
                 or "[[ATTACHMENT" in line
                 or line.startswith(FORGED))]


def bad_signs(text):
    return sorted({sign for sign in text
                   if (sign < " " and sign not in "\n\t")
                   or "\x7f" <= sign <= "\x9f" or "\u2028" <= sign <= "\u202e"
                   or "\u2066" <= sign <= "\u2069" or sign in "\u200e\u200f\u061c"})


def texts(value):
    """All in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from texts(one)


class ForeignTextTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name)
        self.report = self.folder / "report.json"
        self.page = self.folder / "report.html"
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("SPL_")
                            or name == "SPL_MACHINE_LOCK"}
        self.environment["SPL_OUTPUT"] = str(self.page)
        self.environment["SPL_ALLOW_UNOPTIMISED"] = "true"

    def run_spl(self, *arguments):
        """Status and output, whose signs can be shown, as can the reports'."""
        self.report.unlink(missing_ok=True)
        self.page.unlink(missing_ok=True)
        done = subprocess.run(
            [SPL_RUN, *arguments, "--json", self.report], check=False,
            cwd=self.folder, env=self.environment, timeout=2 * PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        output = done.stdout.decode()  # It is UTF-8.
        self.assertEqual(bad_signs(OURS.sub("", output)), [], output)
        if self.report.exists():
            for text in texts(json.loads(self.report.read_bytes())):
                self.assertEqual(bad_signs(text), [], text)
        if self.page.exists():
            self.assertEqual(bad_signs(self.page.read_text()), [])
        return done.returncode, output

    def test_of_names_of_files(self):
        name = EVIL.encode() + NO_UTF8 + b"\nx.spl:1: f: holds.spl"
        shown = SHOWN + "\\x{ff}\\x{c3}\\u{a}x.spl:1: f: holds.spl"
        path = os.path.join(os.fsencode(self.folder), name)
        with open(path, "w") as file:
            file.write("f: fine(10) < 1 s\n")
        status, output = self.run_spl("-p", WORKER, *FEW, name)
        self.assertEqual(status, 0, output)
        self.assertIn(f"\n{shown}:1: holds: f: fine(10) < 1 s\n", "\n" + output)
        self.assertIn(f">{shown}\n", self.page.read_text())
        with open(path, "w") as file:
            file.write("f: fine(10) <\n")
        status, output = self.run_spl("check", "--offline", name)
        self.assertEqual(status, 2)
        self.assertIn(f"\n{shown}:1:14: error: ", "\n" + output)

    def expect_no_commands(self, arguments, place="-"):
        """Runs with these, through every format of a report, and none."""
        for words in [[], *(["-o", f"{one}:{place}"] for one in FORMATS)]:
            done = subprocess.run(
                [SPL_RUN, *arguments, *words], check=False, cwd=self.folder,
                timeout=2 * PATIENCE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env={
                    name: value for name, value in self.environment.items()
                    if name != "SPL_OUTPUT"})
            with self.subTest(arguments=arguments, words=words):
                self.assertIn(done.returncode, range(5))
                for text in done.stdout, done.stderr:
                    found = commands(text.decode(), any(word.startswith("github:") for word in words))
                    self.assertEqual(found, [])

    def test_commands_no_log(self):
        self.environment["SPL_HISTORY"] = "off"
        all_marks = "\n".join([*MARKS, FORGED])
        for number, mark in enumerate([*MARKS, all_marks]):
            (self.folder / "timed.json").write_text(json.dumps({"results": [
                {"command": "x\n" + mark, "times": [1, 2]},
                {"command": mark, "times": [1, 3]}]}))
            (self.folder / "failed.json").write_text(json.dumps({"benchmarks": [
                {"name": "a", "run_name": "a", "run_type": "iteration",
                 "iterations": 1, "real_time": 1, "cpu_time": 1,
                 "time_unit": "ns", "error_occurred": True,
                 "error_message": "x\n" + mark}]}))
            (self.folder / f"source{number}.spl").write_text(
                f"a(1) <= b(1)\n{mark}\n")
            name = mark.split("\n")[0].replace("/", "")
            (self.folder / (name + ".spl")).write_text("a() <=\n")
            failed = ["--data", "failed.json", "-e", "a <= 1 ms"]
            self.expect_no_commands(failed)
            if mark == all_marks:
                self.expect_no_commands(failed, "/dev/stdout")
            if "\n" not in mark:
                self.expect_no_commands(
                    ["--data", "timed.json", "-e", f'"{mark}"() <= 1 ms'])
            for arguments in (
                    ["--data", "timed.json", "-e", "zebra() <= 1 ms"],
                    ["--data", "timed.json", "list"],
                    ["check", "--offline", f"source{number}.spl"],
                    ["check", "--offline", name + ".spl"],
                    ["check", "--offline", mark],
                    ["--data", mark, "-e", "a() < 1 ms"],
                    ["-p", mark, "-e", "a() < 1 ms"],
                    ["check", "--offline", "--config", mark]):
                done = subprocess.run(
                    [SPL_RUN, *arguments], check=False, cwd=self.folder,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, timeout=2 * PATIENCE,
                    env=self.environment)
                with self.subTest(arguments=arguments):
                    self.assertEqual(commands(done.stdout.decode()), [])

    def test_of_files_end_no_line(self):
        self.environment["SPL_HISTORY"] = "off"
        self.environment["XDG_CACHE_HOME"] = str(self.folder / f"c\n{FORGED}")
        data = [f"{number}\n{FORGED}\n::error::x.json" for number in "12"]
        for name in data:
            (self.folder / name).write_text(json.dumps({
                "schema": 1, "unit": "ns", "performances": {
                    one: {"runs": [[1, 2], [1, 3], [2, 3]]} for one in "ab"}}))
        formulas = f"d\n{FORGED}.spl"
        (self.folder / formulas).write_text("a <= 0.01 * b\n")
        given = ["--data", data[0]]
        two = ["--data", "x=" + data[0], "--data", "y=" + data[1]]
        for arguments in ([*given, formulas], [*given, "--data", data[1], formulas],
                          [*two, "-e", "a@x <= a@y"], ["times", *given],
                          ["list", *given], ["plan", *given, "-e", "a <= b"],
                          ["rank", "a, b", *given], ["compare", *data],
                          ["guard", *two], ["guard", *given],
                          ["document", *given, formulas], ["cache", "list"],
                          ["check", "--offline", formulas]):
            self.expect_no_commands(arguments)

    def test_reports_formulas_however_long(self):
        (self.folder / "data.json").write_text(json.dumps({
            "schema": 1, "unit": "ns", "performances": {
                one: {"runs": [[1, 2], [1, 3], [2, 3]]} for one in "ab"}}))
        formula = " and ".join(["a <= 0.01 * b"] * 500)
        _, output = self.run_spl("--data", "data.json", "-e", formula)
        self.assertIn("        rerun: ", output)
        self.assertIn(" more bytes\n", output)

    def test_cuts_what_is_long(self):
        name = "x" * 1_000_000
        (self.folder / "long.json").write_text(json.dumps({"results": [
            {"command": name, "times": [1, 2]}]}))
        for arguments in (["list"], ["-e", f"{name[:100_000]} <= 1 ms"]):
            done = subprocess.run(
                [SPL_RUN, "--data", "long.json", *arguments], check=False,
                cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=2 * PATIENCE,
                env=self.environment)
            self.assertLess(len(done.stdout), 20_000)

    def test_of_literals_and_words(self):
        self.run_spl("-p", WORKER, "-e", f'"{EVIL}"(10) <= fine(10)')
        status, output = self.run_spl("-p", WORKER, "--filter", EVIL, "-e",
                                      "fine(10) < 1 s")
        self.assertEqual(status, 2)
        self.assertIn(SHOWN, output)
        status, output = self.run_spl("-p", EVIL, "-e", "fine(10) < 1 s")
        self.assertIn(SHOWN, output)

    def test_of_data(self):
        data = []
        for number in range(3):
            data += ["--data", f"data{number}.json"]
            (self.folder / data[-1]).write_text(json.dumps({"benchmarks": [
                {"name": name, "run_type": "iteration", "time_unit": "ns",
                 "real_time": 1 + number / 100}
                for name in (EVIL, SHOWN, "a\nx.spl:1: f: holds")]}))
        status, output = self.run_spl(*data, "list")
        self.assertEqual(status, 0, output)
        # Names that differ stay different.
        self.assertIn(SHOWN, output)
        self.assertIn(SHOWN.replace("\\", "\\u{5c}"), output)
        self.assertNotRegex(output, "(?m)^x.spl:1: f: holds")
        status, output = self.run_spl(*data, "-e",
                                      f'"{EVIL}"() <= 2 * "{SHOWN}"()')
        self.assertEqual(status, 0, output)
        self.assertIn(f'"{SHOWN}"() <= ', output)

    def test_of_extreme_data_is_numbers(self):
        """Whatever overflows or is too small, no report says NaN."""
        self.environment["SPL_HISTORY"] = "off"
        extremes = [[5e-324, 1e-323], [1e139, 1e-300], [7.0, 7.0], [0.0, 0.0],
                    [-1.0, 1e139]]
        for left, right in itertools.product(extremes, repeat=2):
            data = []
            for number in range(2):
                data += ["--data", f"extreme{number}.json"]
                (self.folder / data[-1]).write_text(json.dumps({"results": [
                    {"command": name, "times": [values[number]]}
                    for name, values in [("a", left), ("b", right)]]}))
            for arguments in (["rank", "a, b", "-v", *data],
                              ["rank", "a, b", "-s", "statistic=median", *data],
                              [*data, "-v", "-e", "a <= b"]):
                status, output = self.run_spl(*arguments)
                self.assertIn(status, range(5))
                self.assertNotRegex(output, r"(?i)\bnan\b")

    def test_of_data_that_no_formula_can_write_is_left_out(self):
        for number in "12":
            (self.folder / f"{number}.json").write_text(json.dumps({
                "benchmarks": [
                    {"name": name, "run_name": name, "run_type": "iteration",
                     "iterations": 10, "real_time": 1, "cpu_time": 1,
                     "time_unit": "ns"} for name in ("good", "a\rb", "q\"b'x")]}))
        for arguments in (["times", "--data", "1.json"],
                          ["guard", "--data", "x=1.json", "--data", "y=2.json"]):
            _, output = self.run_spl(*arguments)
            self.assertNotIn("error", output)
            self.assertIn("good", output)
            self.assertIn("its name has control characters, which no formula "
                          "should have", output)

    def test_of_messages(self):
        status, output = self.run_spl(
            "-p", WORKER, *FEW, "-e", "exception_that_is_a_terminals <= fine(10)", "--color",
            "always")
        self.assertEqual(status, 3)
        self.assertRegex(output, r"no \\u\{1b\}\[2J\\u\{202e\}table\n {4,}"
                         "formula1: holds\n")

    def test_shows_ten_of_a_kind(self):
        (self.folder / "many.spl").write_text(
            "".join(f"fine(10) <= none{i}(10)\n" for i in range(1000)))
        status, output = self.run_spl("-p", WORKER, "many.spl")
        self.assertEqual(status, 2)
        self.assertEqual(len(re.findall("(?m)^many.spl:", output)), 10)
        self.assertTrue(output.endswith(
            '\nerror: 990 more like this: there is no method or workload "none0"; '
            '"spl-run list" lists all; a workload in a library needs '
            "CMake's spl_workloads(LIBRARY)\n"), output)
        self.assertEqual(len(json.loads(self.report.read_text())["errors"]), 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
