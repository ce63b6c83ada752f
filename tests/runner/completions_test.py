# ctest: runner:completions spl-run
"""Shells complete command lines by what spl-run --generate prints.

usage: completions_test.py SPL_RUN
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

SPL_RUN = sys.argv[1]

# What bash sets when a word is completed: all words, and the last one's index.
BASH = """
compopt() { :; }
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_spl_run
printf '%s\\n' "${COMPREPLY[@]}"
"""

FISH = """
function __fish_complete_command; end
source $argv[1]
complete -C $argv[2]
"""

INTERPRETATIONS = ["blocks", "nonparametric", "parametric", "run_means", "welch"]


class CompletionsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="spl completions ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {**os.environ, "HOME": folder.name, "TERM": "dumb",
                            "XDG_CONFIG_HOME": folder.name}
        repository = self.folder / "repository"
        repository.mkdir()
        for words in (["init", "-q", "-b", "main"],
                      ["-c", "user.name=a", "-c", "user.email=a@example.org",
                       "commit", "-q", "--allow-empty", "-m", "a"],
                      ["tag", "v1"], ["branch", "$(>executed)"]):
            subprocess.run(["git", "-C", repository, *words], check=True)
        (repository / "measured.spl").touch()

    def generated(self, shell, name):
        path = self.folder / name
        path.write_bytes(subprocess.run(
            [SPL_RUN, "--generate", shell], stdout=subprocess.PIPE,
            check=True).stdout)
        return path

    def output(self, *command):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env=self.environment, stdin=subprocess.DEVNULL,
            cwd=self.folder / "repository", timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout.splitlines()

    def test_bash(self):
        script = self.generated("bash", "spl-run")

        def completed(*words):
            return self.output("bash", "-c", BASH, "bash", script, "spl-run",
                               *words)

        self.assertEqual(sorted(completed("--interpretation", "")),
                         INTERPRETATIONS)
        self.assertEqual(completed("--color", "=", "n"), ["never"])
        self.assertEqual(completed("--color", "="), ["auto", "always", "never"])
        self.assertEqual(completed("x.spl", "--max-r"), ["--max-runs"])
        self.assertEqual(completed("--baseline", ""),
                         ["\\$\\(\\>executed\\)", "main", "v1"])
        self.assertEqual(completed("-p", ""), [""])  # A file.
        self.assertEqual(completed("mea"), [""])
        self.assertEqual(completed("--alpha", "0"), [""])
        self.assertEqual(sorted(os.listdir(self.folder / "repository")),
                         [".git", "measured.spl"])

    def test_fish(self):
        script = self.generated("fish", "spl-run.fish")

        def completed(line):
            return [found.split("\t")[0] for found in
                    self.output("fish", "-c", FISH, script, line)]

        self.assertEqual(completed("spl-run --interpretation "),
                         INTERPRETATIONS)
        self.assertEqual(completed("spl-run --color=n"), ["--color=never"])
        self.assertEqual(completed("spl-run --max-r"), ["--max-runs"])
        self.assertEqual(completed("spl-run --rev "),
                         ["$(>executed)", "main", "v1"])
        self.assertEqual(completed("spl-run --data mea"), ["measured.spl"])
        self.assertEqual(completed("spl-run -q mea"), ["measured.spl"])
        self.assertEqual(completed("spl-run --alpha mea"), [])

    def test_zsh(self):
        self.generated("zsh", "_spl-run")
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder / "repository")
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

        type_in(f"PS1='> ' fpath=('{self.folder}' $fpath) && "
                "autoload -U compinit && compinit -u -D && echo rea''dy\n")
        until("ready")
        for line, shown in [
            ("spl-run --interpretation \t", ".*".join(INTERPRETATIONS)),
            ("spl-run --max-r\t", "--max-runs"),
            ("spl-run --rev v\t", "--rev v1 "),
            ("spl-run --color=n\t", "--color=never"),
            ("spl-run --data mea\t", "--data measured.spl"),
            ("spl-run -q mea\t", "-q measured.spl"),
        ]:
            type_in(line)
            until(shown)
            type_in("\x15")  # Ctrl-U: another line.


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
