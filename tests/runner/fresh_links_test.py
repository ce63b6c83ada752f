# ctest: runner:fresh-links spl-run ${source} ${compiler} ${workload} UNLESS
#     SPL_SANITIZED
"""spl-run on a program whose link was recorded: every block has a link of its
own, whoever else measures the program.

usage: fresh_links_test.py SPL_RUN SOURCES COMPILER LIBRARIES...
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, SOURCES, COMPILER, *LIBRARIES = sys.argv[1:]

PROGRAM = """
#include <spl/workload.hpp>
#include <unistd.h>
#include <cstring>
#include <stdexcept>
#include <vector>

template <int number>
__attribute__((noinline)) long sum(const std::vector<int>& values) {
  long result = number;
  for (const int value : values) result += value ^ (value >> 3);
  return result;
}
SPL_WORKLOAD(one, ()) {
  const std::vector<int> values(100, 3);
  while (spl.needs_more()) spl::keep(sum<1>(values));
}
SPL_WORKLOAD(two, ()) {
  const std::vector<int> values(100, 3);
  while (spl.needs_more()) spl::keep(sum<2>(values));
}
SPL_WORKLOAD(homesick, ()) {
  char path[4096] = {};
  (void)!readlink("/proc/self/exe", path, sizeof path - 1);
  if (std::strstr(path, "/spl/fresh/")) throw std::runtime_error("lost");
  const std::vector<int> values(100, 3);
  while (spl.needs_more()) spl::keep(sum<1>(values));
}
"""

RECORDER = r"""#!/bin/sh
previous=
for word; do
  case $previous in -o) output=$word ;; esac
  previous=$word
done
/usr/bin/ld "$@" || exit
mkdir -p "$output.link"
printf '%s\0' /usr/bin/ld "$PWD" "$@" >"$output.link/record"
touch -r "$output" "$output.link/record"
"""

FORMULA = ["-e", "one() <= 100 * two()", "--runs", "6", "--undecided", "pass"]


class FreshLinksTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder))
        for name in ("SPL_CACHE", "CMAKE_CXX_COMPILER_LAUNCHER"):
            self.environment.pop(name, None)
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "ld").write_text(RECORDER)
        (tools / "ld").chmod(0o755)
        (self.folder / "program.cpp").write_text(PROGRAM)
        self.compiled("-c", "program.cpp", "-o", "program.o")
        self.compiled(f"-B{tools}/", "program.o", *LIBRARIES, "-ldl", "-o",
                      "program")

    def compiled(self, *words):
        subprocess.run([COMPILER, "-std=c++17", "-O2", "-ffunction-sections",
                        f"-I{SOURCES}", *words], cwd=self.folder, check=True)

    def started(self, *words):
        return subprocess.Popen([SPL_RUN, *words], cwd=self.folder, text=True,
                                env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def run_spl(self, *words):
        process = self.started(*words)
        out, err = process.communicate()
        self.assertEqual(process.returncode, 0, err)
        return out, err

    def measured(self, *words):
        out, _ = self.run_spl("-p", "program", *FORMULA, "--json", "-",
                              "-s", "observations-in-json", *words)
        report = json.loads(out)
        layouts = {run.get("layout") for one in report["performances"]
                   for run in one["run_details"]}
        return report["formulas"][0]["relations"][0], layouts

    def test_measures_a_link_a_block(self):
        relation, layouts = self.measured()
        self.assertNotIn("in_one_layout", relation)
        self.assertEqual(len(layouts), 6)
        self.assertEqual(len(self.measured("-s", "layouts=3")[1]), 3)

    def test_measures_the_program_where_that_is_asked_for(self):
        relation, layouts = self.measured("-s", "layouts=1")
        self.assertNotIn("in_one_layout", relation)
        self.assertEqual(layouts, {None})
        self.assertEqual(list(self.folder.glob("spl/programs/*")), [])

    def test_says_what_has_one_layout(self):
        (self.folder / "program.link" / "record").unlink()
        relation, layouts = self.measured()
        self.assertTrue(relation["in_one_layout"])
        self.assertEqual(layouts, {None})
        out, _ = self.run_spl("-v", "-p", "program", *FORMULA)
        self.assertIn("; 6 blocks in one layout, as planned\n", out)
        self.assertIn("(program: its link was not recorded; link it to "
                      "spl::workload, with SPL_FRESH_LINKS on, and build it "
                      "again)", out)

    def test_says_in_which_link_a_run_fails(self):
        process = self.started("-p", "program", "-e", "homesick() <= 1 s",
                               "-s", "seed=1", "--budget", "1s")
        out, _ = process.communicate()
        self.assertEqual(process.returncode, 3)
        self.assertRegex(
            out, r"  ! homesick threw std::runtime_error: lost \(in layout "
            r"[0-9]+; -s layouts=1 measures the program as it was built\)\n")

    def test_links_from_what_several_processes_share(self):
        processes = [self.started("-p", "program", *FORMULA)
                     for _ in range(3)]
        for process in processes:
            out, err = process.communicate()
            self.assertEqual(process.returncode, 0, err)
            self.assertNotIn("in one layout", out)
        listed, _ = self.run_spl("cache", "list")
        self.assertEqual(listed.count("links of "), 1, listed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
