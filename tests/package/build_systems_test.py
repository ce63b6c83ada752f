# ctest: package:build-systems spl-run runner_workload spl_workload UNLESS SPL_SANITIZED
"""Revisions of projects with other build systems than CMake are compiled as
their makers compile them, and never compared silently where they are not.

usage: build_systems_test.py SPL_RUN MAIN_LIBRARY WORKLOAD_LIBRARY

A library is built by a Makefile, a ./configure like zlib's, one that Autoconf
makes, Meson, or a command. Its own flags hold only where no variable CFLAGS
comes from outside. The library tells whether it was optimised, and a workload
that finds that it was not fails.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from surroundings import ProjectCase

SPL_RUN, *LIBRARIES = sys.argv[1:4]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

WORKLOADS = """#include <spl/workload.hpp>
#include <stdexcept>
extern "C" int is_optimised();
extern "C" int work(int n);
SPL_WORKLOAD(work, (int n), spl::values(10)) {
  if (!is_optimised()) throw std::runtime_error("without optimisation");
  while (spl.needs_more()) spl::keep(work(n));
}
SPL_WORKLOAD(plain, (int n), spl::values(10)) {
  while (spl.needs_more()) spl::keep(work(n));
}
"""
LIBRARY = """int is_optimised(void) {
#ifdef __OPTIMIZE__
  return 1;
#else
  return 0;
#endif
}
int work(int n) {
  int sum = NUMBER;
  for (int i = 0; i < n; ++i) sum = sum * 7 + i;
  return sum;
}
"""
COPY = ["cp", "-r", "{source}/.", "{build}"]
MAKE = ["make", "-C", "{build}", "-j{jobs}"]
RULES = """
library.o: library.c
	$(CC) $(CFLAGS) -c library.c
liblibrary.a: library.o
	$(AR) cr $@ $<
program: liblibrary.a
	$(CXX) @LINKED@ -L. -llibrary -ldl $(LDFLAGS) -o $@
"""
MAKEFILE = "CFLAGS ?= -O3\nprogram:\n" + RULES
# Flags of its own where CFLAGS is not set, after it has tried the compiler.
LIKE_ZLIB = """#!/bin/sh
cc=${CC-gcc}
cflags=${CFLAGS--O3}
echo 'int main(void) { return 0; }' > ztest.c
$cc -c ztest.c && $cc -o ztest ztest.o && ./ztest || exit 1
echo 'extern int x; int *y = &x;' | $cc $cflags -xc - -c -o ztest.o || exit 1
{ echo "CC = $cc"; echo "CFLAGS = $cflags"; cat Makefile.in; } > Makefile
"""
AUTOCONF = """AC_INIT([library], [1])
AC_PROG_CC
AC_PROG_CXX
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""
SUBSTITUTED = "CC = @CC@\nCXX = @CXX@\nCFLAGS = @CFLAGS@\nLDFLAGS = @LDFLAGS@\n"
MESON = """project('library', 'c', 'cpp')
library = static_library('library', 'library.c')
executable('program', 'main.cpp', link_with: library, link_args: ['@LIST@'])
"""


