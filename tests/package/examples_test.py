# ctest: package:examples ${source} ${build} ${compiler} UNLESS SPL_SANITIZED
#     PROPERTIES PROCESSORS 2
"""Each example is a project of its own that builds with an installed SPL.

usage: examples_test.py SOURCE_FOLDER BUILD_FOLDER CXX
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCES, BUILD, CXX = sys.argv[1:4]
EXAMPLES = sorted(path.parent for path in
                  pathlib.Path(SOURCES, "examples").glob("*/CMakeLists.txt"))

# What each adds to CTest, and the workloads of its program, if it has one.
TESTS = {
    "allocations": ["Words.OfAnyNumberTakeOneAllocation",
                    "Words.ThatAreLongTakeOneAllocationMoreEach",
                    "Words.ThatAreLongTakeThriceTheMemory"],
    "attributes": ["attributes_formulas", "attributes_formulas_build"],
    "catch2": ["Joining allocates once",
               "Joining many words is faster without copies",
               "Words are joined"],
    "code_first": ["Sorting.ComparesTwoLambdas",
                   "Sorting.InsertionIsFasterThanBubbles",
                   "Sorting.TakesSettings"],
    "collections": ["Collections.ArraysAreFasterThanLinkedLists",
                    "Collections.MethodsFactoriesAndGeneratorsGoTogether",
                    "Collections.ParsingKeepsItsLimit",
                    "Collections.ParsingScales",
                    "collections_spl", "collections_spl_build"],
    "history": [],
    "library_guard": [],
    "scaling": ["Distinct.BySearchGrowsFasterThanItsInput",
                "Distinct.GrowsLittleFasterThanItsInput",
                "Distinct.IsFasterBySorting"],
}


class ExamplesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="spl examples ")
        cls.addClassCleanup(holder.cleanup)
        cls.around = pathlib.Path(holder.name)
        cls.prefix = cls.around / "a prefix"
        cls.run_tool("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def run_tool(cls, *words, folder=None):
        done = subprocess.run(
            [str(word) for word in words], check=False, text=True, timeout=600,
            env={**os.environ, "SPL_HISTORY": "off",
                 "XDG_CACHE_HOME": str(cls.around / "cache"),
                 "CMAKE_PREFIX_PATH": str(cls.prefix), "CXX": CXX},
            cwd=folder or cls.around, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    def test_all_are_known(self):
        self.assertEqual([path.name for path in EXAMPLES], sorted(TESTS))

    def test_each_builds_alone(self):
        for example in EXAMPLES:
            with self.subTest(example.name):
                folder = self.around / example.name
                shutil.copytree(example, folder)
                build = folder / "build"
                self.run_tool(
                    "cmake", "-S", folder, "-B", build, "-G", "Ninja",
                    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
                self.run_tool("cmake", "--build", build, "--parallel", "2")
                listed = self.run_tool("ctest", "--test-dir", build, "-N")
                self.assertEqual(
                    sorted(re.findall(r"Test +#\d+: (.*)", listed)),
                    TESTS[example.name])
                if example.name == "allocations":  # Counts decide anywhere.
                    self.run_tool("ctest", "--test-dir", build,
                                  "--output-on-failure")
                if example.name in ("attributes", "collections"):
                    self.evaluates_its_formulas(folder)

    def evaluates_its_formulas(self, folder):
        """spl-run without an argument, by a project file of the example."""
        git = "git", "-c", "user.name=Ann", "-c", "user.email=a@example.org"
        (folder / ".gitignore").write_text("build/\n")
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "One"],
                      ["commit", "-qm", "Two", "--allow-empty"]):
            self.run_tool(*git, *words, folder=folder)
        said = self.run_tool(
            self.prefix / "bin/spl-run", "--runs", "2", "-s", "observations=2",
            "-s", "alpha=1e-9", "--undecided", "pass", folder=folder)
        self.assertRegex(
            said, r"\n(\d of )?\d formulas (hold|undecided), ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
