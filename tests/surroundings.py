"""What the projects that tests make are built, committed and measured in."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest


def own_environment(around):
    """The variables of this process without those that change what Git, builds
    and this project do, with an author, a cache below `around`, no store, and
    no signs of life, which report how long things take."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("GIT_", "SPL_", "CMAKE_", "CCACHE_"))
            and name not in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS")
            or name in ("SPL_MACHINE_LOCK", "SPL_ALLOW_UNOPTIMISED")}
    return {**kept,
            "XDG_CACHE_HOME": str(around / "cache"),
            "SPL_HISTORY": "off",
            "SPL_PROGRESS": "never",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "a@example.org"}


class ProjectCase(unittest.TestCase):
    """A test in a project of its own, whose cache is no part of it."""
    PREFIX = "spl project "

    def setUp(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix=self.PREFIX))
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.folder = self.around / "project"
        self.folder.mkdir()
        self.environment = own_environment(self.around)

    def execute(self, *words, stderr=subprocess.STDOUT, timeout=300):
        return subprocess.run(
            [str(word) for word in words], cwd=self.folder, check=False,
            text=True, timeout=timeout, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr)

    def run_tool(self, *words, status=0):
        """What is printed, if it ends with that status."""
        done = self.execute(*words)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)

    def commit(self, subject):
        if not (self.folder / ".git").exists():
            self.run_tool("git", "init", "--quiet", "--initial-branch=main")
        self.run_tool("git", "add", "--all")
        self.run_tool("git", "commit", "--quiet", "-m", subject)
