# bench: suites
"""How often does a guard of reports, old against new, see what is not there?

    suites.py SPL_RUN [--pairs N] [--reports K] [--planted SHARE] [--ranges]
              [--noise KIND]

N (40) pairs of simulated suites of 100 benchmarks in the form of Google
Benchmark, with K (5) reports a side. A process shifts each of its benchmarks by
2 %, and of 20 repetitions of 0.5 % each correlates with the next by 0.5. One
benchmark of the new side takes longer by SHARE (0). With --ranges, how many
ranges of all together hold the truth, too; that takes thrice as long. KIND is
"alike", or what benchmarks have in common less: in "noisy" five of 100 vary by
10 %, in "scaled" deviations are log-normal, in "unlike" the new side varies
three times as much, in "two-pointed" one process in ten takes 10 % longer.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import subprocess
import tempfile

NAMES = [f"BM_{i}" for i in range(100)]


def scaled(draw, name, side):
    """The same for a benchmark on both sides."""
    return 0.02 * math.exp(random.Random(name).gauss(0, 1)) * draw.gauss(0, 1)


# How much longer a process takes.
NOISE = {
    "alike": lambda draw, name, side: 0.02 * draw.gauss(0, 1),
    "noisy": lambda draw, name, side:
        (0.1 if int(name[3:]) < 5 else 0.02) * draw.gauss(0, 1),
    "scaled": scaled,
    "unlike": lambda draw, name, side:
        (0.06 if side == "new" else 0.02) * draw.gauss(0, 1),
    "two-pointed": lambda draw, name, side:
        0.005 * draw.gauss(0, 1) + (0.1 if draw.random() < 0.1 else 0)}


def rows(draw, noise, side_name, times):
    result = []
    for name, time in times.items():
        shift = noise(draw, name, side_name)
        drift = 0.0
        for _ in range(20):
            drift = 0.5 * drift + 0.005 * draw.gauss(0, 1)
            result.append({"name": name, "iterations": 1000,
                           "real_time": time * math.exp(shift + drift),
                           "time_unit": "ns"})
    return result


def side(draw, noise, folder, name, reports, times):
    words = []
    for i in range(reports):
        path = folder / f"{name}{i}.json"
        path.write_text(json.dumps(
            {"benchmarks": rows(draw, noise, name, times)}))
        words += ["--data", f"{name}={path}"]
    return words


def guard(spl_run, words):
    """What a guard prints: its report in JSON, or its lines."""
    done = subprocess.run(
        [spl_run, "guard", *words], check=False, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"SPL_HISTORY": "off", "SPL_PROGRESS": "never"})
    # Holds, is violated, or is undecided.
    assert done.returncode in (0, 1, 4), done.returncode
    return done.stdout.decode()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--reports", type=int, default=5)
    parser.add_argument("--planted", type=float, default=0)
    parser.add_argument("--ranges", action="store_true")
    parser.add_argument("--noise", choices=NOISE, default="alike")
    arguments = parser.parse_args()
    draw = random.Random(7)
    old = {name: 10 ** draw.uniform(0.5, 5) for name in NAMES}
    red = found = covered = with_range = 0
    for pair in range(arguments.pairs):
        slow = NAMES[pair % len(NAMES)]
        now = old | {slow: old[slow] * (1 + arguments.planted)}
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            noise = NOISE[arguments.noise]
            words = (side(draw, noise, place, "old", arguments.reports, old) +
                     side(draw, noise, place, "new", arguments.reports, now))
            refuted = set(re.findall(r"^  x (\S+)",
                                     guard(arguments.spl_run, words), re.M))
            report = {} if not arguments.ranges else json.loads(guard(
                arguments.spl_run, ["--json", "-", *words]))["guard"]
        found += slow in refuted
        red += bool(refuted - ({slow} if arguments.planted else set()))
        if "together" in report:
            with_range += 1
            truth = (1 + arguments.planted) ** (1 / len(NAMES))
            covered += (report["together"]["lower"] <= truth
                        <= report["together"]["upper"])
    print(f"{arguments.pairs} pairs, {arguments.reports} reports a side, "
          f"{arguments.noise}: "
          f"red without cause {red}, planted found {found}" +
          (f", ranges together that hold the truth {covered} of {with_range}"
           if arguments.ranges else ""))


if __name__ == "__main__":
    main()
