# ctest: runner:foreign-revisions spl-run google_benchmark_sample
"""spl-run on revisions of a program of Google Benchmark.

usage: foreign_revisions_test.py SPL_RUN GOOGLE_BENCHMARK

The program of a revision is a script that says how many numbers the benchmark
BM_Some sorts, and nothing in its file names the framework. The third of four
commits sorts forty times as many as those before, which takes much longer on a
busy machine too.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, GOOGLE = sys.argv[1:3]
FEW, MANY = 50, 2000
CLAIM = "BM_Some() <= 2 * BM_Some@baseline()"


def script(numbers, note):
    return (f"#!/bin/sh\n# {note}\n"
            f"SAMPLE_NUMBERS={numbers} exec '{GOOGLE}' \"$@\"\n")


class ForeignRevisions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.around = pathlib.Path(tempfile.mkdtemp(prefix="spl foreign "))
        cls.addClassCleanup(shutil.rmtree, cls.around, ignore_errors=True)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("BENCHMARK_", "GIT_", "SPL_", "XDG_"))
                or name == "SPL_MACHINE_LOCK"}
        cls.environment = {**kept, "HOME": str(cls.around),
                           "SPL_PROGRESS": "never"}
        cls.repository = cls.around / "repository"
        cls.repository.mkdir()
        cls.git("init", "--quiet")
        (cls.repository / "spl.json").write_text(json.dumps({"revisions": {
            "configure": [], "build": ["cp", "{source}/bench", "{build}/bench"],
            "program": "google-benchmark:{build}/bench"}}))
        bench = cls.repository / "bench"
        bench.touch(mode=0o755)
        cls.commits = []
        for numbers, note in ((FEW, 1), (FEW, 2), (MANY, 3), (MANY, 4)):
            bench.write_text(script(numbers, note))
            cls.git("add", "--all")
            cls.git("-c", "user.name=Ann", "-c", "user.email=a@b", "commit",
                    "--quiet", "-m", f"Number {note}")
            cls.commits.append(cls.git("rev-parse", "HEAD").strip())

    @classmethod
    def git(cls, *words):
        return subprocess.run(["git", *words], cwd=cls.repository, check=True,
                              env=cls.environment, text=True,
                              stdout=subprocess.PIPE).stdout

    def run_there(self, status, *arguments):
        done = subprocess.run(
            [SPL_RUN, *arguments], cwd=self.repository, text=True,
            env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
            check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def test_compares_revisions(self):
        for _ in range(2):  # The second time, the list of benchmarks is kept.
            self.run_there(1, "-e", CLAIM, "--baseline", self.commits[0],
                           "--runs=4")
        self.run_there(0, "-e", CLAIM, "--rev", self.commits[1], "--baseline",
                       self.commits[0], "--runs=4")

    def test_guards_times_and_rates(self):
        for metric in ("wall", "wall,items_per_second"):
            report = json.loads(self.run_there(
                1, "guard", "--tolerance=20%", "--filter=BM_S*", "--metric",
                metric, "--baseline", self.commits[0], "--runs=6", "--json=-"))
            refuted = {(claim["call"], claim["metric"])
                       for claim in report["guard"]["claims"]
                       if claim["standing"] == "refuted"}
            self.assertIn(("BM_Some()", "wall"), refuted)
        relations = {claim["relation"] for claim in report["guard"]["claims"]}
        self.assertIn("0.8 * BM_Some@baseline() <= BM_Some()", relations)

    def test_guards_no_other_counters(self):
        self.run_there(2, "guard", "--metric=numbers", "--baseline",
                       self.commits[0])

    def test_finds_the_commit(self):
        found = self.run_there(0, "bisect", self.commits[0], "--runs=4", "-e",
                               CLAIM, "--baseline", self.commits[0])
        self.assertIn("Number 3", found)

    def test_ranks(self):
        ranking = self.run_there(
            0, "rank", f"BM_Some(), BM_Some@{self.commits[0]}()",
            "--metric=numbers")
        self.assertLess(ranking.index(str(FEW)), ranking.index(str(MANY)))

    def test_times_a_revision(self):
        report = json.loads(self.run_there(
            0, "times", "--filter=BM_Some", "--rev", self.commits[0],
            "--metric=numbers", "--runs=2", "--json=-"))
        self.assertEqual([row["median"] for row in report["times"]["rows"]],
                         [FEW])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
