# ctest: "workload: include cost" ${source} ${compiler} PERF
"""Including the header costs no more than including Google Benchmark's.

usage: include_cost_test.py ROOT COMPILER

Both are compiled alone, by the same compiler and flags, in turns.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

ROOT, COMPILER = sys.argv[1:]
ROUNDS = 5


def seconds(folder, header, standard):
    source = pathlib.Path(folder) / "one.cpp"
    source.write_text(f"#include <{header}>\n")
    began = time.monotonic()
    subprocess.run([COMPILER, standard, "-O2", "-I", ROOT, "-c", source, "-o",
                    "/dev/null"], check=True)
    return time.monotonic() - began


class IncludeCostTest(unittest.TestCase):
    def test_is_no_more_than_that_of_google_benchmark(self):
        for standard in "-std=c++17", "-std=c++20":
            with self.subTest(standard=standard), \
                    tempfile.TemporaryDirectory() as folder:
                ratio = statistics.median(
                    seconds(folder, "spl/workload.hpp", standard)
                    / seconds(folder, "benchmark/benchmark.h", standard)
                    for _ in range(ROUNDS))
                print(f"{standard}: {ratio:.3f}", file=sys.stderr)
                self.assertLessEqual(ratio, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
