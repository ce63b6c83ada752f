# ctest: runner:faults spl-run faults_worker
"""What spl-run reports about workloads that go wrong, and what is left of them.

usage: faults_test.py SPL_RUN FAULTS_WORKER
"""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

from processes import marked, wait_until

SPL_RUN, WORKER = sys.argv[1:3]
ADDR_NO_RANDOMIZE = 0x0040000

# The failure of each workload, as a sentence after its name.
FAILURES = {
    "segfault": "was killed by signal 11 (Segmentation fault); its last output:"
                "\n    looking up the table",
    "stack_overflow": "was killed by signal 11 (Segmentation fault)",
    "abort": "was killed by signal 6 (Aborted)",
    "uncaught_exception": "threw std::runtime_error: no such table",
    "exception_that_is_a_terminals":
        "threw std::runtime_error: no \\u{1b}[2J\\u{202e}table"
        "\n    formula1: holds",
    "uncaught_exception_of_a_thread":
        "was killed by signal 6 (Aborted); its last output:"
        "\n    terminate called after throwing an instance of "
        "'std::runtime_error'\n      what():  no such row",
    "exit(0)": "exited with status 0 before it was measured",
    "exit(3)": "exited with status 3 before it was measured",
    "bad_alloc": "threw std::bad_alloc: std::bad_alloc",
    "killed_from_outside":
        "was killed by signal 9 (Killed), perhaps because memory ran out (dmesg "
        "has the reason); let the run use less memory",
    "no_loop": "never called needs_more(); put what is measured in a loop: "
               "while (spl.needs_more()) { ... }",
    "loop_left_early": "left its loop before needs_more() returned false, in the "
                       "warm-up; let needs_more() alone end it, without break or "
                       "return, and report a failure by spl.fail(\"...\")",
    "second_loop": "called needs_more() again after it returned false; a workload "
                   "has one loop while (spl.needs_more())",
    "second_start": "called start() twice without a stop() between",
    "stop_alone": "called stop() without a start() before",
    "start_outside_the_loop": "called start() or stop() outside the loop while "
                              "(spl.needs_more())",
    "wrong_result": "failed: the table has 3 rows instead of 4",
}

# These only end because they are killed.
ENDLESS = dict.fromkeys(["infinite_loop", "long_sleep", "other_group"],
                        "did not end within 300 ms and was killed")

# Workloads that are measured all the same.
HARMLESS = ["child_left_behind", "session_left_behind", "closed_streams",
            "much_output", "changed_folder"]

FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us"]


