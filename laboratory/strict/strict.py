# bench: strict strict_workloads strict_listing6
"""How often are strict claims of code of any length proven in the default budget?

    strict.py SPL_RUN WORKLOADS LISTING6 [--trials N] [--only ROW] [--keep FOLDER]

Claims `a < b` of code that takes 0.7 us to 5 ms and 1.3 times that; of code of 70
and 105 ms; and the paper's Listing 6, which examples/code_first has, beside three
busy processes for each processor.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack

CLAIMS = {"0.7 us": (0.7e3, 1.3), "14 us": (14e3, 1.3), "300 us": (300e3, 1.3),
          "5 ms": (5e6, 1.3), "70 ms": (70e6, 1.5)}  # ns


def environment():
    return {name: value for name, value in os.environ.items()
            if not name.startswith("SPL_") or name == "SPL_MACHINE_LOCK"} | {
                "SPL_PROGRESS": "never", "SPL_HISTORY": "off"}


class Bench:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = pathlib.Path(folder)
        self.round = None  # ns

    def evaluated(self, claim, report, *options):
        subprocess.run(
            [self.arguments.spl_run, "-p", self.arguments.workloads, "-e", claim,
             "--json", report, *options],
            env=environment(), check=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        return json.loads(report.read_text())

    def calibrate(self):
        count = 10000
        report = self.evaluated(f"work({count}) <= 1 s", self.folder / "round",
                                "--runs", "5", "-s", "observations-in-json")
        runs = report["performances"][0]["data"]
        self.round = statistics.median(map(statistics.median, runs)) / count

    def claim(self, name, number):
        """None if it was proven, else what was said; and the blocks."""
        length, factor = CLAIMS[name]
        rounds = max(1, round(length / self.round))
        report = self.evaluated(
            f"work({rounds}) < work({round(factor * rounds)})",
            self.folder / f"{name.replace(' ', '_')}-{number}.json",
            "-s", "observations-in-json")
        found = report["formulas"][0]["relations"][0]
        is_proven = found["strength"] == "proven"
        said = found["strength"] + " " + found.get("reason", "")
        return None if is_proven else said, found.get("blocks", 0)

    def listing(self, number):
        done = subprocess.run(
            [self.arguments.listing6], env=environment(), cwd=self.folder,
            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        (self.folder / f"listing6-{number}.txt").write_text(done.stdout)
        return None if done.returncode == 0 else done.stdout, None


def busy(count, stack):
    for _ in range(count):
        process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        stack.callback(process.wait)
        stack.callback(process.kill)


def row(name, trials, trial):
    seconds, blocks, missed = [], [], []
    for number in range(trials):
        began = time.monotonic()
        said, made = trial(number)
        seconds.append(time.monotonic() - began)
        if made is not None:
            blocks.append(made)
        if said is not None:
            missed.append(f"{number}: {said}")
    proven = trials - len(missed)
    for one in missed:
        print(f"  {one}", flush=True)
    of_blocks = (f", {min(blocks)} .. {max(blocks)} blocks" if blocks else "")
    print(f"{name}: median {statistics.median(seconds):.1f} s{of_blocks}; "
          f"proven  {proven}  >= {trials}  "
          f"{'ok' if proven == trials else 'MISSED'}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("workloads")
    parser.add_argument("listing6")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--only", choices=[*CLAIMS, "listing"], action="append")
    parser.add_argument("--keep", help="the folder that gets all reports")
    arguments = parser.parse_args()
    rows = arguments.only or [*CLAIMS, "listing"]
    with ExitStack() as stack:
        folder = arguments.keep or stack.enter_context(
            tempfile.TemporaryDirectory())
        bench = Bench(arguments, folder)
        bench.calibrate()
        for name in rows:
            if name == "listing":
                processors = len(os.sched_getaffinity(0))
                busy(3 * processors, stack)
                row(f"Listing 6 beside {3 * processors} busy processes",
                    arguments.trials, bench.listing)
            else:
                row(f"{name} against {CLAIMS[name][1]} times that",
                    arguments.trials, lambda number: bench.claim(name, number))


if __name__ == "__main__":
    main()
