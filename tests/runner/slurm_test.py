# ctest: runner:slurm-verdicts spl-run faulty_worker Verdicts PERF
# ctest: runner:slurm-faults spl-run faulty_worker Faults
"""Blocks through a real Slurm, started for these tests.

usage: slurm_test.py SPL_RUN FAULTY_WORKER [Verdicts|Faults]
"""

import ctypes
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from processes import accept_signals, marked, wait_until, without_notices
from slurm import Slurm

SPL_RUN, FAULTY = sys.argv[1:3]
HERE = socket.gethostname()
FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us"]

CLEAR_CASES = """
slower:      fine(10000) > fine(10)
no_slower:   fine(10) <= 2 * fine(10)
by_factors:  fine(10000) > 2 * fine(10) and fine(10) < fine(10000)
all:         for i in 10, 20 fine(i) < fine(10000)
wrong:       fine(10) > fine(10000)
crash:       crashes <= fine(10)
exit:        exits(3) <= fine(10)
exception:   throws <= fine(10)
"""


def adopt_orphans():
    """Makes what daemons leave behind children of this process."""
    ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def reap_orphans():
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


class SlurmTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        adopt_orphans()
        cls.addClassCleanup(reap_orphans)
        cls.slurm = cls.enterClassContext(Slurm())

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.mark = "mark-" + pathlib.Path(self.folder).name

    def start(self, *arguments):
        return subprocess.Popen(
            [SPL_RUN, "-p", FAULTY, "-s", "launcher=srun -n1", *arguments],
            env={**self.slurm.environment, "MARK": self.mark},
            cwd=self.folder, preexec_fn=accept_signals,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def wait_for_workload(self):
        wait_until(lambda: pathlib.Path(self.folder, "at-work").exists())

    def check_nothing_is_left(self):
        wait_until(lambda: not marked(self.mark))
        pathlib.Path(self.folder, "at-work").unlink(missing_ok=True)
        wait_until(lambda: not os.listdir(self.folder))
        wait_until(lambda: self.slurm.client("squeue", "-h") == "")


class Verdicts(SlurmTest):
    def test_gives_the_verdicts_that_there_are_without_it(self):
        file = pathlib.Path(self.folder, "clear.spl")
        file.write_text(CLEAR_CASES)

        def verdicts(*arguments):
            done = subprocess.run(
                [SPL_RUN, "-p", FAULTY, str(file), "--json", "-",
                 "-s", "observations-in-json", *arguments],
                env=self.slurm.environment, cwd=self.folder, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
                check=False)
            self.assertEqual(done.returncode, 1, done.stderr)
            report = json.loads(done.stdout)
            hosts = {run["host"] for one in report["performances"]
                     for run in one["run_details"]}
            self.assertEqual(hosts, {HERE})
            self.assertEqual(
                [one["name"] for one in report["context"]["hosts"]], [HERE])
            return [
                (one["label"], one["verdict"],
                 [(relation["text"], relation["strength"])
                  for relation in one["relations"]])
                for one in report["formulas"]
            ]

        here = verdicts()
        self.assertEqual(
            [(label, verdict) for label, verdict, _ in here],
            [("slower", "holds"), ("no_slower", "holds"),
             ("by_factors", "holds"), ("all", "holds"),
             ("wrong", "violated"), ("crash", "error"), ("exit", "error"),
             ("exception", "error")])
        self.assertEqual(verdicts("-s", "launcher=srun -n1"), here)
        self.assertEqual(
            verdicts("-s", "launcher=srun --exclusive --quiet -n 1",
                     "-s", f"shared-folder={self.folder}"), here)


class Faults(SlurmTest):
    def test_reports_a_cancelled_block_like_a_killed_run(self):
        process = self.start("-e", "hangs <= fine(10)", "-e",
                             "fine(20) <= fine(10000)", *FEW, "--json", "-")
        self.wait_for_workload()
        jobs = self.slurm.client("squeue", "-h", "-o", "%i").split()
        self.assertEqual(len(jobs), 1)
        self.slurm.client("scancel", jobs[0])
        out, err = process.communicate()
        self.assertEqual(process.returncode, 3, out + err)
        report = json.loads(out)
        failures = {one["name"]: one["failure"]
                    for one in report["performances"]}
        self.assertEqual(failures["hangs"],
                         "hangs was killed by signal 15 (Terminated)")
        self.assertEqual(report["formulas"][1]["relations"][0]["blocks"], 2)
        self.check_nothing_is_left()

    def test_leaves_nothing_behind_when_killed(self):
        for number in (signal.SIGINT, signal.SIGKILL):
            for workload in ("hangs", "forks_and_hangs"):
                with self.subTest(signal=number, workload=workload):
                    process = self.start("-e", workload + " <= fine(10)")
                    self.wait_for_workload()
                    process.send_signal(number)
                    out, err = process.communicate()
                    self.assertEqual(
                        (process.returncode, without_notices(err)),
                        (-number, ""))
                    interrupted = "  ? interrupted before its first block"
                    self.assertEqual(interrupted in out,
                                     number == signal.SIGINT, out)
                    self.check_nothing_is_left()

    def test_shows_what_slurm_says(self):
        done = subprocess.run(
            [SPL_RUN, "-p", FAULTY, "-s", "launcher=srun -n1 -p nowhere", "-e",
             "fine(10000) > fine(10)"],
            env=self.slurm.environment, cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
            check=False)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertTrue(re.fullmatch(
            r"spl-run: error: the launcher `srun -n1 -p nowhere` exited with "
            r"status 1 and made no block; its last output:\n"
            r"(    srun: error: .*\n)+", done.stderr), done.stderr)
        self.check_nothing_is_left()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
