# ctest: runner:report-readers spl-run ${source}/docs/ci
"""Reports for other tools are read by these tools, or match their schemas.

usage: report_readers_test.py SPL_RUN SCHEMAS
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import jsonschema
import junitparser

SPL_RUN, SCHEMAS = sys.argv[1], pathlib.Path(sys.argv[2])
COMPARE = "/usr/share/benchmark/compare.py"

RUNS = [[100.0 + run + call / 10 for call in range(5)] for run in range(12)]
HOSTILE = "f(\"<&>']]>`|\u0001\")"

SHOWN = "f(\"<&>']]>`|\\u{1}\")"

GOOGLE = "google-benchmark:{}"


def scaled(factor):
    return [[factor * call for call in run] for run in RUNS]


class Readers(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="spl readers "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def report(self, name, output="{}", factor=2.0):
        """Writes a report on given observations; its path."""
        data = self.folder / f"{name}.data.json"
        data.write_text(json.dumps({
            "schema": 1, "unit": "ns",
            "performances": {"M": {"runs": RUNS},
                             "N": {"runs": scaled(factor)},
                             HOSTILE: {"runs": RUNS}}}))
        path = self.folder / name
        found = subprocess.run(
            [SPL_RUN, "--data", str(data), "-e", "M < N", "-e", "N < M",
             "-e", f"{HOSTILE} <= M", "-o", output.format(path)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=60, check=False)
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        return path

    def test_junitparser_reads_verdicts(self):
        path = str(self.report("junit.xml", factor=3.0))
        report = junitparser.JUnitXml.fromfile(path)
        self.assertEqual(
            (report.tests, report.failures, report.errors), (3, 1, 0))
        cases = [case for suite in report for case in suite]
        self.assertEqual([case.is_passed for case in cases],
                         [True, False, True])
        self.assertEqual([case.name for case in cases],
                         ["M < N", "N < M", f"{SHOWN} <= M"])
        self.assertRegex(cases[1].result[0].message,
                         r"^3 times as long")
        self.assertIn("violated: N < M\n", cases[1].result[0].text)

    def test_junit_keeps_texts_of_users(self):
        root = xml.etree.ElementTree.parse(
            self.report("junit.xml")).getroot()
        names = [one.get("name") for one in root.iter("property")]
        self.assertEqual(names[-1], f"{SHOWN} <= M")

    def compared(self, first, second):
        found = subprocess.run(
            [sys.executable, COMPARE, "--no-color", "benchmarks", first,
             second], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, timeout=120, check=False)
        self.assertEqual(found.returncode, 0, found.stderr)
        return found.stdout

    def test_compare_py_compares_repetitions(self):
        text = self.compared(
            self.report("old.json", GOOGLE, 2.0),
            self.report("new.json", GOOGLE, 3.0))
        line = next(line for line in text.splitlines()
                    if line.startswith("N_pvalue"))
        # Ranks of 12 and 12 values that do not overlap: R,
        # wilcox.test(x, y)$p.value without correction is 3.66e-05.
        self.assertIn("0.0000", line)
        self.assertIn("U Test, Repetitions: 12 vs 12", line)
        mean = next(line for line in text.splitlines()
                    if line.startswith("N_mean"))
        self.assertIn("+0.5000", mean)
        same = next(line for line in text.splitlines()
                    if line.startswith("M_pvalue"))
        self.assertIn("1.0000", same)

    def test_spl_run_reads_its_times_back(self):
        path = self.report("old.json", GOOGLE)
        found = subprocess.run(
            [SPL_RUN, "--data", str(path), "-e", '"M"() < "N"()', "--json",
             "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=60, check=False)
        report = json.loads(found.stdout)
        self.assertEqual(report["errors"], [])
        means = {one["name"]: one["mean"] for one in report["performances"]}
        self.assertAlmostEqual(means["M"], 105.7)
        self.assertAlmostEqual(means["N"], 211.4)

    def test_json_matches_its_schema(self):
        schema = json.loads(
            (SCHEMAS / "google-benchmark.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        report = json.loads(
            self.report("new.json", GOOGLE).read_text())
        jsonschema.Draft202012Validator(schema).validate(report)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
