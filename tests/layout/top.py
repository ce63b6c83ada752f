# ctest: "layout: top" ${source}
"""At the top of the repository is what belongs there, and nothing else.

usage: top.py ROOT
"""

import shutil
import subprocess

import tree

KNOWN = {
    "CMakeLists.txt", "spl", "parser", "runner", "integrations", "examples",
    "tests", "laboratory", "README.md", "CHANGELOG.md", "CITATION.cff",
    "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "dev", "docs",
}


def kept(root):
    """Names at the top that Git keeps; none where there is no repository."""
    if not (root / ".git").exists() or shutil.which("git") is None:
        return set()
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z"], check=True,
        stdout=subprocess.PIPE, text=True).stdout
    return {path.split("/")[0] for path in listed.split("\0") if path}


def check(root):
    for name in sorted(kept(root) - KNOWN):
        if not name.startswith("."):
            yield f"{name} does not belong at the top of the repository"


if __name__ == "__main__":
    raise SystemExit(tree.run(check))
