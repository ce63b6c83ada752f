# ctest: "layout: papers" ${source}
"""What docs/papers.md names exists: papers.py ROOT.

In the tables with these columns, functions (or types, enumerators, members)
are named in one of the headers of their row, and tests are in tests/ and
laboratory/: SUITE.NAME as a test of GoogleTest, bench_NAME as a program that
measures.
"""

import re
import sys

import tree

PAGE = "docs/papers.md"
COLUMNS = ["what", "function", "header", "test"]

CODE = re.compile(r"`([^`]+)`")
TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")
BENCH = re.compile(r"laboratory/(\w+)\.cpp")


def rows(text):
    """(number of the line, cells) of all rows of tables with the columns."""
    ours = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            ours = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[1:] == COLUMNS:
            ours = True
        elif ours and set(line) - set("|-"):
            yield number, cells


def tests_of(root):
    """Names of all tests and of all programs that measure."""
    names = set()
    for folder in "tests", "laboratory":
        for path in (root / folder).rglob("*.cpp"):
            text = path.read_text(encoding="utf-8")
            names |= {f"{suite}.{test}" for suite, test in TEST.findall(text)}
            name = path.relative_to(root).as_posix()
            names |= {f"bench_{bench}" for bench in BENCH.findall(name)}
    return names


def missing(root, cells, tests):
    """What is named in a row and does not exist, one text each."""
    if len(cells) != len(COLUMNS) + 1:
        yield f"the row has {len(cells)} cells instead of {len(COLUMNS) + 1}"
        return
    functions, headers, named = (CODE.findall(cell) for cell in cells[2:])
    if not headers or not named:
        yield "the row names no header or no test"
    declared = ""
    for header in headers:
        if (root / header).is_file():
            declared += (root / header).read_text(encoding="utf-8")
        else:
            yield f"there is no header {header}"
    for function in functions:
        if not re.search(rf"\b{re.escape(function)}\b", declared):
            yield f"{function} is not in {' or '.join(headers)}"
    for test in named:
        if test not in tests:
            yield f"there is no test {test}"


def check(root):
    tests = tests_of(root)
    found = list(rows((root / PAGE).read_text(encoding="utf-8")))
    if not found:
        yield f"{PAGE}:1: no table with the columns {', '.join(COLUMNS)}"
    for number, cells in found:
        for breach in missing(root, cells, tests):
            yield f"{PAGE}:{number}: {breach}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
