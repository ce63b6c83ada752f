# ctest: package:release ${source} ${spl_VERSION}
"""What the release workflow does for a tag, where the package manager, the build
and the service are stand-ins.

usage: release_test.py SOURCE_FOLDER VERSION
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

import workflows

SOURCES, VERSION = sys.argv[1:3]
JOBS = yaml.safe_load(
    pathlib.Path(SOURCES, ".github/workflows/release.yml").read_text())["jobs"]
IMAGES = JOBS["package"]["strategy"]["matrix"]["include"]

NOTED = '#!/bin/sh\necho "${0##*/} $*" >> "$CALLS"\n'
DEV = NOTED + f"""
mkdir -p build/release
cd build/release
for name in spl-run_{VERSION}-$IMAGE.deb spl-{VERSION}-linux-x86_64.tar.gz; do
  echo "$IMAGE" > "$name"
done
"""
PACKAGING = [
    "apt-get update",
    "apt-get install -y --no-install-recommends ca-certificates git python3",
    "dev package",
    "apt-get install -y --no-install-recommends "
    f"./build/release/spl-run_{VERSION}-IMAGE.deb",
    "python3 -B tests/package/readme_test.py . /usr c++"]


class ReleaseTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="spl release ")
        self.addCleanup(holder.cleanup)
        self.around = pathlib.Path(holder.name)
        (self.around / "bin").mkdir()
        for name in "apt-get", "gh", "python3":
            self.write(f"bin/{name}", NOTED)

    def write(self, path, text):
        (self.around / path).write_text(text)
        (self.around / path).chmod(0o755)

    def execute(self, job, folder, tag, **matrix):
        """The first status that is not 0, what was printed and called."""
        values = {"github.ref_name": tag, "github.token": "made up",
                  "github.repository": "o/r",
                  **{f"matrix.{key}": value for key, value in matrix.items()}}
        calls = self.around / "calls"
        calls.write_text("")
        for script, variables in workflows.commands(JOBS[job], values):
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
                 script], cwd=self.around / folder, text=True, check=False,
                env={**variables, "CALLS": str(calls), "IMAGE": matrix.get(
                         "image", "").replace(":", "-"),
                     "PATH": f"{self.around}/bin:{os.environ['PATH']}"},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                break
        return done.returncode, done.stdout, calls.read_text().splitlines()

    def checkout(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.around))
        shutil.copy(f"{SOURCES}/CMakeLists.txt", folder)
        self.write(folder / "dev", DEV)
        return folder

    def test_a_tag_becomes_packages_and_an_archive(self):
        (self.around / "release").mkdir()
        for matrix in IMAGES:
            folder = self.checkout()
            status, printed, calls = self.execute(
                "package", folder, f"v{VERSION}", **matrix)
            self.assertEqual(status, 0, printed)
            image = matrix["image"].replace(":", "-")
            self.assertEqual(
                calls, [line.replace("IMAGE", image) for line in PACKAGING])
            for file in (folder / "release").iterdir():
                self.assertFalse((self.around / "release" / file.name).exists())
                shutil.copy(file, self.around / "release")
        status, printed, calls = self.execute("release", ".", f"v{VERSION}")
        self.assertEqual(status, 0, printed)
        files = [f"spl-{VERSION}-linux-x86_64.tar.gz",
                 f"spl-run_{VERSION}-debian-12.deb",
                 f"spl-run_{VERSION}-ubuntu-24.04.deb"]
        self.assertEqual(
            calls,
            [f"gh release create v{VERSION} --repo o/r --verify-tag --title SPL "
             f"for C++ {VERSION} --notes CHANGELOG.md says what changed, "
             "docs/build-systems.md how to install. -- SHA256SUMS "
             + " ".join(files)])
        sums = self.around / "release/SHA256SUMS"
        self.assertEqual([line.split("  ")[1]
                          for line in sums.read_text().splitlines()], files)
        subprocess.run(["sha256sum", "--check", "--quiet", sums.name], check=True,
                       cwd=sums.parent)
        # For any machine, so made where the C library is the oldest.
        self.assertEqual((self.around / "release" / files[0]).read_text(),
                         "debian-12\n")

    def test_a_tag_of_another_version_is_refused(self):
        status, printed, calls = self.execute(
            "package", self.checkout(), "v7.8.9", **IMAGES[0])
        self.assertEqual(
            (status, printed),
            (1, "::error file=CMakeLists.txt::the tag v7.8.9 is not "
             f"v{VERSION}; change the version in CMakeLists.txt, or the tag\n"))
        self.assertEqual(calls, PACKAGING[:2])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
