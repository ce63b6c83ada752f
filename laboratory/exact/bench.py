# bench: exact ${source} ${compiler} ${workload}
"""How often does Callgrind count equal code alike, and does it see one instruction?

usage: bench.py SPL_RUN SOURCES COMPILER LIBRARIES... [--pairs N]

The kernels of the bench of copies are compared with themselves in another link of
their objects, with the sections in another order, and under another name. Each pair
is a block: two processes with one seed, one size of the environment and one place of
the heap, which are drawn.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "copies"))
from counts import figure
from heaps import BYTES, KERNELS, LONG

BLOCKS = 2  # The fewest that decide.


def execute(words, folder, allowed=(0,)):
    done = subprocess.run(list(map(str, words)), cwd=folder, text=True, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          env=os.environ | {"SPL_HISTORY": "off"})
    if done.returncode not in allowed:
        raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
    return done.returncode


def make_links(arguments, links, folder):
    """One program of the kernels, and others of the same objects."""
    for name in ("exact/workloads", "copies/heaps"):
        execute([arguments.compiler, "-std=c++17", "-O2", "-ffunction-sections",
                 f"-I{arguments.sources}", "-c",
                 f"{arguments.sources}/laboratory/{name}.cpp"], folder)
    for number in range(links + 1):
        execute([arguments.compiler, "-fuse-ld=mold",
                 f"-Wl,--shuffle-sections={number + 1}", "workloads.o", "heaps.o",
                 *arguments.libraries, "-ldl", "-o", f"link_{number}"], folder)


def counted(arguments, folder, link, formula):
    """The instructions of a call on both sides of each block, and the status."""
    status = execute(
        [arguments.spl_run, "-p", "link_0", "-p", f"other=link_{link}",
         "--metric", "valgrind-instructions", "-e", formula, "--runs", BLOCKS,
         "--json", "report.json", "-s", "observations-in-json",
         "-s", "progress=never"], folder, (0, 1))
    sides = json.loads((folder / "report.json").read_text())["performances"]
    return list(zip(*(side["data"] for side in sides))), status


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("sources")
    parser.add_argument("compiler")
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--pairs", type=int, default=1000)
    arguments = parser.parse_args()
    links = max(1, arguments.pairs // (BLOCKS * len(KERNELS)))
    differing = all_pairs = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_links(arguments, links, folder)
        for number, kernel in enumerate(KERNELS):
            size = BYTES[number % len(BYTES)]
            pairs = [pair for link in range(1, links + 1)
                     for pair in counted(
                         arguments, folder, link, f"{kernel}_a({size}) = "
                         f"{kernel}_{LONG}@other({size})")[0]]
            unlike = [right[0] - left[0] for left, right in pairs if left != right]
            print(f"  {kernel}({size}): {len(unlike)} of {len(pairs)} pairs differ"
                  + (f", by {min(unlike):g} to {max(unlike):g}" if unlike else "")
                  + f"; {len({str(left) for left, _ in pairs})} counts of one side",
                  flush=True)
            differing += len(unlike)
            all_pairs += len(pairs)
        pairs, status = counted(arguments, folder, 1, "one_more() <= steps@other()")
    print(figure(f"pairs of equal code that differ, of {all_pairs}", differing,
                 "<=", 0))
    more = min(left[0] - right[0] for left, right in pairs)
    print(figure("one more instruction of some 30 000, where it is violated",
                 more if status == 1 else 0, ">=", 1), flush=True)


if __name__ == "__main__":
    main()
