# ctest: runner:copies-agree spl-run copies_workloads PERF SLOW
"""Copies of functions agree, whatever place the linker gave them.

usage: copies_test.py SPL_RUN PROGRAM

PROGRAM has the copies of laboratory/copies/kernels.hpp. They are drawn anew each time.
"""

import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]
                       / "laboratory" / "copies"))
from pairs import pairs, slowed_pairs  # noqa: E402
from ways import Comparer  # noqa: E402

SPL_RUN, PROGRAM = sys.argv[1], pathlib.Path(sys.argv[2])
SEED = random.SystemRandom().randrange(1_000_000)

# Where 2 % are called different, as alpha 1 % allows in both directions, more
# than 4 of 30 are in one run of 3300. In one fixed layout a third of the pairs is
# called different: at most 4 of 30 are in one run of 74.
PAIRS, MOST_DIFFERENT = 30, 4
# Where nine of ten are found, fewer than 6 of 10 are in one run of 600; beside
# as many busy processes as there are processors three times the budget does it.
SLOWED, LEAST_FOUND = 10, 6
# So that all takes less than a minute; alpha holds with any budget.
BUDGET, SLOWED_BUDGET = "1s", "9s"


class CopiesTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory(prefix="spl copies ")
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("SPL_")
                or name == "SPL_MACHINE_LOCK"}
        self.comparer = Comparer(SPL_RUN, self.folder, {
            **kept, "SPL_PROGRESS": "never",
            "XDG_CACHE_HOME": str(self.folder / "cache")})

    def findings(self, some, options):
        """The pairs that are called different, with the ratio."""
        found = {}
        for pair in some:
            result = self.comparer.ours(PROGRAM, options, pair)
            if result["finding"] in ("greater", "less"):
                found[pair.formula] = result
        return found

    def test_copies_agree(self):
        different = self.findings(pairs(SEED, PAIRS), ["--budget", BUDGET])
        print(f"seed {SEED}: of {PAIRS} pairs of copies {len(different)} are "
              "called different", file=sys.stderr)
        self.assertLessEqual(len(different), MOST_DIFFERENT, different)

    def test_a_copy_that_does_more_is_slower(self):
        found = self.findings(slowed_pairs(SEED, SLOWED),
                              ["--budget", SLOWED_BUDGET])
        print(f"seed {SEED}: of {SLOWED} slowdowns of 5 % {len(found)} are found",
              file=sys.stderr)
        slower = [one for one in found.values() if one["finding"] == "less"]
        self.assertGreaterEqual(len(slower), LEAST_FOUND, found)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
