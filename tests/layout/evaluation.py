# ctest: "layout: evaluation" ${source}
"""Each figure in the tables of docs/evaluation.md is in the section of
laboratory that its row links: evaluation.py ROOT."""

import re
import sys

import links
import tree

PAGE = "docs/evaluation.md"
BOOK = "laboratory"

SECTION = re.compile(r"\]\(\.\./laboratory/([^)]+\.md#[^)]+)\)")
FIGURE = re.compile(r"\d+(?:\.\d+)?")
HEADING = re.compile(r"^(#+) ", re.MULTILINE)


def sections(text):
    """What is below each heading, its parts included, by the heading's
    anchor."""
    heads = [(head.start(), len(head[1])) for head in HEADING.finditer(text)]
    found = {}
    for (start, level), anchor in zip(heads, links.anchors(text)):
        ends = [at for at, other in heads if at > start and other <= level]
        found[anchor] = text[start:min(ends, default=len(text))]
    return found


def check(root):
    """What is wrong with the tables, one text each."""
    known = {
        f"{path.name}#{anchor}": set(FIGURE.findall(text))
        for path in (root / BOOK).glob("*.md")
        for anchor, text in sections(path.read_text(encoding="utf-8")).items()}
    rows = 0
    page = (root / PAGE).read_text(encoding="utf-8")
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|") or not (linked := SECTION.search(line)):
            continue
        rows += 1
        cells = line[:linked.start()].replace("`", "")
        for figure in FIGURE.findall(cells):
            if figure not in known.get(linked[1], set()):
                yield f"{PAGE}:{number}: {figure} is not in {linked[1]}"
    if rows == 0:
        yield f"{PAGE}: no table has a row that links {BOOK}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
