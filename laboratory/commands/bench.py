# bench: commands commands_spin
"""Commands of 5 ms: how soon are 5 % told apart, and how often is nothing?

usage: bench.py SPL_RUN SPIN [--trials N] [--quick]

Both tools compare the same two commands, one after the other in each trial.
hyperfine takes its default time; Welch's test of its times decides for it.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import which

LENGTH = 0.005  # s
SLOWER = 1.05
ALPHA = 0.01


def arguments():
    parser = argparse.ArgumentParser(prog="bench_commands")
    parser.add_argument("spl_run", help=argparse.SUPPRESS)
    parser.add_argument("spin", help=argparse.SUPPRESS)
    parser.add_argument("--trials", type=int, default=20,
                        help="of commands that differ; twice as many of equal "
                        "ones")
    parser.add_argument("--quick", action="store_true", help="5 trials")
    given = parser.parse_args()
    if given.quick:
        given.trials = 5
    return given


def seconds(words):
    began = time.monotonic()
    subprocess.run(words, check=True)
    return time.monotonic() - began


def steps(spin):
    """So many that a process takes about LENGTH."""
    few, many = 1000, 2_000_000
    short, long = (statistics.median(seconds([spin, str(count)])
                                     for _ in range(31))
                   for count in (few, many))
    return int((LENGTH - short) / (long - short) * (many - few))


class Tools:
    def __init__(self, spl_run, folder):
        self.spl_run = spl_run
        self.folder = folder
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith("SPL_")
            or name == "SPL_MACHINE_LOCK"} | {"SPL_PROGRESS": "never"}

    def spl(self, left, right):
        """The verdict, and the seconds of the whole comparison."""
        began = time.monotonic()
        done = subprocess.run(
            [self.spl_run, "--json", "-", "compare", left, right],
            cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, check=False)
        took = time.monotonic() - began
        return json.loads(done.stdout)["comparison"]["less"], took

    def hyperfine(self, left, right):
        path = self.folder / "hyperfine.json"
        began = time.monotonic()
        subprocess.run(
            ["hyperfine", "--style", "none", "--export-json", str(path), left,
             right],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        took = time.monotonic() - began
        results = json.loads(path.read_text(encoding="utf-8"))["results"]
        return welch(*(one["times"] for one in results)), took


def welch(left, right):
    """0 or 1: the number of the command that takes less; None: not known. The
    law is normal, for hyperfine makes some hundred runs of such commands."""
    error = math.sqrt(statistics.variance(left) / len(left)
                      + statistics.variance(right) / len(right))
    score = (statistics.mean(left) - statistics.mean(right)) / error
    # Each direction at ALPHA, as formulas are decided.
    if abs(score) < statistics.NormalDist().inv_cdf(1 - ALPHA):
        return None
    return 1 if score > 0 else 0


def figure(name, measured, limit, at_most=True):
    met = measured <= limit if at_most else measured >= limit
    print(f"{name:58} {measured:7.3f}  {'<=' if at_most else '>='} "
          f"{limit:.2f}  {'ok' if met else 'MISSED'}", flush=True)


def trial(tools, left, right, number):
    """The tools take turns, so that a busy minute strikes both alike."""
    order = ["spl", "hyperfine"] if number % 2 else ["hyperfine", "spl"]
    return {name: getattr(tools, name)(left, right) for name in order}


def main():
    given = arguments()
    if which("hyperfine") is None:
        print("hyperfine is not installed (apt-get install hyperfine): there "
              "is nothing to compare with")
        return
    count = steps(given.spin)
    quick = f"{given.spin} {count}"
    slow = f"{given.spin} {int(count * SLOWER)}"
    print(f"{count} steps take {LENGTH * 1000:g} ms", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(given.spl_run, Path(folder))
        apart = [trial(tools, quick, slow, i) for i in range(given.trials)]
        equal = [trial(tools, quick, quick, i)
                 for i in range(2 * given.trials)]
    share = {name: statistics.mean(one[name][0] == 0 for one in apart)
             for name in ("spl", "hyperfine")}
    times = {name: statistics.median(one[name][1] for one in apart)
             for name in ("spl", "hyperfine")}
    false = {name: statistics.mean(one[name][0] is not None for one in equal)
             for name in ("spl", "hyperfine")}
    half = statistics.mean(
        one["spl"][0] == 0 and one["spl"][1] <= one["hyperfine"][1] / 2
        for one in apart)
    print(f"median time of a comparison: spl-run {times['spl']:.2f} s, "
          f"hyperfine {times['hyperfine']:.2f} s")
    print(f"5 % slower is found: spl-run {share['spl']:.0%}, Welch on "
          f"hyperfine's times {share['hyperfine']:.0%}")
    print(f"identical commands differ: spl-run {false['spl']:.1%}, Welch on "
          f"hyperfine's times {false['hyperfine']:.1%}")
    figure("5 % of 5 ms is found in half of hyperfine's time: share", half,
           0.9, at_most=False)
    # Two directions, each at ALPHA; one more for what few trials can show.
    figure("identical commands that differ: share", false["spl"],
           2 * ALPHA + 1 / len(equal))


if __name__ == "__main__":
    main()
