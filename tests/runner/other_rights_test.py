# ctest: runner:other-rights spl-run faults_worker
"""Processes that this user may not signal, as sudo starts them.

usage: other_rights_test.py SPL_RUN FAULTS_WORKER

spl-run is executed by another user than root, and the worker is root's and
set-user-ID.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from processes import accept_signals, marked, wait_until

SPL_RUN, WORKER = sys.argv[1:3]
ANOTHER = 54321
LEFT = r"process \d+ \(worker\), which this user may not signal, was left"


def allows_set_user_id(folder):
    return not os.statvfs(folder).f_flag & os.ST_NOSUID


@unittest.skipIf(os.geteuid() != 0, "only root makes programs set-user-ID")
class OtherRightsTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name)
        if not allows_set_user_id(self.folder):
            self.skipTest("its folder is mounted with nosuid")
        self.folder.chmod(0o755)
        shutil.copy(SPL_RUN, self.folder / "spl-run")
        shutil.copy(WORKER, self.folder / "worker")
        (self.folder / "worker").chmod(0o4755)
        self.home = self.folder / "home"
        self.home.mkdir()
        os.chown(self.home, ANOTHER, ANOTHER)
        self.mark = "mark-" + self.folder.name
        self.addCleanup(self.end_what_was_left)

    def end_what_was_left(self):
        for pid in marked(self.mark):
            os.kill(pid, signal.SIGKILL)

    def start(self, *arguments, processes=None, program=True):
        def limit():
            accept_signals()
            if processes is not None:
                resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))

        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("SPL_")
                       or name == "SPL_MACHINE_LOCK"}
        environment["SPL_ALLOW_UNOPTIMISED"] = "true"
        return subprocess.Popen(
            ["setpriv", f"--reuid={ANOTHER}", f"--regid={ANOTHER}",
             "--clear-groups", self.folder / "spl-run",
             *(["-p", self.folder / "worker"] if program else []),
             "--runs", "2", "-s", "observations=3",
             "-s", "warmup=1us", "-s", "layouts=1", *arguments],
            cwd=self.home, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=limit,
            # Its search for leaks would start a process.
            env={**environment, "ASAN_OPTIONS": "detect_leaks=0",
                 "HOME": str(self.home), "MARK": self.mark,
                 "XDG_CACHE_HOME": str(self.home), "TMPDIR": str(self.home),
                 "SPL_MACHINE_LOCK": str(self.home / "lock")})

    def only_workers_are_left(self):
        programs = {pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
                    for pid in marked(self.mark)}
        self.assertLessEqual(programs, {"worker"})

    def test_are_named_and_left_where_time_is_over(self):
        process = self.start("-e", "sleep_of_root <= fine(10)", "-s",
                             "timeout=300ms", "-e", "fine(10) < 1 s")
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, out + err)
        self.assertRegex(out, "sleep_of_root did not end within 300 ms; " + LEFT)
        self.assertIn("<formula 2>: holds: fine(10) < 1 s\n", out)
        self.only_workers_are_left()

    # Root is not limited.
    def test_limit_is_named_that_processes_reach(self):
        text = ("Resource temporarily unavailable; end other processes, or allow "
                "more (ulimit -u)")
        named = 0
        for processes in range(1, 20):
            process = self.start("-e", "fine(10) < 1 s", processes=processes)
            out, err = process.communicate(timeout=60)
            if process.returncode == 0:
                break
            named += 1
            self.assertIn(process.returncode, (2, 3), out + err)
            self.assertIn(text, out + err)
        self.assertGreater(named, 1)

    def test_hold_up_no_interruption(self):
        process = self.start("-e", "sleep_of_root <= fine(10)")
        wait_until(lambda: b"worker" in self.commands())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.only_workers_are_left()

    def commands(self):
        found = set()
        for pid in marked(self.mark):
            try:
                status = pathlib.Path(f"/proc/{pid}/status").read_bytes()
            except OSError:
                continue
            if re.search(rb"(?m)^Uid:\s+0\s+0\s+0", status):
                found.add(pathlib.Path(f"/proc/{pid}/comm").read_bytes().strip())
        return found

    def test_are_named_where_a_run_leaves_them(self):
        process = self.start("-e", "child_of_root < 1 s")
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, out + err)
        self.assertRegex(err, "(?m)^spl-run: warning: " + LEFT + " by .*/worker$")
        self.only_workers_are_left()

    def test_are_named_where_a_build_leaves_them(self):
        shutil.copy(shutil.which("setpriv"), self.folder / "as-root")
        (self.folder / "as-root").chmod(0o4755)
        repository = self.home / "repository"
        (repository / "perf").mkdir(parents=True)
        (repository / "make.sh").write_text(
            f"setsid {self.folder}/as-root --reuid=0 sleep 600 &\n"
            "until grep -qx sleep /proc/$!/comm; do sleep 0.01; done\n"
            "exit 1\n")
        (repository / "spl.json").write_text(json.dumps({"revisions": {
            "configure": [], "build": ["sh", "{source}/make.sh"],
            "program": "{build}/program"}}))
        git = ["git", "-C", repository, "-c", "user.name=A", "-c", "user.email=a"]
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "One"]):
            subprocess.run([*git, *words], check=True)
        for path in [repository, *repository.rglob("*")]:
            os.chown(path, ANOTHER, ANOTHER)
        process = self.start("-e", "f@HEAD < 1 s", "-s", f"repository={repository}",
                             "--config", repository / "spl.json",
                             program=False)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, out + err)
        left = re.search(r"sh left process (\d+) \(sleep\), which this user may "
                         "not signal", out + err)
        self.assertIsNotNone(left, out + err)
        os.kill(int(left[1]), signal.SIGKILL)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
