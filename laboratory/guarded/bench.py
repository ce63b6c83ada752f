# bench: guarded ${source} guarded_google
"""What guards of 100 unchanged workloads of 1 to 75 us take, beside compare.py.

    bench.py SPL_RUN ROOT GOOGLE

Both sides of a guard are the same code, which is measured all the same: by time, and
by instructions that Valgrind counts. The same functions as benchmarks of Google Benchmark are executed once for each side, with nine
repetitions of 0.1 s, as compare.py (package libbenchmark-tools) does.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

GOAL = 1 / 3
GOAL_OF_COUNTS = 1 / 4
KERNELS = "chain", "sorting", "tree", "text", "words"


def own_environment(folder):
    """Without settings of the user, and with a cache of its own."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("SPL_")}
    return environment | {"SPL_HISTORY": "off",
                          "XDG_CACHE_HOME": str(folder / "cache")}


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=Ann", "-c", "user.email=a@example.org",
                    *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(guarded LANGUAGES CXX)
add_subdirectory("${SPL_ROOT}" spl EXCLUDE_FROM_ALL)
add_executable(guarded "${SPL_ROOT}/laboratory/guarded/workloads.cpp")
target_include_directories(guarded PRIVATE "${SPL_ROOT}")
target_link_libraries(guarded PRIVATE spl::workload_main)
"""


def make_project(folder, root, options=""):
    """A repository of two commits, whose program is built as users build theirs."""
    (folder / "CMakeLists.txt").write_text(
        f"{PROJECT}target_link_options(guarded PRIVATE {options})\n")
    (folder / "spl.json").write_text(json.dumps({"revisions": {
        "configure": ["cmake", "-S", "{source}", "-B", "{build}", "-G", "Ninja",
                      "-DCMAKE_BUILD_TYPE=Release", f"-DSPL_ROOT={root}"],
        "build": ["cmake", "--build", "{build}", "--target", "guarded"],
        "program": "{build}/guarded"}}))
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "One")
    git(folder, "commit", "-qm", "Two", "--allow-empty")


def guard(arguments, folder, metric):
    """The report of a guard."""
    subprocess.run(
        [arguments.spl_run, "guard", "--baseline", "HEAD~1", "--rev", "HEAD",
         "--metric", metric, "-s", "measure-identical", "--json", "report.json",
         "-s", "progress=never"],
        cwd=folder, check=False, env=own_environment(folder))
    return json.loads((folder / "report.json").read_text())


def executed(arguments):
    """The seconds of both sides."""
    start = time.monotonic()
    for _ in range(2):
        subprocess.run(
            [arguments.google, "--benchmark_repetitions=9",
             "--benchmark_min_time=0.1"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def print_kernels(report):
    """The seconds and blocks of a claim, and how many ended on 2 %."""
    for kernel in KERNELS:
        claims = [one for one in report["formulas"]
                  if one["label"].startswith(kernel + "(")]
        ends = [one["relations"][0]["stopped"] for one in claims]
        blocks = [one["relations"][0]["blocks"] for one in claims]
        print(f"  {kernel}: {sum(one['seconds'] for one in claims) / len(claims):.2f}"
              f" s and {sum(blocks) / len(blocks):.0f} blocks a claim, "
              f"{ends.count('resolution')} of {len(claims)} ended at 2 %, "
              f"{ends.count('may hide')} at 5 %", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("root")
    parser.add_argument("google")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_project(folder, arguments.root)
        report = guard(arguments, folder, "wall")
    # Valgrind takes 0.3 s to start a program with shared libraries, else 0.1 s.
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_project(folder, arguments.root, "-static-pie")
        counts = guard(arguments, folder, "valgrind-instructions")
    print_kernels(report)
    own = executed(arguments)
    for what, made, goal in ("guard", report, GOAL), (
            "guard by counts", counts, GOAL_OF_COUNTS):
        ratio = made["seconds"] / own
        print(f"{f'time of a {what}, against compare.py, real processes':58} "
              f"{ratio:7.3f}  <= {goal:.2f}  {'ok' if ratio <= goal else 'MISSED'}",
              flush=True)


if __name__ == "__main__":
    main()
