# bench: figure2 figure6_workloads 2
# bench: found_by_runs figure6_workloads runs
# bench: figure7 peers_workloads 7
"""Prints figure 2 or 7 of the SPL paper, or a table beside them, from measurements made here.

    figures.py SPL_RUN WORKLOADS FIGURE

2: how often Welch's test finds a change of 1 % in a number of observations of one
   set, up to 100 000, and how often it finds one that is not there.
runs: the same for each interpretation in a number of runs, draws of which are from
   two halves of the runs.
7: how much the ratio of two workloads differs between two conditions, for all
   pairs of workloads. The paper has two machines; this has one, first left alone
   and then with two other busy processes for each processor.
"""

import argparse
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "twofold"))
from twofold import Hogs  # noqa: E402

ALPHA = "0.01"
DOCUMENT = "parse(2000)"
KERNEL = 'kernel("{}", 0, 0)'
NAMES = ("sort", "hash map", "tree map", "list", "vector sum", "snprintf", "strtod",
         "memcpy")


class Bench:
    def __init__(self, spl_run, workloads, folder):
        self.spl_run = spl_run
        self.workloads = workloads
        self.folder = pathlib.Path(folder)

    def report(self, *words):
        """The JSON report of a call, which must have one."""
        path = self.folder / "found.json"
        done = subprocess.run(
            [self.spl_run, *words, "--json", str(path), "--quiet", "--undecided",
             "pass"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1, 4):
            sys.exit(f"spl-run {' '.join(words)}: {done.stderr}")
        return json.loads(path.read_text())

    def measure(self, name, *words):
        """Measures with all observations; returns the path of the report."""
        path = self.folder / name
        report = self.report("-p", self.workloads, "-s", "layouts=1",
                             "-s", "observations-in-json", *words)
        path.write_text(json.dumps(report))
        return path

    def sensitivity(self, data, scale, *words):
        found = self.report("--data", str(data), "sensitivity", str(scale),
                            "-s", f"alpha={ALPHA}", "-s", "seed=1", *words)
        return found["sensitivity"][0]["rows"]


def share(row, interpretation, finding):
    count = row["found"][interpretation][finding]
    return f"{100 * count / row['repetitions']:.1f}"


def print_table(title, head, rows):
    print(f"\n{title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)


def figure_2(bench):
    data = bench.measure("figure2.json", "-e", f"{DOCUMENT} >= 0 ns", "--runs", "50",
                         "-s", "observations=2000")
    changed = bench.sensitivity(data, 1.01)
    same = bench.sensitivity(data, 1)
    for draw, title in (("one set", "observations of one set"),
                        ("observations", "observations of halves of the runs")):
        rows = [[f"{one['size']}", share(one, "welch", "slower"),
                 share(one, "welch", "faster"), share(other, "welch", "slower"),
                 share(other, "welch", "faster")]
                for one, other in zip(changed, same) if one["draw"] == draw]
        print_table(f"Found by welch in {title}, in %",
                    ["observations", "1 % slower: slower", "faster",
                     "unchanged: slower", "faster"], rows)


def found_by_runs(bench):
    data = bench.measure("found_by_runs.json", "-e", f"{DOCUMENT} >= 0 ns", "--runs", "100",
                         "-s", "observations=50")
    deciding = "-s", "interpretation=nonparametric"
    for scale, finding, title in ((1.01, "slower", "1 % slower, found slower"),
                                  (1, "slower", "unchanged, found slower")):
        drawn = [row for row in bench.sensitivity(data, scale, *deciding)
                 if row["draw"] == "runs"]
        names = [name for name in drawn[0]["found"] if name != "parts"]
        print_table(f"{title}, in %", ["runs", *names],
                    [[row["size"], *(share(row, name, finding) for name in names)]
                     for row in drawn])


def portabilities(bench, formulas, here, there):
    found = bench.report("--data", str(here), str(formulas), "portability",
                         str(there))
    return sorted(relation["portability"] for formula in found["formulas"]
                  for relation in formula["relations"]
                  if relation["portability"] is not None)


def figure_7(bench):
    formulas = bench.folder / "pairs.spl"
    formulas.write_text("".join(
        f"pair{i}: {KERNEL.format(left)} <= {KERNEL.format(right)}\n"
        for i, (left, right) in enumerate(itertools.combinations(NAMES, 2))))
    how = str(formulas), "--runs", "12", "-s", "familywise=0"
    quiet = bench.measure("quiet.json", *how)
    again = bench.measure("again.json", *how)
    with Hogs(2 * len(os.sched_getaffinity(0))):
        busy = bench.measure("busy.json", *how)
    limits = 1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2
    rows = []
    for title, other in (("left alone again", again), ("with busy processes", busy)):
        found = portabilities(bench, formulas, other, quiet)
        shares = [sum(one <= limit for one in found) / len(found) for limit in limits]
        rows.append([title, len(found), f"{statistics.median(found):.3f}",
                     f"{found[-1]:.3f}", *(f"{100 * one:.0f}" for one in shares)])
    print_table("Portability of ratios between a machine left alone and the same",
                ["condition", "pairs", "median", "largest",
                 *(f"up to {limit}, %" for limit in limits)], rows)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("workloads")
    parser.add_argument("figure", choices=("2", "runs", "7"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments.spl_run, arguments.workloads, folder)
        {"2": figure_2, "runs": found_by_runs, "7": figure_7}[arguments.figure](bench)


if __name__ == "__main__":
    main()
