"""Programs of revisions: compiled once by the recipe of a project file, and
linked again and again with their sections in another order."""

import json
import os
import pathlib
import re
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent

PACKAGE = """\
set(spl_FOUND TRUE)
find_package(benchmark REQUIRED)
add_library(spl_independent_main OBJECT EXCLUDE_FROM_ALL "{package}/main.cpp")
target_include_directories(spl_independent_main PUBLIC "{package}")
target_link_libraries(spl_independent_main PUBLIC benchmark::benchmark)
add_library(spl_independent INTERFACE)
target_sources(spl_independent INTERFACE $<TARGET_OBJECTS:spl_independent_main>)
target_link_libraries(spl_independent INTERFACE spl_independent_main)
add_library(spl::workload_main ALIAS spl_independent)
"""


class BuildFailed(Exception):
    """With the end of what the tool printed."""


def run(words, folder, environment=None):
    done = subprocess.run(words, cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise BuildFailed(f"{shlex.join(map(str, words))} in {folder} failed:\n" +
                          done.stdout[-3000:])
    return done.stdout


def recipe_of(project):
    """The "revisions" of a project file, whose comments stand alone on lines."""
    text = (project / "spl.json").read_text()
    recipe = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.M))["revisions"]
    if recipe["configure"][:1] != ["cmake"] or "Ninja" not in recipe["configure"]:
        raise BuildFailed(f"{project}/spl.json does not build with CMake and Ninja")
    return recipe


def make_package(folder):
    """A package `spl` whose workloads Google Benchmark times; its folder."""
    header = HERE / "google_workload.hpp"
    (folder / "spl").mkdir(parents=True, exist_ok=True)
    (folder / "spl/workload.hpp").write_text(f'#include "{header}"\n')
    (folder / "main.cpp").write_text(
        '#include "spl/workload.hpp"\n'
        "int main(int argc, char** argv) {\n"
        "  return spl::independent::run(argc, argv);\n}\n")
    (folder / "splConfig.cmake").write_text(PACKAGE.format(package=folder))
    return folder


def with_output(command, output, seed):
    """The last command of a build, which links, with another output and order."""
    words = shlex.split(command)
    at = [i for i, word in enumerate(words) if word == "-o"]
    if len(at) != 1:
        raise BuildFailed(f"the command does not link one program: {command}")
    old = f"-o {shlex.quote(words[at[0] + 1])}"
    if command.count(old + " ") != 1:
        raise BuildFailed(f"the command does not name its output once: {command}")
    return command.replace(
        old + " ", f"-o {shlex.quote(str(output))} -fuse-ld=mold "
                   f"-Wl,--shuffle-sections={seed} ")


class Builder:
    """Builds revisions of a repository below a folder, each once."""

    def __init__(self, project, repository, folder, jobs):
        self.project = project
        self.repository = repository
        self.folder = folder
        self.jobs = jobs
        self.recipe = recipe_of(project)
        self.package = make_package(folder / "package")

    def git(self, *words):
        return run(["git", *words], self.repository).strip()

    def commit(self, revision):
        return self.git("rev-parse", "--verify", revision + "^{commit}")

    def build(self, revision):
        """The folder of the build and the command that links its program."""
        place = self.folder / self.commit(revision)
        names = {"source": place / "source", "build": place / "build",
                 "project": self.project, "jobs": self.jobs}
        if not (place / "built").exists():
            names["source"].mkdir(parents=True)
            archive = subprocess.run(["git", "archive", revision], check=True,
                                     cwd=self.repository, stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x"], cwd=names["source"], check=True,
                           input=archive.stdout)
            self.compile(names)
            (place / "built").touch()
        program = pathlib.Path(self.recipe["program"].format(**names))
        target = str(program.relative_to(names["build"]))
        commands = run(["ninja", "-t", "commands", target], names["build"])
        return names["build"], commands.splitlines()[-1]

    def compile(self, names):
        environment = dict(os.environ)
        for flags in ("CFLAGS", "CXXFLAGS"):
            environment[flags] = (environment.get(flags, "") +
                                  " -ffunction-sections").strip()
        configure = [word.format(**names) for word in self.recipe["configure"]]
        run(configure + [f"-Dspl_DIR={self.package}"], "/", environment)
        run([word.format(**names) for word in self.recipe["build"]], "/", environment)

    def link(self, built, output, seed):
        """One more link of what build() returned."""
        folder, command = built
        run(["sh", "-c", with_output(command, output, seed)], folder)
