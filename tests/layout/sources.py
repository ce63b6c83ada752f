# ctest: "layout: sources" ${source} ${build}
"""Every source is compiled by some target: usage, sources.py ROOT BUILD.

Sources of projects of their own (a folder whose CMakeLists.txt has a project)
and of optional parts are named in a CMakeLists.txt above them instead.
"""

import re
import sys

import tree


def lists_above(root, path):
    """The CMakeLists.txt from the folder of a path up to below the root."""
    folder = (root / path).parent
    while folder != root:
        if (folder / "CMakeLists.txt").exists():
            yield folder / "CMakeLists.txt"
        folder = folder.parent


def code_of(cmake_list):
    return re.sub(r"#.*", "", cmake_list.read_text(encoding="utf-8"))


def is_named(root, path):
    for cmake_list in lists_above(root, path):
        relative = (root / path).relative_to(cmake_list.parent).as_posix()
        word = rf"(?<![\w./-]){re.escape(relative)}(?![\w./-])"
        if re.search(word, code_of(cmake_list)):
            return True
    return False


def in_project_of_its_own(root, path):
    return any(
        re.search(r"^\s*project\s*\(", code_of(cmake_list), re.MULTILINE)
        for cmake_list in lists_above(root, path)
    )


def check(root, build):
    compiled = tree.commands(root, build)
    for path in tree.files(root, (".cpp",)):
        if path in compiled:
            continue
        apart = in_project_of_its_own(root, path) or tree.is_optional_here(
            path, compiled
        )
        if not apart:
            yield f"{path}:1: no target of the build compiles this file"
        elif not is_named(root, path):
            yield f"{path}:1: no CMakeLists.txt above it names this file"


if __name__ == "__main__":
    sys.exit(tree.run(check))
