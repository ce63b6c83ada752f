# ctest: runner:disturbed spl-run disturbed_worker PERF SLOW
"""Whether busy neighbours' time is taken off, and long calls are not.

    disturbed_test.py SPL_RUN WORKLOADS [--blocks N]

One call in twenty takes a hundred times as long, so that the mean of all calls is
5.95 times that of the others. Long calls are preempted nearly always where each
processor has another process to run. The ratio of the means is measured so, and
printed as a fraction of 5.95.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TRUTH = 1 + 0.05 * 99
WITHIN = 0.1


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


def mean(performance):
    runs = performance["data"]
    return sum(sum(run) / len(run) for run in runs) / len(runs)


def measured(arguments, workload, report):
    """The ratio of the means, and what became of the tail's observations."""
    subprocess.run(
        [arguments.spl_run, "-p", arguments.workloads,
         "-e", f"{workload}() <= base()", "-s", "statistic=mean",
         "--runs", str(arguments.blocks), "-s", "observations=60",
         "--undecided", "pass", "--json", report, "-s", "observations-in-json",
         "--quiet"],
        check=False, stdout=subprocess.DEVNULL)
    performances = {one["method"]: one for one in
                    json.loads(report.read_text())["performances"]}
    tail = performances[workload]
    return mean(tail) / mean(performances["base"]), tail["disturbed"]


def row(arguments, workload, report):
    ratio, disturbed = measured(arguments, workload, report)
    share = ratio / TRUTH
    counts = ", ".join(f"{name} {count}" for name, count in disturbed.items())
    met = abs(share - 1) <= WITHIN
    print(f"{workload}: ratio {ratio:.2f} ({counts}), of the truth {share:.3f}"
          f"  within {WITHIN:.2f} of 1  {'ok' if met else 'MISSED'}",
          flush=True)
    return met


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("workloads")
    parser.add_argument("--blocks", type=int, default=60, help="of each row (60)")
    arguments = parser.parse_args()
    processors = len(os.sched_getaffinity(0))
    met = True
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        for hogs in 0, processors:
            print(f"beside {hogs} busy processes", flush=True)
            with Hogs(hogs):
                for workload in "tail", "timed_tail":
                    met &= row(arguments, workload, report)
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
