# bench: makers ${source} ${workload}
"""Whether libraries are compiled as their makers compile them: the ratio of two
releases as spl-run builds and measures them, beside processes in turn of programs
that the makers' own commands build.

    bench.py SPL_RUN ROOT LIBRARY... [--lz4 CLONE] [--zlib CLONE]

lz4 is built by its Makefile and zlib by ./configure, whose own flags hold only where
nobody sets CFLAGS. With CFLAGS empty nothing is optimised, and spl-run must decide
nothing.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

PROCESSES = 15  # Of each release.
WITHIN = 0.1

# What both methods time: the body of a loop.
LZ4 = """
#include <lz4.h>
#include <cstdlib>
struct Work {
  std::string text, packed = std::string(1 << 18, 0);
  int size;
  Work() {
    unsigned state = 1;
    while (text.size() < (1 << 17)) {
      state = state * 1664525 + 1013904223;
      text += "{\\"id\\": " + std::to_string(state >> 20) + ", \\"kind\\": \\"" +
              (state >> 30 ? "request" : "answer") + "\\"}\\n";
    }
    size = LZ4_compress_default(text.data(), &packed[0], int(text.size()), 1 << 18);
  }
  int once() {
    return LZ4_decompress_safe(packed.data(), &text[0], size, int(text.size()));
  }
};
"""
ZLIB = """
#include <zlib.h>
struct Work {
  std::string text = std::string(1 << 16, 'x');
  unsigned long once() {
    return crc32(0, (const unsigned char*)text.data(), unsigned(text.size()));
  }
};
"""
WORKLOAD = """#include <string>
%s
#include <spl/workload.hpp>
SPL_WORKLOAD(work, ()) {
  Work work;
  while (spl.needs_more()) spl::keep(work.once());
}
"""
PROCESS = """#include <string>
%s
#include <cstdio>
#include <ctime>
static double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}
int main() {
  Work work;
  unsigned long sum = 0;
  double begun = now(), took = 0;
  int calls = 0, warm = 0;
  for (; took < 0.01; took = now() - begun, ++warm) sum += work.once();
  for (begun = now(), took = 0; took < 0.05; took = now() - begun, ++calls)
    sum += work.once();
  std::printf("%%g %%lu\\n", took / calls, sum);
}
"""
MAKEFILE = """HERE := $(dir $(lastword $(MAKEFILE_LIST)))
%s: $(HERE)%s.cpp
	$(CXX) -O2 -std=c++17 -I%s %s $< %s -o $@
"""


class Library:
    """How a library is built in a copy of its sources, and the releases to compare."""

    def __init__(self, name, body, releases, library, commands):
        self.name, self.body, self.releases = name, body, releases
        self.library, self.commands = library, commands


LIBRARIES = [
    Library("lz4", LZ4, ("v1.9.4", "ebb370ca83af193212df4dcbadcc5d87bc0de2f0"),
            "lib/liblz4.a", ["make -C lib liblz4.a"]),
    Library("zlib", ZLIB, ("v1.2.11", "v1.3"), "libz.a",
            ["./configure --static", "make libz.a"])]


def makefile(library, name, options, libraries):
    folder = os.path.dirname(library.library) or "."
    return MAKEFILE % (name, name, folder, options,
                       " ".join([library.library, *libraries]))


def own_environment(folder):
    return {**{name: value for name, value in os.environ.items()
               if not name.startswith("SPL_") and name not in ("CFLAGS", "CXXFLAGS")},
            "SPL_HISTORY": "off", "XDG_CACHE_HOME": str(folder / "cache")}


def measured(library, clone, given, folder, flags=None):
    """The relation of both releases in spl-run's report."""
    (folder / "work.cpp").write_text(WORKLOAD % library.body)
    (folder / "Makefile").write_text(makefile(
        library, "work", f"-I{given.root}", [*given.libraries, "-ldl"]))
    steps = [*library.commands, 'make -f "$1/Makefile" work']
    (folder / "spl.json").write_text(json.dumps({"revisions": {
        "configure": ["cp", "-r", "{source}/.", "{build}"],
        "build": ["sh", "-c", "cd \"$2\" && " + " && ".join(steps), "build",
                  "{project}", "{build}"],
        "program": "{build}/work"}}))
    before, after = library.releases
    environment = own_environment(folder)
    if flags is not None:
        environment["CFLAGS"] = flags
    done = subprocess.run(
        [given.spl_run, "-e", f'work@"{after}"() = work@"{before}"()', "--json=-",
         "--budget", given.budget, "-s", f"repository={clone}"],
        cwd=folder, check=False, env=environment, text=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["formulas"][0]["relations"][0]


def in_turn(library, clone, folder):
    """The ratio of the releases as the makers' commands build them."""
    programs = []
    for release in library.releases:
        place = folder / release
        place.mkdir()
        archive = subprocess.run(["git", "archive", release], cwd=clone, check=True,
                                 stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x"], cwd=place, input=archive.stdout, check=True)
        (place / "process.cpp").write_text(PROCESS % library.body)
        (place / "process.mk").write_text(makefile(library, "process", "", []))
        for command in [*library.commands, "make -f process.mk process"]:
            subprocess.run(["sh", "-c", command], cwd=place, check=True,
                           env=own_environment(folder), stdout=subprocess.DEVNULL)
        programs.append(place / "process")
    times = ([], [])
    for i in range(2 * PROCESSES):
        printed = subprocess.run([programs[i % 2]], check=True,
                                 stdout=subprocess.PIPE, text=True).stdout
        times[i % 2].append(float(printed.split()[0]))
    return min(times[1]) / min(times[0])  # Others only lengthen them.


def judge(library, clone, given):
    """Prints both ratios, and what becomes of code without optimisation."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        relation = measured(library, clone, given, folder)
        plain = in_turn(library, clone, folder)
        bare = measured(library, clone, given, folder, flags="")
    ratio = relation["ratio"]
    before, after = (one[:7] for one in library.releases)
    print(f"  {library.name}: {after} takes {ratio['estimate']:.3f} "
          f"({ratio['lower']:.3f} .. {ratio['upper']:.3f}) of {before}, "
          f"processes in turn {plain:.3f}", flush=True)
    off = ratio["estimate"] / plain
    met = "ok" if abs(off - 1) <= WITHIN else "MISSED"
    print(f"{library.name + ' as its makers build it, ratio over that':58} "
          f"{off:7.3f}  within {WITHIN:.0%}  {met}")
    met = "ok" if bare["stopped"] == "unoptimised" else "MISSED"
    print(f"{library.name + ' without optimisation, verdicts':58} "
          f"{int(bare['verdict'] != 'undecided'):7}  <= 0  {met}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spl_run")
    parser.add_argument("root")
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--budget", default="5s")
    for library in LIBRARIES:
        parser.add_argument(f"--{library.name}", type=pathlib.Path)
    given = parser.parse_args()
    clones = [(one, getattr(given, one.name)) for one in LIBRARIES]
    for library, clone in clones:
        if clone is None:
            print(f"  {library.name}: not measured; name a clone with "
                  f"--{library.name}", flush=True)
        else:
            judge(library, clone.resolve(), given)


if __name__ == "__main__":
    main()
