# bench: reuse 300
"""Reusing objects never changes a program.

usage: reuse.py SPL_RUN [REVISIONS]

Makes random small histories, builds their revisions in random order with a
cache that knows the others, and each again with an empty cache, in the same
place. The programs have to be equal byte for byte.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SPL_RUN = sys.argv[1]
REVISIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 60
# One of ten revisions is of a history that is built by CMake.
CMAKE_SHARE = 10
SOURCES = 5

NINJA = """
include ../source/flags.ninja
rule generate
  command = sh ../source/generate.sh ../source > $out.new && mv $out.new $out
rule compile
  command = cc $flags -Igenerated $
    -I../source/new -I../source/old -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
rule link
  command = cc $in -o $out
build generated/generated.h: generate
"""

GENERATE = """
cat "$1/values.txt"
echo "#define LISTED \\"$(ls "$1/data" 2> /dev/null | tr '\\n' ' ')\\""
test -x "$1/tool" && echo "#define TOOL 1" || echo "#define TOOL 0"
test -L "$1/tool" && echo "#define LINK 1" || echo "#define LINK 0"
"""

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(history LANGUAGES C)
file(GLOB sources "${PROJECT_SOURCE_DIR}/part*.c")
file(STRINGS values.txt values)
configure_file(values.txt generated/generated.h)
add_executable(program main.c ${sources})
include(flags.cmake)
target_include_directories(program PRIVATE
  "${PROJECT_BINARY_DIR}/generated" new old)
"""

PART = """
#include "generated.h"
#include "h%(number)d.h"
#if __has_include("option%(number)d.h")
#include "option%(number)d.h"
#endif
#ifndef OPTION
#define OPTION 0
#endif
#ifndef LISTED
#define LISTED ""
#endif
#ifndef TOOL
#define TOOL 0
#define LINK 0
#endif
int part%(number)d(void) {
  const char *where = __FILE__ __TIMESTAMP__ LISTED; %(filler)s
  return H + OPTION + VALUE + TOOL + LINK + where[0] + %(constant)d;
}
"""


class History:
    """Files by path: their content, or None for a folder, with a kind."""

    def __init__(self, draw, is_cmake):
        self.draw = draw
        self.is_cmake = is_cmake
        self.links = {}
        self.executable = set()
        self.constants = [(1, "")] * SOURCES
        self.files = {"values.txt": "#define VALUE 1\n", "data/first": "",
                      "tool": "", "generate.sh": GENERATE}
        self.flags = "-O1"
        for number in range(SOURCES):
            self.files[f"old/h{number}.h"] = "#define H 1\n"

    def steps(self):
        return [self.edit_source, self.shadow, self.edit_header, self.option,
                self.value, self.listed, self.mode, self.flag, self.folder,
                self.link, self.rename, self.comment, self.extra_source,
                self.nothing_compiled]

    def change(self):
        for step in self.draw.choices(self.steps(), k=self.draw.randint(1, 2)):
            step()

    def number(self):
        return self.draw.randrange(SOURCES)

    def toggle(self, path, content):
        if path in self.files:
            del self.files[path]
        else:
            self.remove(path)
            self.files[path] = content

    def remove(self, path):
        self.links.pop(path, None)
        self.files = {name: content for name, content in self.files.items()
                      if name != path and not name.startswith(path + "/")}

    def digit(self):  # All contents of a file have the same size.
        return self.draw.randint(1, 9)

    def edit_source(self):
        number = self.number()
        self.constants[number] = (self.digit(), self.constants[number][1])

    def comment(self):  # Moves columns, which debug information knows.
        number = self.number()
        filler = "/*" + "." * self.digit() + "*/ (void)where;"
        self.constants[number] = (self.constants[number][0], filler)

    def edit_header(self):
        path = f"old/h{self.number()}.h"
        if path in self.files:
            self.files[path] = f"#define H {self.digit()}\n"

    def shadow(self):
        self.toggle(f"new/h{self.number()}.h", f"#define H {self.digit()}\n")

    def option(self):
        self.toggle(f"{self.draw.choice(['new', 'old'])}/option"
                    f"{self.number()}.h", f"#define OPTION {self.digit()}\n")

    def value(self):
        self.files["values.txt"] = f"#define VALUE {self.digit()}\n"

    def listed(self):
        self.toggle(f"data/{self.digit()}", "")

    def mode(self):
        self.executable ^= {"tool"}

    def flag(self):
        self.flags = self.draw.choice(["-O1", "-O2", "-O1 -g", "-O2 -DH2=1"])

    def folder(self):  # A folder with the name of a header, or a header again.
        path = f"new/h{self.number()}.h"
        is_folder = path + "/inside" in self.files
        self.remove(path)
        if not is_folder:
            self.files[path + "/inside"] = ""

    def link(self):
        path = f"new/h{self.number()}.h"
        is_link = path in self.links
        self.remove(path)
        if not is_link:
            self.links[path] = f"../old/h{self.number()}.h"

    def rename(self):  # Of a header that sources include, and back.
        number = self.number()
        first, second = f"old/h{number}.h", f"new/h{number}.h"
        if first in self.files:
            content = self.files.pop(first)
            self.remove(second)
            self.files[second] = content
        elif second in self.files:
            self.files[first] = self.files.pop(second)

    def extra_source(self):
        self.toggle("part_extra.c", "int extra(void) { return 1; }\n")

    def nothing_compiled(self):
        self.files["NOTES"] = f"{self.digit()}\n"

    def complete(self):
        """Sources and lists, which follow from the rest."""
        files = dict(self.files)
        parts = ""
        for number, (constant, filler) in enumerate(self.constants):
            # Without any header of the name nothing is built; keep one.
            names = [f"{place}/h{number}.h" for place in ("new", "old")]
            if not any(name in files for name in names):
                files[names[1]] = "#define H 7\n"
            files[f"part{number}.c"] = PART % {
                "number": number, "constant": constant, "filler": filler}
            parts += f"int part{number}(void);\n"
        calls = " + ".join(f"part{number}()" for number in range(SOURCES))
        files["main.c"] = f"{parts}int main(void) {{ return {calls}; }}\n"
        files["flags.ninja"] = f"flags = {self.flags}\n"
        options = self.flags.replace(" ", ";")
        files["flags.cmake"] = (
            f'target_compile_options(program PRIVATE "{options}")\n')
        files["CMakeLists.txt"] = CMAKE
        files["build.ninja"] = self.ninja(files)
        return files

    @staticmethod
    def ninja(files):
        text, objects = NINJA, []
        for name in sorted(files):
            if name.endswith(".c"):
                objects.append(name[:-2] + ".o")
                text += (f"build {objects[-1]}: compile ../source/{name} "
                         "|| generated/generated.h\n")
        return text + f"build program: link {' '.join(objects)}\n"

    def write(self, folder):
        for old in folder.iterdir():
            if old.name != ".git":
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        for name, content in self.complete().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
            if name in self.executable:
                path.chmod(0o755)
        for name, target in self.links.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)
        (folder / "spl.json").write_text(json.dumps(
            {"revisions": self.recipe()}))

    def recipe(self):
        if self.is_cmake:
            return {"configure": ["cmake", "-S", "{source}", "-B", "{build}",
                                  "-G", "Ninja"],
                    "program": "{build}/program"}
        return {"configure": [], "program": "{build}/program",
                "build": ["ninja", "-C", "{build}", "-f",
                          "{source}/build.ninja", "program"]}


