# ctest: "layout: version" ${source}
"""The version of CMakeLists.txt is the one everywhere: version.py ROOT."""

import re
import sys

import tree

NUMBER = r"(\d+\.\d+\.\d+)"

# Documents that repeat the version; two numbers agree with its first two.
DOCUMENTS = (
    "README.md", "CITATION.cff", "docs/*.md", "integrations/editor/package.json"
)
PLACE = re.compile(
    r"""(?:GIT_TAG\s+v|find_package\(spl\s+|^[ "]*version"?(?::| =) "?)"""
    r"(\d+\.\d+(?:\.\d+)?)",
    re.MULTILINE,
)

# Code gets it from CMake. Tests and examples may name any.
CODE = ("spl/", "parser/", "runner/", "integrations/")


def read(path):
    return path.read_text(encoding="utf-8")


def line_of(text, match):
    return text.count("\n", 0, match.start()) + 1


def check(root):
    version = re.search(
        rf"project\(spl VERSION {NUMBER}", read(root / "CMakeLists.txt")
    )[1]
    says = f"but CMakeLists.txt says {version}"

    changes = read(root / "CHANGELOG.md")
    newest = re.search(rf"^## {NUMBER}", changes, re.MULTILINE)
    if newest is None:
        yield f"CHANGELOG.md:1: no entry '## {version}'"
    elif newest[1] != version:
        yield f"CHANGELOG.md:{line_of(changes, newest)}: {newest[1]}, {says}"

    for pattern in DOCUMENTS:
        for path in sorted(root.glob(pattern)):
            text = read(path)
            for match in PLACE.finditer(text):
                if match[1] not in (version, version.rpartition(".")[0]):
                    name = path.relative_to(root).as_posix()
                    yield f"{name}:{line_of(text, match)}: {match[1]}, {says}"

    literal = re.compile(rf"(?<![\d.]){re.escape(version)}(?![\d.])")
    for name in tree.files(root, (".hpp", ".cpp")):
        text = read(root / name)
        if name.startswith(CODE) and (match := literal.search(text)):
            yield (
                f"{name}:{line_of(text, match)}: {version} is written out; "
                "take it from CMake's PROJECT_VERSION"
            )


if __name__ == "__main__":
    sys.exit(tree.run(check))
