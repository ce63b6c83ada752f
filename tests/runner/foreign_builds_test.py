# ctest: runner:foreign-builds spl-run
"""What builds of strangers leave for spl-run to read: files that take its place
or end nowhere, lists whose products are large, programs that are none.

usage: foreign_builds_test.py SPL_RUN
"""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

from processes import PATIENCE, limited_memory

SPL_RUN = sys.argv[1]


class ForeignBuildsTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(around.cleanup)
        self.around = pathlib.Path(around.name).resolve()
        self.folder = self.around / "project"
        self.folder.mkdir()
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "SPL_"))
                or name == "SPL_MACHINE_LOCK"}
        self.environment = {
            **kept, "SPL_HISTORY": "off", "SPL_PROGRESS": "never",
            "SPL_ALLOW_UNOPTIMISED": "true",
            "XDG_CACHE_HOME": str(self.around / "cache"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.git("init", "--quiet")

    def git(self, *words):
        return subprocess.run(
            ["git", *words], cwd=self.folder, check=True, text=True,
            env=self.environment, stdout=subprocess.PIPE).stdout.strip()

    def commit(self, script, words=("sh", "{source}/make.sh")):
        """A build whose script is executed in its folder."""
        (self.folder / "spl.json").write_text(json.dumps({
            "revisions": {"configure": [], "build": [*words]},
            "commands": {"c": "{build}/x"}, "runs": 2}))
        (self.folder / "make.sh").write_text(f"set -e\n{script}\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "One")

    def run_spl(self, *arguments):
        return subprocess.run(
            [SPL_RUN, *(arguments or ["-e", "c <= 100 * c@HEAD"]), "--runs",
             "2"], cwd=self.folder, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False,
            **limited_memory(self.environment))

    def expect_end(self, status=0):
        done = self.run_spl()
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_pipes_in_the_places_of_what_was_read_are_not_waited_for(self):
        read = self.around / "o.h"
        read.write_text("")
        self.commit(f"cp /bin/true x; echo 'x: {read}' > x.d")
        self.expect_end()
        read.unlink()
        os.mkfifo(read)
        self.expect_end()

    def test_libraries_are_searched_in_a_time_that_grows_with_the_words(self):
        self.commit("cp /bin/true x; cp \"$(dirname \"$0\")\"/line link.txt")
        words = [f"-l{i} -L{i} -Lof/{i % 9}" for i in range(20_000)]
        (self.folder / "line").write_text(" ".join(words))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--amend", "-m", "One")
        self.expect_end()

    def test_lists_have_a_limit(self):
        self.commit("cp /bin/true x; for i in x.d link.txt build.ninja; "
                    "do truncate -s 900G $i; done")
        self.expect_end()

    def test_folders_have_a_limit(self):
        (self.folder / "nest.py").write_text(
            "import os\nfor _ in range(20_000):\n"
            "    os.mkdir('a')\n    os.chdir('a')\n")
        self.commit("cp /bin/true x; mkdir -m 0 unread; python3 \"$(dirname \"$0\")\"/nest.py")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.around / "cache"],
                        check=True)  # Which Python could not.
        done = self.expect_end(3)
        self.assertIn("is built, but its folders nest more than 200 deep",
                      done.stderr)

    def test_commands_have_a_limit(self):
        for code, size in (b"", "3G"), (b"", "900G"), (b"ELF", "900G"):
            with self.subTest(code=code, size=size):
                program = self.folder / "large"
                program.write_bytes(code)
                if code:
                    shutil.copy("/bin/true", program)
                subprocess.run(["truncate", "-s", size, program], check=True)
                program.chmod(0o755)
                done = self.run_spl("-e", 'command("./large") < 30 s')
                self.assertIn(done.returncode, (0, 3), done.stderr)

    def test_commands_are_no_expressions_without_end(self):
        name = "A" * 120_000
        for message in (f"error: {name}: No such file or directory",
                        f"error: '{name}' file not found"):
            self.commit("", words=("false", message))
            done = self.expect_end(3)
            self.assertIn("cannot be built", done.stderr)

    def test_folders_that_make_enters_do_not_multiply(self):
        self.commit("""cp /bin/true x
printf "make: Entering directory '"
head -c 20000000 /dev/zero | tr '\\000' / | sed 's,/,/a,g'
echo "'"
for i in $(seq 400); do echo "/usr/bin/g++ -c a$i.cpp -o a$i.o"; done""")
        self.expect_end()

    def commit_program(self, change):
        shutil.copy("/bin/true", self.folder / "p")
        code = bytearray((self.folder / "p").read_bytes())
        (self.folder / "p").write_bytes(change(code))
        self.commit("cp \"$(dirname \"$0\")\"/p x")

    def test_programs_whose_names_are_nowhere_are_read(self):
        def change(code):
            table, = struct.unpack_from("<Q", code, 0x28)
            index, = struct.unpack_from("<H", code, 0x3e)
            at = table + index * 64
            struct.pack_into("<I", code, at + 4, 8)  # SHT_NOBITS
            struct.pack_into("<QQ", code, at + 0x18, 0x7f0000000000, 1 << 46)
            return code
        self.commit_program(change)
        self.expect_end()

    def test_programs_whose_segments_overlap_are_read(self):
        def change(code):
            count, size = 60_000, len(code)
            code += count * struct.pack("<IIQQQQQQ", 4, 4, 0, 0, 0,
                                        size + count * 56, 0, 4)
            struct.pack_into("<Q", code, 0x20, size)
            struct.pack_into("<H", code, 0x38, count)
            return code
        self.commit_program(change)
        self.expect_end()

    def test_archives_that_name_a_large_file_again_and_again_are_read(self):
        member = f"{'big/':<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{1:<10}`\n"
        (self.folder / "archive").write_text("!<thin>\n" + 20_000 * member)
        self.commit("truncate -s 1G big; cp \"$(dirname \"$0\")\"/archive x; "
                    "chmod +x x")
        self.expect_end()

    def test_links_in_the_places_of_submodules_lead_nowhere(self):
        other = self.around / "other"
        subprocess.run(["git", "init", "--quiet", other], check=True)
        (other / "private.txt").write_text("")
        for words in (["add", "--all"], ["commit", "--quiet", "-m", "One"]):
            subprocess.run(["git", *words], cwd=other, check=True,
                           env=self.environment)
        self.commit("cp /bin/true x")
        head = self.git("rev-parse", "HEAD")
        self.git("update-index", "--add", "--cacheinfo", f"160000,{head},sub")
        for kind in "link", "file":
            with self.subTest(kind):
                if kind == "link":
                    (self.folder / "sub").symlink_to(other)
                else:
                    (self.folder / "sub").unlink()
                    (self.folder / "sub").mkdir()
                    (self.folder / "sub/.git").write_text(
                        f"gitdir: {other}/.git\n")
                done = self.expect_end()
                self.assertNotIn("private", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
