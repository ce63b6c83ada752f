# ctest: "layout: scripts" ${source}
"""Python is free of what pyflakes finds: usage, scripts.py ROOT."""

import contextlib
import io
import subprocess
import sys

from pyflakes import api

import tree


def kept(root):
    """Python files that Git keeps; all below the root without a repository."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "-C", root, "ls-files", "-z", "*.py"], check=True,
            stdout=subprocess.PIPE, text=True).stdout
        return [root / path for path in listed.split("\0") if path]
    return sorted(root.rglob("*.py"))


def check(root):
    """What pyflakes finds, one text each."""
    found = io.StringIO()
    with contextlib.redirect_stdout(found), contextlib.redirect_stderr(found):
        for path in kept(root):
            if path.exists():
                api.checkPath(str(path))
    yield from found.getvalue().splitlines()


if __name__ == "__main__":
    sys.exit(tree.run(check))
