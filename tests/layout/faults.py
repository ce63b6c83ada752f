# ctest: "layout: faults" ${source}
"""Tests that laboratory/faults.md and docs/security.md name exist: usage,
faults.py ROOT.
"""

import sys

import papers
import tree

# The columns of tables whose last one names tests.
PAGES = {
    "laboratory/faults.md": ["case", "behaviour", "test"],
    "docs/security.md": ["promise", "tests"],
}


def rows(text, columns):
    """(number of the line, cells) of all rows of tables with the columns."""
    ours = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            ours = False
        elif cells == columns:
            ours = True
        elif ours and set(line) - set("|-"):
            yield number, cells


def known_tests(root):
    """Names of tests, suites (`Suite.*`), scripts and fuzzers."""
    known = papers.tests_of(root)
    known |= {name.split(".")[0] + ".*" for name in known}
    known |= {path.name for path in root.glob("tests/**/*.py")}
    known |= {path.stem for path in root.glob("tests/fuzz/*.cpp")}
    return known | {"./dev fuzz"}


def check(root):
    """What is wrong with the rows, one text each."""
    known = known_tests(root)
    for page, columns in PAGES.items():
        text = (root / page).read_text(encoding="utf-8")
        for number, cells in rows(text, columns):
            named = papers.CODE.findall(cells[-1])
            if len(cells) != len(columns) or not named:
                yield f"{page}:{number}: the row names no test"
            for test in named:
                if test not in known:
                    yield f"{page}:{number}: there is no test {test}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
