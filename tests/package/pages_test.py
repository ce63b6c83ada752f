# ctest: package:pages spl-run ${source} ${build} ${compiler}
"""What the pages show can be used: programs compile, projects are configured,
formulas, options and project files are read, and what is printed is known.

usage: pages_test.py SPL_RUN SOURCE_FOLDER BUILD_FOLDER CXX

A block of `cpp` or `cmake` is a file, `<!-- NAME -->` before it, or a fragment,
`<!-- fragment: WHY -->`. Fragments of C++ compile after what AROUND has of them,
and those of CMake are configured in a project.

A block that a program prints says where it comes from. All but the last of these
are compared with that, numbers apart:

    <!-- printed by: SCENE -->       what printed_test.py executes
    <!-- printed from: docs/data --> its commands, on the data beside the pages
    <!-- printed in: FILE, ... -->   tests, or a source, that have these lines; what
                                     follows in `; names: NAME | ...` is called
                                     otherwise there
    <!-- not printed: WHY -->
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import page_blocks
import printed_text

SPL_RUN, SOURCES, BUILD, CXX = sys.argv[1:5]
ROOT = pathlib.Path(SOURCES)
# Headers as an installation has them, and what spl::catch2 defines.
FLAGS = ["-DCATCH_CONFIG_EXTERNAL_INTERFACES", *(
    f"-I{ROOT / folder}" for folder in (
    "", "integrations/client", "integrations/gtest", "integrations/catch2",
    "integrations/doctest", "integrations/boost_test"))]
# Pages that need no marks: what documentation_test.cpp reads.
UNMARKED = ("docs/language.md",)

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
WITH_NANOBENCH = """
#include <cstdlib>
#include <iostream>
#include <string_view>
// Stands in for <nanobench.h>.
namespace ankerl::nanobench {
namespace templates { const char* json(); }
struct Bench {
  void render(const char* form, std::ostream& to);
  template <class Code> void run(const char*, Code) {}
};
}
ankerl::nanobench::Bench bench;
const std::string_view document = "<a/>";
void parse(std::string_view text);
"""
IN_CATCH2 = """
#include <catch2/catch.hpp>
#include <chrono>
#include <spl/catch2.hpp>
using namespace std::chrono_literals;
"""
# Before the fragments of CMake.
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(fragment LANGUAGES CXX)
enable_testing()
"""
# What comes before the fragments of C++, by page and mark.
AROUND = {
    ("docs/assertions.md", "fragment: in a test"): AFTER_THE_FIRST,
    ("docs/assertions.md", "fragment: with the methods above"): AFTER_THE_FIRST,
    ("docs/assertions.md", "fragment: with Catch2"): IN_CATCH2,
    ("docs/assertions.md", "fragment: with GoogleTest"): IN_GOOGLETEST,
    ("docs/frameworks.md", "fragment: with nanobench"): WITH_NANOBENCH,
}

FORMULA = re.compile(r"(?:-e|--formula) '([^']*)'")
CODE = re.compile(r"^\s*(?:#include\b|SPL_\w+\(|int main\()", re.MULTILINE)
STATEMENT = re.compile(r"SPL_EXPECT|SPL_ASSERT|const char\*|bench\.")
CMAKE = re.compile(r"^\s*(?:find_package|project|add_executable|spl_\w+)\(",
                   re.MULTILINE)
# What a block of CMake adds, and uses.
TARGET = re.compile(r"add_executable\((\w+)")
USED = re.compile(r"(?:PROGRAMS |spl_discover_tests\()(\w+)")
SOURCE = re.compile(r"[\w/]+\.(?:cpp|spl)")
# An option that prose names without what it takes.
TOO_FEW = re.compile(r"error: (?:-[\w-]+ needs a value|[a-z ]+ takes [A-Z]|"
                     r"(?:history|cache) takes )")
FAILED = re.compile(r"(?:^|: )(?:violated|undecided|error)(?: \(\w+\))?: |"
                    r"^guard: violated", re.MULTILINE)
PROJECT_KEYS = {"program", "programs", "formulas", "definitions", "revisions",
                "commands", "guard"}

BLOCKS = list(page_blocks.blocks(ROOT))
COMMANDS = [block for block in BLOCKS
            if block.kind in (page_blocks.INDENT, "console", "sh", "yaml")]
# Pages of figures, which benches print.
FIGURES = ("docs/evaluation.md",)
PRINTED = r"^(?:printed (?:by|in): |printed from: docs/data$|not printed: )"


def of_kind(*kinds):
    return [block for block in BLOCKS if block.kind in kinds]


def run(*command, folder=None):
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={name: value for name, value in os.environ.items()
             if not name.startswith("SPL_")
             or name == "SPL_MACHINE_LOCK"} | {"SPL_HISTORY": "off"},
        timeout=120, check=False)
    return done.returncode, done.stdout


