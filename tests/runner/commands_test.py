# ctest: runner:commands spl-run
"""spl-run on commands: without any file, of spl.json, and of revisions.

usage: commands_test.py SPL_RUN

A command that sleeps for 50 ms takes longer than one that sleeps for 2 ms, on a
busy machine too.
"""

import json
import subprocess
import sys
import unittest

from surroundings import ProjectCase

SPL_RUN = sys.argv[1]

PROJECT = """{
  "commands": {
    "nap": {
      "command": "sleep 0.{n}", "values": {"n": ["002", 1]},
      "setup": "sh -c 'echo setup >>log'",
      "cleanup": "sh -c 'echo cleanup >>log'"
    },
    "fails": "sh -c 'echo why >&2; exit {n}'"
  }
}
"""

# The tool of a revision sleeps as long as its data say.
TOOL = '#!/bin/sh\nsleep "$(cat "$1")"\n'
REVISIONS = """{
  "revisions": {"configure": [], "build": ["cp", "{source}/tool", "{build}/nap"]},
  "commands": {"nap": "{build}/nap {source}/seconds", "fixed": "true"}
}
"""


class CommandsTest(ProjectCase):
    def run_spl(self, status, *words):
        done = self.execute(SPL_RUN, *words, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def report(self, status, *words):
        return json.loads(self.run_spl(status, "--json", "-", *words).stdout)


class WithoutFiles(CommandsTest):
    def test_names_the_faster_of_two(self):
        done = self.run_spl(0, "compare", "sleep 0.002", "sleep 0.05")
        self.assertRegex(
            done.stdout,
            r"(?m)^faster: sleep 0\.002, \S+ times as fast \(\S+\)$")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_reports_it_as_json(self):
        found = self.report(
            0, "compare", "sh -c 'sleep 0.05'", "sleep 0.002")["comparison"]
        self.assertEqual(found["less"], 1)
        self.assertGreater(found["factor"]["lower"], 1)
        self.assertEqual([one["command"] for one in found["commands"]],
                         ["sh -c 'sleep 0.05'", "sleep 0.002"])

    def test_ranks_more(self):
        ranking = self.report(0, "--runs", "12", "compare", "sleep 0.05",
                              "sleep 0.002", "sleep 0.1")["ranking"]
        means = [one["mean"] for one in ranking["means"]]
        self.assertLess(means[1], means[0])
        self.assertLess(means[0], means[2])

    def test_measures_processor_time(self):
        burn = "sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'"
        found = self.report(0, "--metric", "cpu", "compare", burn,
                            "sleep 0.05")["comparison"]
        self.assertEqual(found["less"], 1)

    def test_measures_memory(self):
        large = "sh -c 'head -c 50000000 /dev/zero | tail -c 50000000'"
        small = "sh -c 'head -c 20000000 /dev/zero | tail -c 20000000'"
        found = self.report(0, "--metric", "peak-memory", "--runs", "5",
                            "compare", large, small)["comparison"]
        self.assertEqual(found["less"], 1)
        for one, least in zip(found["commands"], (50e6, 20e6)):
            self.assertGreater(one["median"], least)
            self.assertLess(one["median"], 2 * least)

    def test_says_how_a_command_failed(self):
        done = self.run_spl(3, "compare", "sh -c 'echo why; exit 7'", "true")
        self.assertIn("""command("sh -c 'echo why; exit 7'") exited with """
                      'status 7, not 0 ("exit-status" in spl.json names '
                      "another); its last output:\n    why", done.stdout)
        done = self.run_spl(3, "compare", "no-such-tool", "true")
        self.assertIn("could not be started: No such file or directory; is "
                      "`no-such-tool` installed, and in PATH?", done.stdout)

    def test_measures_formulas(self):
        self.run_spl(0, "-e", "2 * command('sleep 0.002') < "
                              "command('sleep 0.05')", "-s",
                     "statistic=typical")


class OfTheProject(CommandsTest):
    def setUp(self):
        super().setUp()
        self.write("spl.json", PROJECT)

    def log(self):
        return (self.folder / "log").read_text(encoding="utf-8").split()

    def test_takes_words_from_formulas(self):
        report = self.report(1, "--runs", "12", "-e",
                             'nap(1) <= nap("002")')
        self.assertEqual([one["name"] for one in report["performances"]],
                         ["nap(1)", 'nap("002")'])
        self.assertEqual(self.log(), ["setup", "cleanup"])

    def test_times_declared_values(self):
        rows = self.report(0, "--filter", "nap", "--runs", "3",
                           "times")["times"]["rows"]
        self.assertEqual([one["name"] for one in rows],
                         ['nap("002")', "nap(1)"])

    def test_shows_the_words_of_a_failure(self):
        done = self.run_spl(3, "-e", "fails(4) <= 1 s")
        self.assertIn("fails(4) (`sh -c 'echo why >&2; exit 4'`) exited with "
                      "status 4, not 0", done.stdout)
        self.assertIn("\n" + 12 * " " + "why", done.stdout)


class OfRevisions(CommandsTest):
    def setUp(self):
        super().setUp()
        self.write("spl.json", REVISIONS)
        self.write("tool", TOOL, 0o755)
        for seconds in ("0.002", "0.1"):
            self.write("seconds", seconds)
            self.commit(seconds)

    def test_compares_the_tools_and_data_of_revisions(self):
        report = self.report(1, "--runs", "12", "-e",
                             "nap@HEAD <= nap@baseline")
        ratio = report["formulas"][0]["relations"][0]["ratio"]["estimate"]
        self.assertGreater(ratio, 2)

    def test_builds_the_working_tree(self):
        self.write("seconds", "0.002")
        self.run_spl(0, "--runs", "5", "-e", "nap <= 60 ms")

    def test_guards_them(self):
        self.write("seconds", "0.25")
        done = self.run_spl(1, "--runs", "12", "guard", "--baseline", "HEAD")
        self.assertIn("nap()", done.stdout)

    def test_compares_numbers_that_they_print(self):
        self.write("spl.json", json.dumps({
            "revisions": {"configure": [],
                          "build": ["cp", "{source}/seconds", "{build}/data"]},
            "commands": {"size": "stat -c 'bytes %s' {build}/data"}}))
        self.commit("A size")
        self.write("seconds", 1000 * "0.1")
        self.commit("A larger file")
        done = self.run_spl(1, "-e", "size <= 1.01 * size@HEAD~1", "--metric",
                            "bytes")
        self.assertIn(
            "violated (bytes): size <= 1.01 * size@HEAD~1\n"
            "  x 3000  1000 times as many as  3  (the same in every run)  "
            "allowed: 1.01 times\n", done.stdout)
        self.assertNotIn("warning", done.stdout)
        done = self.run_spl(3, "-e", "size <= 200000", "--metric", "lines")
        self.assertRegex(
            done.stdout, r"size \(`stat .*`\) prints no line that begins with "
            r'"lines" and a number; its last output:\n +bytes 3000\n')

    def test_has_no_revisions_of_what_names_no_folder(self):
        done = self.run_spl(2, "-e", "fixed <= fixed@HEAD")
        self.assertIn("fixed@HEAD: this command is the same at all revisions, "
                      "because its words name neither {build} nor {source}; "
                      "leave out @HEAD", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
