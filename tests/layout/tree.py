"""The C++ files of the repository, what they include and how they compile."""

import dataclasses
import json
import pathlib
import re
import shlex
import sys

# Folders with C++.
ROOMS = ("spl", "parser", "runner", "integrations", "examples", "tests")

# Folders of this name hold what tests read. It is not compiled.
DATA = "data"

# Headers that users include by another path than the one they have here.
PUBLIC = {
    "spl/assertion.hpp": "integrations/client/spl/assertion.hpp",
    "spl/boost_test.hpp": "integrations/boost_test/spl/boost_test.hpp",
    "spl/catch2.hpp": "integrations/catch2/spl/catch2.hpp",
    "spl/doctest.hpp": "integrations/doctest/spl/doctest.hpp",
    "spl/experiment.hpp": "integrations/client/spl/experiment.hpp",
    "spl/experiment/formula.hpp":
        "integrations/client/spl/experiment/formula.hpp",
    "spl/experiment/method.hpp": "integrations/client/spl/experiment/method.hpp",
    "spl/experiment/name.hpp": "integrations/client/spl/experiment/name.hpp",
    "spl/experiment/sum.hpp": "integrations/client/spl/experiment/sum.hpp",
    "spl/experiment/text.hpp": "integrations/client/spl/experiment/text.hpp",
    "spl/experiment/value.hpp": "integrations/client/spl/experiment/value.hpp",
    "spl/gtest.hpp": "integrations/gtest/spl/gtest.hpp",
}

# Adapters of frameworks that a machine need not have: without any source of
# such a path in the build, the others of it are not asked for either.
OPTIONAL = ("catch2", "tests/fuzz/")


def files(root, suffixes):
    """Paths of C++ files, relative to the root, sorted."""
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            relative = path.relative_to(root)
            if path.suffix in suffixes and DATA not in relative.parts:
                yield relative.as_posix()


COMMENT = re.compile(r"//[^\n]*")


def miscounted(root, count, allowed, rooms=ROOMS[:4]):
    """The files in which something is not as often as a list allows it: name, how
    often, how often it may. The list has for each file a number and a reason."""
    for room in rooms:
        for path in sorted((root / room).rglob("*")):
            if path.suffix not in (".cpp", ".hpp", ".h", ".c"):
                continue
            name = path.relative_to(root).as_posix()
            code = COMMENT.sub("", path.read_text(encoding="utf-8"))
            found, may = count(code), allowed.get(name, (0, ""))[0]
            if found != may:
                yield name, found, may


def statements_with(expression, code):
    """How many statements it is in: a call has its flags in one of them."""
    return sum(bool(expression.search(one)) for one in re.split(r"[;{}]", code))


@dataclasses.dataclass(frozen=True)
class Include:
    line: int
    text: str  # With its quotes or brackets.

    @property
    def target(self):
        return PUBLIC.get(self.text[1:-1], self.text[1:-1])

    @property
    def quoted(self):
        return self.text[0] == '"'


# Alternatives in the order in which they hide one another. Strings stay, for
# an include may be one; comments and raw strings go, but for their lines.
_TOKEN = re.compile(
    r'R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"'
    r"|//[^\n]*|/\*.*?\*/"
    r'|(?P<kept>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\')',
    re.DOTALL,
)
_INCLUDE = re.compile(r'^\s*#\s*include\s*("[^"]+"|<[^>]+>)')


def includes(text):
    """The includes of a source text; not those in comments and raw strings."""
    code = _TOKEN.sub(
        lambda token: token["kept"] or "\n" * token[0].count("\n"), text
    )
    for number, line in enumerate(code.split("\n"), 1):
        if found := _INCLUDE.match(line):
            yield Include(number, found[1])


@dataclasses.dataclass(frozen=True)
class Command:
    """How the build compiles one file, without input, output and standard."""

    folder: str
    arguments: tuple  # Without the precompiled header.
    standard: str = ""  # "c++20"; empty: the compiler's default.
    begins: bool = True  # After no precompiled header and no other source.


_STANDARD = re.compile(r"\s-std=(\S+)")


def commands(root, build):
    """The compile commands of a build, by path relative to the root. Sources
    that it compiles together have the command of the file that includes them.
    """
    result = {}
    database = json.loads((build / "compile_commands.json").read_text("utf-8"))
    for entry in database:
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        standard = _STANDARD.search(entry["command"])
        words = shlex.split(entry["command"])
        together = _together(path)
        command = Command(
            entry["directory"],
            tuple(_flags(words)),
            standard[1] if standard else "",
            "-include" not in words and not together,
        )
        for source in together or [path]:
            if source.is_relative_to(root):
                result[source.relative_to(root).as_posix()] = command
    return result


def _together(path):
    """The sources that a file of CMake's unity build includes; none of other
    files."""
    if path.parent.name != "Unity" or not path.exists():
        return []
    return [
        pathlib.Path(one.target).resolve()
        for one in includes(path.read_text("utf-8"))
    ]


def _flags(command):
    words = iter(command)
    for word in words:
        if word in ("-o", "-c", "-include", "-Xclang"):
            next(words)
        elif not word.startswith("-std="):
            yield word


def is_optional_here(path, compiled):
    """Belongs to something optional that this build was made without."""
    return any(
        name in path and not any(name in other for other in compiled)
        for name in OPTIONAL
    )


def run(check):
    """Calls check with the folders of the command line and prints what it
    finds; the program's exit status."""
    folders = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    breaches = list(check(*folders))
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0
