# ctest: package:packages ${build} ${spl_VERSION} ${compiler} UNLESS
#     SPL_SANITIZED
"""The packages for Debian: what is in them, and projects that use them from a
folder into which they were unpacked.

usage: packages_test.py BUILD_FOLDER VERSION CXX
"""

import pathlib
import re
import sys
import tempfile
import unittest

BUILD, VERSION, CXX = sys.argv[1:4]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "layout"))
import links
import unpacked
from unpacked import run

SOURCE = """
#include <spl/workload.hpp>
#include <vector>
SPL_WORKLOAD(fill, (int n)) {
  while (spl.needs_more()) spl::keep(std::vector<int>(n));
}
"""

TEST = """
#include <spl/gtest.hpp>
TEST(Fill, IsFast) { SPL_EXPECT("fill(1000) <= 1 s"); }
"""

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(spl REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE spl::workload_main)
"""


class PackagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="spl packages ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.packages, cls.root = unpacked.unpack(BUILD, cls.folder)
        cls.spl_run = cls.root / "usr/bin/spl-run"
        (cls.folder / "user.cpp").write_text(SOURCE)

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.packages[package], name).strip()

    def check_program(self, program):
        """Measures with the program, which can be linked again."""
        self.assertTrue(program.with_name(program.name + ".link").exists())
        report = run(self.spl_run, "-p", program, "--runs", "2", "-e",
                     "fill(1000) <= 1 s")
        self.assertIn("1 formula holds, ", report)

    def test_files_are_where_programs_search(self):
        files = [path.relative_to(self.root / "usr").as_posix()
                 for path in self.root.rglob("*") if path.is_file()]
        for name in ("bin/spl-run", "include/spl/workload.hpp",
                     "share/man/man1/spl-run.1", "share/doc/spl/README.md",
                     "share/doc/spl/docs/language.md",
                     "share/doc/spl/docs/tutorial.md",
                     "share/doc/spl/examples/collections/collections.spl",
                     "share/bash-completion/completions/spl-run",
                     "share/zsh/vendor-completions/_spl-run",
                     "share/fish/vendor_completions.d/spl-run.fish"):
            self.assertIn(name, files)
        for package in ("spl-run", "libspl-dev", "spl-doc"):
            self.assertIn(f"share/doc/{package}/copyright", files)
        self.assertEqual([name for name in files if "site-functions" in name],
                         [])

    def test_the_manual_page_is_that_of_the_program(self):
        page = (self.root / "usr/share/man/man1/spl-run.1").read_text()
        self.assertIn(f"spl\\-run {VERSION}", page)
        self.assertEqual(re.findall(r"\.SH (.*)", page)[:4],
                         ["NAME", "SYNOPSIS", "EXAMPLES", "DESCRIPTION"])
        words = run(self.spl_run, "help", "completions").split()
        self.assertIn("--budget", words)
        self.assertIn("guard", words)
        for name in [*words, "max-runs"]:
            self.assertIn(name.replace("-", "\\-"), page)

    def test_pages_link_what_is_installed(self):
        self.assertEqual(
            list(links.check(self.root / "usr/share/doc/spl")), [])

    def test_packages_name_what_they_need(self):
        self.assertEqual(sorted(self.packages),
                         ["libspl-dev", "spl-doc", "spl-run"])
        self.assertRegex(self.field("spl-run", "Depends"),
                         r"\blibc6 .*\blibsqlite3-0 .*\blibstdc\+\+6 ")
        self.assertRegex(self.field("spl-run", "Recommends"),
                         r"^libgit2-1\.\d+, ccache$")
        version = self.field("spl-run", "Version")
        self.assertRegex(version, rf"^{re.escape(VERSION)}-[a-z]+[0-9.]*$")
        self.assertEqual(self.field("libspl-dev", "Depends"),
                         f"spl-run (= {version}), libgtest-dev")
        self.assertEqual(self.field("spl-doc", "Architecture"), "all")
        self.assertEqual(self.field("spl-doc", "Depends"), "")

    def test_cmake_finds_what_was_unpacked(self):
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        build = self.folder / "a build"
        run("cmake", "-S", self.folder, "-B", build, "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={self.root}/usr",
            f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", build)
        self.check_program(build / "user")

    def test_pkg_config_finds_what_was_unpacked(self):
        (found,) = (self.root / "usr").rglob("pkgconfig")
        self.assertEqual(
            run("pkg-config", "--modversion", "spl", "spl_main",
                PKG_CONFIG_PATH=str(found)), f"{VERSION}\n{VERSION}\n")
        flags = run("pkg-config", "--cflags", "--libs", "spl_main",
                    PKG_CONFIG_PATH=str(found))
        words = [word.replace("\\ ", " ")
                 for word in re.findall(r"(?:\\.|\S)+", flags)]
        program = self.folder / "user"
        run(CXX, "-std=c++17", "-O2", self.folder / "user.cpp", "-o", program,
            *words)
        self.check_program(program)

    def test_shells_compile_with_what_pkg_config_prints(self):
        with tempfile.TemporaryDirectory() as plain:  # Without a blank.
            root = pathlib.Path(plain, "root")
            root.symlink_to(self.root)
            (found,) = (root / "usr").rglob("pkgconfig")
            for name, source in (("spl_main", SOURCE),
                                 ("spl_gtest_main", SOURCE + TEST)):
                pathlib.Path(plain, "user.cpp").write_text(source)
                for compiler in ("g++", "clang++"):
                    run("sh", "-c",
                        f"cd {plain} && {compiler} -std=c++17 -O2 -Wall -Wextra "
                        "-Werror user.cpp -o user "
                        f"$(pkg-config --cflags --libs {name})",
                        PKG_CONFIG_PATH=str(found))
            run(f"{plain}/user", SPL_RUNS="2", PATH="/bin")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
