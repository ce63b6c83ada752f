# ctest: runner:valgrind spl-run valgrind_worker google_benchmark_sample catch2_sample
"""Counts by Valgrind, of real workloads.

usage: valgrind_test.py SPL_RUN WORKER GOOGLE CATCH2
"""

import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, WORKER, GOOGLE, CATCH2 = sys.argv[1:5]
os.environ["SPL_PROGRESS"] = "never"
INSTRUCTIONS = ("--metric", "valgrind-instructions")
LIMIT = ("warning: Valgrind counts the measuring thread outside the kernel: "
         "what system calls and other threads do is in none of its counts")


def run(formula, *arguments, program=WORKER, **variables):
    return subprocess.run(
        [SPL_RUN, "-p", program, "-e", formula, "--budget", "30s", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **variables},
    )


class Counts(unittest.TestCase):
    def relation(self, formula, *arguments):
        done = run(formula, "--json=-", *arguments)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout)["formulas"][0]["relations"][0]

    def test_one_more_instruction_is_found_in_two_blocks(self):
        found = self.relation("loop(10000) < one_more(10000)", *INSTRUCTIONS)
        self.assertEqual(found["difference"], -1)
        self.assertEqual(found["blocks"], 2)

    def test_environments_and_heaps_change_nothing(self):
        done = run("loop(10000) < one_more(10000)", "--runs", "4",
                   *INSTRUCTIONS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("(the same in every run)", done.stdout)
        self.assertEqual(done.stdout.count(LIMIT), 1, done.stdout)
        self.assertIn("calls or 1 in 2 processes", done.stdout)

    def test_only_what_is_timed_counts(self):
        # What start() and stop() take is not in it.
        same = self.relation("part(9000) < part(10000)", *INSTRUCTIONS)
        loop = self.relation("loop(9000) < loop(10000)", *INSTRUCTIONS)
        self.assertEqual(same["difference"], loop["difference"])
        self.assertEqual(
            self.relation("part(1000) <= loop(1010)", *INSTRUCTIONS)["blocks"],
            2)

    def test_inputs_are_drawn_once(self):
        done = run("drawn(100000) < loop(200000)", "--runs", "3",
                   *INSTRUCTIONS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("the same in every run", done.stdout)

    def test_other_frameworks_are_counted_without_their_start(self):
        for program, formula in (
                (GOOGLE, '"BM_Sort/10"() < 10000'),
                (CATCH2, '"sorting, of [few] numbers/10"() < 10000')):
            done = run(formula, "--runs", "2", *INSTRUCTIONS, program=program)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("(the same in every run)", done.stdout)

    def test_commands_are_counted_with_their_start_and_children(self):
        done = run('command("sh -c true") + 100000 < command("sh -c \'expr 1\'")',
                   "--runs", "2", *INSTRUCTIONS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("(the same in every run)", done.stdout)

    def test_explain_takes_workloads_of_spl(self):
        for program, formula, what in (
                (GOOGLE, '"BM_Sort/10"() < "BM_Sort/1000"()',
                 f"{GOOGLE} is a program of Google Benchmark"),
                (WORKER, 'command("true") < command("ls")',
                 "commands are processes")):
            done = subprocess.run(
                [SPL_RUN, "explain", "-p", program, "-e", formula],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                stdin=subprocess.DEVNULL, timeout=120, check=False)
            self.assertEqual((done.returncode, done.stderr), (
                2, "spl-run: error: <formula 1>: the profile of a workload of "
                f"SPL is needed, but {what}; `valgrind --tool=callgrind` makes "
                "the profile of a whole process\n"))

    def test_caches_are_simulated(self):
        misses = self.relation("lines(100) < lines(10000)", "--metric",
                               "valgrind-data-misses")
        self.assertAlmostEqual(misses["difference"], -10000, delta=1)
        self.relation("loop(20000) < lines(10000)", "--metric",
                      "valgrind-cycles", "-s", "record=valgrind-instructions")

    def test_counts_and_times_may_disagree(self):
        done = run("divided(10000) <= loop(30000)",
                   "--metric", "valgrind-instructions,wall")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("holds (valgrind-instructions)", done.stdout)
        self.assertIn(
            "warning: divided(10000) <= loop(30000): the left side takes less "
            "of valgrind-instructions and more time: counts do not know what "
            "instructions wait for, such as caches, branches and one another",
            done.stdout)

    @unittest.skipUnless(platform.machine() == "x86_64", "AVX-512")
    def test_unknown_instructions_are_named(self):
        done = run("newest() < loop(1)", "--runs", "2", *INSTRUCTIONS)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn(
            "newest executes an instruction that Valgrind does not know, "
            "perhaps of AVX-512; compile what is measured for an older "
            "processor, as with -march=x86-64-v3 or -mno-avx512f",
            done.stdout + done.stderr)

    def test_valgrind_may_be_missing(self):
        done = run("loop(1) < loop(2)", *INSTRUCTIONS, PATH="/nowhere")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn(
            f"loop(1) is counted by Valgrind, which {socket.gethostname()} "
            "does not have; install its package valgrind",
            done.stdout + done.stderr)

    def test_times_are_not_of_the_same_runs(self):
        done = run("loop(1) < loop(2)", *INSTRUCTIONS, "-s", "record=wall")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(
            done.stderr,
            "spl-run: error: <formula 1>:1: formula1 needs the metric "
            f"valgrind-instructions, but {WORKER} cannot record wall in the "
            "same runs: Valgrind executes a program some fifty times as "
            "slowly; give both by --metric valgrind-instructions,wall\n")

    def explained(self, formula, *arguments):
        done = subprocess.run(
            [SPL_RUN, "explain", "-p", WORKER, "-e", formula, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            stdin=subprocess.DEVNULL, timeout=120, check=False)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 0)
        return done.stdout.splitlines()

    def test_explain_lists_functions_that_differ(self):
        with tempfile.TemporaryDirectory() as folder:
            folder += "/made"
            lines = self.explained("loop(9000) < loop(10000)",
                                   "-s", "profiles=" + folder)
            self.assertEqual(
                sorted(os.listdir(folder)),
                ["callgrind.out.left", "callgrind.out.right", "folded.left",
                 "folded.right"])
            with open(os.path.join(folder, "folded.left")) as file:
                self.assertRegex(file.read(),
                                 r"(?m)^spl left;.*count_to\(int\) 27\d+$")
        self.assertEqual(lines[0], "loop(9000) and loop(10000): instructions of "
                         "a call, left less right")
        first, last = lines[2].split(), lines[-1].split()
        self.assertEqual(first[0], "-3000")
        self.assertIn("count_to(int)", lines[2])
        self.assertEqual(last[0], "-3000")
        self.assertTrue(lines[-1].endswith("all that Callgrind counted"))

    def test_explain_lists_call_sites_that_allocate(self):
        # Eight and five times, 255 and 31 numbers, and once for a text.
        for metric, difference in (("allocations", "+3"),
                                   ("allocated-bytes", "+1792")):
            lines = self.explained("allocates(100) < allocates(10)",
                                   "--metric", metric)
            self.assertEqual(lines[0], "allocates(100) and allocates(10): "
                             f"{metric} of a call, left less right")
            self.assertRegex(
                lines[2],
                r"^ +\%s +\d+ +\d+ +8 \| 5 +2040 \| 248  .*fill\(.*\) "
                r"\(valgrind_worker\.cpp:\d+\)$" % difference)
            self.assertRegex(lines[3], r" 0 +(1 +1|51 +51) +call sites that cost "
                             "the same$")
            self.assertRegex(lines[4], r"^ +\%s .*all that the program counted$"
                             % difference)
            self.assertEqual(len(lines), 5, lines)

    def test_what_is_violated_is_explained_where_asked(self):
        done = run("loop(10000) <= loop(9000)", "-e", "loop(9) <= loop(10)",
                   *INSTRUCTIONS, "-s", "explain=true")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("instructions of a call"), 1)
        self.assertRegex(
            done.stdout, r"\nloop\(10000\) and loop\(9000\): instructions of a "
            r"call, left less right\n.*\n +\+3000 .*count_to\(int\)")

    def test_explain_has_no_profile_of_memory(self):
        done = subprocess.run(
            [SPL_RUN, "explain", "-p", WORKER, "-e", "loop(9) < loop(10)",
             "--metric", "peak-memory"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            stdin=subprocess.DEVNULL, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (
            2, "spl-run: error: explain has no profile of peak-memory; --metric "
               "allocated-bytes lists what asks for memory, and --metric "
               "valgrind-instructions what is executed\n"))

    def test_explain_keeps_the_profiles_of_all_relations(self):
        with tempfile.TemporaryDirectory() as folder:
            self.explained("for n in 90, 80: loop(n) < loop(100)",
                           "-s", "profiles=" + folder)
            self.assertEqual(
                sorted(os.listdir(folder)),
                [f"{kind}.{side}{number}"
                 for kind in ("callgrind.out", "folded")
                 for side in ("left", "right") for number in ("", ".2")])

    def test_explain_replaces_and_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "callgrind.out.right")
            with open(kept, "w") as file:
                file.write("precious")
            done = subprocess.run(
                [SPL_RUN, "explain", "-p", WORKER, "-e", "loop(9) < loop(10)",
                 "--profiles", folder],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                stdin=subprocess.DEVNULL, timeout=120, check=False,
                env={**os.environ, "TMPDIR": folder})
            self.assertEqual((done.returncode, done.stderr), (
                2, f"spl-run: error: {kept}: this file holds something else; "
                   "remove it, or name another folder\n"))
            with open(kept) as file:
                self.assertEqual(file.read(), "precious")
            self.assertEqual(sorted(os.listdir(folder)),
                             ["callgrind.out.left", "callgrind.out.right",
                              "folded.left"])

    def test_explain_refuses_what_it_does_not_heed(self):
        for words in (["--runs", "3"], ["--undecided", "pass"]):
            done = subprocess.run(
                [SPL_RUN, "explain", "-p", WORKER, "-e", "loop(9) < loop(10)",
                 *words],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                stdin=subprocess.DEVNULL, timeout=120, check=False)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(words[0], done.stderr)

    def test_explain_takes_two_workloads(self):
        done = subprocess.run(
            [SPL_RUN, "explain", "-p", WORKER, "-e", "loop(9) + loop(8) < loop(30)"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            stdin=subprocess.DEVNULL, timeout=120, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(
            done.stderr,
            "spl-run: error: explain compares one workload with one other; "
            "formula1 has more, or less, on a side\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
