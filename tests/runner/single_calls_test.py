# ctest: runner:single-calls spl-run tail_worker
#     ${source}/docs/report.schema.json
"""Statistics that formulas state, of real workloads in real processes.

usage: single_calls_test.py SPL_RUN TAIL_WORKER SCHEMA

What calls allocate is counted, which no other process disturbs.
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

import jsonschema

SPL_RUN, WORKER, SCHEMA = sys.argv[1:4]
os.environ["SPL_PROGRESS"] = "never"


def run(formula, *arguments):
    return subprocess.run(
        [SPL_RUN, "-p", WORKER, "--metric=allocations", "-e", formula,
         "-s", "layouts=1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=120,
        check=False,
    )


class SingleCalls(unittest.TestCase):
    def relation(self, formula, status, *arguments):
        done = run(formula, "--json=-", *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        report = json.loads(done.stdout)
        schema = json.loads(pathlib.Path(SCHEMA).read_text())
        jsonschema.Draft202012Validator(schema).validate(report)
        return report["formulas"][0]["relations"][0]

    def test_p99_differs_where_the_mean_does_not(self):
        # Six allocations a call, but 55 in each fiftieth and 5 in the others.
        p99 = self.relation("p99(spiky(6)) <= p99(steady(6))", 1)
        self.assertEqual(p99["strength"], "refuted")
        self.assertEqual(p99["statistic"], "quantile")
        self.assertEqual(p99["quantile"], 0.99)
        self.assertAlmostEqual(p99["difference"], 49)
        mean = self.relation("mean(spiky(6)) <= 1.05 * mean(steady(6))", 0)
        self.assertEqual(mean["statistic"], "mean")
        self.relation("mean(spiky(6)) >= 0.95 * mean(steady(6))", 0)
        self.relation("p90(spiky(6)) < p90(steady(6))", 0)

    def test_compares_with_a_constant(self):
        self.relation("p99(spiky(6)) <= 55", 0)
        self.relation("p99(spiky(6)) <= 54", 1)
        self.relation("p95(spiky(6)) <= 5", 0)
        self.relation("quantile(spiky(6), 0.985) <= 9 * quantile(steady(6), "
                      "0.985)", 1)

    def test_observes_single_calls(self):
        done = run("p99(spiky(6)) <= 55", "--json=-",
                   "-s", "observations-in-json")
        report = json.loads(done.stdout)
        performance = report["performances"][0]
        for details in performance["run_details"]:
            self.assertEqual(details["iterations"], 1)
        for observations in performance["data"]:
            self.assertGreaterEqual(len(observations), 1000)
            self.assertLessEqual(set(observations), {5, 55})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
