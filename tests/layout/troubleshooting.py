# ctest: "layout: troubleshooting" ${source}
"""Each message of the tables of docs/troubleshooting.md is one that the programs
print: troubleshooting.py ROOT.

A first cell in backticks is a message, in which `...` stands for what differs;
each part between is in a text of the sources, or in a file that tests compare
with.
"""

import re
import sys

import tree

PAGE = "docs/troubleshooting.md"
ROOMS = ("spl", "parser", "runner", "integrations")
FEWEST = 12

ROW = re.compile(r"^\| `(.+?)` \|")
# Texts one after the other are one text.
JOINT = re.compile(r'"\s*\n\s*"')
TEXT = re.compile(r'"((?:\\.|[^"\\\n])*)"')


def texts(root):
    """All texts of the programs, and what tests compare with."""
    found = []
    for path in tree.files(root, (".cpp", ".hpp")):
        if path.startswith(ROOMS):
            code = JOINT.sub("", (root / path).read_text(encoding="utf-8"))
            found += [text.replace('\\"', '"') for text in TEXT.findall(code)]
    for path in sorted(root.glob("tests/**/data/**/*.txt")):
        found.append(" ".join(path.read_text(encoding="utf-8").split()))
    return found


def check(root, fewest=FEWEST):
    """What is wrong with the messages, one text each."""
    known = texts(root)
    messages = 0
    page = (root / PAGE).read_text(encoding="utf-8")
    for number, line in enumerate(page.splitlines(), 1):
        if not (row := ROW.match(line)):
            continue
        messages += 1
        for part in row[1].split("..."):
            part = part.strip()
            if not any(part in text for text in known):
                yield f"{PAGE}:{number}: no message has: {part}"
    if messages < fewest:
        yield f"{PAGE}: {messages} messages, fewer than {fewest}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
