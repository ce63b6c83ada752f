# ctest: "layout: scripts" ${source}
"""Python is free of what pyflakes finds, and scripts of tests say which tests
they are (tests/functions.cmake): usage, scripts.py ROOT."""

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
    for path in kept(root):
        is_test = path.name.endswith("_test.py") and path.exists()
        if is_test and not path.read_text(encoding="utf-8").startswith("# ctest: "):
            yield f"{path}:1: no test: begin it with `# ctest: ROOM:NAME ARGUMENT...`"


if __name__ == "__main__":
    sys.exit(tree.run(check))
