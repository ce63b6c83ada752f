# ctest: package:recipes ${source} ${build} ${compiler} UNLESS SPL_SANITIZED
"""The recipes of the pages for other build systems than CMake, with an installed
SPL: Meson and the README's first test, and a library with a Makefile.

usage: recipes_test.py SOURCE_FOLDER BUILD_FOLDER CXX
"""

import json
import pathlib
import re
import sys
import unittest

from surroundings import ProjectCase

SOURCES, BUILD, CXX = sys.argv[1:4]


def block(page, before):
    """The code block of a page behind this text."""
    text = pathlib.Path(SOURCES, page).read_text(encoding="utf-8")
    rest = text.partition(before + "\n")[2].lstrip("\n")
    return re.match(r"```\w+\n(.*?)```|(.*?)\n\n", rest, re.DOTALL)[
        1 if rest.startswith("```") else 2]


LIBRARY = {
    "lib/Makefile": "CFLAGS ?= -O3\nlibparse.a: parse.o\n"
                    "\t$(AR) cr $@ $<\nparse.o: parse.c\n"
                    "\t$(CC) $(CFLAGS) -c $<\n",
    "lib/parse.c": "int parse(int n) { return %d * n; }\n",
    "perf/parse.cpp": '#include <spl/workload.hpp>\n'
                      'extern "C" int parse(int n);\n'
                      "SPL_WORKLOAD(parse, (int n), spl::values(10)) {\n"
                      "  while (spl.needs_more()) spl::keep(parse(n));\n}\n",
    "perf/Makefile": block("docs/revisions.md", "<!-- perf/Makefile -->"),
    "spl.json": block("docs/revisions.md",
                      "A copy in `{build}` is such a place:")}


class RecipesTest(ProjectCase):
    PREFIX = "spl-recipes-"  # No make takes blanks.

    def setUp(self):
        super().setUp()
        self.environment |= {
            "CXX": CXX, "SPL_MACHINE_LOCK": str(self.around / "lock")}
        self.prefix = self.around / "prefix"
        self.run_tool("cmake", "--install", BUILD, "--prefix", self.prefix)
        (packages,) = self.prefix.rglob("pkgconfig")
        self.environment["PKG_CONFIG_PATH"] = str(packages)

    def commit_library(self, number):
        for name, text in LIBRARY.items():
            self.write(name, text.replace("%d", str(number)))
        self.commit(f"Number {number}")
        self.run_tool("git", "tag", f"v{number}")

    def test_revisions_are_built_and_linked_anew(self):
        self.commit_library(1)
        self.commit_library(2)
        report = self.around / "report.json"
        printed = self.run_tool(
            self.prefix / "bin/spl-run", "-e", "parse(n) <= 9 * parse@v1(n)",
            "--rev", "v2", "--runs", "2", "-s", "observations=3", "--json",
            report)
        self.assertNotIn("layout", printed)
        (formula,) = json.loads(report.read_text())["formulas"]
        self.assertEqual(formula["relations"][0]["stopped"], "runs", printed)

    def test_the_first_test_builds_and_starts_spl_run(self):
        project = self.around / "a project"
        project.mkdir()
        (project / "meson.build").write_text(
            block("docs/build-systems.md", "<!-- meson.build -->"))
        # By counts, so that it measures nothing that takes time.
        (project / "first.cpp").write_text(
            block("README.md", "<!-- first.cpp -->")
            .replace("1000, 100000", "10, 100")
            .replace(
                '"hash(n) < tree(n)"',
                '"hash(n) <= 9 * tree(n)", spl::setting("metric", '
                '"allocations")'))
        build = self.around / "build"
        self.run_tool("meson", "setup", build, project)
        self.run_tool("meson", "compile", "-C", build)
        log = self.run_tool("meson", "test", "-C", build, "--suite", "perf",
                            "--verbose")
        self.assertIn("holds (allocations): hash(n) <= 9 * tree(n)\n", log)
        self.assertRegex(log, r"Ok: +1 ")
        self.assertTrue((build / "first.link").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
