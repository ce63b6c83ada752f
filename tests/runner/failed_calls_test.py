# ctest: runner:failed-calls spl-run faults_worker failing_calls
#      UNLESS SPL_SANITIZED
"""System calls of spl-run that fail, once or from then on: it ends soon, says
why, and does not report what it does not know.

usage: failed_calls_test.py SPL_RUN FAULTS_WORKER FAILING_CALLS [PLACES]

Each kind of call fails at each of its first PLACES, and then at places that
double. All are 256.
"""

import concurrent.futures
import errno
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, WORKER, CALLS = sys.argv[1:4]
PLACES = int(sys.argv[4]) if len(sys.argv) > 4 else 16
RUN = [SPL_RUN, "-p", WORKER, "--runs", "2", "-s", "observations=3", "-s",
       "warmup=1us", "-s", "layouts=1", "--json", "report.json", "-s", "history=store.db",
       "-e", "fine(10) <= 100 * fine(100)"]
KINDS = {
    "open": errno.EMFILE, "read": errno.EIO, "write": errno.ENOSPC, "short": 0,
    "pwrite": errno.EIO, "send": errno.EPIPE, "recv": errno.ECONNRESET,
    "rename": errno.EXDEV, "unlink": errno.EACCES, "mkdir": errno.EMLINK,
    "mkdtemp": errno.EACCES, "chmod": errno.EPERM, "flock": errno.ENOLCK,
    "stat": errno.EIO, "fsync": errno.EIO, "ftruncate": errno.EIO,
    "close": errno.EIO, "mmap": errno.ENOMEM, "pipe": errno.EMFILE,
    "socket": errno.EMFILE, "poll": errno.EINVAL, "fork": errno.EAGAIN,
    "wait": errno.ECHILD, "kill": errno.EPERM, "fcntl": errno.EMFILE,
    "random": errno.ENOSYS, "thread": errno.EAGAIN, "pread": errno.EIO,
    "link": errno.EMLINK, "readlink": errno.EIO, "readdir": errno.EIO,
    "eventfd": errno.EMFILE, "limit": errno.EINVAL,
}
# Calls that are to be repeated.
AGAIN = ["read", "write", "recv", "send", "poll", "flock", "wait"]
MOST_SECONDS = 20
HOLDS = re.compile(r"^holds(?:, weak)?: fine\(10\) <= 100 \* fine\(100\)$",
                   re.MULTILINE)
BAD = re.compile(r"terminate called|what\(\)|std::|basic_string|Success\b")


class FailedCallsTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name)

    def run_spl(self, name, **variables):
        """The process, and the seconds of a processor that it took."""
        here = self.folder / name
        temporary = here / "tmp"
        temporary.mkdir(parents=True)
        environment = {**os.environ, "TMPDIR": str(temporary),
                       "HOME": str(here), "XDG_CACHE_HOME": str(here / "cache"),
                       "SPL_MACHINE_LOCK": str(here / "lock"),
                       "LD_PRELOAD": CALLS,
                       **{key: str(value) for key, value in variables.items()}}
        limit = lambda: resource.setrlimit(  # noqa: E731
            resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        return subprocess.run(RUN, cwd=here, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False,
                              timeout=4 * MOST_SECONDS, preexec_fn=limit)

    def places(self, kind):
        """Numbers of the calls that fail."""
        count = self.folder / f"{kind}.count"
        count.write_text("")
        done = self.run_spl(f"{kind}-count", FAILING_CALL=kind,
                            FAILING_COUNT=count)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, HOLDS)
        calls = count.stat().st_size
        return sorted({at for at in (*range(1, PLACES + 1), 32, 64, 128)
                       if at <= calls})

    def fail_at(self, kind, place, how):
        variables = {"FAILING_CALL": kind, "FAILING_FROM": place,
                     "FAILING_ERROR": KINDS[kind]}
        if how == "all":
            variables["FAILING_ALL"] = "1"
        name = f"{kind}-{place}-{how}"
        try:
            done = self.run_spl(name, **variables)
        except subprocess.TimeoutExpired:
            return f"{name}: does not end"
        report = self.folder / name / "report.json"
        if done.returncode not in (0, 2, 3, 4):
            return f"{name}: status {done.returncode}: {done.stdout}"
        if BAD.search(done.stdout) or not done.stdout.strip():
            return f"{name}: says {done.stdout!r}"
        if done.returncode == 0 and not HOLDS.search(done.stdout):
            return f"{name}: holds without saying so: {done.stdout}"
        if done.returncode == 0 and not report.exists():
            return f"{name}: status 0 without a report"
        left = list((self.folder / name / "tmp").iterdir())
        if len(left) > 2 or (left and how == "once" and kind not in
                             ("unlink", "open", "stat", "fork", "kill",
                              "fcntl", "readdir")):
            return f"{name}: leaves {left}"
        return None

    def test_end_it_soon_with_a_reason(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            places = dict(zip(KINDS, pool.map(self.places, KINDS)))
            tries = [(kind, place, how) for kind in KINDS
                     for place in places[kind] for how in ("once", "all")]
            wrong = [one for one in pool.map(lambda one: self.fail_at(*one),
                                             tries) if one]
        self.assertEqual("\n".join(wrong), "")
        self.assertGreater(len(tries), 300)
        print(len(tries), "failures of", len(KINDS), "kinds", file=sys.stderr)

    def test_are_repeated_if_they_were_interrupted(self):
        for kind in AGAIN:
            for place in (1, 2):
                with self.subTest(kind=kind, place=place):
                    done = self.run_spl(
                        f"{kind}-{place}", FAILING_CALL=kind,
                        FAILING_FROM=place, FAILING_ERROR=errno.EINTR)
                    self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
