# ctest: package:printed ${source} ${build} ${compiler} PERF
"""What programs print on the pages is what they print: the folder that a page
speaks of is made, its command executed, and each line compared, numbers apart.

usage: printed_test.py SOURCE_FOLDER BUILD_FOLDER CXX

A block after `<!-- printed by: SCENE -->` is compared with what SCENES has of
that name. The command is in the block, after `$ `, or the last one before it on
its page. Workloads differ by so much that chance decides no word.
"""

import dataclasses
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCES, BUILD, CXX = sys.argv[1:4]
sys.path.insert(0, str(pathlib.Path(SOURCES, "tests/runner")))
import page_blocks
import printed_text
import terminal_page

ROOT = pathlib.Path(SOURCES)
BLOCKS = list(page_blocks.blocks(ROOT))
MARK = "printed by: "
FAILS = re.compile(r"\bfails?\b")

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project({name} LANGUAGES CXX)
find_package(spl REQUIRED)
foreach(program IN ITEMS {programs})
  add_executable(${{program}} {name}.cpp)
  target_link_libraries(${{program}} PRIVATE spl::workload_main)
endforeach()
"""

PHONE_BOOK = """
#include "src/phone_book.hpp"
#include <algorithm>
#include <spl/workload.hpp>
#include <unordered_map>

// Of builds by compilers, each is worse at a size of its own.
#ifndef SLOW_SIZE
#define SLOW_SIZE 0
#endif

int phone_book::find(const std::vector<std::string>& names,
                     const std::string& name) {
  return std::lower_bound(names.begin(), names.end(), name) - names.begin();
}

std::vector<std::string> made(int size) {
  std::vector<std::string> names;
  for (int i = 0; i < size; ++i) names.push_back(std::to_string(100000 + i));
  return names;
}

SPL_WORKLOAD(phone_book::find, (int size), spl::values(100, 10000)) {
  const std::vector<std::string> names = made(size);
  for (int i = 0; spl.needs_more(); ++i) {
    for (int j = 0; j < (size == SLOW_SIZE ? 5 : 1); ++j) {
      spl::keep(phone_book::find(names, names[(7 * i + j) % size]));
    }
  }
}

SPL_WORKLOAD(std::find, (int size), spl::values(100)) {
  const std::vector<std::string> names = made(size);
  for (int i = 0; spl.needs_more(); ++i) {
    spl::keep(std::find(names.begin(), names.end(), names[7 * i % size]));
  }
}

SPL_WORKLOAD(std::unordered_map::find, (int size), spl::values(100, 10000)) {
  const std::vector<std::string> names = made(size);
  std::unordered_map<std::string, int> map;
  for (int i = 0; i < size; ++i) map[names[i]] = i;
  for (int i = 0; spl.needs_more(); ++i) spl::keep(map.find(names[7 * i % size]));
}
"""

# Of three workloads, each with a figure that says how long it takes.
PARSER = """
#include <spl/workload.hpp>

void work(spl::Controller& spl, int steps) {
  while (spl.needs_more()) {
    int sum = 0;
    for (int i = 0; i < steps; ++i) spl::keep(sum += i);
  }
}

SPL_WORKLOAD(parse, (int n), spl::values(1000)) { work(spl, n * @PARSE@); }
SPL_WORKLOAD(print, (int n), spl::values(1000)) { work(spl, n * @PRINT@); }
SPL_WORKLOAD(scan, (int n), spl::values(1000)) { work(spl, n * 2); }
"""
PARSE_VIEW = """
SPL_WORKLOAD(parse_view, (int n), spl::values(1000)) { work(spl, n); }
"""

# What the tutorial adds to words.hpp.
IS_NEW = """
inline bool is_new(std::unordered_set<std::string> seen,
                   const std::string& word) {
  return seen.count(word) == 0;
}

"""
# The program of the tutorial, without its tests.
SPEED = """
#include "words.hpp"
#include <spl/workload.hpp>