class BuildSystemsTest(ProjectCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="spl build systems ")
        cls.addClassCleanup(holder.cleanup)
        cls.made = pathlib.Path(holder.name)
        source = cls.made / "workloads.cpp"
        source.write_text(WORKLOADS)
        # Without spaces, for make.
        there = tempfile.TemporaryDirectory(prefix="spl-objects-")
        cls.addClassCleanup(there.cleanup)
        cls.linked = [f"{there.name}/workloads.o", *LIBRARIES]
        subprocess.run(["c++", "-std=c++17", "-O1", f"-I{ROOT}", "-c", source,
                        "-o", cls.linked[0]], check=True)

    def setUp(self):
        super().setUp()
        self.environment["SPL_MACHINE_LOCK"] = str(self.around / "machine lock")

    def commit_library(self, number, files):
        """Commits the library, whose result is a number, with other files."""
        for name, text in {**files, "library.c": LIBRARY.replace(
                "NUMBER", str(number)), "main.cpp": ""}.items():
            self.write(name, text.replace("@LINKED@", " ".join(self.linked))
                       .replace("@LIST@", "', '".join([*self.linked, "-ldl"])),
                       0o755)
        self.commit(f"Number {number}")
        self.run_tool("git", "tag", f"v{number}")

    def recipe(self, configure, build, program="{build}/program"):
        (self.folder / "spl.json").write_text(json.dumps({"revisions": {
            "configure": configure, "build": build, "program": program}}))

    def relation(self, method="work", *options):
        """What the report says of v2 against v1, and its warnings."""
        done = self.execute(
            SPL_RUN, "-e", f"{method}(10) <= 9 * {method}@v1(10)", "--rev=v2",
            "--runs=2", "-s", "observations=3", "--json=-", *options,
            stderr=subprocess.PIPE)
        report = json.loads(done.stdout)
        ((relation,),) = [one["relations"] for one in report["formulas"]]
        return relation, done.stderr

    def assert_measured(self, configure, build, files,
                        program="{build}/program"):
        self.commit_library(1, files)
        self.commit_library(2, files)
        self.recipe(configure, build, program)
        relation, printed = self.relation()
        self.assertEqual(relation["stopped"], "runs", printed)
        return printed

    def test_a_makefile_keeps_its_default(self):
        printed = self.assert_measured(COPY, MAKE, {"Makefile": MAKEFILE})
        self.assertNotIn("layout", printed)

    def test_a_configure_like_zlibs_keeps_its_default(self):
        self.assert_measured(
            COPY, ["sh", "-c", "./configure && make program"],
            {"configure": LIKE_ZLIB, "Makefile.in": RULES})

    def test_a_configure_of_autoconf_keeps_its_default(self):
        self.assert_measured(
            COPY, ["sh", "-c", "autoconf && ./configure && make program"],
            {"configure.ac": AUTOCONF, "Makefile.in": SUBSTITUTED + RULES})

    def test_meson_is_linked_anew(self):
        self.assert_measured(
            ["meson", "setup", "{build}", "{source}", "--buildtype=release"],
            ["meson", "compile", "-C", "{build}"], {"meson.build": MESON})

    def test_a_command_is_linked_anew(self):
        printed = self.assert_measured(
            ["gcc", "-O2", "-c", "{source}/library.c"],
            ["g++", *self.linked, "{build}/library.o", "-ldl", "-o",
             "{build}/program"], {})
        self.assertNotIn("layout", printed)

    def test_code_without_optimisation_is_not_compared(self):
        makefile = MAKEFILE.replace("-O3", "-g")
        self.commit_library(1, {"Makefile": MAKEFILE})
        self.commit_library(2, {"Makefile": makefile})
        self.recipe(COPY, MAKE)
        relation, printed = self.relation("plain")
        self.assertEqual(relation["stopped"], "unoptimised")
        self.assertEqual(relation["verdict"], "undecided")
        self.assertIn(
            "build/library.c is compiled without optimisation for the program "
            "of the revision under test: add \"CFLAGS=-O2\" and "
            "\"CXXFLAGS=-O2\" to the words of make in \"build\" of spl.json, "
            "or fix its Makefile, or give -s allow-unoptimised",
            json.dumps(relation, ensure_ascii=False).replace('\\"', '"')
            + printed)

    def test_code_with_other_flags_is_not_compared(self):
        self.commit_library(1, {"Makefile": MAKEFILE})
        self.commit_library(2, {"Makefile": MAKEFILE.replace("-O3", "-O2")})
        self.recipe(COPY, MAKE)
        relation, printed = self.relation("plain")
        self.assertEqual(relation["stopped"], "unoptimised", printed)
        self.assertEqual(relation["verdict"], "undecided")
        relation, _ = self.relation("plain", "-s", "allow-different-builds")
        self.assertEqual(relation["stopped"], "runs")

    def test_code_of_a_compiler_with_a_path_is_not_compared(self):
        """No wrapper sees it, but make prints what it executes."""
        makefile = f"CC = {shutil.which('gcc')}\n" + MAKEFILE
        self.commit_library(1, {"Makefile": makefile})
        self.commit_library(2, {"Makefile": makefile.replace("-O3", "-g")})
        self.recipe(COPY, MAKE)
        relation, printed = self.relation("plain")
        self.assertEqual(relation["stopped"], "unoptimised", printed)
        self.assertIn("build/library.c is compiled without optimisation",
                      printed + json.dumps(relation))

    def test_code_of_a_compiler_that_nobody_sees_is_not_compared_silently(self):
        unseen = f".SILENT:\nCC = {shutil.which('gcc')}\n" + MAKEFILE
        self.commit_library(1, {"Makefile": unseen})
        self.commit_library(2, {"Makefile": unseen.replace("-O3", "")})
        self.recipe(COPY, MAKE)
        relation, printed = self.relation("plain")
        self.assertEqual(relation["stopped"], "runs", printed)
        self.assertIn(
            "warning: the program of the revision under test: how "
            "build/liblibrary.a was compiled is not known, so neither its "
            "optimisation nor its flags are checked; let the build find its "
            "compiler in PATH, or print what it executes (likewise the program "
            "of @v1)\n",
            printed)

    def test_code_of_a_compiler_that_nobody_sees_tells_of_itself(self):
        unseen = (f".SILENT:\nCC = {shutil.which('gcc')}\n" +
                  MAKEFILE.replace("-O3", "-g"))
        self.commit_library(1, {"Makefile": unseen})
        self.commit_library(2, {"Makefile": unseen})
        self.recipe(COPY, MAKE)
        relation, printed = self.relation("plain")
        self.assertEqual(relation["stopped"], "unoptimised", printed)
        self.assertIn("build/liblibrary.a is compiled without optimisation",
                      printed + json.dumps(relation))

    def test_mistakes_are_told_before_anything_is_built(self):
        self.commit_library(1, {"Makefile": MAKEFILE})
        self.recipe(COPY, MAKE)
        for formula, message in [
                ("work(n) <= ", "expected"),
                ("for n in {1}: for m in {2}: work(n) <= work@v1(n)",
                 '"m" is never used')]:
            for mode in [], ["check"]:
                printed = self.run_tool(SPL_RUN, *mode, "-e", formula, status=2)
                self.assertIn("<formula 1>:1:", printed)
                self.assertIn(message, printed)
                self.assertNotIn("no program", printed)
        self.environment["PATH"] = "/nowhere"
        printed = self.run_tool(
            SPL_RUN, "-e", "work(10) <= work@v1(10)",
            "--metric=valgrind-instructions", status=2)
        self.assertIn("needs the metric valgrind-instructions, but ", printed)
        self.assertIn(" is counted by Valgrind, which ", printed)
        self.assertFalse((self.around / "cache/spl/programs").exists())

    def test_variables_that_the_user_sets_count(self):
        self.commit_library(1, {"Makefile": MAKEFILE})
        self.commit_library(2, {"Makefile": MAKEFILE.replace("-O3", "-O2")})
        self.recipe(COPY, MAKE)
        self.environment["CFLAGS"] = "-O1"
        relation, printed = self.relation()
        self.assertEqual(relation["stopped"], "runs", printed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
