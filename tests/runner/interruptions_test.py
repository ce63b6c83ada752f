# ctest: runner:interruptions spl-run faulty_worker
#     ${source}/docs/report.schema.json
"""What is left when spl-run or one of its processes is interrupted or killed.

usage: interruptions_test.py SPL_RUN FAULTY_WORKER SCHEMA
"""

import contextlib
import fcntl
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import jsonschema

from processes import accept_signals, marked, wait_until, without_notices

SPL_RUN, FAULTY = sys.argv[1:3]
SCHEMA = jsonschema.Draft202012Validator(
    json.loads(pathlib.Path(sys.argv[3]).read_text()))
LOCK = os.environ.get("SPL_MACHINE_LOCK", "/tmp/spl-measuring.lock")
FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us"]


def helper_of(pid):
    """The process that executes what is measured for that spl-run."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return int(children.split()[0])


def holders(path):
    """The processes that have locked that file."""
    inode = f":{os.stat(path).st_ino}"
    lines = pathlib.Path("/proc/locks").read_text().splitlines()
    return [int(words[4]) for words in map(str.split, lines)
            if words[1] == "FLOCK" and words[5].endswith(inode)]


class InterruptionsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.mark = "mark-" + self.folder.name

    def start(self, *arguments, on_start=accept_signals,
              stdout=subprocess.PIPE, few=tuple(FEW)):
        """With all its files in the folder. Whatever runs the tests may ignore
        signals, and then spl-run would, too."""
        process = subprocess.Popen(
            [SPL_RUN, "-p", FAULTY, *few, *arguments],
            env={**os.environ, "TMPDIR": str(self.folder), "MARK": self.mark},
            cwd=self.folder, preexec_fn=on_start, start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=stdout, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        """Where the test has failed before."""
        if process.poll() is None:
            process.kill()
            process.communicate()

    def wait_for_workload(self):
        wait_until((self.folder / "at-work").exists)

    def check_nothing_is_left(self):
        wait_until(lambda: not marked(self.mark))
        (self.folder / "at-work").unlink(missing_ok=True)
        wait_until(lambda: not os.listdir(self.folder))

    def check_fails_beside_what_is_measured(self, process, name, failure):
        out, err = process.communicate()
        self.assertEqual(process.returncode, 3, out + err)
        report = json.loads(out)
        failures = {one["name"]: one["failure"]
                    for one in report["performances"]}
        self.assertEqual(failures[name], f"{name} {failure}")
        self.assertEqual((failures["fine(20)"], failures["fine(100)"]),
                         ("", ""))
        self.assertEqual(report["formulas"][-1]["relations"][0]["blocks"], 2)

    def interrupt(self, number, formula, *arguments,
                  send=subprocess.Popen.send_signal):
        """Sends the signal when the workload of the formula runs."""
        process = self.start("-e", formula, *arguments)
        self.wait_for_workload()
        # Nobody else measures meanwhile.
        self.assertTrue(set(holders(LOCK)) & set(marked(self.mark)))
        send(process, number)
        out, err = process.communicate()
        self.assertEqual((process.returncode, without_notices(err)),
                         (-number, ""))
        if number == signal.SIGKILL or "plan" in arguments:
            self.assertEqual(out, "")
        else:
            self.assertIn("  ? interrupted before its first block\n", out)
        self.check_nothing_is_left()

    def test_leaves_nothing_behind_when_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for launcher in ([], ["-s", "launcher=nice -n 1"],
                             ["-s", "launcher=sh -c '\"$@\"; exit' sh"]):
                with self.subTest(signal=number, launcher=launcher):
                    self.interrupt(number, "hangs <= fine(10)", *launcher)

    def test_leaves_nothing_behind_when_interrupted_at_a_terminal(self):
        def send_to_group(process, number):
            os.killpg(process.pid, number)

        for number in (signal.SIGINT, signal.SIGTERM):
            for launcher in ([], ["-s", "launcher=nice -n 1"]):
                with self.subTest(signal=number, launcher=launcher):
                    self.interrupt(number, "hangs <= fine(10)", *launcher,
                                   send=send_to_group)

    def stop_helper(self, process):
        self.wait_for_workload()
        os.kill(helper_of(process.pid), signal.SIGSTOP)

    def test_leaves_no_helper_behind_that_is_stopped(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for launcher in ([], ["-s", "launcher=nice -n 1"]):
                with self.subTest(signal=number, launcher=launcher):
                    process = self.start("-e", "hangs <= fine(10)", *launcher)
                    self.stop_helper(process)
                    process.send_signal(number)
                    process.communicate()
                    self.assertEqual(process.returncode, -number)
                    self.check_nothing_is_left()

    def test_waits_for_no_helper_that_is_stopped(self):
        process = self.start("-e", "hangs <= fine(10)", "-s", "timeout=1h", "-e",
                             "fine(20) <= fine(100)", "--json", "-")
        self.stop_helper(process)
        self.check_fails_beside_what_is_measured(
            process, "hangs", "was not measured: the process that executes what "
            "is measured was stopped, did not go on for 5 s, and was ended")
        self.check_nothing_is_left()

    def test_ends_at_once_when_there_is_nothing_to_report(self):
        self.interrupt(signal.SIGINT, "hangs <= fine(10)", "plan")

    def test_reports_what_there_is_when_interrupted(self):
        report = self.folder / "report.json"
        process = self.start("-e", "fine(20) <= fine(100)",
                             "-e", "hangs <= fine(10)", "--json", str(report))
        self.wait_for_workload()
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGTERM)
        formulas = json.loads(report.read_text())["formulas"]
        self.assertEqual(
            [(one["verdict"], one["relations"][0]["stopped"],
              one["relations"][0]["blocks"]) for one in formulas],
            [("undecided", "interrupted", 1), ("undecided", "interrupted", 0)])
        report.unlink()
        self.check_nothing_is_left()

    def test_leaves_a_report_of_what_there_was_when_killed(self):
        report = self.folder / "report.json"
        files = []
        for runs, formula in ((2, "fine(20) <= fine(100)"),
                              (10000, "fine(10) <= fine(20)")):
            files.append(self.folder / f"{runs}.spl")
            files[-1].write_text(f"set runs = {runs}\nset observations = 3\n"
                                 f"set warmup = 1us\n{formula}\n")
        process = self.start(*map(str, files), "--json", str(report), few=[])

        def formulas():
            if not report.exists():
                return []
            return json.loads(report.read_text())["formulas"]

        def is_decided():
            return any(one["verdict"] != "undecided" for one in formulas())

        wait_until(is_decided)
        process.kill()
        process.communicate()
        left = json.loads(report.read_text())
        SCHEMA.validate(left)
        self.assertEqual(left["complete"], False)
        by_text = {one["relations"][0]["text"]: one["relations"][0]
                   for one in left["formulas"]}
        decided = by_text["fine(20) <= fine(100)"]
        self.assertIn(decided["verdict"], ("holds", "violated"))
        self.assertEqual(decided["blocks"], 2)
        still_open = by_text["fine(10) <= fine(20)"]
        self.assertEqual(
            (still_open["stopped"], still_open["verdict"],
             still_open["blocks_planned"]), ("open", "undecided", 10000))

    def test_ends_at_once_when_interrupted_again(self):
        """While it reports to someone who does not read."""
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        os.set_blocking(writing, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writing, b" ")
        os.set_blocking(writing, True)
        process = self.start("-e", "hangs <= fine(10)", stdout=writing)
        os.close(writing)
        self.wait_for_workload()
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        # The measured process has ended, and spl-run has not.
        wait_until(lambda: marked(self.mark) == [process.pid])

        def interrupted_again():
            process.send_signal(signal.SIGINT)
            return process.poll() is not None

        wait_until(interrupted_again)
        # Within a second they are one, as timeout(1) sends two.
        self.assertGreaterEqual(time.monotonic() - began, 1)
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.check_nothing_is_left()

    def test_ends_sessions_that_a_workload_started_when_killed(self):
        for launcher in ([], ["-s", "launcher=nice -n 1"]):
            with self.subTest(launcher=launcher):
                self.interrupt(signal.SIGKILL, "forks_and_hangs <= fine(10)",
                               *launcher)

    def test_ends_sessions_that_a_workload_started(self):
        process = self.start("-e", "forks <= fine(10)")
        process.communicate()
        self.assertEqual(process.returncode, 3)
        self.assertEqual(marked(self.mark), [])

    def test_leaves_nothing_behind_when_killed_while_it_waits(self):
        self.start("-e", "fine(10) <= fine(100)").communicate()  # Makes it.
        for launcher in ([], ["-s", "launcher=nice"]):
            with self.subTest(launcher=launcher), open(LOCK, "ab") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                process = self.start("-e", "hangs <= fine(10)", *launcher)
                self.assertIn("waiting for", process.stderr.readline())
                process.kill()
                process.communicate()
                self.check_nothing_is_left()

    def test_ends_what_a_killed_helper_elsewhere_leaves(self):
        script = self.folder / "elsewhere"
        script.write_text(textwrap.dedent("""\
            #!/bin/sh
            grep -q forks_and_hangs "$3" || exec "$@"
            printf '%s\\n' "$@" > "$0.part"
            mv "$0.part" "$0.words"
            exec tail -f /dev/null
            """))
        script.chmod(0o755)
        words = self.folder / "elsewhere.words"
        here = self.start("-e", "forks_and_hangs <= fine(10)",
                          "-s", f"launcher={script}")
        wait_until(words.exists)
        mark = self.mark + "-elsewhere"
        there = subprocess.Popen(
            words.read_text().splitlines(), cwd=self.folder,
            env={**os.environ, "MARK": mark}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_workload()
        os.kill(helper_of(there.pid), signal.SIGKILL)
        there.wait()
        self.assertEqual(marked(mark), [])
        here.send_signal(signal.SIGINT)
        here.communicate()
        script.unlink()
        words.unlink()
        self.check_nothing_is_left()

    def test_goes_on_when_nohup_says_so(self):
        process = self.start(
            "-e", "hangs <= fine(10)", "-s", "timeout=2s",
            on_start=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for_workload()
        process.send_signal(signal.SIGHUP)
        process.communicate()
        self.assertEqual(process.returncode, 3)
        self.check_nothing_is_left()

    def test_survives_the_death_of_its_helper(self):
        process = self.start("-e", "forks_and_hangs <= fine(10)",
                             "-e", "fine(20) <= fine(100)", "--json", "-")
        self.wait_for_workload()
        os.kill(helper_of(process.pid), signal.SIGKILL)
        self.check_fails_beside_what_is_measured(
            process, "forks_and_hangs",
            "was not measured: the process that executes what is measured was "
            "killed by signal 9 (Killed)")
        self.check_nothing_is_left()

    def test_ends_a_helper_whose_request_has_gone(self):
        process = self.start("-e", "forks_and_hangs <= fine(10)",
                             "-e", "fine(20) <= fine(100)", "--json", "-",
                             "-s", "launcher=nice -n 1")
        self.wait_for_workload()
        for request in self.folder.glob("spl-*/block*"):
            request.unlink()
        self.check_fails_beside_what_is_measured(
            process, "forks_and_hangs",
            "was not measured: the launcher `nice -n 1` was killed by signal 9 "
            "(Killed) and made no block")
        self.check_nothing_is_left()

    def test_ends_a_helper_whose_request_has_gone_while_it_waits(self):
        self.start("-e", "fine(10) <= fine(100)").communicate()  # Makes it.
        with open(LOCK, "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            process = self.start("-e", "hangs <= fine(10)", "-s",
                                 "launcher=nice")
            self.addCleanup(process.kill)
            self.assertIn("waiting for", process.stderr.readline())
            for request in self.folder.glob("spl-*/block*"):
                request.unlink()
            out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("the launcher `nice` was killed by signal 9 (Killed) and "
                      "made no block", out)
        self.check_nothing_is_left()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