def write_project(folder, text):
    """A project with what the text of a CMakeLists.txt takes as given."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("src", "perf"):
        (folder / name).mkdir(parents=True)
    for name in {"empty.cpp", *SOURCE.findall(text)}:
        (folder / name).write_text("")
    before = [] if "project(" in text else [PROJECT]
    if not re.search(r"find_package\(spl |FetchContent", text):
        before.append("find_package(spl REQUIRED)")
    before += [f"add_executable({name} empty.cpp)" for name in
               sorted({*USED.findall(text)} - {*TARGET.findall(text)})]
    (folder / "CMakeLists.txt").write_text("\n".join(
        [*before, text.replace(" ...)", " empty.cpp)")]))


class ComparisonTest(unittest.TestCase):
    EXPECTED = "  refuted  f(10)  2.5 us\n[...]\nat 9a0b3ad1c6 [...]\n"

    def test_reports_of_failures_are_known(self):
        for head in ("violated: f() < 1 s", "a.spl:3: undecided: f() < 1 s",
                     "a.spl:3: violated (allocations): f() <= g()",
                     "<formula 2>: error: f() < 1 s", "a.spl:1:2: error: no",
                     "guard: violated by 1 of 3, 2 s."):
            self.assertRegex("first\n" + head, FAILED)
        for head in ("a.spl:3: holds: f() < 1 s", "holds, weak: f() < 1 s",
                     "guard: holds, 1 s. False alarms: at most 1 in 20 guards.",
                     "1 formula violated, 2 s."):
            self.assertNotRegex("first\n" + head, FAILED)

    def missing(self, printed, **options):
        return printed_text.missing_line(self.EXPECTED, printed, **options)

    def test_numbers_units_colours_and_padding_do_not_matter(self):
        self.assertIsNone(self.missing(
            "first\n\x1b[31mrefuted\x1b[0m   f(7) 1 min 2 s\nat 1234567890 (One)"))

    def test_words_lines_and_their_order_matter(self):
        for printed in ("refuted g(10) 1 s\nat 9a0b3ad1c6 ", "at 9a0b3ad1c6 ",
                        "refuted f(10) 1 s of it\nat 9a0b3ad1c6 ",
                        "at 9a0b3ad1c6 \nrefuted f(10) 1 s", ""):
            self.assertIsNotNone(self.missing(printed), printed)

    def test_terminals_wrap_lines(self):
        printed = "refuted f(10)\n  2.5\n us at\n9a0b3ad1c6 (One)"
        self.assertIsNone(self.missing(printed, wraps=True))
        self.assertIsNotNone(self.missing(printed))


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
        for block in of_kind("cpp", "cmake"):
            if block.page not in UNMARKED:
                self.assertTrue(
                    block.mark, f"{block.place}: name the file before the block, "
                                "or say <!-- fragment: WHY -->")

    def test_code_has_its_language(self):
        found = [block.place for block in of_kind(page_blocks.INDENT)
                 if block.page not in UNMARKED
                 and (CODE.search(block.text) or CMAKE.search(block.text))]
        self.assertEqual(found, [], "fence this with ```cpp or ```cmake")

    def test_failing_commands_are_expected_to_fail(self):
        found = 0
        for block in of_kind(page_blocks.INDENT):
            if not (block.text.startswith("$ ") and FAILED.search(block.text)):
                continue
            found += 1
            self.assertIn("expected to fail",
                          page_blocks.paragraph_before(ROOT, block), block.place)
        self.assertGreaterEqual(found, 1)

    def test_programs_compile(self):
        compiled = 0
        for block in of_kind("cpp"):
            if not block.mark:
                continue
            folder = self.folder / block.page
            folder.mkdir(parents=True, exist_ok=True)
            name, text = block.mark, block.text
            if name.startswith("fragment"):
                before = AROUND[block.page, name]
                # A statement stands in a function.
                if STATEMENT.match(text):
                    text = f"void test() {{\n{text}}}\n"
                name, text = "fragment.cpp", before + text
            (folder / name).write_text(text)
            compiled += 1
            self.expect_success(
                block.place, CXX, "-std=c++17", "-fsyntax-only", "-Wall",
                "-Wextra", "-Wno-attributes", *FLAGS, "-x", "c++", name,
                folder=folder)
        self.assertGreaterEqual(compiled, 14)

    def test_projects_are_configured(self):
        prefix = self.folder / "a prefix"
        self.expect_success("install", "cmake", "--install", BUILD, "--prefix",
                            prefix)
        source = self.folder / "project"
        configured = 0
        for block in of_kind("cmake"):
            if not block.mark:
                continue
            configured += 1
            write_project(source, block.text)
            self.expect_success(
                block.place, "cmake", "-S", source, "-B", self.folder / "build",
                f"-DCMAKE_CXX_COMPILER={CXX}", f"-DCMAKE_PREFIX_PATH={prefix}",
                f"-DFETCHCONTENT_SOURCE_DIR_SPL={ROOT}")
        self.assertGreaterEqual(configured, 7)

    def test_scripts_are_read(self):
        for block in of_kind("sh"):
            self.expect_success(block.place, "sh", "-n", "-c", block.text)

    def test_formulas_are_read(self):
        files = of_kind("spl")
        for block in files:
            file = self.folder / "formulas.spl"
            file.write_text(block.text)
            self.expect_success(block.place, SPL_RUN, "check", "--offline",
                                file)
        formulas = {(formula, page) for page in page_blocks.pages(ROOT)
                    for formula in FORMULA.findall(page.read_text())}
        for formula, page in sorted(formulas):
            self.expect_success(
                page, SPL_RUN, "check", "--offline", "-e", formula,
                folder=self.folder)
        self.assertGreaterEqual(len(files), 20)
        self.assertGreaterEqual(len(formulas), 20)

    def test_options_are_known(self):
        calls = {(words, block.place) for block in COMMANDS
                 if not block.page.startswith(FIGURES)
                 for words in page_blocks.calls(block.text)}
        for page in page_blocks.pages(ROOT):
            calls |= {(words, page.name) for words in
                      page_blocks.calls_in_prose(page.read_text())}
        project = self.folder / "project"
        project.mkdir()
        (project / "spl.json").write_text('{ "program": "none" }')
        for words, place in sorted(calls):
            # Options are read first, and then the project file.
            status, output = run(SPL_RUN, "--config", "no.json", *words,
                                 folder=self.folder)
            self.assertTrue(
                status == 0  # Of --version.
                or "cannot read no.json" in output
                or place.endswith(".md") and TOO_FEW.search(output),
                f"{place}: spl-run {' '.join(words)}\n{output}")
            # With a project file, what they are given is read, too. There is
            # no program, so that nothing is measured.
            _, output = run(SPL_RUN, *words, folder=project)
            if not TOO_FEW.search(output):
                self.assertNotRegex(output, "error: -",
                                    f"{place}: spl-run {' '.join(words)}")
        self.assertGreaterEqual(len(calls), 100)

    def test_project_files_are_read(self):
        read = 0
        for block in of_kind(page_blocks.INDENT, "json"):
            try:
                keys = set(json.loads(block.text))
            except (ValueError, TypeError):
                continue  # No JSON, or a command before it.
            if not keys & PROJECT_KEYS:
                continue
            read += 1
            (self.folder / "spl.json").write_text(block.text)
            for name in json.loads(block.text).get("definitions", []):
                file = self.folder / name
                file.parent.mkdir(exist_ok=True)
                file.write_text("")
            self.expect_success(
                block.place, SPL_RUN, "check", "--offline", "-c", "spl.json",
                "-e", "f() <= 1 s", folder=self.folder)
        self.assertGreaterEqual(read, 8)

    def test_output_says_where_it_is_from(self):
        for block in BLOCKS:
            if block.page.startswith(FIGURES) or page_blocks.is_input(block):
                continue
            if block.kind == "console":
                self.assertEqual(block.page, "docs/tutorial.md",  # tutorial_test
                                 block.place)
                continue
            self.assertRegex(
                block.mark, PRINTED,
                f"{block.place}: say who prints this, as {__file__} explains, or "
                "fence it with its language")

    def test_output_is_in_tests(self):
        compared = 0
        for block in BLOCKS:
            if not block.mark.startswith("printed in: "):
                continue
            files, _, names = block.mark.partition(": ")[2].partition("; names: ")
            known = printed_text.of_source("\n".join(
                (ROOT / file).read_text() for file in files.split(", ")))
            for line in printed_text.lines(block.text):
                compared += 1
                wanted = printed_text.pattern(
                    line, names.split(" | ") if names else (),
                    printed_text.of_source)
                self.assertTrue(re.search(wanted, known),
                                f"{block.place}: not in {files}: {line}")
        self.assertGreaterEqual(compared, 25)

    def test_data_give_what_is_printed(self):
        data = self.folder / "data"
        data.mkdir()
        for file in (ROOT / "docs/data").glob("*.json"):
            (data / file.name).write_text(file.read_text())
        compared = 0
        for block in BLOCKS:
            if block.mark != "printed from: docs/data":
                continue
            for command, expected in page_blocks.commands(block.text):
                status, output = run(
                    "sh", "-c", command.replace("spl-run", '"$0"', 1), SPL_RUN,
                    folder=data)
                self.assertEqual(status, 0, f"{block.place}: {command}\n{output}")
                printed = iter(output.splitlines())
                for line in printed_text.lines(expected):
                    compared += 1
                    self.assertTrue(
                        line in printed,
                        f"{block.place}: {command} does not print, or not there:\n"
                        f"{line}\nbut\n{output}")
        self.assertGreaterEqual(compared, 20)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
