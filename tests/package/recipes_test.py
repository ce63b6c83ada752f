# ctest: package:recipes ${source} ${build} ${compiler} UNLESS SPL_SANITIZED
"""The recipes of the pages for other build systems than CMake, with an installed
SPL: Meson and the README's first test, and a library with a Makefile.

usage: recipes_test.py SOURCE_FOLDER BUILD_FOLDER CXX
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

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


class RecipesTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="spl-recipes-")
        self.addCleanup(holder.cleanup)
        self.around = pathlib.Path(holder.name)
        self.folder = self.around / "project"
        self.folder.mkdir()
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "SPL_"))
                and name not in ("CFLAGS", "CXXFLAGS", "LDFLAGS")}
        self.environment = {
            **kept, "SPL_PROGRESS": "never", "SPL_HISTORY": "off", "CXX": CXX,
            "XDG_CACHE_HOME": str(self.around / "cache"),
            "SPL_MACHINE_LOCK": str(self.around / "lock"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.prefix = self.around / "prefix"
        self.run_tool("cmake", "--install", BUILD, "--prefix", self.prefix)
        (packages,) = self.prefix.rglob("pkgconfig")
        self.environment["PKG_CONFIG_PATH"] = str(packages)

    def run_tool(self, *words):
        done = subprocess.run(
            [str(word) for word in words], cwd=self.folder, check=False,
            text=True, timeout=300, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def commit(self, number):
        for name, text in LIBRARY.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("%d", str(number)))
        if number == 1:
            self.run_tool("git", "init", "--quiet")
        self.run_tool("git", "add", "--all")
        self.run_tool("git", "commit", "--quiet", "-m", f"Number {number}")
        self.run_tool("git", "tag", f"v{number}")

    def test_revisions_are_built_and_linked_anew(self):
        self.commit(1)
        self.commit(2)
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
