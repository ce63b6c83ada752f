"""Judges the promises of a formula file by another method than SPL's: programs of
Google Benchmark made of the same workloads, fresh links of both sides, and
processes of both in turn.

    compare.py FORMULAS --repository CLONE [--beside REPORT] [--markdown FILE]

Each promise is about a commit and the one before. Objects are compiled once, by the
recipe of the spl.json beside the formulas. For each link the sections of both
programs are shuffled anew, and the programs run in turn; the mean of a link is
that of its processes. The interval is Student's for the mean of the logarithms of
the links' ratios.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time

from builds import Builder, BuildFailed
from intervals import paired_ratio
from promises import parsed
from table import spl_ratios, table


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formulas", type=pathlib.Path)
    parser.add_argument("--repository", type=pathlib.Path, required=True)
    parser.add_argument("--links", type=int, default=30, help="of each side (30)")
    parser.add_argument("--processes", type=int, default=20,
                        help="of a pair of links, half of them of each side (20)")
    parser.add_argument("--min-time", default="0.01",
                        help="seconds that a process measures at least (0.01)")
    parser.add_argument("--alpha", type=float, default=0.01,
                        help="level of one direction of one promise (0.01)")
    parser.add_argument("--familywise", type=float, default=0.05,
                        help="level of all promises together (0.05)")
    parser.add_argument("--filter", default="", help="part of the labels to judge")
    parser.add_argument("--seed", type=int, default=1, help="of the links (1)")
    parser.add_argument("--folder", type=pathlib.Path,
                        help="where builds are kept for the next time")
    parser.add_argument("--beside", type=pathlib.Path,
                        help="a JSON report of spl-run about the same formulas")
    parser.add_argument("--json", type=pathlib.Path, help="all times, and the results")
    parser.add_argument("--markdown", type=pathlib.Path,
                        help="the table; default: standard output")
    given = parser.parse_args()
    if given.links < 2 or given.processes < 2 or given.processes % 2 != 0:
        parser.error("it takes two links, and an even number of processes")
    return given


def nanoseconds(program, promise, min_time):
    """What one process says an iteration takes of its processor: what else the
    machine does at the same time does not count."""
    done = subprocess.run(
        [program, promise.workload, *promise.arguments, "--",
         f"--benchmark_min_time={min_time}", "--benchmark_format=json"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        check=False)
    if done.returncode != 0:
        raise BuildFailed(f"{program} {promise.workload} failed:\n" +
                          done.stderr.decode(errors="replace")[-2000:])
    (one,) = json.loads(done.stdout)["benchmarks"]
    assert one["time_unit"] == "ns"
    return one["cpu_time"]


def times_of_links(promise, builder, given, seeds):
    """For each link the times of its processes, of both sides."""
    sides = [builder.build(promise.before), builder.build(promise.commit)]
    programs = [builder.folder / name for name in ("before", "commit")]
    result = []
    for _ in range(given.links):
        for built, program in zip(sides, programs):
            builder.link(built, program, seeds.randrange(1, 2**31))
        times = ([], [])
        for index in range(given.processes):
            side = index % 2
            times[side].append(nanoseconds(programs[side], promise, given.min_time))
        result.append(times)
    return result


def judged(promise, links, builder, alpha):
    """One line of the table as data."""
    means = [[statistics.fmean(link[side]) for link in links] for side in (0, 1)]
    ratio = paired_ratio(*means, alpha)
    subject, date = builder.git("log", "-1", "--format=%s%x00%as",
                                promise.commit).split("\0")
    return {"label": promise.label, "subject": subject, "date": date,
            "workload": promise.workload, "arguments": promise.arguments,
            "relation": promise.relation, "commit": promise.commit,
            "before": builder.commit(promise.before)[:len(promise.commit)],
            "before_us": statistics.fmean(means[0]) / 1000,
            "commit_us": statistics.fmean(means[1]) / 1000,
            "ratio": [ratio.estimate, ratio.lower, ratio.upper],
            "nanoseconds": links}


def compare(given, folder):
    promises = [one for one in parsed(given.formulas.read_text())
                if given.filter in one.label]
    if not promises:
        sys.exit("compare.py: no promise is selected")
    builder = Builder(given.formulas.resolve().parent, given.repository.resolve(),
                      folder, os.cpu_count())
    for promise in promises:
        for revision in (promise.before, promise.commit):
            print(f"building {revision}", file=sys.stderr, flush=True)
            builder.build(revision)
    alpha = min(given.alpha, given.familywise / len(promises))
    seeds = random.Random(given.seed)
    results = []
    load = os.getloadavg()
    began = time.monotonic()
    for promise in promises:
        links = times_of_links(promise, builder, given, seeds)
        results.append(judged(promise, links, builder, alpha))
        estimate, lower, upper = results[-1]["ratio"]
        print(f"{time.monotonic() - began:6.0f} s  {promise.label}: {estimate:.3f} "
              f"({lower:.3f} .. {upper:.3f})", file=sys.stderr, flush=True)
    return {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "seconds": time.monotonic() - began, "processors": os.cpu_count(),
            "load": [load, os.getloadavg()], "kernel": platform.release(),
            "links": given.links, "processes": given.processes,
            "min_time": given.min_time, "alpha": alpha, "promises": results}


def main():
    given = arguments()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or pathlib.Path(scratch)
        report = compare(given, folder.resolve())
    ratios = {}
    if given.beside:
        ratios = spl_ratios(json.loads(given.beside.read_text()))
    text = table(report["promises"], ratios)
    if given.json:
        given.json.write_text(json.dumps(report, indent=1) + "\n")
    if given.markdown:
        given.markdown.write_text(text)
    else:
        print(text, end="")
    print(f"measured for {report['seconds']:.0f} s at 1 - 2 * {report['alpha']:.6f}",
          file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (BuildFailed, ValueError) as error:
        sys.exit(f"compare.py: {error}")
