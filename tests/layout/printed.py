# ctest: "layout: printed" ${source}
"""What pages print of reports is what spl-run prints, numbers and names apart:
printed.py ROOT.

The clauses of such a line are in what tests compare reports with, or in the
sources of messages.
"""

import re
import sys

import tree

PAGES = ("README.md", "docs/**/*.md")
KNOWN = ("tests/**/data/**/*.txt", "tests/**/data/**/*.json", "tests/**/*.cpp",
         "tests/**/*.py", "runner/**/*.cpp")
FEWEST = 35

# Says how the left side, or what is named, compares with the right one.
ROW = re.compile(
    r"^ +.*(?:  | [x?!] ).*(?:than|as (?:long|fast|many) as|apart from)  +\S.*  \(.*\)")
REMARK = re.compile(
    r"^ *(?:warning: |May have been missed: |False alarms: |guard: (?=violated|holds)|"
    r"\d+ of \d+ |\d+ formulas? )(.*)$")
CELLS = re.compile(r" {2,}")
CLAUSES = re.compile(r"; |, (?=and )|\. ")
# A remark in brackets that has clauses itself, or that the page wraps.
BRACKETS = re.compile(r" \([^)]*(?:;[^)]*\)|$)")
WORD = re.compile(r"[a-z]{3}")
# A literal in a source goes on in the next line.
GOES_ON = re.compile(r'"\s*\n\s*f?"')
NUMBER = re.compile(r"(?<![\w@])\d[\d ]*\d(?:\.\d+)?|(?<![\w@])\d+(?:\.\d+)?")
UNIT = re.compile(r"\b(?:ns|us|ms|s)\b")


def plain(text):
    """The text without numbers, units and line ends."""
    text = text.replace('\\"', '"')
    return UNIT.sub("U", NUMBER.sub("0", " ".join(text.split())))


def is_known(clause, known):
    """Whether reports have the clause, or all of it but a name in front."""
    clause = plain(clause)
    return clause in known or clause.partition(" ")[2] in known


def clauses(line):
    """What a line of a report says after names and amounts; none if it is no
    such line."""
    if line.startswith("|"):
        return []
    if ROW.match(line):
        cells = [CELLS.sub(" ", plain(cell))
                 for cell in CELLS.split(line.strip())[1:]]
        return [cell for cell in cells if WORD.search(cell)]
    if found := REMARK.match(line):
        text = found[1].split(": ", 1)[-1]
    else:
        return []
    text = BRACKETS.sub("", text.replace("[...]", ""))
    return [clause.strip(" ;,") for clause in CLAUSES.split(text)
            if clause.strip(" ;,")]


def check(root, fewest=FEWEST):
    """What no report has, one text each."""
    known = "\n".join(
        plain(GOES_ON.sub("", path.read_text(encoding="utf-8", errors="replace")))
        for pattern in KNOWN for path in sorted(root.glob(pattern)))
    compared = 0
    for page in (path for pattern in PAGES for path in sorted(root.glob(pattern))):
        name = page.relative_to(root).as_posix()
        for number, line in enumerate(
                page.read_text(encoding="utf-8").splitlines(), 1):
            for clause in clauses(line):
                compared += 1
                if not is_known(clause, known):
                    yield f"{name}:{number}: no report says: {clause}"
    if compared < fewest:
        yield f"docs: {compared} clauses of reports, fewer than {fewest}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
