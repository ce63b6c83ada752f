# ctest: package:readme ${source} ${build} ${compiler} PERF
"""The README's first test, as a newcomer meets it: installed, built, run.

usage: readme_test.py SOURCE_FOLDER BUILD_FOLDER CXX

Instead of a build it takes the prefix of an installation.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCES, BUILD, CXX = sys.argv[1:4]
README = pathlib.Path(SOURCES, "README.md")
# The command after the first test.
QUESTION = re.compile(r"^    spl-run -p build/first -e '([^']+)'$", re.MULTILINE)


def run(*command, **variables):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          text=True, env={**os.environ, **variables},
                          timeout=300, check=False)
    return done.returncode, done.stdout


def blocks():
    """The code blocks of the README that name a file, by that name."""
    return dict(re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```",
                           README.read_text(), re.DOTALL))


class ReadmeTest(unittest.TestCase):
    def test_first_test_is_short(self):
        self.assertLess(len(blocks()["first.cpp"].splitlines()), 20)

    def test_first_test_builds_and_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, install = BUILD, []
            if pathlib.Path(BUILD, "CMakeCache.txt").exists():
                prefix = os.path.join(folder, "a prefix")
                install = [("cmake", "--install", BUILD, "--prefix", prefix)]
            project = pathlib.Path(folder, "a project")
            build = str(project / "build")
            project.mkdir()
            for name, content in blocks().items():
                (project / name).write_text(content)
            for command in [
                *install,
                ("cmake", "-S", str(project), "-B", build, "-G", "Ninja",
                 "-DCMAKE_BUILD_TYPE=Release",
                 f"-DCMAKE_PREFIX_PATH={prefix}",
                 f"-DCMAKE_CXX_COMPILER={CXX}",
                 "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror"),
                ("cmake", "--build", build),
                ("ctest", "--test-dir", build, "--output-on-failure",
                 "--no-tests=error", "-L", "perf"),
                (f"{prefix}/bin/spl-run", "-p", f"{build}/first", "-e",
                 QUESTION.search(README.read_text())[1]),
            ]:
                status, output = run(*command)
                self.assertEqual(status, 0, " ".join(command) + "\n" + output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
