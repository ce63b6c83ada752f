# ctest: runner:build-faults spl-run faults_worker PROPERTIES COST 100
"""What is left of builds that are interrupted, and what spl-run says of disks
that are full.

usage: build_faults_test.py SPL_RUN PROGRAM

The program has a workload fine(n). Builds are shell scripts that copy it.
"""

import json
import re
import resource
import signal
import subprocess
import sys
import unittest

from processes import PATIENCE, accept_signals, marked, wait_until
from surroundings import ProjectCase

SPL_RUN, PROGRAM = sys.argv[1:3]
LANE = "/spl/lanes/HASH/0"
NO_SPACE = ("No space left on device; free some space, or keep fewer built "
            "programs with -s cache-limit=SIZE")
FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us"]

# Children in the group of the script, in a session of their own, and deaf.
ENDLESS = """
echo half > half
sleep 1000 &
setsid sleep 1000 &
(trap '' TERM INT HUP; setsid sh -c 'sleep 1000; true') &
(setsid sh -c 'setsid sleep 1000 & exit' &)
touch "$1/../../../../../../begun"
sleep 1000
"""


class BuildFaultsTest(ProjectCase):
    def setUp(self):
        super().setUp()
        self.mark = "mark-" + self.around.name.rpartition(" ")[2]
        self.environment["MARK"] = self.mark

    def commit_build(self, script, timeout="1min", size=0):
        """Builds have the mark, which they would not get from spl-run."""
        (self.folder / "spl.json").write_text(json.dumps({"revisions": {
            "configure": [], "timeout": timeout,
            "build": ["env", f"MARK={self.mark}", "sh", "{source}/make.sh",
                      "{build}"],
            "program": "{build}/program"}}))
        (self.folder / "make.sh").write_text("set -e\n" + script)
        (self.folder / "data").write_bytes(b"x" * size)
        self.commit("Build")

    def start(self):
        return subprocess.Popen(
            self.command(), cwd=self.folder, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=accept_signals)

    def command(self):
        return [SPL_RUN, "-e", "fine@HEAD(10) < 1 s", "-s", "layouts=1", *FEW]

    def run_all(self, **options):
        return subprocess.run(
            self.command(), cwd=self.folder, text=True, timeout=2 * PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False,
            **{"env": self.environment, **options})

    def lanes(self):
        return list((self.around / "cache/spl/lanes").glob("*/*"))

    def test_a_build_that_prints_without_end_is_ended(self):
        self.commit_build("exec yes an error\n")
        done = self.run_all()
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("has printed more than 64 MiB", done.stdout + done.stderr)
        logs = list((self.around / "cache/spl/logs").iterdir())
        self.assertEqual(len(logs), 1)
        self.assertLess(logs[0].stat().st_size, 65 << 20)

    def test_a_build_ends_with_the_runner(self):
        for number in signal.SIGKILL, signal.SIGTERM, signal.SIGINT:
            with self.subTest(number):
                self.commit_build(ENDLESS + f"# {number}\n")
                begun = self.around / "begun"
                with self.start() as process:
                    wait_until(begun.exists)
                    wait_until(lambda: len(marked(self.mark)) > 5)
                    process.send_signal(number)
                    self.assertEqual(process.wait(60), -number)
                    wait_until(lambda: not marked(self.mark))
                begun.unlink()
        # The next starts in the same place, from nothing.
        self.assertEqual(len(self.lanes()), 1)
        self.commit_build(f"test ! -e half\ncp '{PROGRAM}' program\n")
        done = self.run_all()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.lanes()), 1)

    def test_nothing_is_left_of_a_build_that_takes_too_long(self):
        self.commit_build(ENDLESS, timeout="500ms")
        done = self.run_all()
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(" did not end within 500 ms and was killed", done.stderr)
        wait_until(lambda: not marked(self.mark))

    def temporary_files(self):
        return [path for lane in self.lanes()
                for path in (lane / "temporary").iterdir()]

    def interrupt_compiler(self, end):
        """What g++ leaves in TMPDIR when it is ended while it reads a file
        that never ends: the source is a pipe. An end before that may come
        between the file and the driver's note of the file."""
        reads = self.around / "reads"
        reads.unlink(missing_ok=True)
        with self.start() as process:
            wait_until(reads.exists)
            self.assertRegex(self.temporary_files()[0].name, r"^cc.*\.[so]$")
            end(process)
            process.communicate(timeout=60)
            wait_until(lambda: not marked(self.mark))
        return self.temporary_files()

    def test_interrupted_compilers_leave_no_temporary_files(self):
        # Who writes outlives the compiler for a moment.
        compiling = ('mkfifo source.cpp; (trap "sleep 0.3; exit" TERM; touch '
                     f'"{self.around}/reads"; sleep 1000 & wait) '
                     "> source.cpp & g++ -c source.cpp")
        for number in signal.SIGKILL, signal.SIGTERM, signal.SIGINT:
            for script in compiling, f"sh -c '{compiling}' & wait":
                with self.subTest(number=number, script=script):
                    self.commit_build(f"rm -f source.cpp; {script} # {number}\n")
                    self.assertEqual([], self.interrupt_compiler(
                        lambda process, it=number: process.send_signal(it)))
        with self.subTest("too long"):
            self.commit_build(f"rm -f source.cpp; {compiling}\n", timeout="3s")
            self.assertEqual([], self.interrupt_compiler(
                lambda process: process.wait(60)))

    def measured_without(self, lost, *words):
        """What is printed where stored programs vanish in the first block."""
        begun = self.around / "begun"
        begun.unlink(missing_ok=True)
        command = [SPL_RUN, *words, *FEW, "-s", "layouts=1", "--runs", "120",
                   "-s",
                   f"launcher=sh -c 'touch \"{begun}\"; exec \"$@\"' sh"]
        with subprocess.Popen(
                command, cwd=self.folder, env=self.environment, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE) as process:
            wait_until(begun.exists)
            # At once, for something may be written there meanwhile.
            whole = lost.name == "spl"
            for one in [lost] if whole else [*lost.glob("*/files")]:
                one.rename(self.around / f"lost {one.stat().st_ino}")
            out, err = process.communicate(timeout=2 * PATIENCE)
        return process.returncode, out + err

    def test_builds_again_what_vanishes_while_it_is_measured(self):
        self.commit_build(f"cp '{PROGRAM}' program\n")
        cache = self.around / "cache/spl"
        for lost, words in (
                (cache / "programs", ["-e", "fine@HEAD(10) < 1 s"]),
                (cache, ["rank", "fine@HEAD(10), fine@HEAD(20)"])):
            with self.subTest(lost=lost, words=words):
                status, printed = self.measured_without(lost, *words)
                self.assertEqual(status, 0, printed)
                self.assertIn("they have been built again", printed)

    def test_bisects_although_programs_vanish(self):
        for k in range(3):
            self.commit_build(f"cp '{PROGRAM}' program # {k}\n")
        status, printed = self.measured_without(
            self.around / "cache/spl/programs", "bisect", "HEAD~2",
            "-e", "fine(10) < 1 s")
        self.assertEqual(status, 2, printed)
        self.assertIn(" is good: all formulas hold there", printed)
        self.assertNotIn("skipped", printed)

    def test_nothing_is_left_of_a_build_that_ends(self):
        self.commit_build("setsid sleep 1000 &\n"
                    f"sleep 1000 &\ncp '{PROGRAM}' program\n")
        done = self.run_all()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(marked(self.mark), [])

    def test_tells_how_a_build_ended(self):
        for script, how in (("exit 7", "exited with status 7"),
                            ("kill -SEGV $$", "was killed by signal 11 "
                                              "(Segmentation fault)")):
            with self.subTest(script):
                self.commit_build(script + "\n")
                done = self.run_all()
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn(f"/build' {how}; the end of ", done.stderr)

    def fails(self, failure, **options):
        """A build of @HEAD fails so, with the names of folders left out."""
        done = self.run_all(**options)
        self.assertEqual(done.returncode, 3, done.stderr)
        text = done.stderr.replace(str(self.around), "TMP")
        self.assertEqual(
            re.sub(r"\b[0-9a-f]{12,40}\b", "HASH", text),
            f"spl-run: error: cannot be measured: @HEAD {failure}\n")

    def fails_on_small_disk(self, size, failure):
        """So, if the cache is on a disk of so many kilobytes."""
        disk = self.around / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "spl",
                 str(disk)]
        if subprocess.run(mount, stderr=subprocess.DEVNULL,
                          check=False).returncode != 0:
            self.skipTest("mounting is not allowed here")
        try:
            self.fails(failure, env={**self.environment,
                                     "XDG_CACHE_HOME": str(disk)})
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=True)

    def build_failure(self, cache, status, lines):
        command = (f"env MARK={self.mark} sh "
                   f"'TMP/{cache}/spl/lanes/HASH/0/source/make.sh' "
                   f"'TMP/{cache}/spl/lanes/HASH/0/build'")
        text = "\n    ".join([f"$ {command}", *lines])
        return (f"cannot be built: {command} exited with status {status}; the "
                f"end of TMP/{cache}/spl/logs/HASH.log:\n    {text}")

    def test_tells_that_there_is_no_space_for_sources(self):
        self.commit_build("true\n", size=200_000)
        self.fails_on_small_disk(
            100, "cannot be checked out: cannot write "
                 f"TMP/disk{LANE}/source/data: {NO_SPACE}")

    def test_tells_that_there_is_no_space_for_the_build(self):
        self.commit_build("head -c 300000 /dev/zero > program\n")
        self.fails_on_small_disk(
            200, "is not built, since the disk is full: cannot write below "
                 f"TMP/disk{LANE}/build: {NO_SPACE}")

    def test_tells_that_there_is_no_space_for_the_program(self):
        self.commit_build("head -c 200000 /dev/zero > program\n")
        self.fails_on_small_disk(
            300, "cannot be kept: cannot write "
                 f"TMP/disk/spl/programs/HASH.new/files/program: {NO_SPACE}")

    def test_tells_that_files_are_limited(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        self.commit_build("true\n", size=200_000)
        self.fails("cannot be checked out: cannot write "
                   f"TMP/cache{LANE}/source/data: File too large; let files "
                   "be larger (ulimit -f)", preexec_fn=limit)
        self.commit_build("head -c 200000 /dev/zero > program\n")
        # A shell adds 128 to the signal, and names it.
        self.fails(self.build_failure("cache", 153,
                                      ["File size limit exceeded"]),
                   preexec_fn=limit)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
