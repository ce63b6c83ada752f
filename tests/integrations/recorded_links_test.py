# ctest: integrations:recorded-links ${source} ${build} ${compiler}
"""Programs of users' projects record how they are linked.

usage: recorded_links_test.py SOURCE_FOLDER BUILD_FOLDER CXX
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from surroundings import own_environment

SOURCES, BUILD, CXX = sys.argv[1:4]

LISTS = """
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
@FIND@
add_library(hot STATIC hot.cpp)
foreach(name IN ITEMS plain prefixed optimised "switched off")
  string(REPLACE " " "_" target "${name}")
  add_executable(${target} perf.cpp)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME "a ${name}")
  target_link_libraries(${target} PRIVATE hot spl::workload_main)
endforeach()
target_precompile_headers(prefixed PRIVATE <vector>)
set_target_properties(optimised PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
set_target_properties(switched_off PROPERTIES SPL_FRESH_LINKS OFF)
enable_testing()
add_executable(assertions EXCLUDE_FROM_ALL assertions.cpp)
target_link_libraries(assertions PRIVATE spl::gtest_main)
if(COMMAND spl_discover_tests)
  spl_discover_tests(assertions)
endif()
"""
HOT = "int hot(int n) { return n * 3; }\n"
PERF = """
#include <spl/workload.hpp>
int hot(int n);
SPL_WORKLOAD(run, (int n)) {
  while (spl.needs_more()) spl::keep(hot(n));
}
"""
ASSERTIONS = """
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
SPL_WORKLOAD(run, (int n)) {
  while (spl.needs_more()) spl::keep(n);
}
TEST(Speed, Holds) { SPL_ASSERT("run(1) < 1 s"); }
"""
FIND = "find_package(spl REQUIRED)"
FOLDER = f'add_subdirectory("{SOURCES}" spl EXCLUDE_FROM_ALL)'
FETCH = f"""include(FetchContent)
FetchContent_Declare(spl SOURCE_DIR "{SOURCES}" EXCLUDE_FROM_ALL)
FetchContent_MakeAvailable(spl)"""


def record_of(program):
    fields = (program.parent / (program.name + ".link/record")).read_bytes()
    return [os.fsdecode(one) for one in fields.split(b"\0")[:-1]]


class RecordedLinksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.around = pathlib.Path(tempfile.mkdtemp(prefix="spl links "))
        cls.addClassCleanup(shutil.rmtree, cls.around, ignore_errors=True)
        cls.environment = own_environment(cls.around)
        cls.prefix = cls.around / "a prefix"
        cls.run_tool("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def run_tool(cls, *words):
        done = subprocess.run([str(word) for word in words], check=False,
                              env=cls.environment, text=True, timeout=600,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    def project(self, find=FIND):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.around))
        (folder / "CMakeLists.txt").write_text(LISTS.replace("@FIND@", find))
        (folder / "hot.cpp").write_text(HOT)
        (folder / "perf.cpp").write_text(PERF)
        (folder / "assertions.cpp").write_text(ASSERTIONS)
        return folder

    def configured(self, folder, *options, generator="Ninja", compiler=CXX):
        build = folder / "build"
        self.run_tool("cmake", "-S", folder, "-B", build, "-G", generator,
                      "-DCMAKE_BUILD_TYPE=Release",
                      f"-DCMAKE_PREFIX_PATH={self.prefix}",
                      f"-DCMAKE_CXX_COMPILER={compiler}", *options)
        return build

    def built(self, *options, **how):
        build = self.configured(self.project(), *options, **how)
        self.run_tool("cmake", "--build", build, "--parallel", "2")
        return build

    def linked_again(self, program):
        """What the recorded words make: the program's bytes once more."""
        linker, folder, *words = record_of(program)
        place = words.index("-o") + 1
        self.assertEqual(pathlib.Path(folder, words[place]).resolve(),
                         program.resolve())
        again = self.around / "again"
        words[place] = str(again)
        subprocess.run([linker, *words], cwd=folder, check=True,
                       env=self.environment)
        return again.read_bytes()

    def expect_records(self, build, linker):
        for name in "plain", "prefixed":
            with self.subTest(name):
                program = build / f"a {name}"
                recorded = pathlib.Path(record_of(program)[0])
                self.assertEqual(recorded.resolve(),
                                 pathlib.Path(linker).resolve())
                self.assertEqual(self.linked_again(program),
                                 program.read_bytes())
        self.assertFalse((build / "a switched off.link").exists())

    def test_a_package_with_ninja_and_with_makefiles(self):
        for generator in "Ninja", "Unix Makefiles":
            with self.subTest(generator):
                build = self.built(generator=generator)
                self.expect_records(build, shutil.which("ld"))
                # The words do not show what lto-wrapper asks of the compiler.
                self.assertIn("-o", record_of(build / "a optimised"))

    def test_another_compiler(self):
        other = shutil.which("clang++")
        if other is None:
            self.skipTest("there is no clang++")
        self.expect_records(self.built(compiler=other), shutil.which("ld"))

    def test_linkers_of_the_users_choice(self):
        for name in "mold", "gold", "lld", "bfd":
            linker = shutil.which(f"ld.{name}")
            if linker is None:
                continue
            with self.subTest(name):
                build = self.built(f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={name}",
                                   "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON")
                self.expect_records(build, linker)

    def test_a_program_of_tests(self):
        build = self.configured(self.project())
        self.run_tool("cmake", "--build", build, "--target", "assertions")
        self.assertEqual(self.linked_again(build / "assertions"),
                         (build / "assertions").read_bytes())
        self.assertIn("Test #1: Speed.Holds",
                      self.run_tool("ctest", "--test-dir", build, "-N"))

    def test_a_folder_and_a_fetched_one(self):
        for find in FOLDER, FETCH:
            with self.subTest(find):
                folder = self.project(find)
                build = self.configured(folder)
                rules = (build / "build.ninja").read_text()
                self.assertIn(f"-B{build}/_deps/spl-build/linkers/"
                              if find == FETCH else f"-B{build}/spl/linkers/",
                              rules.replace('"', "").replace("$ ", " "))
        self.run_tool("cmake", "--build", build, "--target", "plain")
        self.assertEqual(self.linked_again(build / "a plain"),
                         (build / "a plain").read_bytes())

    def test_one_variable_switches_it_off(self):
        build = self.built("-DSPL_FRESH_LINKS=OFF")
        self.assertEqual(list(build.glob("*.link")), [])
        rules = (build / "build.ninja").read_text()
        for text in "-ffunction-sections", "/linkers/":
            self.assertNotIn(text, rules)

    def test_has_the_cxx_library_inside(self):
        folder = self.project()
        with open(folder / "CMakeLists.txt", "a") as lists:
            lists.write("""
add_library(other SHARED hot.cpp)
add_executable(sharing perf.cpp)
target_link_libraries(sharing PRIVATE other spl::workload_main)
set_target_properties(prefixed PROPERTIES SPL_STATIC_CXX OFF)
""")
        build = self.configured(folder)
        self.run_tool("cmake", "--build", build, "--parallel", "2")
        for name, is_shared in [("a plain", False), ("a prefixed", True),
                                ("sharing", True), ("a switched off", True)]:
            with self.subTest(name):
                needed = self.run_tool("readelf", "-d", build / name)
                self.assertEqual("libstdc++" in needed, is_shared)
                self.run_tool(self.prefix / "bin/spl-run", "list", "-p",
                              build / name)

    def test_workloads_in_libraries(self):
        folder = self.project()
        with open(folder / "CMakeLists.txt", "a") as lists:
            lists.write("""
foreach(kind IN ITEMS STATIC SHARED OBJECT)
  add_library(${kind}_workloads ${kind} workloads.cpp)
  target_link_libraries(${kind}_workloads PUBLIC spl::workload)
  add_executable(of_${kind} hot.cpp)
  if(KEEP)
    spl_workloads(${kind}_workloads)
  endif()
  target_link_libraries(of_${kind} PRIVATE
    ${kind}_workloads spl::workload_main)
endforeach()
set_target_properties(SHARED_workloads STATIC_workloads PROPERTIES
  POSITION_INDEPENDENT_CODE ON)
""")
        (folder / "workloads.cpp").write_text(PERF.replace("hot(n)", "n"))
        for keep in False, True:
            build = self.configured(folder, f"-DKEEP={keep}")
            for kind in "STATIC", "SHARED", "OBJECT":
                program = build / f"of_{kind}"
                self.run_tool("cmake", "--build", build, "--target", program.name)
                listed = subprocess.run(
                    [self.prefix / "bin/spl-run", "list", "-p", program],
                    env=self.environment, text=True, check=False,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
                if kind == "SHARED" and not keep:
                    continue  # Up to the distribution's compiler.
                with self.subTest(kind=kind, keep=keep):
                    if kind == "STATIC" and not keep:
                        self.assertIn("call CMake's spl_workloads", listed)
                    else:
                        self.assertIn("  workload run(int n)\n", listed)

    def test_files_of_words(self):
        build = self.built("-DCMAKE_NINJA_FORCE_RESPONSE_FILE=ON")
        self.expect_records(build, shutil.which("ld"))

    def test_switched_off_later(self):
        folder = self.project()
        for option in "ON", "OFF":
            build = self.configured(folder, f"-DSPL_FRESH_LINKS={option}")
            self.run_tool("cmake", "--build", build, "--target", "plain")
        # spl-run sees that the record is older than the program.
        self.assertNotEqual((build / "a plain").stat().st_mtime_ns,
                            (build / "a plain.link/record").stat().st_mtime_ns)

    def test_nothing_else_changes(self):
        folder = self.project()
        programs = []
        for options in ["-DSPL_STATIC_CXX=OFF"], [
                "-DSPL_FRESH_LINKS=OFF",
                "-DCMAKE_CXX_FLAGS=-ffunction-sections"]:
            build = self.configured(folder, *options)
            self.run_tool("cmake", "--build", build, "--target", "plain")
            programs.append((build / "a plain").read_bytes())
            shutil.rmtree(build)
        self.assertEqual(programs[0], programs[1])


LINKER = """printf "%s\\n" "$@" >words
while [ $# -gt 1 ]; do
  [ "$1" != -o ] || touch "$2" 2>/dev/null
  shift
done
exit 0
"""


class RecorderTest(unittest.TestCase):
    """The recorder beside a linker that only notes its words."""

    def setUp(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl recorder "))
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.recorder = self.around / "recorders/ld"
        self.recorder.parent.mkdir()
        shutil.copy(f"{SOURCES}/integrations/cmake/record_link.sh",
                    self.recorder)
        self.linker = self.script("tools/ld", LINKER)
        self.temporary = self.around / "temporary"
        self.temporary.mkdir()

    def script(self, name, body):
        path = self.around / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def link(self, *words, **variables):
        return subprocess.run(
            [str(self.recorder), *words], cwd=self.around, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
            env={"PATH": f"{self.linker.parent}:/usr/bin:/bin",
                 "TMPDIR": str(self.temporary), **variables})

    def words(self):
        return (self.around / "words").read_text().splitlines()

    def test_puts_the_cxx_library_inside(self):
        inside = self.around / "recorders/static-cxx/ld"
        inside.parent.mkdir()
        shutil.copy(self.recorder, inside)
        (self.around / "libstdc++.a").touch()
        found = f"-L{self.around}"
        start = ["-plugin", "p.so", "-dynamic-linker", "ld.so.2", "-o", "a"]
        for recorder, words, is_inside in [
                (inside, [found, "-lstdc++", "-lm", "-lc"], True),
                (inside, [found, "f.a", "-lstdc++", "-lgcc_s"], True),
                (self.recorder, [found, "-lstdc++"], False),
                (inside, ["-lstdc++"], False),
                (inside, [found, "-lother", "-lstdc++"], False),
                (inside, [found, "/lib/libother.so", "-lstdc++"], False),
                (inside, [found, "libother.so.1.2", "-lstdc++"], False),
                (inside, [found, "--export-dynamic", "-lstdc++"], False),
                (inside, [found, "-lstdc++", "-static"], False),
                (inside, [found, "-shared", "-lstdc++"], False)]:
            with self.subTest(words):
                done = subprocess.run(
                    [recorder, *start, *words], cwd=self.around, check=False,
                    env={"PATH": f"{self.linker.parent}:/usr/bin:/bin"})
                self.assertEqual(done.returncode, 0)
                at = words.index("-lstdc++")
                if is_inside:
                    words[at:at + 1] = ["-Bstatic", "-lstdc++", "-Bdynamic"]
                self.assertEqual(self.words(), start + words)

    def test_words_with_spaces_quotes_and_lines(self):
        words = ["-o", "a 'program'", 'x "y".o', "line\nline", "$HOME", ""]
        done = self.link(*words)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(record_of(self.around / "a 'program'"),
                         [str(self.linker), str(self.around), *words])

    def test_what_the_compiler_removes_is_kept(self):
        objects = self.temporary / "cc1.o"
        objects.write_text("object")
        response = self.temporary / "ccX"
        response.write_text(f'"{objects}" "c d.o"\ne\\ f.o \'g\'\n')
        self.link("-o", "p", f"@{response}", "d.o")
        self.assertEqual(self.words(), ["-o", "p", f"@{response}", "d.o"])
        folder = self.around / "p.link"
        self.assertEqual(record_of(self.around / "p")[2:],
                         ["-o", "p", f"{folder}/cc1.o", "c d.o", "e f.o", "g",
                          "d.o"])
        self.assertEqual((folder / "cc1.o").read_text(), "object")

    def test_all_words_may_be_in_a_file(self):
        self.script("tools/ld", "touch 'the program' p")
        response = self.temporary / "ccX"
        response.write_text('"-o" "the program"\na.o\n')
        self.link(f"@{response}")
        self.assertEqual(record_of(self.around / "the program")[2:],
                         ["-o", "the program", "a.o"])
        response.write_text("-o p -shared a.o\n")
        self.link(f"@{response}")
        self.assertFalse((self.around / "p.link").exists())

    def test_a_record_is_as_old_as_its_program(self):
        self.link("-o", "p", "a.o")
        self.assertEqual((self.around / "p.link/record").stat().st_mtime_ns,
                         (self.around / "p").stat().st_mtime_ns)

    def test_the_last_link_counts(self):
        self.link("-o", "p", "a.o")
        self.link("-o", "p", "b.o")
        self.assertEqual(record_of(self.around / "p")[2:], ["-o", "p", "b.o"])
        self.assertEqual([one.name for one in self.around.glob("p.link*")],
                         ["p.link"])

    def test_a_failure_is_the_linkers(self):
        self.link("-o", "p", "a.o")
        self.script("tools/ld", "echo no such object >&2; exit 7")
        done = self.link("-o", "p", "a.o")
        self.assertEqual((done.returncode, done.stdout),
                         (7, "no such object\n"))
        self.assertEqual(list(self.around.glob("p.link*")), [])

    def test_links_where_nothing_can_be_recorded(self):
        done = self.link("-o", "absent/p", "a.o")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(self.words(), ["-o", "absent/p", "a.o"])

    def test_keeps_no_record_without_what_it_names(self):
        done = self.link("-o", "p", f"@{self.temporary}/absent")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(list(self.around.glob("p.link*")), [])

    def test_only_programs_are_recorded(self):
        for words in (["-shared", "-o", "p"], ["-r", "-o", "p"], ["--version"]):
            with self.subTest(words):
                self.assertEqual(self.link(*words).returncode, 0)
                self.assertFalse((self.around / "p.link").exists())

    def test_the_compilers_linker_comes_first(self):
        cross = self.script("cross/ld", "touch p cross.done")
        self.link("-o", "p", COMPILER_PATH=f"/absent:{cross.parent}/")
        self.assertTrue((self.around / "cross.done").exists())
        self.assertEqual(record_of(self.around / "p")[0], str(cross))

    def test_recorders_do_not_call_each_other(self):
        other = self.around / "others/ld"
        other.parent.mkdir()
        shutil.copy(self.recorder, other)
        path = f"{other.parent}:{self.recorder.parent}:{self.linker.parent}"
        done = self.link("-o", "p", PATH=f"{path}:/usr/bin:/bin")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(record_of(self.around / "p")[0], str(self.linker))

    def test_says_that_there_is_no_linker(self):
        self.linker.unlink()
        done = self.link("-o", "p", PATH="")
        self.assertEqual(done.returncode, 127)
        self.assertEqual(done.stdout, f'{self.recorder}: error: there is no '
                         'linker "ld" in COMPILER_PATH and PATH\n')


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
