# ctest: runner:frozen-folder spl-run faults_worker
"""A shared folder that does not answer: a file system that is frozen.

usage: frozen_folder_test.py SPL_RUN FAULTS_WORKER
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from processes import accept_signals, marked_programs, wait_until

SPL_RUN, WORKER = sys.argv[1:3]
TOOLS = ["mkfs.ext4", "fsfreeze", "mount", "umount"]


def run(*command):
    return subprocess.run(command, check=False, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)


class FrozenFolderTest(unittest.TestCase):
    def setUp(self):
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        self.tools = {name: shutil.which(name, path=path) for name in TOOLS}
        if os.geteuid() != 0 or None in self.tools.values():
            self.skipTest("only root mounts and freezes file systems")
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.around = pathlib.Path(around.name)
        self.mark = "mark-" + self.around.name
        image = self.around / "image"
        self.folder = self.around / "shared"
        self.folder.mkdir()
        with open(image, "wb") as file:
            file.truncate(16 << 20)
        for command in (("mkfs.ext4", "-q", image),
                        ("mount", "-o", "loop", image, self.folder)):
            done = self.use(*command)
            if done.returncode != 0:
                self.skipTest("no file system can be mounted: " + done.stdout)
        self.addCleanup(self.use, "umount", "-l", self.folder)
        self.addCleanup(self.use, "fsfreeze", "-u", self.folder)

    def use(self, tool, *arguments):
        return run(self.tools[tool], *arguments)

    def freeze(self):
        done = self.use("fsfreeze", "-f", self.folder)
        self.assertEqual(done.returncode, 0, done.stdout)

    def start(self, *arguments):
        process = subprocess.Popen(
            [SPL_RUN, "-p", WORKER, "--runs", "2", "-s", "observations=3",
             "-s", "warmup=1us", "-s", "launcher=env", "-s",
             f"shared-folder={self.folder}", "-s", "layouts=1", *arguments],
            cwd=self.around, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=accept_signals,
            env={**os.environ, "MARK": self.mark, "SPL_PROGRESS": "never",
                 "XDG_CACHE_HOME": str(self.around)})
        self.addCleanup(process.kill)
        return process

    def output(self, process):
        """Of spl-run, which ends though the folder is frozen."""
        output, _ = process.communicate(timeout=60)
        return process.returncode, output

    def test_is_named_before_anything_is_measured(self):
        self.freeze()
        self.assertEqual(
            self.output(self.start("-e", "fine(10) < 1 s")),
            (2, "spl-run: error: cannot make a folder for results in "
             f"{self.folder}: the folder {self.folder} did not answer within 2 s; "
             "name one that can be written, and that all hosts share, with "
             "-s shared-folder=PATH\n"))

    def freeze_while_measuring(self, *arguments):
        process = self.start("-e", "long_sleep() < 1 s", *arguments)
        # The first block asks for the machine; the program is asked before.
        wait_until(lambda: list(self.folder.glob("spl-*/block2"))
                   and "faults_worker" in marked_programs(self.mark))
        self.freeze()
        return process

    def test_is_named_where_it_freezes_meanwhile(self):
        status, output = self.output(
            self.freeze_while_measuring("-s", "timeout=1s"))
        self.assertEqual(status, 3, output)
        self.assertRegex(
            output, r"long_sleep .*the folder .*/shared did not answer within 400 ms")

    def test_holds_up_no_interruption(self):
        process = self.freeze_while_measuring("-s", "timeout=1h")
        process.send_signal(signal.SIGTERM)
        status, output = self.output(process)
        self.assertEqual(status, -signal.SIGTERM, output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
