"""Every header compiles alone, and twice: usage, headers.py ROOT BUILD.

Each is compiled with the flags of the nearest source, in the oldest standard
in which it is promised to work.
"""

import concurrent.futures
import os
import subprocess
import sys

import tree

# What users include in their own code; all else is C++20.
CPP17 = (
    "spl/expects.hpp",
    "spl/workload/",
    "spl/workload.hpp",
    "integrations/",
)


def standard_of(path):
    return "c++17" if path.startswith(CPP17) else "c++20"


def nearest(path, compiled):
    """The command of the source with the longest common path."""
    def shared(other):
        return len(os.path.commonprefix([path, other]))

    return compiled[max(compiled, key=shared)]


def failure(root, path, command):
    """What the compiler says about a header alone; None if it compiles."""
    line = f'#include "{path}"\n'
    run = subprocess.run(
        [
            *command.arguments,
            f"-std={standard_of(path)}",
            f"-I{root}",
            "-fsyntax-only",
            *("-x", "c++", "-"),
        ],
        cwd=command.folder,
        input=line + line,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode == 0:
        return None
    return (
        f"{path}:1: does not compile alone as {standard_of(path)}:\n"
        f"{run.stderr.rstrip()}"
    )


def check(root, build):
    compiled = tree.commands(root, build)
    headers = [
        path
        for path in tree.files(root, (".hpp",))
        if not tree.is_optional_here(path, compiled)
    ]
    with concurrent.futures.ThreadPoolExecutor(
        len(os.sched_getaffinity(0))
    ) as pool:
        results = pool.map(
            lambda path: failure(root, path, nearest(path, compiled)), headers
        )
    return [result for result in results if result is not None]


if __name__ == "__main__":
    sys.exit(tree.run(check))
