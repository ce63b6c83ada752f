"""Records blocks of a real machine, which bench_truth replays.

usage: record.py SPL_RUN TAILS_WORKLOADS FILE [BLOCKS]

Each line is a workload of laboratory/tails, and of a block the trimmed and the
plain mean of its run, and of the run of base, in ns. Runs have 50 observations
of a call each.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TAILS = ["base_again", "calls_3_times", "calls_5_times", "calls_100_times",
         "processes_5_times", "processes_30_percent"]


def trimmed(run):
    """Without a fifth of the observations at each end (sample.hpp)."""
    ordered = sorted(run)
    left_out = len(ordered) // 5
    kept = ordered[left_out:len(ordered) - left_out]
    return sum(kept) / len(kept)


def blocks(spl_run, workloads, tail, count):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run(
            [spl_run, "-p", workloads, "-e", f"{tail}() <= base()", "--runs",
             str(count), "-s", "observations=50", "-s", "layouts=1", "--quiet",
             "--json", report, "-s", "observations-in-json"],
            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        if done.returncode not in (0, 1, 4):
            raise SystemExit(done.stdout)
        performances = json.loads(report.read_text())["performances"]
    runs = {one["method"]: one["data"] for one in performances}
    return zip(runs[tail], runs["base"])


def main():
    spl_run, workloads, path = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 400
    with open(path, "w", encoding="ascii") as file:
        for tail in TAILS:
            for sides in blocks(spl_run, workloads, tail, count):
                means = [f"{value:.0f}" for run in sides
                         for value in (trimmed(run), sum(run) / len(run))]
                print(tail, *means, file=file)


main()
