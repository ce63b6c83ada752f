# ctest: runner:foreign-programs spl-run google_benchmark_sample catch2_sample
"""spl-run on programs of Google Benchmark and Catch2.

usage: foreign_programs_test.py SPL_RUN GOOGLE_BENCHMARK CATCH2

Sorting a thousand numbers takes some hundred times as long as sorting ten, on
a busy machine too.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, GOOGLE, CATCH2 = sys.argv[1:4]
os.environ["SPL_PROGRESS"] = "never"
for name in ("BENCHMARK_FILTER", "SPL_BUDGET", "SPL_RUNS"):
    os.environ.pop(name, None)


def run(*arguments):
    return subprocess.run(
        [SPL_RUN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=300,
        check=False,
    )


class ForeignProgram(unittest.TestCase):
    def evaluate(self, program, formula, status, *arguments):
        done = run("-p", program, "-e", formula, "-s", "layouts=1", "--runs=4",
                   "--json=-", *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def failure(self, program, name):
        done = run("-p", program, "-e", f'"{name}"() <= 1 s', "-s", "layouts=1",
                   "--runs=2")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        return done.stdout + done.stderr


class GoogleBenchmark(ForeignProgram):
    def test_lists_benchmarks_as_formulas_write_them(self):
        done = run("-p", GOOGLE, "list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), [
            GOOGLE,
            '  workload "BM_Sort/10"()',
            '  workload "BM_Sort/1000"()',
            "  workload BM_Some()",
            "  workload BM_Cold()",
            "  workload BM_Error()",
            "  workload BM_Twice()",
            '  workload "BM_Aggregates/repeats:3"()',
            "  workload \"odd name (a|b) [1] 'q'\"()",
        ])

    def test_measures_them(self):
        report = self.evaluate(
            GOOGLE, '20 * "BM_Sort/10"() <= "BM_Sort/1000"()', 0)
        performances = report["performances"]
        self.assertEqual([one["runs"] for one in performances], [4, 4])
        # More where the process took long to start.
        fewer, more = [one["observations"] for one in performances]
        self.assertEqual(fewer, more)
        self.assertGreaterEqual(fewer, 200)
        warnings = [one for one in report["warnings"]
                    if "of another framework" in one]
        self.assertEqual(len(warnings), 1, report["warnings"])
        for lack in ("how it was built", "seeds", "preempted", "addresses"):
            self.assertIn(lack, warnings[0])

    def test_refutes(self):
        self.evaluate(GOOGLE, '"BM_Sort/1000"() <= 2 * "BM_Sort/10"()', 1)

    def test_measures_times_of_processors(self):
        self.evaluate(GOOGLE, '20 * "BM_Sort/10"() <= "BM_Sort/1000"()', 0,
                      "--metric=cpu")

    def test_measures_odd_names(self):
        self.evaluate(GOOGLE, "\"odd name (a|b) [1] 'q'\"() <= 1 s", 0)

    def test_has_other_metrics_not(self):
        done = run("-p", GOOGLE, "-e", '"BM_Sort/10"() <= 5',
                   "--metric=allocations")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("is a program of Google Benchmark, whose times are wall "
                      "and cpu", done.stderr)

    def test_measures_counters(self):
        formula = '100 * "BM_Sort/10"() <= "BM_Sort/1000"()'
        report = self.evaluate(GOOGLE, formula, 0, "--metric=numbers",
                               "-s", "record=items_per_second,wall")
        thousand = report["performances"][1]
        self.assertEqual((thousand["metric"], thousand["unit"],
                          thousand["median"]), ("numbers", "1", 1000))
        rate, wall = thousand["recorded"]
        self.assertEqual((rate["metric"], rate["unit"], wall["unit"]),
                         ("items_per_second", "1", "ns"))
        # Of the processor's time, which no preemption adds to.
        self.assertGreater(rate["median"], 0.5e9 * 1000 / wall["median"])
        self.evaluate(GOOGLE, formula.replace("<=", "<"), 1,
                      "--metric=numbers")

    def test_measures_what_begins_with_a_slow_call(self):
        self.evaluate(GOOGLE, "BM_Cold() <= 1 s", 0)

    def test_says_which_counters_there_are(self):
        done = run("-p", GOOGLE, "-e", '"BM_Sort/10"() <= 5', "--runs=2",
                   "-s", "layouts=1", "--metric=depth")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn('has no counter "depth": it has "items_per_second", '
                      '"numbers"', done.stdout + done.stderr)

    def test_says_why_there_is_no_result(self):
        self.assertIn("failed: no input file",
                      self.failure(GOOGLE, "BM_Error"))
        self.assertIn("is the name of two benchmarks",
                      self.failure(GOOGLE, "BM_Twice"))
        self.assertIn("reports only aggregates",
                      self.failure(GOOGLE, "BM_Aggregates/repeats:3"))

    def test_is_named_in_the_project_file(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "bench"
            script.write_text(f'#!/bin/sh\nexec "{GOOGLE}" "$@"\n')
            script.chmod(0o755)
            config = pathlib.Path(folder) / "spl.json"
            config.write_text('{"program": "google-benchmark:bench"}')
            done = run("--config", str(config), "-e",
                       '20 * "BM_Sort/10"() <= "BM_Sort/1000"()',
                       "-s", "layouts=1", "--runs=4")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


    def test_times_named_builds(self):
        with tempfile.TemporaryDirectory() as folder:
            for numbers in (10, 20):
                script = pathlib.Path(folder) / f"bench{numbers}"
                script.write_text(f"#!/bin/sh\nSAMPLE_NUMBERS={numbers} "
                                  f"exec '{GOOGLE}' \"$@\"\n")
                script.chmod(0o755)
            config = pathlib.Path(folder) / "spl.json"
            builds = {"small": "google-benchmark:bench10",
                      "large": "google-benchmark:bench20"}
            # What is there besides is timed instead of the builds.
            for others, rows in (({}, [["BM_Some@large", 20],
                                       ["BM_Some@small", 10]]),
                                 ({"program": GOOGLE}, [["BM_Some", 100]])):
                config.write_text(json.dumps({"programs": builds, **others}))
                done = run("--config", str(config), "times",
                           "--filter=BM_Some", "--metric=numbers", "--runs=2",
                           "-s", "layouts=1", "--json=-")
                self.assertEqual(done.returncode, 0, done.stderr)
                found = json.loads(done.stdout)["times"]["rows"]
                self.assertEqual([[row["name"], row["median"]]
                                  for row in found], rows)


class Catch2(ForeignProgram):
    def test_has_no_counters(self):
        done = run("-p", CATCH2, "-e", '"throws/an error"() <= 5',
                   "--metric=items_per_second")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("is a program of Catch2, which has no counters",
                      done.stderr)

    def test_lists_benchmarks(self):
        done = run("-p", CATCH2, "list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), [
            CATCH2,
            '  workload "sorting, of [few] numbers/10"()',
            '  workload "sorting, of [few] numbers/1000"()',
            '  workload "throws/an error"()',
        ])

    def test_measures_them(self):
        test = "sorting, of [few] numbers"
        report = self.evaluate(
            CATCH2, f'10 * "{test}/10"() <= "{test}/1000"()', 0)
        self.assertEqual([one["observations"]
                          for one in report["performances"]], [4, 4])

    def test_says_why_there_is_no_result(self):
        self.assertIn("failed: no table",
                      self.failure(CATCH2, "throws/an error"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
