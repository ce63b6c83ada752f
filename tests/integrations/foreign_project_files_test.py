# ctest: integrations:foreign-project-files ${source}
"""Project files of other users above a project, which CMake and CTest do not
read.

usage: foreign_project_files_test.py SOURCE_FOLDER
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCES = sys.argv[1]
NEIGHBOUR = 54322
PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(own LANGUAGES NONE)
include("{SOURCES}/integrations/cmake/SplTests.cmake")
_spl_project_files(files)
_spl_find_time_limit(limit "${{CMAKE_SOURCE_DIR}}/../spl.json")
message(STATUS "files: ${{files}} limit: ${{limit}}.")
"""


class ForeignProjectFilesTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.shared = pathlib.Path(around.name).resolve()
        self.own = self.shared / "own"
        self.own.mkdir()
        (self.own / "CMakeLists.txt").write_text(PROJECT)
        self.file = self.shared / "spl.json"

    def expect(self, files, limit):
        done = subprocess.run(
            ["cmake", "-S", self.own, "-B", self.own / "build"], text=True,
            timeout=60, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False)
        self.assertIn(f"-- files: {files} limit: {limit}.\n", done.stdout)

    def test_are_no_pipes_and_devices(self):
        os.mkfifo(self.file)
        self.expect("", 1500)
        self.file.unlink()
        self.file.symlink_to("/dev/zero")
        self.expect("", 1500)

    @unittest.skipIf(os.geteuid() != 0, "only root gives files away")
    def test_are_those_of_the_owner_of_the_project(self):
        definitions = self.shared / "a.spl"
        definitions.write_text("")
        (self.shared / "pipe.spl").symlink_to("/dev/zero")
        self.file.write_text(
            '{"definitions": ["a.spl", "pipe.spl"], "runs": 5}')
        both = f"{self.file};{definitions}"
        self.expect(both, 9999999)
        for owner in self.file, definitions:
            os.chown(owner, NEIGHBOUR, NEIGHBOUR)
        self.expect("", 1500)
        os.chown(self.own, NEIGHBOUR, NEIGHBOUR)
        self.expect(both, 9999999)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
