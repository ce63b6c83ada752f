# ctest: "layout: headers" ${source} ${build} UNLESS SPL_UNITY PROPERTIES
#     PROCESSORS 2
"""Every header, or each of those named, compiles alone, and twice: usage,
headers.py ROOT BUILD [HEADER...].

Each is compiled with the flags of the nearest source, in the oldest standard
in which it is promised to work. Unless named, those are left out that the build
has compiled so: guarded, and the first include of the source of the same name,
with which the compiler began.
"""

import concurrent.futures
import os
import subprocess
import sys

import tree

# Headers that users include in their own code; all others are C++20.
CPP17 = (
    "spl/expects.hpp",
    "spl/setting.hpp",
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


def is_compiled_alone(root, path, compiled):
    """Whether the build shows it: by the source that includes it first."""
    source = path.removesuffix(".hpp") + ".cpp"
    command = compiled.get(source)
    if (
        command is None
        or not command.begins
        or command.standard != standard_of(path)
    ):
        return False
    first = next(iter(tree.includes((root / source).read_text("utf-8"))), None)
    text = (root / path).read_text("utf-8")
    return (
        first is not None
        and first.target == path
        and text.startswith("#pragma once\n")
    )


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


def check(root, build, *only):
    compiled = tree.commands(root, build)
    headers = [
        path
        for path in tree.files(root, (".hpp",))
        if not tree.is_optional_here(path, compiled)
        and (
            root / path in only
            if only
            else not is_compiled_alone(root, path, compiled)
        )
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
