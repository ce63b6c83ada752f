# ctest: package:consumers ${source} ${build} UNLESS SPL_SANITIZED PROPERTIES
#     PROCESSORS 2
"""Projects that use SPL: from an installation, as a folder, and by FetchContent;
with g++ and clang++, C++17, 20 and 23, workloads in static and shared libraries,
precompiled headers and unity builds.

usage: consumers_test.py SOURCE_FOLDER BUILD_FOLDER
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCES, BUILD = sys.argv[1:3]

FIND = "find_package(spl REQUIRED)"
FOLDER = f'add_subdirectory("{SOURCES}" spl)\n'
FETCH = """include(FetchContent)
FetchContent_Declare(spl GIT_REPOSITORY "@REPOSITORY@" GIT_TAG @COMMIT@)
FetchContent_MakeAvailable(spl)"""

# Each library of workloads has a program, and the last one tests, too.
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
@WAY@
enable_testing()
foreach(library IN ITEMS @LIBRARIES@)
  string(REGEX MATCH "([A-Z]+)_([0-9]+)" match ${library})
  set(CMAKE_CXX_STANDARD ${CMAKE_MATCH_2})
  add_library(${library} ${CMAKE_MATCH_1} library.cpp)
  target_link_libraries(${library} PUBLIC spl::workload)
  spl_workloads(${library})
  add_executable(${library}_program program.cpp second.cpp)
  target_precompile_headers(${library}_program PRIVATE <spl/workload.hpp>)
  target_link_libraries(${library}_program PRIVATE ${library} spl::workload_main)
  set(last ${library})
endforeach()
if(@TESTS@)
  add_executable(tests tests.cpp)
  target_link_libraries(tests PRIVATE ${last} spl::gtest_main)
  spl_discover_tests(tests)
endif()
"""

# A project may have targets of these names: before SPL is there, and after.
NAMES = """
foreach(name IN ITEMS fmt::fmt fmt::fmt-header-only pugixml::pugixml
    CLI11::CLI11 SQLite::SQLite3 taocpp::pegtl Boost::headers
    nlohmann_json::nlohmann_json GTest::gtest GTest::gtest_main
    benchmark::benchmark Threads::Threads PkgConfig::libgit2
    fmt pugixml parser runner client workload statistics logic golden_file
    collections attributes history gtest_main)
  if(TARGET ${name})
    message(SEND_ERROR "SPL brings ${name}")
  elseif(name MATCHES "::")
    string(MAKE_C_IDENTIFIER "own_${name}" own)
    add_library(${own} INTERFACE)
    add_library(${name} ALIAS ${own})
  else()
    add_library(${name} INTERFACE)
  endif()
endforeach()
"""

LIBRARY = """
#include <spl/workload.hpp>
#include <vector>
SPL_WORKLOAD(fill, (int n), spl::values(10)) {
  while (spl.needs_more()) spl::keep(std::vector<int>(static_cast<unsigned>(n)));
}
"""

PROGRAM = """
#include <spl/workload.hpp>
SPL_WORKLOAD(one, ()) {
  while (spl.needs_more()) spl::keep(1);
}
"""

SECOND = PROGRAM.replace("one", "two")

TESTS = """
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
TEST(Fill, AllocatesOnce) {
  SPL_EXPECT("fill(10) <= fill(1000)", spl::setting("metric", "allocations"));
}
"""


class ConsumersTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="spl consumers ")
        cls.addClassCleanup(holder.cleanup)
        cls.around = pathlib.Path(holder.name).resolve()
        cls.prefix = cls.around / "a prefix"
        cls.run_tool("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def run_tool(cls, *words):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("CMAKE_")}
        done = subprocess.run(
            [str(word) for word in words], check=False, text=True, timeout=600,
            env={**environment, "SPL_HISTORY": "off"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    def repository(self):
        """A repository with what would be committed here, and its commit."""
        folder = self.around / "repository"
        git = ["git", "-C", SOURCES, "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
        for name in self.run_tool(*git).split("\0"):
            if os.path.isfile(f"{SOURCES}/{name}"):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(f"{SOURCES}/{name}", folder / name)
        git = ["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@b"]
        self.run_tool(*git, "init", "--quiet")
        self.run_tool(*git, "add", "--all", "--force")
        self.run_tool(*git, "commit", "--quiet", "--message", "All")
        return folder, self.run_tool(*git, "rev-parse", "HEAD").strip()

    def configured(self, project, compiler, *options, flags="", prefix=None):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.around))
        for name, text in [("CMakeLists.txt", project), ("tests.cpp", TESTS),
                           ("library.cpp", LIBRARY), ("program.cpp", PROGRAM),
                           ("second.cpp", SECOND)]:
            (folder / name).write_text(text)
        build = folder / "build"
        self.run_tool("cmake", "-S", folder, "-B", build, "-G", "Ninja",
                      f"-DCMAKE_PREFIX_PATH={prefix or self.prefix}",
                      f"-DCMAKE_CXX_COMPILER={compiler}",
                      f"-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror {flags}",
                      *options)
        return build

    def built(self, way, compiler, *libraries, tests=True, flags="", unity="OFF"):
        """The folder of a consumer whose programs were built."""
        if shutil.which(compiler) is None:
            self.skipTest(f"there is no {compiler}")
        build = self.configured(
            PROJECT.replace("@WAY@", way)
            .replace("@LIBRARIES@", " ".join(libraries))
            .replace("@TESTS@", "ON" if tests else "OFF"), compiler,
            f"-DCMAKE_UNITY_BUILD={unity}", flags=flags)
        names = [f"{library}_program" for library in libraries]
        # Of SPL, what a test of an installation has not built is enough.
        self.run_tool("cmake", "--build", build, "--parallel", "2",
                      *([] if way == FIND else ["--target", *names]))
        for library in libraries:
            program = build / f"{library}_program"
            self.assertEqual(
                self.run_tool(self.prefix / "bin/spl-run", "list", "-p",
                              program),
                f"{program}\n  workload fill(int n = 10)\n  workload one()\n"
                "  workload two()\n")
        return build

    def test_installed_with_gcc(self):
        build = self.built(FIND, "g++", "STATIC_17", "SHARED_23")
        self.run_tool("ctest", "--test-dir", build, "--no-tests=error",
                      "--output-on-failure", "-L", "^perf$")

    def test_installed_with_clang(self):
        build = self.built(FIND, "clang++", "SHARED_17", "STATIC_20", unity="ON")
        self.run_tool("ctest", "--test-dir", build, "--no-tests=error",
                      "--output-on-failure", "-L", "^perf$")

    def test_fetched(self):
        folder, commit = self.repository()
        way = (FETCH.replace("@REPOSITORY@", f"file://{folder}")
               .replace("@COMMIT@", commit))
        self.built(way, "clang++", "STATIC_23", "SHARED_20", tests=False,
                   flags="-fno-rtti")
        build = self.configured(
            PROJECT.replace("@WAY@", "set(CMAKE_DISABLE_FIND_PACKAGE_"
                            "nlohmann_json ON)\n" + way)
            .replace("@LIBRARIES@", "STATIC_17").replace("@TESTS@", "OFF"),
            "c++")
        planned = self.run_tool("ninja", "-C", build, "-n")
        self.assertEqual(sorted({*re.findall(r"libspl_\w+\.a", planned)}),
                         ["libspl_workload.a", "libspl_workload_main.a"])

    def test_as_a_folder(self):
        """Only what programs link is built, and spl-run with the tests."""
        build = self.built(FOLDER, "g++", "SHARED_20", tests=False,
                           flags="-fno-rtti -fno-exceptions")
        planned = self.run_tool("ninja", "-C", build, "-n")
        self.assertNotIn("spl_run", planned)
        self.assertEqual(
            sorted({*re.findall(r"libspl_\w+\.a", planned),
                    *(path.name for path in build.rglob("libspl_*.a"))}),
            ["libspl_workload.a", "libspl_workload_main.a"])

    def test_tests_depend_on_spl_run(self):
        project = (PROJECT.replace("@WAY@", FOLDER).replace("@TESTS@", "ON")
                   .replace("@LIBRARIES@", "STATIC_17"))
        build = self.configured(project, "c++")
        planned = self.run_tool("ninja", "-C", build, "-n", "tests")
        self.assertNotIn("spl_run", planned)  # It is installed.
        build = self.configured(project, "c++", prefix=self.around / "absent")
        planned = self.run_tool("ninja", "-C", build, "-n", "tests")
        self.assertIn("Performing build step for 'spl_run'", planned)
        planned = self.run_tool("ninja", "-C", build, "-n", "STATIC_17_program")
        self.assertNotIn("spl_run", planned)

    def test_brings_no_target_of_others(self):
        head, tail = PROJECT.split("@WAY@\n")
        tail = tail.replace("@TESTS@", "OFF").replace("@LIBRARIES@", "")
        self.configured(head + FOLDER + NAMES + tail, "c++")
        # The headers of these two are what SPL compiles against.
        own = NAMES.replace("nlohmann_json::nlohmann_json ", "").replace(
            "GTest::gtest GTest::gtest_main", "")
        self.configured(head + own + FOLDER + tail, "c++")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
