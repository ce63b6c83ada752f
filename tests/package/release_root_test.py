# ctest: package:release-root ${source} SLOW PROPERTIES TIMEOUT 3600
"""The release workflow makes, installs and tries the packages of a distribution.

usage: release_root_test.py SOURCE_FOLDER

SPL_RELEASE_ROOT names a root folder with nothing but that distribution, and
stays as it is: `debootstrap --variant=minbase --components=main,universe noble
FOLDER http://archive.ubuntu.com/ubuntu`, as root. The network is needed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import yaml

import workflows
from bare_root import BareRoot, ChangedRoot

SOURCES = pathlib.Path(sys.argv[1])
JOB = yaml.safe_load(
    (SOURCES / ".github/workflows/release.yml").read_text())["jobs"]["package"]
ORIGINAL = os.environ.get("SPL_RELEASE_ROOT")
PATHS = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin",
         "/bin"]


def image(root):
    """The name of a root's distribution as an image has it."""
    facts = dict(line.split("=", 1) for line in
                 pathlib.Path(root, "etc/os-release").read_text().splitlines()
                 if "=" in line)
    return "{ID}:{VERSION_ID}".format(**facts).replace('"', "")


class ReleaseRootTest(unittest.TestCase):
    def setUp(self):
        if not ORIGINAL:
            self.skipTest("SPL_RELEASE_ROOT names no root of a distribution")
        if fault := BareRoot.fault():
            self.skipTest(fault)
        self.around = tempfile.mkdtemp(prefix="spl-release-")
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.root = ChangedRoot(self.around, ORIGINAL)
        sources = self.root.changes / "sources"
        sources.mkdir()
        subprocess.run(
            ["sh", "-c", "git ls-files -z --cached --others --exclude-standard "
             '| tar --null -T - -cf - | tar -C "$0" -xf -', sources],
            cwd=SOURCES, check=True)

    def test_packages_of_the_distribution(self):
        matrix = next(one for one in JOB["strategy"]["matrix"]["include"]
                      if one["image"] == image(ORIGINAL))
        text = (SOURCES / "CMakeLists.txt").read_text()
        version = text.partition("project(spl VERSION ")[2].split()[0]
        values = {"github.ref_name": f"v{version}",
                  "matrix.files": matrix["files"]}
        for script, variables in workflows.commands(JOB, values):
            begin = time.monotonic()
            done = self.root.run(
                script, "/sources", PATH=":".join(PATHS), SPL_HISTORY="off",
                DEBIAN_FRONTEND="noninteractive", **variables)
            print(f"{time.monotonic() - begin:.0f} s: {script.splitlines()[-1]}",
                  flush=True)
            self.assertEqual(done.returncode, 0, done.stdout)
        made = "".join(matrix["image"].split(":"))
        names = {path.name for path in
                 (self.root.changes / "sources/release").iterdir()}
        for package in "spl-run", "libspl-dev", "spl-doc":
            self.assertEqual(
                len([name for name in names
                     if name.startswith(f"{package}_{version}-{made}_")]), 1, names)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
