# ctest: runner:kill spl-run runner_workload spl_workload 3
"""What is left of spl-run that is ended at random moments of its work.

usage: kill_test.py SPL_RUN MAIN_LIBRARY WORKLOAD_LIBRARY COUNT [SEED]

The libraries are linked to workloads. While spl-run measures, builds, links and
reports, it is ended COUNT times each, in turn by SIGKILL, by SIGTERM and by
Ctrl-C. Afterwards there is no process and no lock; the next run is right, and
leaves no temporary file of those before.
"""

import fcntl
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from processes import accept_signals, marked, wait_until

SPL_RUN, *LIBRARIES, COUNT = sys.argv[1:5]
COUNT = int(COUNT)
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(10 ** 6)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us"]
TEMPORARY = re.compile(r"\.part\d+$|\.new$|^removed\.\d+$|\.tmp$")

WORKLOADS = """#include <spl/workload.hpp>
SPL_WORKLOAD(fine, (int n), spl::values(10, 100)) {
  while (spl.needs_more()) {
    for (int i = 0; i < n; ++i) spl::keep(i);
  }
}
"""
# Each link has an order of its own for these.
PARTS = """int one() { return 1; }
int two() { return 2; }
int number() { return NUMBER; }
"""
BUILD = """set -e
c++ -O1 -c "$1/parts.cpp" -o parts.o
eval "c++ $2 -Wl,--whole-archive parts.o -Wl,--no-whole-archive -o program"
"""


def is_free(path):
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


class KillTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = pathlib.Path(tempfile.mkdtemp(prefix="spl-kills-"))
        cls.addClassCleanup(shutil.rmtree, cls.made, ignore_errors=True)
        source = cls.made / "workloads.cpp"
        source.write_text(WORKLOADS)
        cls.linked = [str(cls.made / "workloads.o"), *LIBRARIES, "-ldl"]
        cls.program = str(cls.made / "program")
        subprocess.run(["c++", "-std=c++17", "-O1", f"-I{ROOT}", "-c", source, "-o",
                        cls.linked[0]], check=True)
        subprocess.run(["c++", *cls.linked, "-o", cls.program], check=True)

    def setUp(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl kills "))
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.mark = "mark-" + self.around.name.rpartition(" ")[2]
        self.folder = self.around / "project"
        self.temporary = self.around / "tmp"
        for folder in self.folder, self.temporary:
            folder.mkdir()
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "SPL_"))
                or name == "SPL_MACHINE_LOCK"}
        self.environment = {
            **kept, "MARK": self.mark, "SPL_PROGRESS": "never",
            "XDG_CACHE_HOME": str(self.around / "cache"),
            "TMPDIR": str(self.temporary),
            "SPL_MACHINE_LOCK": str(self.around / "machine lock"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.random = random.Random(SEED)

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.folder, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL)

    def start(self, words):
        return subprocess.Popen(
            [SPL_RUN, *words], cwd=self.folder, env=self.environment,
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=accept_signals)

    def run_undisturbed(self, words):
        """Its output and how long it took."""
        begin = time.monotonic()
        with self.start(words) as process:
            output = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, 0, output)
        self.assertNotIn("built again, because", output)
        return output, time.monotonic() - begin

    def kill(self, words, number, moment):
        with self.start(words) as process:
            try:
                process.communicate(timeout=moment)
                return  # It was done before.
            except subprocess.TimeoutExpired:
                pass
            if number == signal.SIGINT:  # From a terminal, to all of a group.
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            process.communicate(timeout=120)

    def assert_nothing_held(self):
        wait_until(lambda: not marked(self.mark))
        for path in self.around.rglob("*"):
            if path.name != "lock" and path.suffix != ".lock" \
                    and path.name != "machine lock":
                continue
            # The process that executes builds has no mark.
            wait_until(lambda it=path: is_free(it))

    def assert_nothing_temporary(self):
        self.assertEqual(list(self.temporary.iterdir()), [])
        left = [path for path in self.around.rglob("*")
                if TEMPORARY.search(path.name)]
        self.assertEqual(left, [])

    def kill_at_random(self, words, is_right, before=lambda i: None):
        """Kills COUNT times; `is_right` takes what is printed afterwards."""
        before(0)
        _, took = self.run_undisturbed(words)
        signals = signal.SIGKILL, signal.SIGTERM, signal.SIGINT
        for i in range(COUNT):
            number = signals[i % len(signals)]
            moment = self.random.uniform(0, took)
            with self.subTest(signal=number.name, moment=moment, seed=SEED):
                before(i + 1)
                self.kill(words, number, moment)
                self.assert_nothing_held()
                output, took = self.run_undisturbed(words)
                is_right(output)
                self.assert_nothing_held()
                self.assert_nothing_temporary()

    def prepare_builds(self):
        (self.folder / "make.sh").write_text(BUILD)
        (self.folder / "spl.json").write_text(json.dumps({"revisions": {
            "configure": [],
            "build": ["env", f"MARK={self.mark}", "sh", "{source}/make.sh",
                      "{source}", " ".join(self.linked)],
            "program": "{build}/program"}}))
        self.git("init", "--quiet", "--initial-branch=main")

    def commit(self, number):
        parts = PARTS.replace("NUMBER", str(number))
        (self.folder / "parts.cpp").write_text(parts)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", str(number))

    def test_measuring(self):
        words = ["-p", self.program, "-e", "fine(10) < 1 s", "-e",
                 "fine(100) < 1 s", "-s", "layouts=1", "--runs", "20",
                 "-s", "observations=20", "-s", "warmup=1us"]
        self.kill_at_random(
            words, lambda output: self.assertIn("2 formulas hold, ", output))

    def test_building(self):
        self.prepare_builds()
        words = ["-e", "fine@HEAD(10) < 1 s", "-s", "layouts=1", *FEW]
        self.kill_at_random(
            words, lambda output: self.assertIn("1 formula holds, ", output),
            self.commit)

    def test_linking(self):
        # The files are linked for each block, and first when they are built.
        self.prepare_builds()
        words = ["-e", "fine@HEAD(10) < 1 s", *FEW]

        def before(number):
            if number % 3 == 0:
                self.commit(number)

        def is_right(output):
            self.assertIn("1 formula holds, ", output)
            self.assertNotIn("one layout", output)

        self.kill_at_random(words, is_right, before)

    def test_reporting(self):
        drawn = self.random
        runs = [[drawn.uniform(1, 2) for _ in range(20)] for _ in range(200)]
        (self.folder / "data.json").write_text(json.dumps({
            "schema": 1, "unit": "ns",
            "performances": {f"f({i})": {"runs": runs} for i in range(1, 9)}}))
        words = ["--data", "data.json", "--json", "report.json"]
        for i in range(1, 9):
            words += ["-e", f"f({i}) < 1 us"]

        def is_right(output):
            self.assertIn("8 formulas hold, ", output)
            report = json.loads((self.folder / "report.json").read_text())
            self.assertEqual(len(report["formulas"]), 8)

        self.kill_at_random(words, is_right)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["data.json", "report.json"])


if __name__ == "__main__":
    print(f"seed {SEED}", flush=True)
    unittest.main(argv=sys.argv[:1], verbosity=2)
