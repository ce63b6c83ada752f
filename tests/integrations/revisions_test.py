# ctest: integrations:revisions spl-run ${source} ${compiler} spl_gtest_main
#     spl_gtest spl_client spl_workload GTest::gtest -- ${workload} PERF
"""spl-run builds and measures revisions of real repositories.

usage: revisions_test.py SPL_RUN SOURCE_FOLDER CXX LIBRARY...

The libraries are those that a program with workloads links, first those of
spl::gtest_main, then after "--" those of spl::workload_main.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from surroundings import own_environment

SPL_RUN, SOURCES, CXX = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
SPLIT = sys.argv.index("--")
GTEST_LIBRARIES = sys.argv[4:SPLIT]
LIBRARIES = sys.argv[SPLIT + 1:]

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(sums LANGUAGES CXX)
add_executable(sums workloads.cpp)
target_compile_features(sums PRIVATE cxx_std_17)
target_include_directories(sums PRIVATE ${SPL_ROOT})
target_link_libraries(sums PRIVATE ${SPL_LIBRARIES})
"""

WORKLOADS = """
#include <spl/workload.hpp>
#include "sum.hpp"
SPL_WORKLOAD(sum, (int n), spl::values(1000)) {
  while (spl.needs_more()) spl::keep(sum(n));
}
"""

SUM = """
inline int sum(int n) {
  volatile int result = 0;
  for (int i = 0; i < n * %d / 10; ++i) result = result + i;
  return result;
}
"""

ASSERTION = """
#include <spl/gtest.hpp>
#include <spl/workload.hpp>
#include "sum.hpp"
SPL_WORKLOAD(sum, (int n), spl::values(1000)) {
  while (spl.needs_more()) spl::keep(sum(n));
}
TEST(Sum, IsNoSlowerThanItWas) { SPL_ASSERT("sum(n) <= sum@v1(n)"); }
"""


class Project:
    """A repository with a workload, and a cache of its own."""

    def __init__(self, test):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl revisions "))
        test.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.folder = self.around / "project"
        self.folder.mkdir()
        self.commits = 0
        self.git("init", "--quiet", "--initial-branch=main")

    def environment(self):
        return own_environment(self.around)

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE, text=True,
                              env=self.environment()).stdout

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", message)

    def write_sums(self, libraries=None, **revisions):
        libraries = libraries or LIBRARIES
        self.write("CMakeLists.txt", CMAKE)
        self.write("workloads.cpp", WORKLOADS)
        self.write("spl.json", json.dumps({"revisions": {
            "configure": ["cmake", "-S", "{source}", "-B", "{build}",
                          "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                          f"-DCMAKE_CXX_COMPILER={CXX}",
                          f"-DSPL_ROOT={SOURCES};{SOURCES}/integrations/gtest;"
                          f"{SOURCES}/integrations/client",
                          "-DSPL_LIBRARIES=" + ";".join(libraries)],
            "program": "{build}/sums", **revisions}}))

    def run(self, *arguments, **more):
        return subprocess.run([SPL_RUN, *arguments], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, text=True, timeout=300,
                              check=False, env=self.environment(), **more)

    def state(self):
        """What nobody but the user may change, with all times but of access."""
        files = {}
        for path in self.folder.rglob("*"):
            facts = path.lstat()
            files[str(path)] = (facts.st_ino, facts.st_size, facts.st_mode,
                                facts.st_mtime_ns, facts.st_ctime_ns)
        facts = self.folder.lstat()
        return files, facts.st_mtime_ns, facts.st_ctime_ns


