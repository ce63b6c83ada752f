# bench: copies ${build}/copies
"""Copies of functions in one program: how often are two called different?

usage: bench.py SPL_RUN FOLDER [options]; see --help.

Builds and results are kept in FOLDER, so that it goes on where it was
interrupted; other programs, as after a change, begin anew.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import sys
import time

import counts
import heaps
import places
from pairs import KERNELS, SLOWED, pairs, slowed_pairs
from programs import BUILDS, LINES, Programs
from ways import GOOGLE, WAYS, Comparer, program_of

QUICK = ("g++ -O2", "clang++ -O2 -falign-functions=1")
PAIRS = {"quick": (10, 5), "full": (200, 50)}  # Equal ones, and slowed.
HEAPS = {"quick": 60, "full": 840}  # Questions; four of six have equal sides.
PARTS = ("copies", *heaps.PARTS, "guard")
GUARDS = {"quick": 1, "full": 4}
GOOGLE_SHARE = 4  # It takes long, and one in so many pairs tells enough.


def arguments():
    parser = argparse.ArgumentParser(prog="bench_copies")
    parser.add_argument("spl_run", help=argparse.SUPPRESS)
    parser.add_argument("folder", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--full", action="store_true",
                        help="all builds, 200 pairs of each")
    parser.add_argument("--report", action="store_true",
                        help="measure nothing: the tables of what there is")
    parser.add_argument("--part", action="append", choices=PARTS,
                        help="default: all")
    parser.add_argument("--kind", action="append", choices=heaps.KINDS,
                        help="questions of this kind; default: all")
    parser.add_argument("--heaps", type=int,
                        help="questions about equal code with other data")
    parser.add_argument("--guards", type=int,
                        help="guards of a commit that adds other data")
    parser.add_argument("--places", action="store_true",
                        help="where fixed links put copies in cache lines")
    parser.add_argument("--minutes", type=float, default=float("inf"),
                        help="end after so many; the next time it goes on")
    parser.add_argument("--pairs", type=int, help="pairs of each build")
    parser.add_argument("--slowed", type=int, help="pairs with each slowdown")
    parser.add_argument("--seed", type=int, default=1,
                        help="draws the pairs; results of several add up")
    parser.add_argument("--way", action="append", choices=WAYS,
                        help="default: all but fixed links; can be repeated")
    parser.add_argument("--build", action="append",
                        choices=[build.name for build in BUILDS])
    given = parser.parse_args()
    kind = "full" if given.full else "quick"
    given.pairs = PAIRS[kind][0] if given.pairs is None else given.pairs
    given.slowed = PAIRS[kind][1] if given.slowed is None else given.slowed
    given.heaps = HEAPS[kind] if given.heaps is None else given.heaps
    given.guards = GUARDS[kind] if given.guards is None else given.guards
    given.kind = given.kind or heaps.KINDS
    given.part = given.part or list(PARTS)
    given.way = given.way or ["-s layouts=1", "default", GOOGLE]
    names = given.build or [build.name for build in BUILDS
                            if given.full or build.name in QUICK]
    given.builds = [build for build in BUILDS if build.name in names]
    return given


def own_environment(folder):
    """Without settings of this project and of a cache of compilers."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("SPL_", "CMAKE_", "CCACHE_"))}
    return {**kept, "SPL_PROGRESS": "never",
            "XDG_CACHE_HOME": str(folder / "cache")}


def plan(given):
    """What is compared, in an order in which ways, kernels and builds take turns,
    so that any beginning of it is a fair, smaller bench."""
    equal = pairs(given.seed, given.pairs)
    slowed = [slowed_pairs(given.seed, given.slowed, right) for right in SLOWED]
    for i in range(max(given.pairs, given.slowed)):
        for build in given.builds:
            for pair in [*equal[i:i + 1], *(some[i] for some in slowed
                                            if i < len(some))]:
                for way in given.way:
                    # Kernels take turns of ten, and so here, too.
                    if way != GOOGLE or i // 10 % GOOGLE_SHARE == 0:
                        yield build, way, pair