class Reuse:
    """A repository, a cache, and the programs that are built."""

    def __init__(self, around, draw, is_cmake):
        self.folder = around / "project"
        self.cache = around / "cache"
        self.folder.mkdir()
        self.draw = draw
        self.history = History(draw, is_cmake)
        self.environment = {
            **{name: value for name, value in os.environ.items()
               if not name.startswith(("GIT_", "SPL_", "CMAKE_", "CCACHE_"))
               or name == "SPL_MACHINE_LOCK"},
            "XDG_CACHE_HOME": str(self.cache), "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE, text=True,
                              env=self.environment).stdout.strip()

    def commits(self, count):
        result = []
        for number in range(count):
            if number > 0:
                self.history.change()
            self.history.write(self.folder)
            self.git("add", "--all")
            self.git("commit", "--quiet", "--allow-empty", "-m", str(number))
            result.append(self.git("rev-parse", "HEAD"))
        return result

    def program(self, commit):
        """What is built, which is no program with workloads: status 3."""
        known = self.stored()
        done = subprocess.run(
            [SPL_RUN, "-e", f"f@{commit}(1) < 1 s", "-s", "layouts=1"],
            cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=300, check=False)
        fresh = [path for path in self.stored() if path not in known]
        if done.returncode != 3 or len(fresh) > 1:
            raise AssertionError(done.stdout)
        if fresh:
            return fresh[0], hashlib.sha256(fresh[0].read_bytes()).hexdigest()
        if "cannot be built" in done.stdout:
            raise AssertionError(done.stdout)
        return None, "stored before"

    def stored(self):
        return set((self.cache / "spl/programs").glob("*/files/program"))

    def objects(self):
        return sum(1 for path in (self.cache / "spl/objects").rglob("*R")
                   if path.is_file())

    def program_from_nothing(self, commit):
        kept = self.cache.with_name("kept")
        self.cache.rename(kept)
        try:
            return self.program(commit)[1]
        finally:
            shutil.rmtree(self.cache)
            kept.rename(self.cache)


def compare(draw, count, is_cmake):
    """Programs that were built, those that differ, and objects for them."""
    with tempfile.TemporaryDirectory(prefix="spl-reuse-") as around:
        reuse = Reuse(pathlib.Path(around), draw, is_cmake)
        commits = reuse.commits(count)
        draw.shuffle(commits)
        built, different = 0, []
        for commit in commits:
            path, program = reuse.program(commit)
            if path is None:  # An equal tree was built before.
                continue
            built += 1
            if program != reuse.program_from_nothing(commit):
                different.append(commit)
                print(reuse.git("show", "--stat", commit))
        return built, different, reuse.objects()


def main():
    seed = random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}")
    draw = random.Random(seed)
    of_cmake = REVISIONS // CMAKE_SHARE
    any_differ, all_objects, all_compiled = False, 0, 0
    for name, count, is_cmake in (("ninja", REVISIONS - of_cmake, False),
                                  ("CMake", of_cmake, True)):
        built, different, objects = compare(draw, count, is_cmake)
        compiled = built * (SOURCES + 1)
        print(f"{name}: {built} programs, {len(different)} differ; {objects} "
              f"objects for about {compiled} sources")
        any_differ = any_differ or bool(different)
        all_objects += objects
        all_compiled += compiled
    # If nothing is reused there is nothing to be compared. A history of a few
    # revisions may change all objects each time, both together do not.
    is_reused = all_objects <= 0.8 * all_compiled
    print(f"objects are reused: {'ok' if is_reused else 'MISSED'}")
    failed = any_differ or not is_reused
    print("programs that differ from those built from nothing: "
          f"{'MISSED' if any_differ else 'ok'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
