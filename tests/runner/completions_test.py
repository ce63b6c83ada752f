# ctest: runner:completions spl-run ${source}/integrations/packages
"""Shells complete options and files of spl-run.

usage: completions_test.py SPL_RUN FOLDER
"""

import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import unittest

SPL_RUN, SCRIPTS = (pathlib.Path(name) for name in sys.argv[1:])

BASH = """
source "$1"
COMP_WORDS=(spl-run "$2")
COMP_CWORD=1
_spl_run spl-run "$2"
printf '%s\\n' "${COMPREPLY[@]}"
"""


class CompletionsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="spl completions ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = {
            **os.environ, "HOME": folder.name, "TERM": "dumb",
            "XDG_CONFIG_HOME": folder.name,
            "PATH": f"{SPL_RUN.parent}:{os.environ['PATH']}"}
        pathlib.Path(folder.name, "measured.spl").touch()

    def output(self, *command):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env=self.environment, stdin=subprocess.DEVNULL,
            cwd=self.folder, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout.splitlines()

    def test_bash(self):
        def completed(word):
            return self.output("bash", "-c", BASH, "bash",
                               SCRIPTS / "spl-run.bash", word)

        self.assertEqual(completed("--budget-"), ["--budget-total"])
        self.assertEqual(completed("--re"), ["--rev", "--reference", "--reason"])
        self.assertEqual(completed("gua"), ["guard"])
        self.assertEqual(completed("mea"), [""])  # A file: -o default.

    def test_fish(self):
        def completed(line):
            return [found.split("\t")[0] for found in self.output(
                "fish", "-c", "source $argv[1]; complete -C $argv[2]",
                SCRIPTS / "spl-run.fish", line)]

        self.assertEqual(completed("spl-run --budget-"), ["--budget-total"])
        self.assertEqual(sorted(completed("spl-run --re")),
                         ["--reason", "--reference", "--rev"])
        self.assertEqual(completed("spl-run -q mea"), ["measured.spl"])

    def test_zsh(self):
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], self.environment)
        self.addCleanup(os.waitpid, process, 0)
        self.addCleanup(os.close, terminal)

        def until(pattern):
            shown, end = "", time.monotonic() + 60
            while not re.search(pattern, shown, re.DOTALL):
                ready = select.select([terminal], [], [], 1)[0]
                if ready:
                    shown += os.read(terminal, 4096).decode()
                self.assertLess(time.monotonic(), end, shown)

        def type_in(text):
            os.write(terminal, text.encode())

        type_in(f"PS1='> ' fpath=('{SCRIPTS}' $fpath) && "
                "autoload -U compinit && compinit -u -D && echo rea''dy\n")
        until("ready")
        for line, shown in [("spl-run --budget-\t", "--budget-total"),
                            ("spl-run gua\t", "gua.*rd"),
                            ("spl-run --rea\t", "--reason"),
                            ("spl-run -q mea\t", "-q measured.spl")]:
            type_in(line)
            until(shown)
            type_in("\x15")  # Ctrl-U: another line.


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
