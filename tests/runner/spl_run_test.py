"""spl-run with real workloads in real processes.

usage: spl_run_test.py SPL_RUN COLLECTIONS FAULTY_WORKER SOURCE_FOLDER
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

SPL_RUN, COLLECTIONS, FAULTY = sys.argv[1:4]
SOURCES = pathlib.Path(sys.argv[4])
EXAMPLE = SOURCES / "examples" / "collections" / "collections.spl"


def run(*arguments, program=COLLECTIONS):
    return subprocess.run(
        [SPL_RUN, "-p", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=120,
        check=False,
    )


def marked(mark):
    """The processes that have MARK=mark in their environment."""
    wanted = f"MARK={mark}".encode()
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes().split(b"\0"):
                found.append(path)
        except OSError:
            pass
    return found


def wait_until(condition):
    """Polls, for processes come and go on their own; 30 s are a failure."""
    end = time.monotonic() + 30
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


def accept_signals():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class SplRunTest(unittest.TestCase):
    def test_decides_the_example(self):
        done = run(str(EXAMPLE), "--json", "-", "--observations-in-json")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        schema = json.loads((SOURCES / "docs/report.schema.json").read_text())
        jsonschema.Draft202012Validator(schema).validate(report)
        slower = report["formulas"][0]
        self.assertEqual(slower["verdict"], "holds")
        self.assertEqual(
            [relation["strength"] for relation in slower["relations"]],
            ["proven"] * 4,
        )
        for performance in report["performances"]:
            self.assertEqual(performance["failure"], "")
            self.assertGreaterEqual(len(performance["data"]), 5)

    def test_tells_when_its_output_is_lost(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [SPL_RUN, "-p", COLLECTIONS, "-e",
                 "json_parse(10) <= json_parse(10)"],
                stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
                check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "spl-run: error: cannot write to "
                         "standard output\n")

    def test_refutes_a_false_claim(self):
        done = run("-e", "json_parse(100) > 1000 * json_parse(10)")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("refuted", done.stdout)

    def test_reports_a_crash_and_decides_the_rest(self):
        done = run(
            "-e", "crashes <= fine(10)",
            "-e", "fine(100) > fine(10)",
            program=FAULTY,
        )
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn(
            "crashes was killed by signal 11 (Segmentation fault); its last "
            "output:\n    about to crash\n",
            done.stdout,
        )
        self.assertIn("fine(100) > fine(10)  proven", done.stdout)

    def test_reports_a_workload_that_hangs(self):
        done = run("-e", "hangs <= fine(10)", "--timeout", "100ms",
                   program=FAULTY)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("hangs did not end within 0.1 s and was killed",
                      done.stdout)

    def test_leaves_nothing_behind_when_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number), tempfile.TemporaryDirectory() as folder:
                mark = "mark-" + pathlib.Path(folder).name
                process = subprocess.Popen(
                    [SPL_RUN, "-p", FAULTY, "-e", "hangs <= fine(10)"],
                    env={**os.environ, "TMPDIR": folder, "MARK": mark},
                    # Whatever runs the tests may ignore Ctrl-C, and then
                    # spl-run would, too.
                    preexec_fn=accept_signals,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                wait_until(lambda: len(marked(mark)) >= 2)
                process.send_signal(number)
                process.communicate()
                self.assertEqual(process.returncode, -number)
                wait_until(lambda: not marked(mark))
                if number != signal.SIGKILL:
                    self.assertEqual(os.listdir(folder), [])

    def test_runs_where_children_are_ignored(self):
        done = subprocess.run(
            [SPL_RUN, "-p", COLLECTIONS, "-e",
             "json_parse(100) > json_parse(10)", "--timeout", "5s"],
            preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
            stdout=subprocess.PIPE, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_goes_on_when_nohup_says_so(self):
        process = subprocess.Popen(
            [SPL_RUN, "-p", FAULTY, "-e", "hangs <= fine(10)", "--timeout",
             "300ms"],
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
            stdout=subprocess.PIPE, text=True)
        process.send_signal(signal.SIGHUP)
        process.communicate()
        self.assertEqual(process.returncode, 3)

    def test_ends_sessions_that_a_workload_started(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = "mark-" + pathlib.Path(folder).name
            done = subprocess.run(
                [SPL_RUN, "-p", FAULTY, "-e", "forks <= fine(10)"],
                env={**os.environ, "MARK": mark}, stdout=subprocess.PIPE,
                text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 3)
            self.assertEqual(marked(mark), [])

    def test_repeats_orders_and_seeds(self):
        def details(seed):
            done = run("-e", "json_parse(100) > json_parse(10)", "--seed",
                       seed, "--json", "-", "--observations-in-json",
                       "--runs", "5")
            self.assertEqual(done.returncode, 0, done.stderr)
            return [
                [(one["block"], one["position"], one["seed"],
                  one["environment_size"])
                 for one in performance["run_details"]]
                for performance in json.loads(done.stdout)["performances"]
            ]

        self.assertEqual(details("7"), details("7"))
        self.assertNotEqual(details("7"), details("8"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
