# bench: twofold twofold_workloads
"""How often one side of a block takes at least twice as long as the other although
both are the same code: what the pilot of slow code assumes of fewer than one block
in ten (docs/statistics.md, "Slow code").

    twofold.py SPL_RUN WORKLOADS [--blocks N]

A run is a single iteration of some 50 ms without a warm-up, as in that pilot; those
of longer iterations differ less. Blocks are counted on the machine as it is and
beside processes that keep all its processors busy, one and two for each.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

WORKLOADS = "arithmetic", "memory", "allocation"
ASSUMED = 0.1


def upper_limit(count, total, level=0.025):
    """Clopper and Pearson's, of 95 % intervals."""
    if count == total:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        tail = sum(math.comb(total, k) * rate**k * (1 - rate)**(total - k)
                   for k in range(count + 1))
        low, high = (rate, high) if tail > level else (low, rate)
    return high


def measured(arguments, workload, report):
    """The times of both sides, by block."""
    subprocess.run(
        [arguments.spl_run, "-p", arguments.workloads, "-e",
         f"{workload}(0) = {workload}(1)", "--runs", str(arguments.blocks),
         "-s", "observations=1", "-s", "warmup=1ns",
         "-s", "layouts=1", "--budget", "0", "--undecided", "pass",
         "--json", report, "-s", "observations-in-json", "--quiet"],
        check=False, stdout=subprocess.DEVNULL)
    performances = json.loads(report.read_text())["performances"]
    return [[run[0] for run in one["data"]] for one in performances]


class Hogs:
    """Processes that only take time, while this is open."""

    def __init__(self, count):
        self.count = count
        self.processes = []

    def __enter__(self):
        for _ in range(self.count):
            self.processes.append(subprocess.Popen(
                [sys.executable, "-c", "while True: pass"]))

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def count(arguments, hogs, report):
    total = twofold = 0
    largest = 1.0
    with Hogs(hogs):
        for workload in WORKLOADS:
            left, right = measured(arguments, workload, report)
            ratios = [max(pair) / min(pair) for pair in zip(left, right)]
            twofold += sum(ratio >= 2 for ratio in ratios)
            total += len(ratios)
            largest = max(largest, *ratios)
            print(f"  {workload}: median {statistics.median(left) / 1e6:.0f} ms, "
                  f"a median ratio of {statistics.median(ratios):.3f}, "
                  f"at most {max(ratios):.2f}", flush=True)
    limit = upper_limit(twofold, total)
    met = "ok" if limit <= ASSUMED else "MISSED"
    print(f"twofold beside {hogs} busy processes: {twofold} of {total} blocks, "
          f"at most (97.5 %) {limit:.3f}  <= {ASSUMED:.2f}  {met}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("workloads")
    parser.add_argument("--blocks", type=int, default=60,
                        help="of each workload beside each number of processes (60)")
    arguments = parser.parse_args()
    processors = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        for hogs in 0, processors, 2 * processors:
            count(arguments, hogs, pathlib.Path(folder) / "report.json")


if __name__ == "__main__":
    main()
