# ctest: package:meson ${source} ${build} ${compiler} UNLESS SPL_SANITIZED
"""The recipe of docs/build-systems.md for Meson, with the README's first test.

usage: meson_test.py SOURCE_FOLDER BUILD_FOLDER CXX
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCES, BUILD, CXX = sys.argv[1:4]


def block(page, name):
    """The code block of a page that names this file."""
    text = pathlib.Path(SOURCES, page).read_text(encoding="utf-8")
    return re.search(rf"<!-- {re.escape(name)} -->\n```\w+\n(.*?)```", text,
                     re.DOTALL)[1]


class MesonTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="spl meson ")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def run_tool(self, *words, **variables):
        done = subprocess.run(
            [str(word) for word in words], check=False, text=True, timeout=300,
            env={**os.environ, "SPL_HISTORY": "off", "CXX": CXX, **variables},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise AssertionError(f"{words}\n{done.stdout}")
        return done.stdout

    def test_the_first_test_builds_and_starts_spl_run(self):
        prefix = self.folder / "a prefix"
        self.run_tool("cmake", "--install", BUILD, "--prefix", prefix)
        project = self.folder / "a project"
        project.mkdir()
        (project / "meson.build").write_text(
            block("docs/build-systems.md", "meson.build"))
        # By counts, so that it measures nothing that takes time.
        (project / "first.cpp").write_text(
            block("README.md", "first.cpp").replace("1000, 100000", "10, 100")
            .replace(
                '"hash(n) < tree(n)"',
                '"hash(n) <= 9 * tree(n)", spl::setting("metric", '
                '"allocations")'))
        (packages,) = prefix.rglob("pkgconfig")
        build = self.folder / "build"
        self.run_tool("meson", "setup", build, project,
                      f"-Dpkg_config_path={packages}")
        self.run_tool("meson", "compile", "-C", build)
        log = self.run_tool("meson", "test", "-C", build, "--suite", "perf",
                            "--verbose")
        self.assertIn("holds (allocations): hash(n) <= 9 * tree(n)\n", log)
        self.assertRegex(log, r"Ok: +1 ")
        self.assertTrue((build / "first.link").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
