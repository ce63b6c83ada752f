# ctest: "layout: links" ${source}
"""Links between the pages lead to what exists, with its heading, and what is
installed links only to what is installed: links.py ROOT.

Every page of docs is listed in docs/README.md, and there are few of them.
"""

import os
import re
import sys

import tree

INDEX = "docs/README.md"
MOST = 25
# As integrations/packages installs them.
INSTALLED = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "docs",
             "examples", "laboratory")

FENCE = re.compile(r"^```.*?^```$|^(?: {4}[^\n]*\n)+", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`]+`")
LINK = re.compile(r"\]\(([^()\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z]+:")


def without(what, text):
    """The text with nothing but line ends in place of code."""
    return what.sub(lambda code: "\n" * code[0].count("\n"), text)


def anchors(text):
    """What follows the # in links to the headings, in their order, as forges
    make it."""
    found = []
    for heading in HEADING.findall(without(FENCE, text)):
        heading = re.sub(r"\]\([^)]*\)", "", heading.lower())
        anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        name, count = anchor, 0
        while name in found:
            count += 1
            name = f"{anchor}-{count}"
        found.append(name)
    return found


def pages(root):
    """Paths of all pages, relative to the root."""
    yield from (path.relative_to(root) for path in sorted(root.glob("*.md")))
    for folder in ("docs", "examples", "integrations", "laboratory"):
        yield from (path.relative_to(root)
                    for path in sorted((root / folder).rglob("*.md")))


def links(root, page):
    """(line, file that the link names, its anchor) of a page; both relative to
    the root."""
    text = without(CODE, without(FENCE, (root / page).read_text("utf-8")))
    for number, line in enumerate(text.splitlines(), 1):
        for text in ("".join(link) for link in LINK.findall(line)):
            if ELSEWHERE.match(text):
                continue
            file, _, anchor = text.partition("#")
            target = page.parent / file if file else page
            yield number, os.path.normpath(target), anchor


def is_installed(path):
    return str(path).split(os.sep)[0] in INSTALLED


def check(root):
    """What is wrong with the links, one text each."""
    listed = set()
    for page in pages(root):
        for number, target, anchor in links(root, page):
            place = f"{page}:{number}"
            if str(page) == INDEX:
                listed.add(target)
            path = root / target
            if not path.exists():
                yield f"{place}: there is no {target}"
            elif anchor and anchor not in anchors(path.read_text("utf-8")):
                yield f"{place}: {target} has no heading #{anchor}"
            elif is_installed(page) and not is_installed(target):
                yield f"{place}: {target} is not installed"
    docs = [page for page in pages(root) if page.parts[0] == "docs"]
    for page in docs:
        if str(page) not in listed | {INDEX}:
            yield f"{INDEX}: does not link {page}"
    if len(docs) > MOST:
        yield f"docs: {len(docs)} pages, more than {MOST}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
