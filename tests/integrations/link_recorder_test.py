# ctest: integrations:link-recorder ${source}
"""The recorder of links among files of the user: with a script in place of the
linker, since only the files beside its program count here.

usage: link_recorder_test.py SOURCE_FOLDER
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCES = sys.argv[1]
LINKER = """#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" != -o ] || echo linked >"$2"
  shift
done
[ -z "$SLOW" ] || { touch begun; exec sleep 1000; }
"""


class LinkRecorderTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory()
        self.addCleanup(around.cleanup)
        self.around = pathlib.Path(around.name).resolve()
        for name in "tools", "recorder", "work":
            (self.around / name).mkdir()
        linker = self.around / "tools/ld"
        linker.write_text(LINKER)
        linker.chmod(0o755)
        self.recorder = self.around / "recorder/ld"
        shutil.copy(f"{SOURCES}/integrations/cmake/record_link.sh",
                    self.recorder)
        self.work = self.around / "work"

    def start(self, output="page", words=("b.o",), **more):
        path = f"{self.around}/tools:{os.environ['PATH']}"
        return subprocess.Popen(
            [self.recorder, "a.o", "-o", output, *words], cwd=self.work,
            env={**os.environ, "PATH": path, "COMPILER_PATH": "", **more},
            start_new_session=True)

    def names(self):
        return sorted(str(one.relative_to(self.work))
                      for one in self.work.rglob("*"))

    def test_replaces_its_own_records(self):
        for _ in range(2):
            with self.start() as link:
                self.assertEqual(link.wait(60), 0)
            self.assertEqual(self.names(),
                             ["page", "page.link", "page.link/record"])
            (self.work / "page.link/kept.o").write_text("")

    def test_removes_nothing_of_the_user(self):
        link = self.work / "page.link"
        for files, left in (
                ({"page.link": "notes"}, ["page.link"]),
                ({"page.link/notes.o": ""}, ["page.link", "page.link/notes.o"]),
                ({"page.link/record": "mine"},
                 ["page.link", "page.link/record"]),
                ({"page.link/record": "/usr/bin/ld\0", "page.link/notes": ""},
                 ["page.link", "page.link/notes"])):
            with self.subTest(files):
                for name, text in files.items():
                    (self.work / name).parent.mkdir(exist_ok=True)
                    (self.work / name).write_text(text)
                with self.start() as made:
                    self.assertEqual(made.wait(60), 0)
                self.assertEqual(self.names(), ["page", *left])
                link.unlink() if link.is_file() else shutil.rmtree(link)

    def test_leaves_nothing_where_it_is_interrupted(self):
        for number in signal.SIGINT, signal.SIGTERM:
            with self.subTest(number):
                with self.start(SLOW="yes") as link:
                    while not (self.work / "begun").exists():
                        time.sleep(0.01)
                    os.killpg(link.pid, number)
                    self.assertNotEqual(link.wait(60), 0)
                (self.work / "begun").unlink()
                self.assertEqual(self.names(), ["page"])

    def test_reads_files_of_words_in_linear_time(self):
        words = self.around / "words"
        inner = self.around / "inner"
        inner.write_text("c.o -shared\n")
        many = "".join(f"object_{i}.o\n" for i in range(20_000))
        for text, left in ((f"{many}@{inner}\n", []), (f"{many}-r\n", []),
                           (many, ["page.link", "page.link/record"])):
            with self.subTest(text[-20:]):
                words.write_text(text)
                with self.start(words=[f"@{words}", "b.o"]) as link:
                    self.assertEqual(link.wait(60), 0)
                self.assertEqual(self.names(), ["page", *left])

    def test_records_no_link_into_a_device(self):
        (self.work / "null").symlink_to("/dev/null")
        with self.start(output="null") as link:
            self.assertEqual(link.wait(60), 0)
        self.assertEqual(self.names(), ["null"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
