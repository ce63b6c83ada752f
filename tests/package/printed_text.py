"""Comparing what pages show of the output of programs with the output itself:
words are compared, and neither numbers nor what depends on these."""

import re

ANYTHING = "[...]"
COLOR = re.compile(r"\x1b\[[0-9;]*m")
# The name of a commit, or a number with its unit, perhaps `1 min 40 s`.
AMOUNT = r"\d+(?: \d{3})*(?:\.\d+)*(?:e[-+]?\d+)?"
UNIT = r" ?(?:ns|us|ms|s|min|h)\b"
NUMBER = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:]+Z|"
    r"(?<![\w@])(?:[0-9a-f]{40}|[0-9a-f]{10}|[0-9a-f]{7})\b"
    rf"|(?<![\w@])-?{AMOUNT}(?:{UNIT}(?: {AMOUNT}{UNIT})*)?")
BAR = re.compile(r"[·●━│]{11}")
# A call in a formula, of a workload that another page names otherwise.
CALL = re.compile(r"[\w:]+(?:@\w+)?\([\w, ]*\)")
# Literals of C++ and Python, one after the other, are one text.
JOINT = re.compile(r"""(["'])\s*\n\s*f?\1""")
# What a message is made with.
FIELD = re.compile(r"\{\}|\$count\b")


def plain(text):
    """The text without numbers, colours and bars, and without line ends."""
    text = BAR.sub("bar", COLOR.sub("", text))
    return " ".join(NUMBER.sub("0", text).split())


def of_source(text):
    """What a source prints and a page shows, plain, and all calls alike."""
    text = JOINT.sub("", text).replace('\\"', '"').replace("\\n", "\n")
    return plain(CALL.sub("call()", FIELD.sub("0", text)))


def lines(text):
    """What a block shows as printed, line by line."""
    return [line for line in text.splitlines()
            if line.strip() not in ("", ANYTHING) and not line.startswith("$ ")]


def pattern(line, names=(), form=plain):
    """What is as a line of a page, in that form; there may be some text in place
    of `[...]` and of the names."""
    apart = [re.escape(ANYTHING)]
    for name in sorted(names, key=len, reverse=True):
        # Whole words, where it begins or ends with one.
        apart.append(re.sub(r"^(?=\w)|(?<=\w)$", r"\\b", re.escape(name)))
    pieces = re.split(rf"\s*(?:{'|'.join(apart)})\s*", line)
    return r"\s*.{0,99}?\s*".join(re.escape(form(piece)) for piece in pieces)


def missing_line(expected, printed, differs=(), wraps=False):
    """The first line that is not printed, or not after those before it; None if
    all are there. Patterns tell what may differ. Where a terminal wraps lines, a
    line of the page may be part of one, or go over several."""
    for one in differs:
        expected, printed = re.sub(one, "", expected), re.sub(one, "", printed)
    rest = plain(printed) if wraps else "\n".join(map(plain, printed.split("\n")))
    start, end = (r"(?<!\S)", r"(?!\S)") if wraps else ("^", "$")
    for line in lines(expected):
        found = re.search(start + pattern(line) + end, rest, re.MULTILINE)
        if found is None:
            return line
        rest = rest[found.end():]
    return None