SPL_WORKLOAD(unique, (int size), spl::values(1000)) {
  std::vector<std::string> words(size);
  for (std::string& word : words) {
    word = "word" + std::to_string(spl.random()(1, size));
  }
  while (spl.needs_more()) spl::keep(unique_words(words));
}
"""


@dataclasses.dataclass(frozen=True)
class Scene:
    """Where a command is executed, and how its output is compared."""
    folder: str  # What of World makes it.
    command: str = ""  # In place of the page's.
    file: str = ""  # The file with what is printed, if not the terminal.
    columns: int = 0  # Of a terminal; 0 without one.
    # Patterns of what depends on chance or on the machine.
    differs: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)


class World:
    """The folders of the scenes, below one of their own."""

    def __init__(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl-printed-"))
        # Without a blank, which the preloaded library cannot have in its path.
        self.prefix = self.around / "prefix"
        kept = {name: value for name, value in os.environ.items()
                if name == "SPL_MACHINE_LOCK" or name != "CI"
                and not name.startswith(("CMAKE_", "GIT_", "SPL_", "XDG_"))}
        self.environment = {
            **kept, "CXX": CXX, "HOME": str(self.around), "LANG": "C.UTF-8",
            "CMAKE_GENERATOR": "Ninja", "CMAKE_PREFIX_PATH": str(self.prefix),
            "PATH": f"{self.prefix}/bin:{kept['PATH']}", "TERM": "xterm",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
            "SPL_PROGRESS": "never", "SPL_HISTORY": "off", "SPL_SEED": "1"}
        self.run(self.around, "cmake", "--install", BUILD, "--prefix",
                 self.prefix)

    def run(self, folder, *words):
        done = subprocess.run(
            [str(word) for word in words], cwd=folder, check=False, text=True,
            env=self.environment, stdin=subprocess.DEVNULL, timeout=300,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    def enter(self, folder, command, scene):
        """The status of a command, and what it prints."""
        words = ["sh", "-c", command]
        environment = {**self.environment, **scene.environment}
        if scene.columns:
            return terminal_page.run(words, scene.columns, cwd=folder,
                                     env=environment)
        done = subprocess.run(
            words, cwd=folder, check=False, text=True, env=environment,
            stdin=subprocess.DEVNULL, timeout=300, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def build(self, folder, build="build", flags=""):
        self.run(folder, "cmake", "-S", ".", "-B", build,
                 "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_FLAGS={flags}")
        self.run(folder, "cmake", "--build", build)

    def commit(self, folder, subject, **files):
        for name, text in files.items():
            write(folder / name.replace("_", "."), text)
        self.run(folder, "git", "add", "--all")
        self.run(folder, "git", "commit", "--quiet", "--message", subject)

    def begun(self, name):
        folder = self.around / name
        folder.mkdir()
        self.run(folder, "git", "init", "--quiet", "--initial-branch=main")
        write(folder / ".gitignore", "/build/\n")
        return folder

    # --- The folders ---------------------------------------------------------

    @functools.cached_property
    def repository(self):
        """The project itself, as far as the README enters commands in it."""
        folder = self.around / "spl"
        shutil.copytree(ROOT / "examples/collections",
                        folder / "examples/collections")
        (folder / "build").mkdir()
        (folder / "build/release").symlink_to(BUILD)
        return folder

    @functools.cached_property
    def editors(self):
        folder = self.around / "editors"
        write(folder / "perf/lists.spl", "# Sorting\nsort(n) <=\n")
        write(folder / "src/find.hpp", "int find();\n")
        return folder

    @functools.cached_property
    def commands(self):
        folder = self.around / "commands"
        for name, seconds in (("convert", 0.004), ("convert-old", 0.02)):
            write(folder / f"{name}.cpp", "#include <unistd.h>\nint main() "
                  f"{{ return usleep({seconds * 1e6:.0f}); }}\n")
            subprocess.run(["c++", folder / f"{name}.cpp", "-o", folder / name],
                           check=True)
        return folder

    @functools.cached_property
    def phone_book(self):
        folder = self.around / "phone book"
        write(folder / "phone_book.cpp", PHONE_BOOK)
        write(folder / "src/phone_book.hpp",
              block_of("docs/recipes.md", "phone_book.hpp"))
        write(folder / "CMakeLists.txt",
              PROJECT.format(name="phone_book", programs="workloads"))
        write(folder / "spl.json", '{ "program": "build/workloads" }')
        self.build(folder)
        return folder

    @functools.cached_property
    def two_builds(self):
        folder = self.phone_book
        self.build(folder, "build-gcc", "-DSLOW_SIZE=10000")
        self.build(folder, "build-clang", "-DSLOW_SIZE=100")
        return folder

    @functools.cached_property
    def parser(self):
        folder = self.begun("parser")
        write(folder / "CMakeLists.txt", PROJECT.format(
            name="parser", programs="benchmarks workloads"))
        write(folder / "spl.json",
              '{ "revisions": { "program": "{build}/benchmarks" } }')
        self.commit(folder, "Parse numbers", parser_cpp=parser(1, 20))
        self.run(folder, "git", "tag", "v1")
        self.commit(folder, "Add a README", README_md="A parser.\n")
        self.build(folder)
        return folder

    @functools.cached_property
    def alone(self):
        """A program whose link is not recorded."""
        folder = self.around / "alone"
        write(folder / "alone.cpp", parser(1, 20))
        self.run(folder, CXX, "-std=c++17", "-O2", "alone.cpp", "-o", "bench",
                 f"-I{self.prefix}/include", f"-L{self.prefix}/lib",
                 "-lspl_workload_main", "-lspl_workload")
        return folder

    @functools.cached_property
    def words(self):
        """The history of docs/recipes.md: each part of the tutorial's library."""
        folder = self.begun("words")
        write(folder / "CMakeLists.txt",
              PROJECT.format(name="speed", programs="speed"))
        write(folder / "spl.json",
              '{ "revisions": { "program": "{build}/speed" } }')
        write(folder / "claim.spl", "unique(100) < 0.8 * unique@v1(100)\n")
        fast = [block.text for block in BLOCKS if block.page == "docs/tutorial.md"
                and block.mark == "words.hpp" and block.kind == "cpp"][-1]
        slow = fast.replace("seen.count(word) == 0", "is_new(seen, word)").replace(
            "// The words", IS_NEW + "// The words")
        self.commit(folder, "Find the unique words of a text", words_hpp=fast,
                    speed_cpp=SPEED)
        self.run(folder, "git", "tag", "good")
        for subject, text in (
                ("Comment 1", "// 1\n" + fast), ("Comment 2", "// 2\n" + fast),
                ("Name the question whether a word is new", slow),
                ("Declare 3", "int three();\n" + slow),
                ("Declare 4", "int four();\n" + slow)):
            self.commit(folder, subject, words_hpp=text)
        self.run(folder, "git", "tag", "bad")
        self.commit(folder, "Repair it", words_hpp=fast)
        return folder

    @property
    def good_words(self):
        self.run(self.words, "git", "checkout", "--quiet", "bad")
        self.run(self.words, "git", "tag", "--force", "v1", "good")
        return self.words

    @property
    def repaired_words(self):
        self.run(self.words, "git", "checkout", "--quiet", "main")
        self.run(self.words, "git", "tag", "--force", "v1", "bad")
        return self.words

    @property
    def slower_parser(self):
        write(self.parser / "parser.cpp", parser(3, 1) + PARSE_VIEW)
        return self.parser

    @property
    def same_parser(self):
        write(self.parser / "parser.cpp", parser(1, 20))
        return self.parser


