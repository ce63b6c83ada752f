# bench: explained ${source} ${compiler} ${workload}
"""Is the function that was made slower the first that explain lists?

usage: bench.py SPL_RUN SOURCES COMPILER LIBRARIES...

Thirty pairs of programs differ in one function among twelve, each of which does
some work of its own: a plain function, one that the compiler puts into its
caller, a template, a virtual function, one of a library, or one that has another
name on the slower side. The sums of the table are compared with Callgrind's own,
and the time of explain with that of Callgrind where the program only starts.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

SPL_RUN, SOURCES, COMPILER, *LIBRARIES = sys.argv[1:]
KINDS = ("plain", "inlined", "template", "virtual", "library", "renamed")
EACH = 5
FUNCTIONS = 12
GOAL = 28
MOST_TIMES = 20  # As long as one run under Callgrind.
CALLS = (1, 10, 100, 1000)  # Of a profile, by how long a call takes.

HEAD = """
#include <spl/workload.hpp>
#define STEPS(count) \\
  for (int i = 0; i < (count); ++i) spl::keep(x = x * 0x9E3779B97F4A7C15u + 1)
struct Node { virtual ~Node() = default; virtual unsigned long step(unsigned long) = 0; };
"""
BODY = "{{ STEPS({steps}); return x; }}\n"
# How a function of a kind is declared, and called with x.
DECLARED = {
    "plain": "[[gnu::noinline]] static unsigned long {name}(unsigned long x) ",
    "inlined": "[[gnu::always_inline]] static inline unsigned long {name}"
               "(unsigned long x) ",
    "template": "template <class T> [[gnu::noinline]] T {name}(T x) ",
    "virtual": "struct Of_{name} final : Node {{ unsigned long step"
               "(unsigned long x) override ",
    "library": "unsigned long {name}(unsigned long x) "}
CALLED = {"virtual": "nodes[{number}]->step(x)"}


def sources(kinds, names, steps):
    """The program's source and the library's."""
    program, library, calls, nodes = HEAD, HEAD, "", ""
    for number, (kind, name) in enumerate(zip(kinds, names)):
        kind = "plain" if kind == "renamed" else kind
        text = (DECLARED[kind].format(name=name)
                + BODY.format(steps=steps[number]))
        if kind == "library":
            library += text
            program += DECLARED[kind].format(name=name) + ";\n"
        else:
            program += text.rstrip() + ("};\n" if kind == "virtual" else "\n")
        node = f"new Of_{name}" if kind == "virtual" else "nullptr"
        nodes += f"{node}, "
        call = CALLED.get(kind, "{name}(x)").format(number=number, name=name)
        # A caller of its own, which an inlined function becomes part of.
        program += (f"[[gnu::noinline]] static unsigned long calls_{number}"
                    f"(unsigned long x, Node** nodes) {{ (void)nodes; "
                    f"return {call} + 1; }}\n")
        calls += f"    x = calls_{number}(x, nodes);\n"
    program += (f"SPL_WORKLOAD(work, ()) {{\n  Node* nodes[] = {{{nodes}}};\n"
                "  for (Node*& one : nodes) spl::keep(one);\n"
                "  unsigned long x = 1;\n  while (spl.needs_more()) {\n"
                f"{calls}    spl::keep(x);\n  }}\n}}\n")
    return program, library


def run(folder, *words):
    done = subprocess.run(list(map(str, words)), cwd=folder, text=True, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          env={**os.environ, "SPL_HISTORY": "off"})
    if done.returncode not in (0, 1, 4):
        raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def build(folder, side, program, library):
    place = folder / side
    place.mkdir()
    (place / "work.cpp").write_text(program)
    (place / "library.cpp").write_text(library)
    flags = ("-std=c++17", "-O2", "-g", f"-I{SOURCES}")
    run(place, COMPILER, *flags, "-fPIC", "-shared", "library.cpp", "-o",
        "libsteps.so")
    run(place, COMPILER, *flags, "work.cpp", "libsteps.so",
        f"-Wl,-rpath,{place}", *LIBRARIES, "-ldl", "-o", "work")
    return place / "work"


def seconds_under_callgrind(folder, program):
    """How long the program starts there: it executes no workload."""
    began = time.monotonic()
    run(folder, "valgrind", "-q", "--tool=callgrind",
        "--callgrind-out-file=/dev/null", program)
    return time.monotonic() - began


def explained(folder, left, right):
    """The rows of the table: the difference, what both sides spend, and a name."""
    profiles = folder / "profiles"
    text = run(folder, SPL_RUN, "explain", "-p", left, "-p", f"before={right}",
               "-e", "work() <= work@before()", "--profiles", profiles)
    rows = []
    for line in text.splitlines()[2:]:
        found = re.match(r" +([+-]?\d+) +(\d+|-) +(\d+|-)(?: +.*?)?  (\S.*)$", line)
        if found:
            rows.append((int(found[1]), *(0 if one == "-" else int(one)
                                          for one in found.group(2, 3)), found[4]))
    totals = [int(re.search(r"^totals: (\d+)",
                            (profiles / f"callgrind.out.{side}").read_text(),
                            re.M)[1]) for side in ("left", "right")]
    return text, rows, totals


def is_first(kind, name, row):
    """Whether the row names the function; of an inlined function, its caller."""
    number = name[1:]
    names = {"inlined": (f"{name}(", f"calls_{number}("),
             "virtual": (f"Of_{name}::step(",),
             "template": (f"{name}<>(", f"{name}("),
             "renamed": (f"quite_another_{number}(unsigned long) | {name}(",)}.get(kind, (f"{name}(",))
    return any(one in row[3] for one in names)


def adds_up(rows, totals):
    """Whether the rows of each side come to what Callgrind itself counted, but for
    the rounding of each."""
    *parts, last = rows
    calls = min(CALLS, key=lambda one: abs(last[1] * one - totals[0]))
    return all(abs(sum(row[side] for row in parts) - last[side]) <= len(parts)
               and abs(last[side] * calls - totals[side - 1]) <= calls
               for side in (1, 2))


def planted(draw, kind):
    kinds = [draw.choice(KINDS[:5]) for _ in range(FUNCTIONS)]
    at = draw.randrange(FUNCTIONS)
    kinds[at] = kind
    steps = [draw.randint(20, 400) for _ in range(FUNCTIONS)]
    names = [f"f{number}" for number in range(FUNCTIONS)]
    more, renamed = list(steps), list(names)
    more[at] = int(steps[at] * draw.choice((1.05, 1.3, 2))) + 1
    if kind == "renamed":
        renamed[at] = f"quite_another_{at}"
    return kinds, at, (renamed, more), (names, steps)


def main():
    draw = random.Random(1)
    first = added = 0
    longest = 0
    for number in range(EACH * len(KINDS)):
        kind = KINDS[number % len(KINDS)]
        kinds, at, slower, before = planted(draw, kind)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            left = build(folder, "left", *sources(kinds, *slower))
            right = build(folder, "right", *sources(kinds, *before))
            began = time.monotonic()
            text, rows, totals = explained(folder, left, right)
            took = time.monotonic() - began
            longest = max(longest, took / seconds_under_callgrind(folder, left))
        is_right = is_first(kind, f"f{at}", rows[0])
        first += is_right
        added += adds_up(rows, totals)
        if not is_right or not adds_up(rows, totals):
            print(f"{kind} f{at}:\n{text}{totals}", flush=True)
    all_pairs = EACH * len(KINDS)
    for what, count, goal in (
            ("planted functions that are first in the table", first, GOAL),
            ("tables that add up to Callgrind's totals", added, all_pairs)):
        print(f"{what:58} {count:7d}  >= {goal}  "
              f"{'ok' if count >= goal else 'MISSED'}", flush=True)
    print(f"{'the longest explain, in such runs of Callgrind':58} {longest:7.1f}"
          f"  <= {MOST_TIMES}  {'ok' if longest <= MOST_TIMES else 'MISSED'}")
    return 0 if (first >= GOAL and added == all_pairs
                 and longest <= MOST_TIMES) else 1


if __name__ == "__main__":
    sys.exit(main())
