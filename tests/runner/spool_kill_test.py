# ctest: runner:spool-kill spl-run faults_worker failing_calls
#      UNLESS SPL_SANITIZED
"""Runs that spool, as on a network file system, and are killed: what finished
is in the store in the end, and nothing is left beside it.

usage: spool_kill_test.py SPL_RUN FAULTS_WORKER FAILING_CALLS [ROUNDS]
"""

import contextlib
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

SPL_RUN, WORKER, CALLS = sys.argv[1:4]
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 12
SEED = random.randrange(10 ** 6)


class SpoolKillTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name)
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.seed = 0

    def start(self):
        self.seed += 1
        return self.seed, subprocess.Popen(
            [SPL_RUN, "-p", WORKER, "-s", f"history={self.folder / 'store.db'}",
             "-s", "layouts=1", "--runs", "4", "-s", "observations=10",
             "-s", "warmup=1us", "-s", f"seed={self.seed}", "-e",
             "fine(10) <= 100 * fine(100)"],
            env={**os.environ, "LD_PRELOAD": CALLS, "SEEMS_NETWORK": "1",
                 "TMPDIR": str(self.temporary), "HOME": str(self.folder),
                 "SPL_MACHINE_LOCK": str(self.folder / "lock")},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)

    def finish(self):
        _, process = self.start()
        out = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 0, out)
        return self.seed

    def test_loses_nothing_that_finished(self):
        drawn = random.Random(SEED)
        began = time.monotonic()
        finished = [self.finish()]
        took = time.monotonic() - began
        killed = 0
        for _ in range(ROUNDS):
            processes = [self.start() for _ in range(drawn.choice((1, 2, 3)))]
            time.sleep(drawn.uniform(0, 1.5 * took * len(processes)))
            for seed, process in processes:
                if drawn.random() < 0.6 and process.poll() is None:
                    process.kill()
                    killed += 1
                out = process.communicate(timeout=60)[0]
                self.assertNotIn(b"not kept", out)
                if process.returncode == 0:
                    finished.append(seed)
        # The first takes over what is left, the second what the first spooled.
        finished.append(self.finish())
        self.finish()
        with contextlib.closing(
                sqlite3.connect(self.folder / "store.db")) as store:
            self.assertEqual(
                store.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            kept = dict(store.execute(
                "SELECT experiment.seed, count(*) FROM experiment "
                "JOIN formula ON formula.experiment = experiment.id "
                "JOIN series ON series.experiment = experiment.id "
                "JOIN run ON run.series = series.id GROUP BY experiment.id"))
        self.assertEqual({seed: kept.get(seed) for seed in finished},
                         {seed: 8 for seed in finished})
        self.assertGreater(killed, 0)
        spooled = sorted(os.listdir(self.folder / "store.db.spool"))
        self.assertEqual(len(spooled), 1, spooled)  # Of the last run.
        self.assertEqual(list(self.temporary.iterdir()), [])


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main(argv=sys.argv[:1])