def parser(parse, print_):
    return PARSER.replace("@PARSE@", str(parse)).replace("@PRINT@", str(print_))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def block_of(page, mark):
    return next(block.text for block in BLOCKS
                if (block.page, block.mark) == (page, mark))


# Small changes are soon ruled out.
COARSE = {"SPL_RESOLUTION": "50%", "SPL_MEAN_RESOLUTION": "50%"}

# How sides compare, and what the bounds of a guard are.
WORDS = r"(?:perhaps )?[\d.]+(?:% (?:longer|shorter) than| times as (?:long|fast) as)|about as long as|not told apart from"
RANGE = r"\((?:at most )?[\d.]+[^()]*\)"
BOUND = r"(?<=: none of these takes )(?:over \d+% )?longer"

SCENES = {
    "collections": Scene("repository", columns=80),
    "commands": Scene("commands"),
    "compilers": Scene("two_builds", differs=(WORDS, RANGE)),
    "demo": Scene(
        "repository", columns=80,
        command="build/release/bin/spl-run -p build/release/bin/collections "
                "examples/collections/collections.spl",
        differs=(WORDS, RANGE)),
    "document": Scene("phone_book", file="performance.md",
                      differs=(r"`[^`]*`, (?=\d+ processors)",)),
    "editors": Scene("editors"),
    "guard": Scene("slower_parser", differs=(BOUND,), environment=COARSE),
    "layout": Scene("alone"),
    "metrics": Scene("same_parser"),
    "proof": Scene("repaired_words"),
    "same": Scene("same_parser"),
    "self-test": Scene("same_parser", environment={"SPL_BUDGET": "1s"}),
    "times": Scene("same_parser"),
    "words": Scene("good_words", environment=COARSE),
}


def commands_of(block):
    """(command, what the page prints of it) of a block."""
    if block.text.startswith("$ "):
        return list(page_blocks.commands(block.text))
    before = [line for other in BLOCKS
              if other.page == block.page and other.line < block.line
              and not other.mark
              for line in page_blocks.without_continuations(other.text)
              if line.startswith("spl-run ")]
    return [(before[-1], block.text)]


class PrintedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World()
        cls.addClassCleanup(shutil.rmtree, cls.world.around,
                            ignore_errors=True)

    def test_pages_print_what_programs_print(self):
        met = set()
        for block in BLOCKS:
            if block.mark.startswith(MARK):
                name = block.mark[len(MARK):]
                met.add(name)
                with self.subTest(block.place):
                    try:
                        self.compare(block, SCENES[name])
                    except AssertionError:
                        # Other programs may have disturbed what decides.
                        self.compare(block, SCENES[name])
        self.assertEqual(met, set(SCENES))

    def compare(self, block, scene):
        folder = getattr(self.world, scene.folder)
        for command, expected in commands_of(block):
            command = scene.command or command
            status, printed = self.world.enter(folder, command, scene)
            said = f"$ {command}\n{printed}(status {status})"
            if scene.file:
                printed = (folder / scene.file).read_text()
            line = printed_text.missing_line(
                expected, printed, scene.differs, wraps=scene.columns > 0)
            self.assertIsNone(line, f"this line is not there, in this order:\n"
                                    f"{line}\n{said}")
            if status != 0:
                self.assertRegex(page_blocks.paragraph_before(ROOT, block), FAILS,
                                 said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
