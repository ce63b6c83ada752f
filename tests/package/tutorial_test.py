# ctest: package:tutorial ${source} ${build} ${compiler} PERF
"""The tutorial, as a newcomer follows it with the packages for Debian: each file
is written and each command entered as the page has it, and what is printed is
compared, numbers apart.

usage: tutorial_test.py SOURCE_FOLDER BUILD_FOLDER CXX

In a block of `console`, a line after `$ ` is a command, and what follows is what
it prints, in which `[...]` stands for any text. A command fails if it ends with
`# expected to fail`, and only then. A block after a comment with the name of a
file is that file, or, if it is a `diff`, a change of it.
"""

import os
import pathlib
import re
import sys
import tempfile
import unittest

SOURCES, BUILD, CXX = sys.argv[1:4]
sys.path.insert(0, str(pathlib.Path(SOURCES, "tests/runner")))
import page_blocks
import terminal_page
import unpacked
from printed_text import ANYTHING, plain

PAGE = pathlib.Path(SOURCES, "docs/tutorial.md")
FAILS = "# expected to fail"
COLUMNS = 80
BLOCK = re.compile(r"^(?:<!-- (\S+) -->\n)?```(\w*)\n(.*?)^```$",
                   re.DOTALL | re.MULTILINE)


def is_alike(printed, expected):
    """Whether a text is printed as expected, numbers apart."""
    pieces = [re.escape(plain(piece)) for piece in expected.split(ANYTHING)]
    return re.fullmatch(r"\s*.*?\s*".join(pieces), plain(printed)) is not None


def changed(text, diff):
    """The text after a change, all lines of which must be there, once."""
    lines = [line or " " for line in diff.splitlines()]
    before = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    after = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    if text.count(before) != 1:
        raise AssertionError(f"not once in the file:\n{before}")
    return text.replace(before, after)


class ComparisonTest(unittest.TestCase):
    def test_numbers_units_and_line_ends_do_not_matter(self):
        expected = "  refuted  f(10)  2.5 us\n[...]\nat 9a0b3ad1c6\n"
        for printed in ("refuted f(7)\n    13 ms\nall else\nat 1234567890\n",
                        "\x1b[31mrefuted\x1b[0m f(1) 2 s at abcdef0123"):
            self.assertTrue(is_alike(printed, expected), printed)

    def test_words_matter(self):
        expected = "refuted f(10) [...] 1 violated"
        for printed in ("refuted g(10) x 1 violated", "refuted f(10) 1 holds",
                        "refuted f(10) 1 violated and more", ""):
            self.assertFalse(is_alike(printed, expected), printed)


class TutorialTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        top = pathlib.Path(temporary.name)
        prefix = unpacked.unpack(BUILD, top)[1] / "usr"
        self.folder = top / "folder"
        self.folder.mkdir()
        # Who follows the tutorial sits at a terminal; in continuous integration
        # commands are printed with the settings of the environment.
        apart = {name: value for name, value in os.environ.items()
                 if name != "CI"}
        self.environment = {
            **apart, "CXX": CXX, "CMAKE_PREFIX_PATH": str(prefix),
            "PATH": f"{prefix}/bin:{os.environ['PATH']}",
            "HOME": str(top), "XDG_CACHE_HOME": str(top / "cache"),
            "TERM": "xterm", "LANG": "C.UTF-8", "SPL_PROGRESS": "never",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}

    def follow(self, file, kind, content):
        """Does what a block says."""
        if file:
            path = self.folder / file
            path.write_text(changed(path.read_text(), content)
                            if kind == "diff" else content)
        elif kind == "console":
            for command, printed in page_blocks.commands(content):
                self.enter(command, printed)

    def enter(self, command, expected):
        if command.startswith("cd "):
            self.folder /= command[3:]
            return
        status, printed = terminal_page.run(
            ["sh", "-c", command], COLUMNS, cwd=self.folder,
            env=self.environment)
        said = f"$ {command}\n{printed}(status {status})"
        self.assertEqual(status != 0, command.endswith(FAILS), said)
        self.assertTrue(is_alike(printed, expected),
                        f"{said}\nis not, numbers apart,\n{expected}")

    def test_page_word_by_word(self):
        blocks = BLOCK.findall(PAGE.read_text())
        self.assertGreaterEqual(
            sum(kind == "console" for _, kind, _ in blocks), 7)
        for block in blocks:
            self.follow(*block)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
