"""The blocks of the pages, README.md, docs and that of editors: code, commands, and what programs
print.

A comment in the line before a block is its mark: `<!-- NAME -->` or
`<!-- fragment: WHY -->` of code, `<!-- printed by: SCENE -->` and the like of
output.
"""

import dataclasses
import itertools
import json
import re
import shlex

FENCED = re.compile(
    r"^(?:[ ]*<!-- (?P<mark>[^\n]+) -->\n)?(?P<indent>[ ]*)```(?P<kind>[^\n`]*)\n"
    r"(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(
    r"(?:^[ ]*<!-- (?P<mark>[^\n]+) -->\n)?(?P<text>(?:^(?: {4}[^\n]*)?\n)+)",
    re.MULTILINE)
# What the language of a fence tells to be no output.
CODE = {"cmake", "cpp", "diff", "json", "meson", "python", "sh", "spl", "sql",
        "yaml"}
COMMAND = re.compile(
    r"(?:\./dev|apt-get|c\+\+|cmake|compare\.py|ctest|export|git|ln|salloc|"
    r"spl-run|sudo) "
    r"|spl-run$|#|--\w")
MARKED = re.compile(r"\s*<!-- [^\n]* -->$")
INDENT = "indent"
CALL = re.compile(r"(?<![\w/'-])spl-run(?= |$)")
SUBSTITUTED = re.compile(r"\$\([^()]*\)")
QUOTED = re.compile(r"`([^`]+)`")
# A list in a list is indented as code is.
LISTED = re.compile(r"- |\d+\. ")


@dataclasses.dataclass(frozen=True)
class Block:
    page: str
    line: int
    mark: str  # Empty without one.
    kind: str  # What a fence names; INDENT without a fence.
    text: str  # Without what all lines begin with.

    @property
    def place(self):
        return f"{self.page}:{self.line}"


def pages(root):
    yield root / "README.md"
    yield from sorted((root / "docs").rglob("*.md"))
    yield root / "integrations/editor/README.md"


def blocks(root):
    """All blocks, page by page in their order."""
    for page in pages(root):
        content = page.read_text(encoding="utf-8")
        name = page.relative_to(root).as_posix()
        yield from sorted([*fenced(name, content), *indented(name, content)],
                          key=lambda block: block.line)


def without_indent(text):
    """The text without what all its lines begin with."""
    lines = text.splitlines()
    width = min((len(line) - len(line.lstrip()) for line in lines if line.strip()),
                default=0)
    return "".join(f"{line[width:]}\n" for line in lines)


def line_of(content, place):
    return content.count("\n", 0, place) + 1


def fenced(page, content):
    for block in FENCED.finditer(content):
        yield Block(page, line_of(content, block.start()), block["mark"] or "",
                    block["kind"], without_indent(block["text"]))


def indented(page, content):
    content = FENCED.sub(lambda block: "\n" * block[0].count("\n"), content)
    for block in INDENTED.finditer(content):
        text = without_indent(block["text"].strip("\n"))
        if text and not LISTED.match(text):
            start = re.compile(r"\S").search(content, block.start("text")).start()
            yield Block(page, line_of(content, start), block["mark"] or "",
                        INDENT, text)


def paragraph_before(root, block):
    lines = (root / block.page).read_text(encoding="utf-8").splitlines()
    before = "\n".join(lines[:block.line - 1]).rstrip()
    return " ".join(MARKED.sub("", before).split("\n\n")[-1].split())


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def is_input(block):
    """Whether what a block is tells that no program prints it: code in a fence
    that names the language or a file, and JSON and commands, with empty lines
    between."""
    if block.kind != INDENT:
        return block.kind in CODE or re.fullmatch(r"\S+", block.mark) is not None
    return all(
        is_json(part) or all(COMMAND.match(line)
                             for line in without_continuations(part))
        for part in re.split(r"\n{2,}", block.text.strip("\n")))


def without_continuations(text):
    """The lines of commands, each with what goes on in the next lines."""
    return text.replace("\\\n", "").splitlines()


def commands(text):
    """(command, what it prints) of a block in which commands follow `$ `."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def calls(text):
    """The words of each call of spl-run in a text of commands."""
    for line in without_continuations(SUBSTITUTED.sub("x", text)):
        for call in CALL.finditer(line):
            words = shlex.shlex(line[call.end():], posix=True,
                                punctuation_chars="|&;<>)")
            words.whitespace_split = True
            yield tuple(itertools.takewhile(
                lambda word: not set(word) <= set("|&;<>)"), words))


def calls_in_prose(text):
    for code in QUOTED.findall(FENCED.sub("", text)):
        yield from calls(" ".join(code.replace("\\|", "|").split()))