def run(*arguments, program=WORKER, prefix=(), **options):
    return subprocess.run(
        [*prefix, SPL_RUN, "-p", program, *FEW, "--json", "-", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, text=True, timeout=120, check=False,
        **options)


def relations(names):
    return [text for name in names for text in ("-e", f"{name} <= fine(10)")]


def failures(done):
    """The failure of each performance, without its name."""
    found = {}
    for one in json.loads(done.stdout)["performances"]:
        name = one["name"]
        text = one["failure"]
        found[name] = text.removeprefix(name + " ")
    return found


class FaultsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(
            self.enterContext(tempfile.TemporaryDirectory())
            if hasattr(self, "enterContext") else self._folder())
        self.mark = "mark-" + self.folder.name
        os.environ["MARK"] = self.mark  # Of all that is started from here.
        self.addCleanup(os.environ.pop, "MARK")
        self.environment = {**os.environ, "TMPDIR": str(self.folder)}

    def tearDown(self):
        wait_until(lambda: not marked(self.mark))

    def _folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def expect_failures(self, expected, done):
        found = failures(done)
        for name, sentence in expected.items():
            with self.subTest(name):
                self.assertEqual(found[name], sentence)
        self.assertEqual(os.listdir(self.folder), [])

    def test_kills_what_does_not_end(self):
        done = run(*relations(ENDLESS), "-s", "timeout=300ms",
                   env=self.environment)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.expect_failures(ENDLESS, done)

    def test_tells_each_fault_in_a_sentence_and_decides_the_rest(self):
        done = run(*relations(FAILURES), "-e", "fine(1000) > fine(10)",
                   env=self.environment)
        self.assertIn(done.returncode, (1, 3), done.stderr)
        self.expect_failures(FAILURES, done)
        rest = json.loads(done.stdout)["formulas"][-1]
        self.assertNotEqual(rest["verdict"], "error")
        self.assertEqual(rest["relations"][0]["blocks"], 2)

    def test_measures_what_is_odd_but_works(self):
        done = run(*relations(HARMLESS), env=self.environment)
        self.expect_failures(dict.fromkeys(HARMLESS, ""), done)

    def test_draws_addresses_where_it_has_fixed_ones_itself(self):
        if ctypes.CDLL(None).personality(0xffffffff) & ADDR_NO_RANDOMIZE:
            self.skipTest("the thread sanitizer needs fixed addresses")
        fixed = ["setarch", "-R"]
        if subprocess.run([*fixed, "true"], check=False).returncode != 0:
            self.skipTest("addresses cannot be fixed here")
        for launcher in ([], ["-s", "launcher=env"]):
            with self.subTest(launcher=launcher):
                done = run(*relations(["drawn_addresses"]), *launcher,
                           prefix=fixed, cwd=self.folder)
                self.expect_failures({"drawn_addresses": ""}, done)

    def test_refuses_what_does_not_last(self):
        done = run(*relations(["nothing_delimited", "empty_body"]))
        found = failures(done)
        number = r"-?[0-9.e-]+"
        self.assertRegex(
            found["nothing_delimited"],
            r"^is too short to be timed between start\(\) and stop\(\) "
            rf"\({number} ns, and reading the clock takes {number} ns\): remove "
            r"them, so that the whole loop is measured, or use SPL_METHOD with "
            r"a generator, which prepares arguments outside the timed part$")
        # Whether it differs from an empty iteration is a matter of optimisation
        # and of what else runs; run_test.cpp lists which are refused.
        if found["empty_body"]:
            self.assertRegex(
                found["empty_body"],
                r"^does no measurable work: an iteration takes no longer than "
                rf"an empty one \({number} ns, an empty one {number} ns\); pass "
                r"its inputs and results to spl::keep, so that the compiler "
                r"cannot remove the computation, or let an iteration do more$")

    def test_measures_the_first_execution(self):
        done = run("-e", "fine(10) <= 1 s", "-s", "warmup=0",
                   "-s", "observations=1", "-s", "observations-in-json")
        self.assertEqual(done.returncode, 0, done.stderr)
        performance = json.loads(done.stdout)["performances"][0]
        for observations in performance["data"]:
            self.assertEqual(len(observations), 1)
        for details in performance["run_details"]:
            self.assertEqual(details["warmup"], 0)
            self.assertEqual(details["iterations"], 1)
            self.assertEqual(set(details["disturbed"]),
                             {"net", "kept", "beside_threads", "untold"})
        seeds = {one["seed"] for one in performance["run_details"]}
        self.assertEqual(len(seeds), 2)  # One for each block.
        self.assertRegex(performance["build"]["compiler"], r"^(GCC|Clang) \d")

    def copy_of_worker(self):
        return shutil.copy(WORKER, self.folder / "copy")

    def test_tells_that_the_program_is_gone(self):
        copy = self.copy_of_worker()
        done = run("-e", "program_deleted <= fine(10)", program=copy)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(
            set(failures(done).values()) - {""},
            {f"was not measured: its program {copy} was removed or "
             "replaced meanwhile; evaluate again after the program is built"})

    def test_tells_that_the_program_is_another_one(self):
        copy = self.copy_of_worker()
        done = run("-e", "program_replaced <= fine(10)", program=copy)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(
            set(failures(done).values()) - {""},
            {f"was not measured: its program {copy} was removed or "
             "replaced meanwhile; evaluate again after the program is built"})

    def test_tells_that_there_is_no_place_for_results(self):
        for folder, reason in ((self.folder / "absent",
                                "No such file or directory"),
                               (pathlib.Path(WORKER), "Not a directory")):
            with self.subTest(folder):
                self.expect_no_place_in(folder, reason)

    def expect_no_place_in(self, folder, reason):
        done = run("-e", "fine(10) <= fine(100)",
                   env={**os.environ, "TMPDIR": str(folder)})
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(
            done.stderr,
            "spl-run: error: cannot make a folder for results in "
            f"{folder}: {reason}; set TMPDIR to a folder that can be "
            "written\n")

    def test_tells_that_a_folder_cannot_be_written(self):
        if os.geteuid() == 0:
            with self.small_disk("ro") as disk:
                self.expect_no_place_in(disk, "Read-only file system")
        else:
            folder = self.folder / "closed"
            folder.mkdir(0o500)
            self.expect_no_place_in(folder, "Permission denied")

    def test_measures_with_a_relative_folder_for_results(self):
        (self.folder / "results").mkdir()
        done = run(*relations(["changed_folder"]), cwd=self.folder,
                   env={**os.environ, "TMPDIR": "results"})
        self.assertEqual(failures(done)["changed_folder"], "")

    def test_tells_that_files_are_limited(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        done = run("-e", "fine(10) <= fine(100)", "-s", "observations=3000",
                   preexec_fn=limit, env=self.environment)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(failures(done)["fine(10)"],
                         "was killed by signal 25 (File size limit exceeded); "
                         "let files be larger (ulimit -f)")

    @contextlib.contextmanager
    def small_disk(self, options="size=64k"):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", options, "spl", str(disk)]
        if subprocess.run(mount, stderr=subprocess.DEVNULL,
                          check=False).returncode != 0:
            self.skipTest("mounting is not allowed here")
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=True)

    def test_tells_that_the_disk_is_full(self):
        with self.small_disk() as disk:
            done = run("-e", "fine(10) <= fine(100)", "-s", "observations=20000",
                       env={**os.environ, "TMPDIR": str(disk)})
        self.assertEqual(done.returncode, 3, done.stderr)
        part = re.escape(str(disk)) + r"/spl-run-[^/ ]+/[^ :]+"
        self.assertRegex(
            failures(done)["fine(10)"],
            r"^exited with status 1 before it was measured; its last output:\n"
            rf"    SPL worker: cannot write {part}: No space left on device; "
            r"free some space, or name another folder \(TMPDIR, "
            r"-s shared-folder=PATH\)$")

    def test_tells_that_the_shared_disk_is_full(self):
        with self.small_disk() as disk:
            # It is full as soon as it has been found out that it works; what
            # is removed there frees nothing.
            launcher = (f"sh -c '\"$@\"; ln {disk}/spl-*/* {disk}; "
                        f"cat /dev/zero > {disk}/rest; true' sh")
            done = run("-e", "fine(10) <= fine(100)", "-s", f"launcher={launcher}",
                       "-s", f"shared-folder={disk}")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(
            failures(done)["fine(10)"],
            rf"^was not measured: cannot write {re.escape(str(disk))}/spl-\w+/"
            r"block2: No space left on device; free some space; name another "
            r"folder that all hosts share with -s shared-folder=PATH$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