def identities(given, programs):
    """By build and way: of all that is run. Results of other programs are no
    results of these."""
    found = {}
    for build, one in programs.items():
        for way in given.way:
            digest = hashlib.sha256(one.path(program_of(way)).read_bytes())
            if way != GOOGLE:
                digest.update(pathlib.Path(given.spl_run).read_bytes())
            found[build, way] = digest.hexdigest()[:16]
    return found


def without(todo, results):
    """What of the plan has no result yet. A pair can be drawn twice."""
    made = collections.Counter(
        (one["build"], one["way"], one["formula"]) for one in results)
    left = []
    for build, way, pair in todo:
        key = build.name, way, pair.formula
        if made[key] > 0:
            made[key] -= 1
        else:
            left.append((build, way, pair))
    return left


def measure(given, programs, identity, path, results):
    todo = without(plan(given), results)
    comparer = Comparer(given.spl_run, given.folder,
                        own_environment(given.folder))
    began = told = time.monotonic()
    for done, (build, way, pair) in enumerate(todo):
        now = time.monotonic()
        if now - began >= 60 * given.minutes:
            return
        if now - told >= 60:
            told = now
            print(f"{done} of {len(todo)} comparisons, "
                  f"{(now - began) / 60:.0f} min", file=sys.stderr, flush=True)
        found = comparer.compare(programs[build.name], way, pair)
        result = {"identity": identity[build.name, way], "build": build.name,
                  "way": way, "formula": pair.formula, "kernel": pair.kernel,
                  "slowed": pair.slowed, **found}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        results.append(result)


def read(path):
    """The results of a file; a last line that is not complete is cut off."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[:text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def show(given, results):
    print(counts.table(results, [build.name for build in given.builds],
                       given.way))
    print(counts.kernels_table(results, KERNELS, given.way))
    if "default" in given.way:
        print("\n".join(counts.figures(results, "default")))


def show_places(given, environment):
    print(places.HEAD)
    for build in [*given.builds, *LINES]:
        programs = Programs(build, given.folder, environment)
        programs.make(["fixed"])
        print(places.row(build.name, places.of_links(programs)), flush=True)


def show_heaps(given, environment):
    questions = 0 if given.report else given.heaps
    for build in given.builds:
        programs = Programs(build, given.folder, environment)
        programs.make(
            ["heaps_assertions", *(f"heaps{kind}{other}"
                                   for kind in ("", "_google")
                                   for other in ("", "_table", "_neighbour"))])
        folder = programs.folder
        for part in heaps.PARTS:
            if part in given.part:
                show_answers(f"{build.name}, {part}", heaps.results(
                    given.spl_run, folder, environment, questions, part,
                    given.kind))
        if "guard" in given.part:
            show_answers(f"{build.name}, guard", heaps.guards(
                given.spl_run, folder, build.compiler, environment,
                0 if given.report else given.guards))


def show_answers(title, found):
    print(title)
    print(heaps.table(found))
    if "kernel" in found[0]:
        print(heaps.kernels_table(found))
    print("\n".join(heaps.figures(found)), flush=True)


def main():
    given = arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    environment = own_environment(given.folder)
    if given.places:
        show_places(given, environment)
        return
    show_heaps(given, environment)
    if "copies" not in given.part:
        return
    names = sorted(set(map(program_of, given.way)))
    programs = {}
    for build in given.builds:
        programs[build.name] = Programs(build, given.folder, environment)
        programs[build.name].make(names)
    identity = identities(given, programs)
    path = given.folder / "results.jsonl"
    results = [one for one in read(path) if one["identity"]
               == identity.get((one["build"], one["way"]))]
    if not given.report:
        measure(given, programs, identity, path, results)
    show(given, results)


if __name__ == "__main__":
    main()
