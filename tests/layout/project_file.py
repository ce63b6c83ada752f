# ctest: "layout: project_file" ${source}
"""docs/project-file.md lists the keys that spl.json has, in the tables of their
objects, and says which of them formula files may set: project_file.py ROOT.
"""

import re
import sys

import tree

PAGE = "docs/project-file.md"

OPTION = re.compile(r'^    \{"([A-Za-z-]+)",.*?\bReach::(kCommandLine|kKey|kSet)\b',
                    re.DOTALL | re.MULTILINE)
NAME = re.compile(r'"([a-z-]+)"')
# Sections of the page, by the list of names that has their keys.
LISTS = {
    "Programs and formulas":
        ("runner/formulas/project_file.cpp", r"string> keys\{([^}]*)\}"),
    "How revisions are built":
        ("runner/formulas/project_file.cpp", r"string> known\{([^}]*)\}"),
    "Commands":
        ("runner/formulas/command_table.cpp", r"kKeys\{([^}]*)\}"),
}
OPTIONS = "runner/settings/options.cpp"
# An option whose key has a meaning of its own, among programs.
PROGRAM = "program"


def tables(text):
    """{title of the section: {key: cells}} of the page."""
    found, title = {}, ""
    for line in text.splitlines():
        if line.startswith("## "):
            title = line[3:]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and (key := re.fullmatch(r"`([a-z-]+)`",
                                                           cells[0])):
            found.setdefault(title, {})[key[1]] = cells
    return found


def differences(title, known, documented):
    for key in sorted(known - documented):
        yield f"{PAGE}: {title}: the key {key} is missing"
    for key in sorted(documented - known):
        yield f"{PAGE}: {title}: there is no key {key}"


def check(root):
    """What is wrong with the tables, one text each."""
    documented = tables((root / PAGE).read_text(encoding="utf-8"))
    for title, (source, pattern) in LISTS.items():
        text = (root / source).read_text(encoding="utf-8")
        listed = re.search(pattern, text)
        known = set(NAME.findall(listed[1])) if listed else set()
        if title == "Programs and formulas":
            known.add(PROGRAM)
        yield from differences(title, known, set(documented.get(title, {})))
    options = {name: reach for name, reach in OPTION.findall(
        (root / OPTIONS).read_text(encoding="utf-8"))
               if reach != "kCommandLine"}
    rows = documented.get("Options", {})
    yield from differences("Options", set(options) - {PROGRAM}, set(rows))
    for key, cells in rows.items():
        expected = "yes" if options.get(key) == "kSet" else ""
        if key in options and cells[-1] != expected:
            yield (f"{PAGE}: Options: {key} says {cells[-1]!r} under `set`, "
                   f"not {expected!r}")


if __name__ == "__main__":
    sys.exit(tree.run(check))
