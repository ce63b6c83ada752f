"""What the pages show can be used: programs compile, formulas and project files
are read, and what spl-run says of the data beside the pages is as they print it.

usage: pages_test.py SPL_RUN SOURCE_FOLDER CXX

A block of `cpp` or `cmake` is a file, `<!-- NAME -->` before it, or a fragment,
`<!-- fragment: WHY -->`. Fragments of C++ compile after what AROUND has of them.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, SOURCES, CXX = sys.argv[1:4]
ROOT = pathlib.Path(SOURCES)
# Headers as an installation has them, and what spl::catch2 defines.
FLAGS = ["-DCATCH_CONFIG_EXTERNAL_INTERFACES", *(
    f"-I{ROOT / folder}" for folder in (
    "", "integrations/client", "integrations/gtest", "integrations/catch2",
    "integrations/doctest", "integrations/boost_test"))]
# Pages that need no marks: what documentation_test.cpp reads, and recipes of
# package managers.
UNMARKED = ("docs/language.md", "docs/packaging.md")

OF_COLLECTIONS = """
#include <nlohmann/json.hpp>
#include <spl/workload.hpp>
#include <string>
#include <tuple>
#include <vector>
std::string make_document(int elements);
template <class Container> bool contains(const Container& all, int key);
template <class Container> Container filled(int size);
"""
AFTER_THE_FIRST = """
#include <iostream>
#include <string>
#include "sorting_test.cpp"
const std::string kText = "text";
void parse(const std::string& text);
void parse_fast(const std::string& text);
"""
IN_GOOGLETEST = """
#include <spl/experiment.hpp>
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <string>
#include <vector>
const spl::Method insertion("insertion", [](int n) { return n; });
const spl::Method bubble("bubble", [](int n) { return n; });
template <class Type> class Containers : public ::testing::Test {};
TYPED_TEST_SUITE(Containers, ::testing::Types<std::vector<int>>);
"""
IN_CATCH2 = """
#include <catch2/catch.hpp>
#include <chrono>
#include <spl/catch2.hpp>
using namespace std::chrono_literals;
"""
# What comes before the fragments of C++, by page and mark.
AROUND = {
    ("README.md", "fragment: the header"): "",
    ("README.md", "fragment: of examples/collections"): OF_COLLECTIONS,
    ("docs/experiments.md", "fragment: in a test"): AFTER_THE_FIRST,
    ("docs/experiments.md", "fragment: with the methods above"): AFTER_THE_FIRST,
    ("docs/assertions.md", "fragment: with Catch2"): IN_CATCH2,
    ("docs/assertions.md", "fragment: with GoogleTest"): IN_GOOGLETEST,
}

FENCED = re.compile(
    r"^(?:[ ]*<!-- (?P<mark>[^\n]+) -->\n)?(?P<indent>[ ]*)```(?P<kind>\w+)\n"
    r"(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?:^(?: {4}[^\n]*)?\n)+", re.MULTILINE)
FORMULA = re.compile(r"(?:-e|--formula) '([^']*)'")
CODE = re.compile(r"^\s*(?:#include\b|SPL_\w+\(|int main\()", re.MULTILINE)
CMAKE = re.compile(r"^\s*(?:find_package|project|add_executable|spl_\w+)\(",
                   re.MULTILINE)
FAILED = re.compile(r": (?:violated|undecided|error)$|: error: ", re.MULTILINE)
PROJECT_KEYS = {"program", "programs", "formulas", "definitions", "revisions",
                "commands", "guard"}


def pages():
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").rglob("*.md"))


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def without_indent(text):
    """The text without what all its lines begin with."""
    lines = text.splitlines()
    width = min((len(line) - len(line.lstrip()) for line in lines if line.strip()),
                default=0)
    return "".join(f"{line[width:]}\n" for line in lines)


def fenced(page, *kinds):
    """(place, mark or None, text) of the fenced blocks of a page."""
    content = page.read_text()
    for block in FENCED.finditer(content):
        if block["kind"] in kinds:
            line = content.count("\n", 0, block.start()) + 1
            yield (f"{name_of(page)}:{line}", block["mark"],
                   without_indent(block["text"]))


def indented(page):
    """(place, text) of the blocks of a page that are code by their indent."""
    content = FENCED.sub(lambda block: "\n" * block[0].count("\n"),
                         page.read_text())
    for block in INDENTED.finditer(content):
        if block[0].strip():
            line = content.count("\n", 0, block.start()) + 2
            yield f"{name_of(page)}:{line}", without_indent(block[0])


def run(*command, folder=None):
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={name: value for name, value in os.environ.items()
             if not name.startswith("SPL_")} | {"SPL_HISTORY": "off"},
        timeout=120, check=False)
    return done.returncode, done.stdout


class PagesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="spl pages ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def expect_success(self, place, *command, folder=None):
        status, output = run(*command, folder=folder)
        self.assertEqual(status, 0, f"{place}: {' '.join(map(str, command))}\n"
                                    f"{output}")

    def test_code_says_what_it_is(self):
        for page in pages():
            for place, mark, _ in fenced(page, "cpp", "cmake"):
                if name_of(page) not in UNMARKED:
                    self.assertIsNotNone(
                        mark, f"{place}: name the file before the block, or say "
                              "<!-- fragment: WHY -->")

    def test_code_has_its_language(self):
        found = [place for page in pages() for place, text in indented(page)
                 if name_of(page) not in UNMARKED
                 and (CODE.search(text) or CMAKE.search(text))]
        self.assertEqual(found, [], "fence this with ```cpp or ```cmake")

    def test_failing_commands_are_expected_to_fail(self):
        found = 0
        for page in pages():
            content = page.read_text()
            for _, block in indented(page):
                text = block.lstrip()
                if not (text.startswith("$ ") and FAILED.search(text)):
                    continue
                found += 1
                command = text[:text.index("\n")]
                before = content[:content.index(command)].rstrip(" ")
                paragraph = before.rstrip("\n").split("\n\n")[-1]
                self.assertIn("expected to fail", " ".join(paragraph.split()),
                              f"{name_of(page)}: {command}")
        self.assertGreaterEqual(found, 2)

    def test_programs_compile(self):
        compiled = 0
        for page in pages():
            folder = self.folder / page.stem
            folder.mkdir(exist_ok=True)
            for place, mark, text in fenced(page, "cpp"):
                if mark is None:
                    continue
                if mark.startswith("fragment"):
                    before = AROUND[name_of(page), mark]
                    # A statement stands in a function.
                    if text.startswith(("SPL_EXPECT", "SPL_ASSERT")):
                        text = f"void test() {{\n{text}}}\n"
                    text = before + text
                    mark = "fragment.cpp"
                (folder / mark).write_text(text)
                compiled += 1
                self.expect_success(
                    place, CXX, "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra",
                    "-Wno-attributes", *FLAGS,
                    "-x", "c++", mark, folder=folder)
        self.assertGreaterEqual(compiled, 14)

    def test_formulas_are_read(self):
        files = commands = 0
        for page in pages():
            for place, _, text in fenced(page, "spl"):
                files += 1
                file = self.folder / "formulas.spl"
                file.write_text(text)
                self.expect_success(place, SPL_RUN, "--check", "--no-programs",
                                    file)
            for formula in set(FORMULA.findall(page.read_text())):
                commands += 1
                self.expect_success(
                    name_of(page), SPL_RUN, "--check", "--no-programs", "-e",
                    formula, folder=self.folder)
        self.assertGreaterEqual(files, 20)
        self.assertGreaterEqual(commands, 25)

    def test_project_files_are_read(self):
        read = 0
        for page in pages():
            blocks = [*indented(page)]
            blocks += [(place, text) for place, _, text in fenced(page, "json")]
            for place, text in blocks:
                try:
                    keys = set(json.loads(text))
                except (ValueError, TypeError):
                    continue  # No JSON, or a command before it.
                if not keys & PROJECT_KEYS:
                    continue
                read += 1
                (self.folder / "spl.json").write_text(text)
                for name in json.loads(text).get("definitions", []):
                    file = self.folder / name
                    file.parent.mkdir(exist_ok=True)
                    file.write_text("")
                self.expect_success(
                    place, SPL_RUN, "--check", "--no-programs", "-c", "spl.json",
                    "-e", "f() <= 1 s", folder=self.folder)
        self.assertGreaterEqual(read, 8)

    def test_data_give_what_is_printed(self):
        data = self.folder / "data"
        data.mkdir()
        for file in (ROOT / "docs/data").glob("*.json"):
            (data / file.name).write_text(file.read_text())
        compared = 0
        for place, text in indented(ROOT / "docs/statistics.md"):
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                file = re.search(r"--data (\S+)", command)
                if file is None or not (data / file[1]).exists():
                    continue
                status, output = run(
                    "sh", "-c", command.replace("spl-run", '"$0"', 1), SPL_RUN,
                    folder=data)
                self.assertEqual(status, 0, f"{place}: {command}\n{output}")
                printed = iter(output.splitlines())
                for line in expected.splitlines():
                    compared += 1
                    self.assertTrue(
                        not line.strip() or line in printed,
                        f"{place}: {command} does not print, or not there:\n"
                        f"{line}\nbut\n{output}")
        self.assertGreaterEqual(compared, 20)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
