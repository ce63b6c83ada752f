# ctest: integrations:formulas-in-build ${source} spl-run collections
"""Formulas as part of a CMake build: usage, formulas_in_build_test.py ROOT
SPL_RUN PROGRAM. PROGRAM has the workloads of examples/collections.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
enable_testing()
include("{root}/integrations/cmake/SplExpects.cmake")
include("{root}/integrations/cmake/SplTests.cmake")
add_executable(spl::spl-run IMPORTED)
set_target_properties(spl::spl-run PROPERTIES IMPORTED_LOCATION "{spl_run}")
add_executable(collections IMPORTED)
set_target_properties(collections PROPERTIES IMPORTED_LOCATION "{program}")
add_library(sample STATIC src/sample.cpp)
target_compile_features(sample PRIVATE cxx_std_17)
target_compile_options(sample PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_link_libraries(sample PRIVATE spl::expects)
spl_add_formulas(sample_formulas FORMULAS src PROGRAMS collections)
"""

SOURCE = """\
#include <spl/expects.hpp>

namespace json {
[[spl::expects("THIS(100) <= 12 * json_parse(10)")]]
int parse();

SPL_EXPECTS("json_parse(10) <= "
            "json_parse(100)")
template <class T>
T parse(T text) { return text; }

SPL_EXPECTS("json_parse(10) <= 1 s");
int parse() {
  [[spl::expects("json_parse(10) <= 5 s")]] const int one = 1;
  SPL_EXPECTS("json_parse(10) <= 6 s")
  return one;
}

class Text {
 public:
  SPL_EXPECTS("json_parse(10) <= 1 s")
  [[nodiscard, spl::expects("json_parse(10) <= 1 s")]] int size() const;
  [[using spl: expects("json_parse(10) <= 1 s")]]
  [[using spl: expects("json_parse(10) <= 2 s")]]
  bool operator==(const Text& other) const;
};
}  // namespace json
""".replace("THIS", "json_parse")


class FormulasInBuildTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        (self.root / "src").mkdir()
        (self.root / "CMakeLists.txt").write_text(
            PROJECT.format(root=ROOT, spl_run=SPL_RUN, program=PROGRAM)
        )

    def source(self, text):
        (self.root / "src" / "sample.cpp").write_text(text)

    def cmake(self, *arguments):
        return subprocess.run(
            ["cmake", *arguments],
            cwd=self.root,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def configure(self, compiler):
        run = self.cmake(
            "-G", "Ninja", "-B", "build", f"-DCMAKE_CXX_COMPILER={compiler}"
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def builds_without_warning(self, compiler):
        if shutil.which(compiler) is None:
            self.skipTest(f"there is no {compiler}")
        self.source(SOURCE)
        self.configure(compiler)
        run = self.cmake("--build", "build")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertNotIn("warning", run.stdout)
        self.assertTrue((self.root / "build/sample_formulas_check.stamp").exists())

    def test_gcc_builds_without_warning(self):
        self.builds_without_warning("g++")

    def test_clang_builds_without_warning(self):
        self.builds_without_warning("clang++")

    def test_a_typo_breaks_the_build_where_it_stands(self):
        self.source(SOURCE)
        self.configure("c++")
        self.source(SOURCE.replace('"json_parse(100)"', '"jsno_parse(100)"'))
        run = self.cmake("--build", "build")
        self.assertNotEqual(run.returncode, 0)
        path = self.root / "src" / "sample.cpp"
        self.assertIn(
            f'{path}:8:14: error: there is no method or workload "jsno_parse"; did you '
            'mean "json_parse"?\n'
            '8 |             "jsno_parse(100)")\n'
            "  |              ^\n",
            run.stdout,
        )
        self.source(SOURCE)
        run = self.cmake("--build", "build")
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_checks_again_when_shared_definitions_change(self):
        self.source('SPL_EXPECTS("json_parse(10) <= limit");\n')
        (self.root / "spl.json").write_text(
            '{ "definitions": ["perf/common.spl"] }')
        common = self.root / "perf/common.spl"
        common.parent.mkdir()
        common.write_text("limit = 1 s\n")
        self.configure("c++")
        run = self.check()
        self.assertEqual(run.returncode, 0, run.stdout)
        common.write_text("limits = 1 s\n")
        run = self.check()
        self.assertNotEqual(run.returncode, 0, run.stdout)
        self.assertIn('there is no method or workload "limit"', run.stdout)
        (self.root / "spl.json").write_text(
            '{ "definitions": "perf/other.spl" }')
        (self.root / "perf/other.spl").write_text("limit = 1 s\n")
        run = self.check()
        self.assertEqual(run.returncode, 0, run.stdout)

    def check(self):
        return self.cmake("--build", "build", "--target",
                          "sample_formulas_check")

    def git(self, *arguments):
        subprocess.run(
            ["git", "-c", "user.name=Ann", "-c", "user.email=a@example.org", *arguments],
            cwd=self.root,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def test_formulas_about_the_past_are_kept(self):
        (self.root / "spl.json").write_text(
            '{ "revisions": { "program": "{build}/collections" } }'
        )
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "One")
        self.git("tag", "v1")
        past = 'SPL_EXPECTS("gone@v1(10) <= json_parse@v1(10)")\nint past();\n'
        self.source(past + 'SPL_EXPECTS("json_parse(10) <= gone@baseline(1)");\n')
        self.configure("c++")
        run = self.cmake("--build", "build", "--target", "sample_formulas_check")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn('sample.cpp:1:14: note: there is no method or workload "gone" at v1',
                      run.stdout)
        self.assertIn("2 formulas: no errors; the relations of all are known once "
                      "the programs are built\n", run.stdout)
        self.source(past.replace("v1", "v2", 1))
        run = self.cmake("--build", "build", "--target", "sample_formulas_check")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn('error: there is no revision "v2"', run.stdout)

    def test_checks_what_is_evaluated(self):
        self.source('SPL_EXPECTS("gone(10) <= 1 s");\n')
        (self.root / "CMakeLists.txt").write_text(
            PROJECT.format(root=ROOT, spl_run=SPL_RUN, program=PROGRAM).replace(
                "PROGRAMS collections",
                "PROGRAMS collections OPTIONS --rev v1 --budget=1s -c spl.json",
            )
        )
        (self.root / "spl.json").write_text(
            '{ "revisions": { "program": "{build}/collections" } }'
        )
        self.git("init", "--quiet")
        self.git("commit", "--quiet", "--allow-empty", "-m", "One")
        self.git("tag", "v1")
        self.configure("c++")
        run = self.cmake("--build", "build", "--target", "sample_formulas_check")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("note: ", run.stdout)

    def test_evaluates_what_the_sources_say_now(self):
        """Without a build in between, and though nobody asked for one."""
        runner = self.root / "runner"
        runner.write_text('#!/bin/sh\n[ "$1" = check ] || exec "$2"\n')
        runner.chmod(0o755)
        (self.root / "CMakeLists.txt").write_text(
            PROJECT.format(root=ROOT, spl_run=runner, program=PROGRAM).replace(
                "add_executable(collections IMPORTED)",
                "add_executable(collections src/main.cpp)",
            ).replace("set_target_properties(collections", "# ")
        )
        self.source(SOURCE)
        main = self.root / "src" / "main.cpp"
        for text in ("one", "two"):
            main.write_text(f'#include <cstdio>\nint main() {{ std::puts("{text}"); }}\n')
            self.configure("c++")
            if text == "one":
                self.assertEqual(self.cmake("--build", "build").returncode, 0)
            run = subprocess.run(
                ["ctest", "--test-dir", "build", "-V", "-R", "^sample_formulas$"],
                cwd=self.root,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertRegex(run.stdout, rf"(?m)^\d+: {text}$")

    def test_guards_programs(self):
        runner = self.root / "runner"
        runner.write_text('#!/bin/sh\nprintf "<%s>\\n" "$PWD" "$@"\n')
        runner.chmod(0o755)
        (self.root / "CMakeLists.txt").write_text(
            PROJECT.format(root=ROOT, spl_run=runner, program=PROGRAM)
            + "spl_add_guard(guard PROGRAMS collections OPTIONS --tolerance 3%)\n"
        )
        self.source(SOURCE)
        self.configure("c++")
        run = subprocess.run(
            ["ctest", "--test-dir", "build", "-V", "-L", "perf", "-R", "^guard$"],
            cwd=self.root,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(
            re.findall(r"(?m)^\d+: <(.*)>$", run.stdout),
            [str(self.root.resolve()), "guard", "--own-program", PROGRAM,
             "--tolerance", "3%"],
        )

    def test_a_guard_needs_programs(self):
        self.source(SOURCE)
        usage = "spl_add_guard(NAME PROGRAMS TARGET... [OPTIONS OPTION...]); got: "
        for arguments in ("guard", "guard collections",
                          "guard PROGRAMS collections OPTION --strict"):
            (self.root / "CMakeLists.txt").write_text(
                PROJECT.format(root=ROOT, spl_run=SPL_RUN, program=PROGRAM)
                + f"spl_add_guard({arguments})\n"
            )
            run = self.cmake("-G", "Ninja", "-B", "build")
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(usage + arguments.replace(" ", ";"),
                          " ".join(run.stderr.split()))

    def test_a_misspelt_keyword_is_refused(self):
        self.source(SOURCE)
        arguments = "more FORMULAS src PROGRAMS collections OPTION --strict"
        (self.root / "CMakeLists.txt").write_text(
            PROJECT.format(root=ROOT, spl_run=SPL_RUN, program=PROGRAM)
            + f"spl_add_formulas({arguments})\n"
        )
        run = self.cmake("-G", "Ninja", "-B", "build")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn(
            "spl_add_formulas(NAME FORMULAS PATH... PROGRAMS TARGET... [OPTIONS "
            "OPTION...]); got: " + arguments.replace(" ", ";"),
            " ".join(run.stderr.split()),
        )

    def test_a_new_file_is_checked(self):
        self.source(SOURCE)
        self.configure("c++")
        self.assertEqual(self.cmake("--build", "build").returncode, 0)
        (self.root / "src" / "new.hpp").write_text("SPL_EXPECTS(zebra)\n")
        run = self.cmake("--build", "build")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("new.hpp:1:13: error: ", run.stdout)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop()
    SPL_RUN = sys.argv.pop()
    ROOT = sys.argv.pop()
    unittest.main()
