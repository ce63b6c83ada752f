# ctest: runner:spl-run-verdicts spl-run collections faulty_worker ${source}
#     Verdicts PERF
# ctest: runner:spl-run-processes spl-run collections faulty_worker ${source}
#     Processes PROPERTIES RUN_SERIAL ON
"""spl-run with real workloads in real processes.

usage: spl_run_test.py SPL_RUN COLLECTIONS FAULTY_WORKER SOURCE_FOLDER
           [Verdicts|Processes]
"""

import fcntl
import json
import os
import pathlib
import pwd
import resource
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest

import jsonschema

from processes import without_notices

SPL_RUN, COLLECTIONS, FAULTY = sys.argv[1:4]
SOURCES = pathlib.Path(sys.argv[4])
# Signs of life say how long things take.
os.environ["SPL_PROGRESS"] = "never"
# Whatever is measured.
HOLDS = "json_parse(100) + json_parse(10) >= 0 ns"
EXAMPLE = SOURCES / "examples" / "collections" / "collections.spl"


def run(*arguments, program=COLLECTIONS, lock=None, **options):
    variables = {} if lock is None else {"SPL_MACHINE_LOCK": str(lock)}
    return subprocess.run(
        [SPL_RUN, "-p", program, *arguments],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


class Verdicts(unittest.TestCase):
    def test_decides_the_example(self):
        done = run(str(EXAMPLE), "--json", "-", "-s", "observations-in-json")
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

    def test_refutes_a_false_claim(self):
        done = run("-e", "json_parse(100) > 1000 * json_parse(10)")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(
            done.stdout, r"^violated: json_parse\(100\) > 1000 \* "
            r"json_parse\(10\)\n  x .* times as long as .*  required: 1000 "
            r"times\n        would hold: ")

    def test_reports_a_crash_and_decides_the_rest(self):
        done = run(
            "-e", "crashes <= fine(10)",
            "-e", "fine(100) > fine(10)",
            program=FAULTY,
        )
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertRegex(
            done.stdout,
            r"<formula 1>: error: crashes <= fine\(10\)\n"
            r"  ! crashes .*signal 11 \(Segmentation fault\).* last output:\n"
            r" {4,}about to crash\n")
        self.assertIn("<formula 2>: holds: fine(100) > fine(10)\n", done.stdout)


class Processes(unittest.TestCase):
    def test_tests_itself_with_a_workload_of_its_own(self):
        done = subprocess.run(
            [SPL_RUN, "doctor", "--runs", "12", "-s", "observations=3"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=60, check=False)
        self.assertEqual((done.returncode, without_notices(done.stderr)),
                         (0, ""))
        self.assertRegex(
            done.stdout,
            r"^spl_self_test_sort against itself\n  false alarms       [01] "
            r"slower, [01] faster in 1 experiment of 12 blocks: ")

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

    def test_has_its_standard_streams_even_where_they_are_closed(self):
        def done(stream):
            return subprocess.run(
                [SPL_RUN, "-p", COLLECTIONS, "-e",
                 "json_parse(10) <= json_parse(10)"],
                preexec_fn=lambda: os.close(stream), timeout=60, check=False,
                stdout=None if stream == 1 else subprocess.PIPE,
                stderr=None if stream == 2 else subprocess.PIPE, text=True)

        self.assertEqual(done(0).returncode, 0)
        lost = done(1)
        self.assertEqual(lost.returncode, 2)
        self.assertEqual(lost.stderr, "spl-run: error: cannot write to "
                         "standard output\n")
        silent = done(2)
        self.assertEqual(silent.returncode, 0)
        self.assertIn("1 formula holds, ", silent.stdout)

    def test_reports_a_workload_that_hangs(self):
        done = run("-e", "hangs <= fine(10)", "-s", "timeout=100ms",
                   program=FAULTY)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("hangs did not end within 100 ms and was killed",
                      done.stdout)

    def test_loads_libgit2_for_revisions_only(self):
        listed = subprocess.run(
            [SPL_RUN],
            env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"},
            stdout=subprocess.PIPE,
            text=True,
            timeout=120,
            check=True,
        ).stdout
        self.assertIn("libc.so", listed)
        self.assertNotIn("libgit2", listed)

    def test_runs_where_children_are_ignored(self):
        done = subprocess.run(
            [SPL_RUN, "-p", COLLECTIONS, "-e",
             HOLDS, "-s", "timeout=5s"],
            preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
            stdout=subprocess.PIPE, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_measures_behind_a_launcher(self):
        with tempfile.TemporaryDirectory() as folder:
            shared = pathlib.Path(folder, "with space")
            shared.mkdir()
            done = run("-e", HOLDS, "--json", "-",
                       "-s", "observations-in-json", "-s",
                       "launcher=env SPL_RUNS=oops nice", "-s", f"shared-folder={shared}")
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads(done.stdout)
            here = report["context"]["host"]
            self.assertEqual(
                [one["name"] for one in report["context"]["hosts"]], [here])
            self.assertEqual(report["settings"]["launcher"],
                             "env SPL_RUNS=oops nice")
            for performance in report["performances"]:
                self.assertEqual(performance["failure"], "")
                self.assertEqual({one["host"] for one
                                  in performance["run_details"]}, {here})
            self.assertEqual(os.listdir(shared), [])

    def test_tells_when_a_launcher_does_not_work(self):
        def error(launcher, *arguments):
            done = run("-e", "json_parse(100) > json_parse(10)", "-s",
                       f"launcher={launcher}", *arguments)
            self.assertEqual(done.returncode, 2, done.stdout)
            return done.stderr

        self.assertEqual(
            error("no-such-command -n1"),
            "spl-run: error: the launcher `no-such-command -n1` could not be "
            "started: No such file or directory; it is a command with its "
            "arguments\n")
        self.assertEqual(
            error("sh -c 'echo queue is full; exit 4'"),
            "spl-run: error: the launcher `sh -c 'echo queue is full; exit 4'` "
            "exited with status 4 and made no block; its last output:\n"
            "    queue is full\n")
        self.assertEqual(
            error("true", "-s", "shared-folder=/no/such"),
            "spl-run: error: cannot make a folder for results in /no/such: No "
            "such file or directory; name one that can be written, and that "
            "all hosts share, with -s shared-folder=PATH\n")

    def test_tells_when_hosts_share_no_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            # Another host: it does not see the request.
            script = pathlib.Path(folder, "elsewhere")
            script.write_text('#!/bin/sh\nexec "$1" "$2" /elsewhere/block1\n')
            script.chmod(0o755)
            done = run("-e", "json_parse(100) > json_parse(10)", "-s",
                       f"launcher={script}", "-s", f"shared-folder={folder}")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(
            done.stderr,
            f"spl-run: error: the launcher `{script}` exited with status 1 and "
            "made no block; its last output:\n    spl-run: error: /elsewhere "
            f"is not to be found on {os.uname().nodename}; name a folder that "
            "all hosts share with -s shared-folder=PATH\n")

    def test_takes_no_late_answer_for_that_of_another_block(self):
        with tempfile.TemporaryDirectory() as folder:
            # The first block's host is given up, but writes in the second one.
            script = pathlib.Path(folder, "late")
            script.write_text(textwrap.dedent("""\
                #!/bin/sh
                shared=$(dirname "$3")
                if [ -e "$0.runs" ]; then
                  cp "$0.runs"/* "$shared"
                  exit 1
                fi
                "$@"
                ls "$shared"/run* >/dev/null 2>&1 || exit 0
                mkdir "$0.runs"
                cp "$shared"/run* "$0.runs"
                """))
            script.chmod(0o755)
            done = run("-e", "json_parse(100) > json_parse(10)", "--runs", "2",
                       "-s", "observations=3", "--json", "-", "-s",
                       f"launcher={script}", "-s", f"shared-folder={folder}")
        self.assertEqual(done.returncode, 3, done.stdout)
        for one in json.loads(done.stdout)["performances"]:
            self.assertEqual(one["failure"], one["name"] + " was not measured: "
                             f"the launcher `{script}` exited with status 1 "
                             "and made no block")

    def test_binds_what_is_measured(self):
        one = max(os.sched_getaffinity(0))
        done = run("-e", f"bound_to({one}) <= bound_to({one})", "-s",
                   f"cpu={one}", program=FAULTY)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = run("-e", f"bound_to({one}) <= bound_to({one})", "-s",
                   f"cpu={one}", "-s", "launcher=nice", program=FAULTY)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_refuses_processors_that_there_are_not(self):
        done = run("-e", "hangs <= fine(10)", "-s", "cpu=0,1021-1023",
                   program=FAULTY)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(
            done.stderr,
            r"^spl-run: error: -s cpu=0,1021-1023 on \S+: processors 1021-1023 "
            r"do not exist here; what is measured can use [0-9,-]+\n$")

    def test_waits_for_another_measurement(self):
        run("-e", HOLDS)  # Makes the file.
        path = os.environ.get("SPL_MACHINE_LOCK", "/tmp/spl-measuring.lock")
        with open(path) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            process = subprocess.Popen(
                [SPL_RUN, "-p", COLLECTIONS, "-e",
                 HOLDS],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            line = process.stderr.readline()
        done = process.communicate()
        self.assertEqual(process.returncode, 0, done)
        user = pwd.getpwuid(os.getuid()).pw_name
        self.assertEqual(
            line + done[1],
            f"spl-run: waiting for another measurement on "
            f"{os.uname().nodename} (process {os.getpid()} of {user}); only "
            "one at a time gives figures that can be trusted\n")

    def test_waits_no_longer_than_it_is_told(self):
        user = pwd.getpwuid(os.getuid()).pw_name
        for launcher in [], ["-s", "launcher=nice"]:
            for how in fcntl.LOCK_EX, fcntl.LOCK_SH:
                with self.subTest(launcher=launcher, how=how), \
                        tempfile.NamedTemporaryFile("rb") as lock:
                    fcntl.flock(lock, how)
                    done = run("-e", HOLDS, "-s", "lock-timeout=1ms", *launcher,
                               lock=lock.name)
                    self.assertEqual(
                        (done.returncode, done.stderr),
                        (3, "spl-run: error: another measurement on "
                         f"{os.uname().nodename} (process {os.getpid()} of "
                         f"{user}) holds the lock {lock.name} for longer than "
                         "`lock-timeout` allows; wait longer, or end that "
                         "process\n"))

    def test_does_not_wait_for_a_pipe_in_place_of_the_lock(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = pathlib.Path(folder, "pipe")
            os.mkfifo(pipe, 0o666)
            for launcher in [], ["-s", "launcher=nice"]:
                done = run("-e", HOLDS, "--runs", "2", *launcher, lock=pipe)
                self.assertEqual(
                    (done.returncode, done.stderr),
                    (0, f"spl-run: warning: cannot lock {pipe}: it is not a "
                        f"regular file; another measurement on this machine "
                        f"may spoil this one\n"))

    def test_names_the_limit_that_is_reached(self):
        def limited(name, value):
            return run("-e", HOLDS, "--runs", "2",
                       preexec_fn=lambda: resource.setrlimit(
                           name, (value, value)))
        done = limited(resource.RLIMIT_STACK, 64 << 10)
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, "spl-run: error: the stack is limited to 64 kB, which is too "
             "little; allow more (ulimit -s 8192)\n"))
        done = limited(resource.RLIMIT_NOFILE, 9)
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, f"spl-run: error: {COLLECTIONS} did not list its workloads: it "
             "could not be started: Too many open files; allow more in a "
             "process (ulimit -n)\n"))
        for files in range(4, 21):
            done = limited(resource.RLIMIT_NOFILE, files)
            if done.returncode != 0:
                self.assertIn(done.returncode, (2, 3), files)
                self.assertIn("Too many open files; allow more in a process "
                              "(ulimit -n)", done.stdout + done.stderr, files)

    def test_repeats_orders_and_seeds(self):
        def details(seed):
            done = run("-e", HOLDS, "-s",
                       f"seed={seed}", "--json", "-", "-s", "observations-in-json",
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
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
