"""Programs of copies, built as a user builds them."""

import dataclasses
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FIXED = 40


@dataclasses.dataclass(frozen=True)
class Build:
    """A compiler and what is added to its usual flags."""

    compiler: str
    flags: str = ""

    @property
    def name(self):
        return f"{self.compiler} -O2 {self.flags}".strip()


BUILDS = [Build(compiler, flags) for compiler in ("g++", "clang++")
          for flags in ("", "-falign-functions=1")]
# Each function begins a cache line, whatever the link.
LINES = [Build(compiler, "-falign-functions=64")
         for compiler in ("g++", "clang++")]


class Programs:
    """The programs of one build in a folder: `ours`, `fixed` with FIXED links, and
    `google`."""

    def __init__(self, build, folder, environment):
        self.build = build
        self.folder = pathlib.Path(folder) / build.name.replace(" ", "_")
        self.environment = environment

    def path(self, name):
        return self.folder / f"copies{'' if name == 'ours' else '_' + name}"

    def make(self, names):
        """Brings them up to date; raises CalledProcessError with its output shown."""
        fixed = FIXED if "fixed" in names else 0
        self.run("cmake", "-S", HERE, "-B", self.folder, "-G", "Ninja",
                 f"-DCMAKE_CXX_COMPILER={self.build.compiler}",
                 "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG " + self.build.flags,
                 f"-DCOPIES_LAYOUTS={fixed}")
        targets = [self.path(name).name for name in names]
        if fixed:
            targets.append("copies_fixed_layouts")
        self.run("cmake", "--build", self.folder, "--target", *targets)

    def run(self, *command):
        done = subprocess.run([str(word) for word in command], check=False,
                              stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, env=self.environment,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            print(done.stdout, flush=True)
            done.check_returncode()
