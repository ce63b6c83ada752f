# ctest: package:archive ${build} ${compiler} UNLESS SPL_SANITIZED
"""The archive for other distributions: it brings what spl-run needs, and a
project builds with the sources in it, wherever it was unpacked.

usage: archive_test.py BUILD_FOLDER CXX
"""

import pathlib
import re
import sys
import tempfile
import unittest

from unpacked import run

BUILD, CXX = sys.argv[1:3]
# Of the C library, which each distribution has.
OF_THE_SYSTEM = r"linux-vdso|ld-linux|lib(?:c|m|dl|rt|pthread|resolv)\.so"

SOURCE = """
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include <vector>
SPL_WORKLOAD(fill, (int n)) {
  while (spl.needs_more()) spl::keep(std::vector<int>(n));
}
TEST(Fill, IsFast) { SPL_EXPECT("fill(1000) <= 1 s"); }
"""

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(spl REQUIRED)
enable_testing()
add_executable(user user.cpp)
target_link_libraries(user PRIVATE spl::gtest_main)
spl_discover_tests(user)
"""


class ArchiveTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="spl archive ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run("cmake", "-D", f"OUTPUT={cls.folder}", "-P",
            f"{BUILD}/integrations/packages/archive.cmake")
        (cls.archive,) = cls.folder.glob("spl-*-linux-*.tar.gz")
        run("tar", "xzf", cls.archive, "-C", cls.folder)
        cls.root = cls.folder / "moved elsewhere"
        (cls.folder / cls.archive.name.removesuffix(".tar.gz")).rename(cls.root)
        cls.spl_run = cls.root / "bin/spl-run"

    def test_all_libraries_but_those_of_c_are_its_own(self):
        for line in run("ldd", self.spl_run).splitlines():
            if not re.search(OF_THE_SYSTEM, line):
                self.assertRegex(
                    line, rf"=> {re.escape(str(self.root))}/(bin/\.\./)?lib/spl/")

    def test_no_other_spl_run_searches_libraries_beside_itself(self):
        """Nor in the current folder, where a stranger's file could be."""
        prefix = self.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component",
            "spl-run")
        path = r"\((?:RPATH|RUNPATH)\).*\[(.*)\]"
        for program, expected in (
                (self.spl_run, ["$ORIGIN/../lib/spl"]),
                (prefix / "bin/spl-run", []), (f"{BUILD}/bin/spl-run", [])):
            self.assertEqual(
                re.findall(path, run("readelf", "--dynamic", program)),
                expected, program)

    def test_libgit2_is_its_own(self):
        project = self.folder / "repository"
        project.mkdir()
        run("git", "init", "--quiet", project)
        run("git", "-C", project, "-c", "user.name=A", "-c", "user.email=a@b.c",
            "commit", "--quiet", "--allow-empty", "--message", "Begin")
        (project / "spl.json").write_text(
            '{"revisions": {"program": "{build}/p"}}')
        traced = run("sh", "-c", 'cd "$1" && "$0" check -e "f@HEAD(1) <= 1 s" '
                     "2>&1 || true", self.spl_run, project, LD_DEBUG="files")
        self.assertRegex(traced, r"calling init: .*moved elsewhere/bin/\.\./lib"
                                 r"/spl/libgit2\.so")
        for path in re.findall(r"calling init: (.*)", traced):
            if "moved elsewhere" not in path:
                self.assertRegex(path, OF_THE_SYSTEM)

    def test_licences_are_in_it(self):
        found = {path.parent.name for path in self.root.rglob("copyright")}
        self.assertTrue({"spl-run", "libsqlite3-0", "libstdc++6"} <= found, found)

    def test_a_project_builds_and_measures_with_it(self):
        project = self.folder / "a project"
        project.mkdir()
        (project / "user.cpp").write_text(SOURCE)
        (project / "CMakeLists.txt").write_text(PROJECT)
        build = project / "build"
        run("cmake", "-S", project, "-B", build, "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={self.root}", "-DCMAKE_BUILD_TYPE=Release",
            f"-DCMAKE_CXX_COMPILER={CXX}")
        run("cmake", "--build", build)
        self.assertTrue((build / "user.link").exists())
        run("ctest", "--test-dir", build, "--no-tests=error",
            "--output-on-failure", "-L", "perf", SPL_RUNS="2")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
