# ctest: package:makefile ${source} ${build} UNLESS SPL_SANITIZED
"""The recipe of docs/revisions.md for a library with a Makefile.

usage: makefile_test.py SOURCE_FOLDER BUILD_FOLDER
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCES, BUILD = sys.argv[1:3]
PAGE = pathlib.Path(SOURCES, "docs/revisions.md").read_text(encoding="utf-8")

FILES = {
    "lib/Makefile": "CFLAGS ?= -O3\nlibparse.a: parse.o\n"
                    "\t$(AR) cr $@ $<\nparse.o: parse.c\n"
                    "\t$(CC) $(CFLAGS) -c $<\n",
    "lib/parse.c": "int parse(int n) { return %d * n; }\n",
    "perf/parse.cpp": '#include <spl/workload.hpp>\n'
                      'extern "C" int parse(int n);\n'
                      "SPL_WORKLOAD(parse, (int n), spl::values(10)) {\n"
                      "  while (spl.needs_more()) spl::keep(parse(n));\n}\n",
    "perf/Makefile": re.search(
        r"<!-- perf/Makefile -->\n```make\n(.*?)```", PAGE, re.DOTALL)[1],
    "spl.json": re.search(
        r"A copy in `\{build\}` is such a place:\n\n(.*?)\n\n", PAGE,
        re.DOTALL)[1]}


class MakefileTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="spl-makefile-")
        self.addCleanup(holder.cleanup)
        self.around = pathlib.Path(holder.name)
        self.folder = self.around / "project"
        self.folder.mkdir()
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "SPL_"))
                and name not in ("CFLAGS", "CXXFLAGS", "LDFLAGS")}
        self.environment = {
            **kept, "SPL_PROGRESS": "never", "SPL_HISTORY": "off",
            "XDG_CACHE_HOME": str(self.around / "cache"),
            "SPL_MACHINE_LOCK": str(self.around / "lock"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "a@example.org"}

    def run_tool(self, *words):
        done = subprocess.run(
            [str(word) for word in words], cwd=self.folder, check=False,
            text=True, timeout=300, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def commit(self, number):
        for name, text in FILES.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("%d", str(number)))
        if number == 1:
            self.run_tool("git", "init", "--quiet")
        self.run_tool("git", "add", "--all")
        self.run_tool("git", "commit", "--quiet", "-m", f"Number {number}")
        self.run_tool("git", "tag", f"v{number}")

    def test_revisions_are_built_and_linked_anew(self):
        prefix = self.around / "prefix"
        self.run_tool("cmake", "--install", BUILD, "--prefix", prefix)
        (packages,) = prefix.rglob("pkgconfig")
        self.environment["PKG_CONFIG_PATH"] = str(packages)
        self.commit(1)
        self.commit(2)
        report = self.around / "report.json"
        printed = self.run_tool(
            prefix / "bin/spl-run", "-e", "parse(n) <= 9 * parse@v1(n)",
            "--rev", "v2", "--runs", "2", "-s", "observations=3", "--json",
            report)
        self.assertNotIn("layout", printed)
        (formula,) = json.loads(report.read_text())["formulas"]
        self.assertEqual(formula["relations"][0]["stopped"], "runs", printed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
