# ctest: "layout: cmake_functions" ${source}
"""docs/build-systems.md has each function of integrations/cmake that users call,
as its comment writes it, and no other: cmake_functions.py ROOT.
"""

import re
import sys

import tree

PAGE = "docs/build-systems.md"
FOLDER = "integrations/cmake"

FUNCTION = re.compile(r"^(?:function|macro)\((spl_\w+)", re.MULTILINE)
COMMENT = re.compile(r"^# (spl_\w+)(\([^)]*\))\n#\n", re.MULTILINE)
HEADING = re.compile(r"^### `(spl_\w+)(\(.*\))`$", re.MULTILINE)
# What SPL's own files call.
INTERNAL = {"spl_record_links"}


def check(root):
    """What is wrong with the page, one text each."""
    defined, commented = set(), {}
    for path in sorted((root / FOLDER).glob("*.cmake")):
        text = path.read_text(encoding="utf-8")
        defined |= set(FUNCTION.findall(text)) - INTERNAL
        commented.update(COMMENT.findall(text))
    documented = dict(HEADING.findall((root / PAGE).read_text("utf-8")))
    for name in sorted(defined - set(documented)):
        yield f"{PAGE}: {name} is missing"
    for name, arguments in documented.items():
        if name not in defined:
            yield f"{PAGE}: there is no function {name}"
        elif arguments != (said := " ".join(
                commented.get(name, "").replace("\n#", "").split())):
            yield f"{PAGE}: {name}{arguments} is {name}{said} in {FOLDER}"


if __name__ == "__main__":
    sys.exit(tree.run(check))