class RevisionsTest(unittest.TestCase):
    def test_leaves_the_checkout_alone(self):
        project = Project(self)
        project.write_sums()
        project.write("sum.hpp", SUM % 10)
        project.commit("Fast")
        project.git("tag", "v1")
        project.write("sum.hpp", SUM % 30)
        project.commit("Slow")
        project.write("stashed.txt", "x")
        project.git("stash", "--quiet", "--include-untracked")
        project.write("staged.txt", "staged")
        project.git("add", "staged.txt")
        project.write("staged.txt", "and changed")
        project.write("untracked.txt", "untracked")
        status = project.git("status", "--porcelain")  # May renew the index.
        stash = project.git("stash", "list")
        before = project.state()
        done = project.run("-e", "sum@HEAD(n) > 1.2 * sum@v1(n)",
                           "-e", "sum(n) > 1.2 * sum@v1(n)", "--json",
                           str(project.around / "report.json"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(project.state(), before)
        self.assertEqual(project.git("status", "--porcelain"), status)
        self.assertEqual(project.git("stash", "list"), stash)
        report = json.loads((project.around / "report.json").read_text())
        self.assertEqual([(one["name"], one["subject"], one["dirty"])
                          for one in report["revisions"]],
                         [(None, None, True), ("HEAD", "Slow", False),
                          ("v1", "Fast", False)])

    def test_asserts_through_the_project_file_beside_the_build(self):
        project = Project(self)
        project.write_sums(GTEST_LIBRARIES)
        project.write("workloads.cpp", ASSERTION)
        project.write("sum.hpp", SUM % 10)
        project.commit("Fast")
        project.git("tag", "v1")
        project.write("sum.hpp", SUM % 30)
        revisions = json.loads((project.folder / "spl.json").read_text())
        configure = revisions["revisions"]["configure"]
        places = {"{source}": str(project.folder),
                  "{build}": str(project.folder / "build")}
        subprocess.run([places.get(word, word) for word in configure],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", places["{build}"]], check=True,
                       stdout=subprocess.DEVNULL)
        done = subprocess.run(
            [places["{build}"] + "/sums"], cwd=project.around,
            env={**project.environment(), "SPL_RUNNER": SPL_RUN},
            stdout=subprocess.PIPE, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout,
                         r"Failure\nviolated: sum\(n\) <= sum@v1\(n\)\n  x ")

    def test_starts_again_after_it_was_killed_in_mid_build(self):
        project = Project(self)
        project.write_sums(build=["sh", "{project}/build.sh", "{build}"])
        # The first build leaves half of something, and then takes very long.
        begun = project.around / "begun"
        project.write("build.sh", f"""
            if [ ! -e '{begun}' ]; then
              touch "$1/half"
              echo $$ > '{begun}.new'
              mv '{begun}.new' '{begun}'
              sleep 1000
            fi
            test ! -e "$1/half" && cmake --build "$1"
            """)
        project.write("sum.hpp", SUM % 10)
        project.commit("One")
        formula = "sum@HEAD(1000) < 1 s"
        first = subprocess.Popen([SPL_RUN, "-e", formula], cwd=project.folder,
                                 env=project.environment(),
                                 stdout=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while not begun.exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        first.kill()
        first.wait()
        # Its build ends with it, and leaves that folder to the next.
        end = time.monotonic() + 60
        while pathlib.Path(f"/proc/{begun.read_text().strip()}").exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        done = project.run("-e", formula)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lanes = list((project.around / "cache/spl/lanes").glob("*/*"))
        self.assertEqual(len(lanes), 1)

    def relation(self, project, *arguments):
        """The only one of the formula, and the warnings about it."""
        report = project.around / "report.json"
        done = project.run(*arguments, "--json", str(report))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        read = json.loads(report.read_text())
        about = [one for one in read["warnings"] if "sum" in one]
        return read["formulas"][0]["relations"][0], about

    def test_does_not_measure_the_same_program_twice(self):
        project = Project(self)
        project.write_sums()
        project.write("sum.hpp", SUM % 10)
        project.commit("Add")
        project.git("tag", "v1")
        project.write("sum.hpp", "// A comment.\n" + SUM % 10)
        project.write("README", "About sums\n")
        project.commit("Explain")
        relation, warnings = self.relation(
            project, "-e", "sum@HEAD(n) < 1.02 * sum@v1(n)")
        self.assertEqual(
            (relation["stopped"], relation["reason"], relation["strength"]),
            ("identical",
             "the same program: nothing that is compiled differs", "proven"))
        self.assertEqual(warnings, [])
        # Built side by side, each in a folder of its own.
        lanes = list((project.around / "cache/spl/lanes").glob("*/?"))
        self.assertEqual(len(lanes), min(2, os.cpu_count()))
        relation, _ = self.relation(
            project, "-e", "sum@HEAD(n) <= 100 * sum@v1(n)",
            "-s", "measure-identical", "--runs", "5")
        self.assertEqual((relation["stopped"], relation["blocks"]),
                         ("runs", 5))

    def test_tells_one_commit_under_two_names(self):
        project = Project(self)
        project.write_sums()
        project.write("sum.hpp", SUM % 10)
        project.commit("Add")
        project.git("tag", "v1")
        commit = project.git("rev-parse", "HEAD").strip()
        for one, other in (("sum(n)", "sum@HEAD(n)"),
                           ("sum@v1(n)", f'sum@"{commit}"(n)')):
            relation, warnings = self.relation(project, "-e",
                                               f"{one} <= {other}")
            self.assertEqual(relation["stopped"], "identical")
            self.assertRegex(
                relation["reason"],
                f"^(the working tree and HEAD|v1 and {commit}|{commit} and v1)"
                f" are the same commit {commit[:7]}$")
            self.assertEqual(len(warnings), 1)
            self.assertIn(relation["reason"] + ": sum", warnings[0])
        project.write("untracked.hpp", "")
        relation, warnings = self.relation(project, "-e",
                                           "sum(n) <= sum@HEAD(n)")
        self.assertEqual(
            (relation["reason"], warnings),
            ("the same program: nothing that is compiled differs", []))
        for times in 15, 10:
            project.write("sum.hpp", SUM % times)
            project.commit(f"Go {times} times")
        (project.folder / "untracked.hpp").unlink()
        project.commit("Revert all")
        relation, warnings = self.relation(project, "-e",
                                           "sum@HEAD(n) <= sum@v1(n)")
        self.assertEqual(relation["reason"],
                         "HEAD and v1 are built from the same files")
        self.assertEqual(len(warnings), 1)

    def test_tells_workloads_that_may_have_changed(self):
        project = Project(self)
        project.write_sums()
        project.write("sum.hpp", SUM % 10)
        project.commit("Add")
        project.git("tag", "v1")
        project.write("workloads.cpp", WORKLOADS.replace("sum(n)", "sum(n / 2)"))
        formula = ["-e", "sum(n) <= 100 * sum@v1(n)", "--runs", "5"]
        warning = ("sum and sum@v1: workloads.cpp differs between the sides, "
                   "so the workload may have changed; list the file in "
                   "\"overlay\" in \"revisions\" of spl.json, which gives "
                   "both sides that of the working tree")
        self.assertIn(warning, self.relation(project, *formula)[1])
        # Overlaid it asks both the same.
        project.write_sums(overlay=["workloads.cpp"])
        self.assertNotIn(warning, self.relation(project, *formula)[1])

    def test_finds_the_commit_that_slowed_a_workload_down(self):
        project = Project(self)
        project.write_sums()
        for number in range(10):
            slow = number >= 6
            project.write("sum.hpp",
                          f"// {number}\n" + SUM % (20 if slow else 10))
            project.commit(f"Change {number}")
        project.git("tag", "v1", "HEAD~9")
        report = project.around / "report.json"
        done = project.run("bisect", "HEAD~9", "-s", "resolution=10%",
                           "-e", "sum(n) <= sum@baseline(n)",
                           "-e", "sum(n) <= 1.2 * sum@v1(n)",
                           "--json", str(report))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        bisection = json.loads(report.read_text())["bisection"]
        self.assertEqual([one["subject"] for one in bisection["suspects"]],
                         ["Change 6"])
        # Without the factor, and relative to the commit before.
        for step in bisection["steps"]:
            self.assertGreater(step["ratio"], 1.3, step)
            self.assertLess(step["ratio"], 3.5, step)
        self.assertEqual(len(bisection["steps"]), 2)
        programs = project.around.glob("cache/spl/programs/*/entry.json")
        self.assertLessEqual(len(list(programs)), 6)  # Ends and log2 of nine.
        ratio = json.loads(report.read_text())["formulas"][0]["relations"][0]
        # 2, and more where a busy machine takes many looks for it: the first
        # that sees it is one that sees too much.
        self.assertGreater(ratio["ratio"]["estimate"], 1.3)
        self.assertEqual(ratio["finding"], "greater")
        again = re.search(r"^ +rerun: \S+ (.*)$", done.stdout, re.MULTILINE)
        done = project.run(*shlex.split(again[1]))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_goes_on_with_a_bisection_that_was_interrupted(self):
        project = Project(self)
        project.write_sums(build=["sh", "{project}/build.sh", "{source}",
                                  "{build}"])
        # The build of commit 4 does not end, and that of 6 fails.
        begun = project.around / "begun"
        waits = project.around / "waits"
        waits.touch()
        project.write("build.sh", f"""
            if grep -q '// 6' "$1/sum.hpp"; then echo no such luck; exit 7; fi
            if [ -e '{waits}' ] && grep -q '// 4' "$1/sum.hpp"; then
              touch '{begun}'
              sleep 1000
            fi
            cmake --build "$2"
            """)
        for number in range(9):
            slow = number >= 5
            project.write("sum.hpp",
                          f"// {number}\n" + SUM % (20 if slow else 10))
            project.commit(f"Change {number}")
        question = ["bisect", "HEAD~8", "-s", "resolution=10%",
                    "-e", "sum(n) <= sum@baseline(n)"]
        first = subprocess.Popen(
            [SPL_RUN, *question], cwd=project.folder, text=True,
            env=project.environment(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        end = time.monotonic() + 240
        while not begun.exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        first.terminate()
        out, err = first.communicate(timeout=60)
        self.assertEqual(first.returncode, -signal.SIGTERM, out + err)
        self.assertRegex(
            err, r"^spl-run: interrupted; the formulas stopped holding at one of 8 "
            r"commits, after \S+ \(Change 0\) up to \S+ \(Change 8\)\ngo on: \S+ ")
        waits.unlink()
        again = re.search(r"^go on: \S+ (.*)$", err, re.MULTILINE)
        report = project.around / "report.json"
        done = project.run(*shlex.split(again[1]), "--json", str(report))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        bisection = json.loads(report.read_text())["bisection"]
        self.assertEqual([one["subject"] for one in bisection["suspects"]],
                         ["Change 5"])
        self.assertEqual(len(bisection["skipped"]), 1)
        for one in bisection["skipped"]:
            self.assertEqual(one["subject"], "Change 6")
            self.assertIn("exited with status 7; the end of ", one["reason"])
            self.assertIn("no such luck", one["reason"])
        self.assertEqual(bisection["tested"] + bisection["untested"] +
                         len(bisection["skipped"]), 9)

    def test_example_compares_with_an_earlier_revision(self):
        project = Project(self)
        for name in ("CMakeLists.txt", "spl", "parser", "runner", "tests",
                     "integrations", "examples", "laboratory", "docs"):
            copy = shutil.copytree if (SOURCES / name).is_dir() else shutil.copy
            copy(SOURCES / name, project.folder / name)
        project.commit("As it is")
        path = project.folder / "examples/attributes/phone_book.cpp"
        text = path.read_text()
        slow = text.replace("  return numbers[numbers.size() / 2];",
                            "  std::sort(numbers.rbegin(), numbers.rend());\n"
                            "  return numbers[numbers.size() / 2];")
        self.assertNotEqual(text, slow)
        path.write_text(slow)
        done = project.run("--filter", "no_slower", "examples/attributes")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"(?m)^\S+:\d+: violated: no_slower: ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
