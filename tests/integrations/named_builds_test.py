# ctest: integrations:named-builds spl-run ${source} ${compiler} ${workload}
#     PERF
"""spl-run on two builds of one workload, compiled with -O1 and -O2.

usage: named_builds_test.py SPL_RUN SOURCES COMPILER LIBRARIES...
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from surroundings import own_environment

SPL_RUN, SOURCES, COMPILER, *LIBRARIES = sys.argv[1:]

# At -O1 the body has ten times the steps.
PROGRAM = """
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sum, (int n), spl::values(1000)) {
  const std::vector<int> values(static_cast<unsigned>(n), 3);
  while (spl.needs_more()) {
    long result = 0;
    for (int step = 0; step < STEPS; ++step) {
      for (const int value : values) {
        result += value;
        spl::keep(result);
      }
    }
  }
}
"""


class NamedBuildsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.environment = own_environment(cls.folder)
        (cls.folder / "program.cpp").write_text(PROGRAM)
        for name, flags in (("o1", ["-O1", "-DSTEPS=10"]),
                            ("o2", ["-O2", "-DSTEPS=1"]),
                            ("again", ["-O2", "-DSTEPS=1"])):
            (cls.folder / name).mkdir()
            subprocess.run(
                [COMPILER, "-std=c++17", *flags, f"-I{SOURCES}", "program.cpp",
                 *LIBRARIES, "-ldl", "-o", f"{name}/bench"],
                cwd=cls.folder, check=True)

    def run_spl(self, status, *words):
        done = subprocess.run(
            [SPL_RUN, *words, "--undecided", "pass"], cwd=self.folder,
            env=self.environment, text=True, capture_output=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_finds_the_faster_build(self):
        builds = ["-p", "fast=o2/bench", "-p", "plain=o1/bench"]
        self.run_spl(0, *builds, "-e", "sum@fast(n) < sum@plain(n)")
        done = self.run_spl(1, *builds, "-e", "sum@plain(n) <= sum@fast(n)",
                            "--json", "-")
        report = json.loads(done.stdout)
        self.assertEqual([one["revision"] for one in report["performances"]],
                         ["fast", "plain"])

    def test_names_builds_in_the_project_file(self):
        project = self.folder / "named.json"
        project.write_text(json.dumps(
            {"programs": {"fast": "o2/bench", "plain": "o1/bench"}}))
        self.run_spl(0, "-c", str(project), "-e",
                     "sum@fast(n) < sum@plain(n)")

    def test_calls_equal_programs_the_same(self):
        shutil.copy(self.folder / "o2" / "bench", self.folder / "copy")
        for other in "again/bench", "copy":
            done = self.run_spl(0, "-p", "one=o2/bench", "-p",
                                f"other={other}", "-e",
                                "sum@one(n) <= sum@other(n)")
            self.assertIn("one and other are the same program", done.stdout)
        self.run_spl(1, "-p", "one=o2/bench", "-p", "other=copy", "-e",
                     "sum@one(n) < sum@other(n)")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
