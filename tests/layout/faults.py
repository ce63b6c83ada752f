# ctest: "layout: faults" ${source}
"""Tests that laboratory/faults.md names exist: usage, faults.py ROOT."""

import sys

import papers
import tree

PAGE = "laboratory/faults.md"
COLUMNS = ["case", "behaviour", "test"]


def rows(text):
    """(number of the line, cells) of all rows of tables with the columns."""
    ours = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            ours = False
        elif cells == COLUMNS:
            ours = True
        elif ours and set(line) - set("|-"):
            yield number, cells


def check(root):
    """What is wrong with the rows, one text each."""
    known = papers.tests_of(root)
    known |= {path.name for path in root.glob("tests/**/*_test.py")}
    for number, cells in rows((root / PAGE).read_text(encoding="utf-8")):
        named = papers.CODE.findall(cells[-1])
        if len(cells) != len(COLUMNS) or not named:
            yield f"{PAGE}:{number}: the row names no test"
        for test in named:
            if test not in known:
                yield f"{PAGE}:{number}: there is no test {test}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
