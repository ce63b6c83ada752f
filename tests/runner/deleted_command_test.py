# ctest: runner:deleted_command spl-run ${source} ${build}
"""Without the folder of a command and its line in the table, the rest links.

usage: deleted_command_test.py SPL_RUN SOURCE BUILD

Only the table is compiled: tests/layout/arrow.py sees that no other source
includes a header of the folder.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, SOURCE, BUILD = (pathlib.Path(word) for word in sys.argv[1:])
TABLE = SOURCE / "runner" / "commands.cpp"
DELETED = ("guard", "history", "times")


def words(*command):
    done = subprocess.run(command, cwd=BUILD, check=True, text=True,
                          stdout=subprocess.PIPE)
    return done.stdout.split("\n")


def completed(program):
    return set(words(program, "help", "completions"))


class DeletedCommandTest(unittest.TestCase):
    def setUp(self):
        if not (BUILD / "build.ninja").exists():
            self.skipTest("the commands of a build are read from Ninja")
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def compiled(self, table):
        """The object of another table."""
        source, target = self.folder / TABLE.name, self.folder / "table.o"
        source.write_text(table, encoding="utf-8")
        database = json.loads((BUILD / "compile_commands.json").read_text())
        entry = next(one for one in database if one["file"] == str(TABLE))
        command = shlex.split(entry["command"])
        command[command.index("-o") + 1] = str(target)
        command[command.index(str(TABLE))] = str(source)
        subprocess.run(command, cwd=BUILD, check=True)
        return target

    def linked(self, table, without):
        """spl-run with that table, and without a library."""
        link = words("ninja", "-t", "commands", str(SPL_RUN.relative_to(BUILD)))
        command = shlex.split(link[-2])[2:-2]  # Without `: &&` and `&& :`.
        self.assertIn(without, command)
        program = self.folder / "spl-run"
        command = [word for word in command if word != without]
        command = [str(table) if word.endswith("/commands.cpp.o") else word
                   for word in command]
        command[command.index("-o") + 1] = str(program)
        subprocess.run(command, cwd=BUILD, check=True)
        return program

    def test_is_all_that_is_gone(self):
        table = TABLE.read_text(encoding="utf-8")
        for name in DELETED:
            with self.subTest(name):
                rest, count = re.subn(rf"(?m)^  EACH\({name}\).*\n", "", table)
                self.assertEqual(count, 1)
                program = self.linked(self.compiled(rest),
                                      f"runner/libspl_runner_command_{name}.a")
                self.assertEqual(completed(SPL_RUN) - completed(program), {name})

    def test_has_a_folder_for_each_line(self):
        lines = re.findall(r"(?m)^  EACH\((\w+)\)",
                           TABLE.read_text(encoding="utf-8"))
        folders = [one.name for one in TABLE.with_suffix("").iterdir()]
        self.assertEqual(sorted(lines), sorted(folders))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
