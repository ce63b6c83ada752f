# bench: foreign peers_workloads foreign_google
"""How many blocks it takes to decide about the same kernels as workloads of SPL and
as benchmarks of Google Benchmark.

    foreign.py SPL_RUN WORKLOADS GOOGLE [--trials N] [--budget TIME] [--metric NAME]

Kernels are those of bench_peers: their code is the same in both programs. A side is
2 % or 5 % slower, or both are identical. The programs take turns, so that what else
the machine does is for both, and both are measured as they were built. A trial counts
the blocks until the verdict, or until the budget ended.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

KERNELS = "sort", "hash map", "vector sum", "snprintf"
CASES = (0, 2, 5)  # By how many percent the left side is slower.
MOST = 1.5


def formulas(kernel, percent):
    """The claim that the left side is not slower, about each program."""
    left = f"{kernel}/{percent}" if percent else f"{kernel}/same"
    return (f'kernel("{kernel}", {percent}, 1) <= kernel("{kernel}", 0, 0)',
            f'"{left}"() <= "{kernel}/0"()')


def evaluated(arguments, program, formula, report):
    """The blocks of an evaluation, and its verdict."""
    subprocess.run(
        [arguments.spl_run, "-p", program, "-e", formula, "-s", "layouts=1",
         "--budget", arguments.budget, "--metric", arguments.metric,
         "--json", report, "--quiet", "-s", "progress=never"],
        check=False, stdout=subprocess.DEVNULL)
    relation = json.loads(report.read_text())["formulas"][0]["relations"][0]
    return relation["blocks"], relation["verdict"]


def is_right(percent, verdict):
    return verdict == ("violated" if percent else "holds")


def compare(arguments, percent, report):
    """Prints a line for the case; the ratio of the blocks."""
    blocks = [[], []]
    right = [0, 0]
    for _ in range(arguments.trials):
        for kernel in KERNELS:
            programs = arguments.workloads, arguments.google
            for i, formula in enumerate(formulas(kernel, percent)):
                made, verdict = evaluated(arguments, programs[i], formula, report)
                blocks[i].append(made)
                right[i] += is_right(percent, verdict)
                if not is_right(percent, verdict):
                    print(f"  {formula}: {verdict} after {made} blocks", flush=True)
    total = len(blocks[0])
    for name, made, correct in zip(("SPL", "Google Benchmark"), blocks, right):
        print(f"  {percent} % slower, {name}: {statistics.mean(made):.0f} blocks, "
              f"median {statistics.median(made):.0f}, {correct} of {total} right",
              flush=True)
    ratio = statistics.mean(blocks[1]) / statistics.mean(blocks[0])
    met = "ok" if ratio <= MOST else "MISSED"
    print(f"{f'blocks of Google Benchmark over those of SPL, {percent} %':58} "
          f"{ratio:7.3f}  <= {MOST:.2f}  {met}", flush=True)
    return ratio


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("workloads")
    parser.add_argument("google")
    parser.add_argument("--trials", type=int, default=3,
                        help="of each kernel, case and program (3)")
    parser.add_argument("--budget", default="10s",
                        help="of a trial (10s)")
    parser.add_argument("--metric", default="wall",
                        help="cpu leaves out what the machine's other work costs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for percent in CASES:
            compare(arguments, percent, pathlib.Path(folder) / "report.json")


if __name__ == "__main__":
    main()
