# ctest: "layout: commits" ${source}
"""Commits that are not in origin/main have short subjects and one parent, and
the last has nothing at the top that somebody left there.

usage: commits.py ROOT
"""

import subprocess
import sys

import tree

LONGEST = 72
BASE = "origin/main"
TOP = set((".ci .clang-format .clang-tidy .github .gitignore CHANGELOG.md "
           "CITATION.cff CMakeLists.txt CMakePresets.json CONTRIBUTING.md LICENSE "
           "README.md dev docs examples integrations laboratory parser runner spl tests"
           ).split())


def git(root, *words):
    done = subprocess.run(
        ["git", "-C", root, *words], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    return done.stdout if done.returncode == 0 else None


def check(root):
    """All breaches, one text each; none where there is no such branch."""
    log = git(root, "log", "--format=%h%x09%p%x09%s", f"{BASE}..HEAD")
    for line in (log or "").splitlines():
        name, parents, subject = line.split("\t", 2)
        if len(parents.split()) > 1:
            yield f"{name} is a merge; rebase instead"
        if len(subject) > LONGEST:
            yield (f"{name} has a subject of {len(subject)} characters, more "
                   f"than {LONGEST}: {subject}")
    for name in (git(root, "ls-tree", "--name-only", "HEAD") or "").splitlines():
        if name not in TOP:
            yield f"{name} does not belong at the top: remove it"


if __name__ == "__main__":
    sys.exit(tree.run(check))
