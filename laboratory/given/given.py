# bench: given
"""How often is what is true of given runs called untrue?

    given.py SPL_RUN [--sets N]

Data files of N (1000) sets of runs of two performances with equal means, and of
one beside a limit that is its mean, each decided at an alpha of 1 %:

- runs of a side that correlate with the next, as if something changed slowly;
- runs of which one in 20 takes twice as long, or one in ten 5 times.

A row has the sets that were found greater or less, with Clopper and Pearson's
interval of 95 %, and those that were left undecided.
"""

import argparse
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile

CALLS = 3  # Of a run.


def limit(count, total, is_upper, level=0.025):
    """Clopper and Pearson's."""
    def tail(rate):
        terms = range(count + 1) if is_upper else range(count, total + 1)
        return sum(math.exp(
            math.lgamma(total + 1) - math.lgamma(k + 1)
            - math.lgamma(total - k + 1) + k * math.log(rate)
            + (total - k) * math.log1p(-rate)) for k in terms)

    if count == (total if is_upper else 0):
        return float(is_upper)
    low, high = 0.0, 1.0
    for _ in range(50):
        rate = (low + high) / 2
        is_low = tail(rate) > level if is_upper else tail(rate) < level
        low, high = (rate, high) if is_low else (low, rate)
    return high


def interval(count, total):
    return (f"{100 * count / total:.1f} ({100 * limit(count, total, False):.1f}"
            f" .. {100 * limit(count, total, True):.1f})")


def alike(rho):
    def runs(draw, count):
        result, kept = [], draw.gauss(0, 1)
        for _ in range(count):
            result.append(100 + 2 * kept)
            kept = rho * kept + math.sqrt(1 - rho * rho) * draw.gauss(0, 1)
        return result
    return runs


def slow(share, times):
    def runs(draw, count):
        return [100 * (1 + 0.01 * draw.gauss(0, 1))
                * (times if draw.random() < share else 1)
                for _ in range(count)]
    return runs


def level(mean):
    """Steady runs of that mean."""
    return lambda draw, count: [mean * (1 + 0.01 * draw.gauss(0, 1))
                                for _ in range(count)]


def with_calls(draw, runs):
    return [[round(run * (1 + 0.002 * draw.gauss(0, 1)), 4)
             for _ in range(CALLS)] for run in runs]


class Bench:
    def __init__(self, arguments, folder):
        self.spl_run = arguments.spl_run
        self.sets = arguments.sets
        self.only = arguments.only
        self.folder = pathlib.Path(folder)

    def counts(self, sides, count, sign):
        """How many sets are called greater, less and undecided."""
        draw = random.Random(count)
        performances = {
            f"{name}({i})": {"runs": with_calls(draw, runs(draw, count))}
            for i in range(self.sets)
            for name, runs in sides.items() if callable(runs)}
        data = self.folder / "data.json"
        data.write_text(json.dumps({"schema": 1, "unit": "ns",
                                    "performances": performances}))
        right = "b(i)" if callable(sides["b"]) else sides["b"]
        report = self.folder / "report.json"
        subprocess.run(
            [self.spl_run, "--data", data, "-s", "familywise=0", "-e",
             f"for i in 0..{self.sets - 1}: a(i) {sign} {right}", "--json",
             report],
            env=os.environ | {"SPL_HISTORY": "off", "SPL_PROGRESS": "never"},
            check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        relations = json.loads(report.read_text())["formulas"][0]["relations"]
        return [sum(one["strength"] in ("refuted", "proven")
                    and one["finding"] == finding for one in relations)
                for finding in ("greater", "less")] + [
                    sum(one["strength"] == "undecided" for one in relations)]

    def row(self, name, sides, count, sign, most_wrong):
        if self.only not in name:
            return
        greater, less, undecided = self.counts(sides, count, sign)
        wrong = greater + less
        least = 100 * limit(wrong, self.sets, False)
        print(f"| {name} | {count} | {interval(greater, self.sets)} | "
              f"{interval(less, self.sets)} | "
              f"{100 * undecided / self.sets:.1f} |", flush=True)
        if most_wrong is not None:
            print(f"{name}, {count} runs: wrong, %  {least:.1f}  <= "
                  f"{most_wrong}  {'ok' if least <= most_wrong else 'MISSED'}",
                  flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="rows whose names have the text")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, folder)
        print("| runs | runs of a side | greater % | less % | undecided % |\n"
              "|---|---|---|---|---|")
        for rho in 0, 0.4, 0.7:
            for count in 12, 20, 30, 60:
                bench.row(f"a = b, correlated by {rho:g}",
                          {"a": alike(rho), "b": alike(rho)}, count, "=",
                          2 if rho < 0.7 or count > 20 else 5)
        for share, times, mean in (0.05, 2, 105), (0.1, 5, 140):
            name = f"{100 * share:g} % of runs {times} times"
            for count in 3, 5, 12, 22, 30, 40:
                bench.row(f"a < {mean} ns, {name}",
                          {"a": slow(share, times), "b": f"{mean} ns"}, count,
                          "<", None)
                bench.row(f"a < b, {name}",
                          {"a": slow(share, times), "b": level(mean)}, count,
                          "<", None)
        for count in 3, 5, 12, 20:
            bench.row("a < b, equal", {"a": level(100), "b": level(100)}, count,
                      "<", 2)
            bench.row("a < b, 30 % faster", {"a": level(70), "b": level(100)},
                      count, "<", None)


if __name__ == "__main__":
    main()
