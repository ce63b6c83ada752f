# ctest: runner:frozen-worker-4 spl-run frozen_worker_4
# ctest: runner:frozen-worker-5 spl-run frozen_worker_5
"""spl-run measures a program that an earlier release built.

usage: frozen_worker_test.py SPL_RUN FROZEN_WORKER
"""

import subprocess
import sys
import tempfile
import unittest

SPL_RUN, PROGRAM = sys.argv[1:]


class FrozenWorkerTest(unittest.TestCase):
    def run_on(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(
                [SPL_RUN, "-p", PROGRAM, *arguments], cwd=folder,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                timeout=300, check=False,
                env={"PATH": "/usr/bin:/bin", "HOME": folder})

    def test_is_listed(self):
        done = self.run_on("--list")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("workload fast(int n = 10, 100)", done.stdout)

    def test_is_measured(self):
        done = self.run_on(
            "--runs", "40", "-e", "fast(10) < slow(10)",
            "-e", "fast(n) < List.find[keys, filled](n)")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("  proven  "), 3, done.stdout)

    def test_gives_the_factory_no_arguments_of_its_own(self):
        done = self.run_on(
            "-e", "fast(10) < List.find[keys(10), filled(100)]")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn(
            "built with an earlier SPL, which gives generator and factory the "
            "same arguments; build it with this one",
            " ".join(done.stdout.split()))

    def test_is_refuted(self):
        done = self.run_on("--budget", "500ms", "-e", "slow(10) <= fast(10)")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("  refuted  ", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
