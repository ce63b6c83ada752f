"""What the store costs: the time of evaluations with it and without.

    storing.py SPL_RUN WORKLOADS [--pairs N] [--blocks N]

Each pair evaluates the same formula twice, once with a store and once without, in
an order that alternates; the store grows from pair to pair. The figure is the
median of the ratios of their times, from the start of spl-run to its end.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

GOAL = 1.02


def seconds(arguments, history):
    """How long an evaluation takes."""
    begin = time.monotonic()
    subprocess.run(
        [arguments.spl_run, "-p", arguments.workloads,
         "-e", arguments.formula, "--runs", str(arguments.blocks),
         "-s", "layouts=1", "-s", "seed=1", "--undecided", "pass", "--quiet",
         "-s", f"history={history}"],
        check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def ratio(arguments, store, pair):
    """The time with the store by that without."""
    sides = [("off", 1), (store, 0)] if pair % 2 else [(store, 0), ("off", 1)]
    taken = dict((side, seconds(arguments, history)) for history, side in sides)
    return taken[0] / taken[1]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("workloads")
    parser.add_argument("--formula", default="base() <= 2 * tail()")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--blocks", type=int, default=200)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "history.db"
        ratios = [ratio(arguments, str(store), pair)
                  for pair in range(arguments.pairs)]
        size = store.stat().st_size
    low, middle, high = statistics.quantiles(ratios, n=4)
    met = middle <= GOAL
    print(f"with a store / without, {arguments.pairs} pairs of "
          f"{arguments.blocks} blocks: {middle:.4f} (quartiles {low:.4f} and "
          f"{high:.4f}); {size / 1e6:.2f} MB in the end  at most {GOAL}  "
          f"{'ok' if met else 'MISSED'}")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
