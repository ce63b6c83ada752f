# bench: data_places ${build}/data_places
"""Where data lie: who draws their place, is it common to the sides, and what does
it do to times? The table of docs/layouts.md.

usage: bench.py SPL_RUN FOLDER [--blocks N]
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
OTHER = "_under_a_name_of_quite_another_length"
PLACES = ("heap", "heap_200_kB", "heap_40_MB", "two_of_200_kB", "two_of_40_MB",
          "heap_of_static_objects", "heap_of_a_thread", "stack", "data", "bss",
          "rodata", "thread_local", "table_of_functions", "table_of_offsets")
BESIDE = ("data", "bss", "rodata")  # Beside an array that is added.
LINE, PAGE = 64, 4096


def run(words, environment):
    done = subprocess.run([str(word) for word in words], text=True, check=False,
                          env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True)
    if done.returncode not in (0, 1, 4):
        raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
    return done


def build(folder, environment):
    run(["cmake", "-S", HERE, "-B", folder, "-G", "Ninja",
         "-DCMAKE_BUILD_TYPE=Release"], environment)
    run(["cmake", "--build", folder, "--target", "data_places",
         "data_places_added"], environment)


def noted(path, workload):
    """The places of the runs of a workload; the pilot's come first."""
    return [int(line.split()[1]) for line in path.read_text().splitlines()
            if line.split()[0] == workload]


def evaluated(given, left, right, environment):
    report = given.folder / "report.json"
    run([given.spl_run, "-p", given.folder / "data_places", "-p",
         f"added={given.folder / 'data_places_added'}", "-e",
         f"{left}() = {right}()", "--runs", given.blocks, "--json", report,
         "-s", "observations-in-json"], environment)
    return json.loads(report.read_text())


def spread(performance):
    """By how much the runs differ: the ratio of the ninth and the first tenth."""
    medians = [statistics.median(run) for run in performance["data"]]
    tenths = statistics.quantiles(medians, n=10)
    return tenths[-1] / tenths[0]


def row(given, name, left, right, environment):
    notes = pathlib.Path(environment["PLACES_NOTES"])
    notes.unlink(missing_ok=True)
    report = evaluated(given, left, right, environment)
    own = left
    other = f"{own}_again" if right.endswith(OTHER) else f"{own}_added"
    sides = [noted(notes, own), noted(notes, other)]
    of_blocks = [side[-given.blocks:] for side in sides]
    relation = report["formulas"][0]["relations"][0]
    ratio = relation["ratio"]
    alike = sum(a % PAGE == b % PAGE for a, b in zip(*of_blocks))
    widest = max(map(spread, report["performances"]))
    return (f"| {name} | {len({at % LINE for at in of_blocks[0]})} "
            f"| {len({at % PAGE for at in of_blocks[0]})} "
            f"| {alike} of {given.blocks} "
            f"| {widest:.2f} "
            f"| {ratio['estimate']:.3f} ({ratio['lower']:.3f} .. "
            f"{ratio['upper']:.3f}), {relation['finding']} |")


def stack_row(given, environment):
    """Where the stack is, in an environment of one size."""
    program = given.folder / "data_places"
    notes = pathlib.Path(environment["PLACES_NOTES"])
    found = []
    for padding in (1, None):
        notes.unlink(missing_ok=True)
        for i in range(given.starts):
            size = padding or i * 37 % PAGE
            request = ("spl-request 8\ntask run\nresult "
                       f"{given.folder / 'answer'}\nmethod stack\nseed 1\n"
                       "observations 1\nwarmup_ns 0\nwarmup_observations 0\n"
                       "observation_ns 0\niterations 1\ndisturbed kept\n"
                       "metric wall\nend\n")
            run([program], {**environment, "PLACES_PADDING": "x" * size,
                            "SPL_WORKER": request})
        places = noted(notes, "stack")
        found.append((len({at % PAGE for at in places}),
                      len({at % 16 for at in places})))
    return (f"stack, {given.starts} processes: {found[0][0]} places in a page "
            f"({found[0][1]} modulo 16) with an environment of one size, "
            f"{found[1][0]} with one of drawn size; there are {PAGE // 16}")


def main():
    parser = argparse.ArgumentParser(prog="bench_data_places")
    parser.add_argument("spl_run", help=argparse.SUPPRESS)
    parser.add_argument("folder", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--starts", type=int, default=600)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("SPL_", "CMAKE_", "CCACHE_"))
                   or name == "SPL_MACHINE_LOCK"}
    environment |= {"SPL_PROGRESS": "never", "SPL_HISTORY": "off",
                    "XDG_CACHE_HOME": str(given.folder / "cache"),
                    "PLACES_NOTES": str(given.folder / "notes")}
    build(given.folder, environment)
    print("| place | places in a line | places in a page | equal on both sides "
          "| slow runs to fast ones | ratio of two copies |")
    print("|---|---|---|---|---|---|")
    for place in PLACES:
        print(row(given, place, place, place + OTHER, environment), flush=True)
    for place in BESIDE:
        print(row(given, f"{place}, beside an array that is added", place,
                  f"{place}@added", environment), flush=True)
    print(stack_row(given, environment))


if __name__ == "__main__":
    main()
