# ctest: integrations:gtest gtest_sample gtest_main_sample spl-run
"""SPL_ASSERT and SPL_EXPECT with a stand-in for spl-run: nothing is measured.

usage: gtest_test.py GTEST_SAMPLE GTEST_MAIN_SAMPLE SPL_RUN
"""

import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "runner"))

import terminal_page  # noqa: E402

SAMPLES = sys.argv[1:3]
SPL_RUN = sys.argv[3]


def run(program, test=None, arguments=(), preexec_fn=None, **variables):
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SPL_", "GTEST_"))
        or name == "SPL_MACHINE_LOCK"
    }
    environment.update(variables)
    if test:
        arguments = [*arguments, "--gtest_filter=Sample." + test]
    return subprocess.run(
        [program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        env=environment,
        preexec_fn=preexec_fn,
        timeout=60,
        check=False,
    )


class StandIn:
    """A script in place of spl-run: prints a report, records its arguments."""

    def __init__(self, folder, verdict, undecided="fail", relations=(),
                 text="the report of spl-run"):
        self.path = pathlib.Path(folder) / "stand in"
        self.record = pathlib.Path(folder) / "arguments"
        report = json.dumps({
            "settings": {"undecided": undecided},
            "errors": [] if verdict else [{"message": "a mistake"}],
            "formulas": ([{"verdict": verdict, "relations": relations}]
                         if verdict else []),
        })
        self.path.write_text(
            "#!/bin/sh\n"
            f"printf '%s\\n' \"$@\" >'{self.record}'\n"
            f"cat '{self.record}' >>'{self.record} of all'\n"
            f"echo '{report}'\n"
            f"cat >&2 <<'END'\n{text}\nEND\n"
            "exit 0\n"
        )
        self.path.chmod(0o755)

    def arguments(self):
        return self.record.read_text().splitlines()

    def all_arguments(self):
        text = pathlib.Path(f"{self.record} of all").read_text()
        return text.splitlines()


class AssertionTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def evaluated(self, test, verdict, undecided="fail", **options):
        stand_in = StandIn(self.folder.name, verdict, undecided)
        done = run(SAMPLES[0], test, SPL_RUNNER=str(stand_in.path), **options)
        return done, stand_in

    def test_gives_the_formula_and_this_program_to_spl_run(self):
        done, stand_in = self.evaluated("Holds", "holds")
        self.assertEqual(done.returncode, 0, done.stdout)
        arguments = stand_in.arguments()
        self.assertEqual(
            arguments[:-1],
            ["--own-program", SAMPLES[0], "--formula", "slow(factor) > quick",
             "--filter", "*", "--json", "-", "--color", "never",
             "-s", "family=7", "--signs-of-life"],
        )
        self.assertGreaterEqual(int(arguments[-1]), 3)
        self.assertIn("the report of spl-run\n", done.stdout)

    def put_beside_a_program(self):
        """The program, a stand-in, and its place as the program's spl-run."""
        program = pathlib.Path(self.folder.name) / "program"
        shutil.copy(SAMPLES[0], program)
        stand_in = StandIn(self.folder.name, "holds")
        return program, stand_in, stand_in.path.rename(
            program.with_name("spl-run"))

    @unittest.skipIf(os.geteuid() != 0, "only root gives files away")
    def test_executes_no_spl_run_of_another_user_beside_the_program(self):
        program, stand_in, beside = self.put_beside_a_program()
        few = {"SPL_RUNS": "2", "SPL_LAYOUTS": "1", "SPL_HISTORY": "off"}
        run(program, "Holds", **few)
        self.assertTrue(stand_in.record.exists())
        stand_in.record.unlink()
        os.chown(beside, 54322, 54322)
        run(program, "Holds", **few)
        self.assertFalse(stand_in.record.exists())

    @unittest.skipIf(os.geteuid() != 0, "only root gives files away")
    def test_executes_the_spl_run_that_it_looked_at(self):
        program, stand_in, beside = self.put_beside_a_program()
        other = program.with_name("other")
        ran = program.with_name("ran")
        other.write_text(f"#!/bin/sh\ntouch '{ran}'\n")
        other.chmod(0o755)
        os.chown(other, 54322, 54322)
        ends = threading.Event()

        def exchange():
            rename = ctypes.CDLL(None).renameat2
            paths = os.fsencode(beside), os.fsencode(other)
            while not ends.is_set():
                rename(-100, paths[0], -100, paths[1], 2)
        thread = threading.Thread(target=exchange)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(ends.set)
        for _ in range(60):
            run(program, "Holds", SPL_RUNS="2", SPL_LAYOUTS="1",
                SPL_HISTORY="off")
        self.assertFalse(ran.exists())
        self.assertTrue(stand_in.record.exists())

    def test_has_a_report_for_the_terminal_on_which_it_fails(self):
        stand_in = StandIn(self.folder.name, "violated")
        status, shown = terminal_page.run(
            [SAMPLES[0], "--gtest_filter=Sample.Holds"], 100,
            env={**os.environ, "SPL_RUNNER": str(stand_in.path)})
        self.assertEqual(status, 1, shown)
        self.assertEqual(stand_in.arguments()[-2:], ["--columns", "100"])

    def test_passes_settings_on_and_records_what_was_found(self):
        relations = [
            {"text": "slow(10) > quick", "strength": "proven",
             "ratio": {"estimate": 9.87654321, "lower": 9.5, "upper": None},
             "times": {"left": {"amount": 98.5}, "right": {"amount": 10}}},
            {"text": "slow(100) > quick", "strength": "proven",
             "ratio": {"estimate": 99.0, "lower": 95.0, "upper": 101.5}},
            {"text": "a > b", "strength": "undecided", "ratio": None},
        ]
        stand_in = StandIn(self.folder.name, "holds", relations=relations)
        listed = pathlib.Path(self.folder.name) / "result.json"
        done = run(SAMPLES[0], "HasSettings", ["--gtest_output=json:" + str(listed)],
                   SPL_RUNNER=str(stand_in.path))
        self.assertEqual(done.returncode, 0, done.stdout)
        settings = ["budget=2000ms", "alpha=0.001", "max-runs=40"]
        self.assertEqual(
            [word for word in stand_in.all_arguments() if word in settings],
            settings)
        test = json.loads(listed.read_text())["testsuites"][0]["testsuite"][0]
        found = {key: value for key, value in test.items()
                 if key.startswith("spl_")}
        one = {"verdict": "holds", "relation_1": "slow(10) > quick",
               "strength_1": "proven", "ratio_1": "9.87654", "left_1": "98.5",
               "right_1": "10", "relation_2": "slow(100) > quick",
               "strength_2": "proven", "ratio_2": "99",
               "interval_2": "95 .. 101.5", "relation_3": "a > b",
               "strength_3": "undecided"}
        self.assertEqual(found, {f"spl_{number}_{key}": value
                                 for number in (1, 2)
                                 for key, value in one.items()})

    def test_leaves_the_family_to_the_environment(self):
        _, stand_in = self.evaluated("Holds", "holds", SPL_FAMILY="8")
        self.assertNotRegex(" ".join(stand_in.arguments()), "-s family=")

    def test_shows_signs_of_life_before_it_is_killed(self):
        stand_in = pathlib.Path(self.folder.name) / "stand in"
        stand_in.write_text(
            "#!/bin/sh\n"
            "while [ \"$1\" != --signs-of-life ]; do shift; done\n"
            "echo 'still measuring' >/proc/self/fd/\"$2\"\n"
            "exec sleep 60\n")
        stand_in.chmod(0o755)
        process = subprocess.Popen(
            [SAMPLES[0], "--gtest_filter=Sample.Holds"],
            env={**os.environ, "SPL_RUNNER": str(stand_in)},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(process.stderr.close)
        self.assertEqual(process.stderr.readline(), "still measuring\n")
        self.assertIsNone(process.poll())
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)

    def test_needs_no_standard_error(self):
        stand_in = StandIn(self.folder.name, "holds")
        done = run(SAMPLES[0], "Holds", SPL_RUNNER=str(stand_in.path),
                   preexec_fn=lambda: os.close(2))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_fails_with_the_report_and_what_was_streamed(self):
        done, _ = self.evaluated("AssertIsViolated", "violated")
        self.assertEqual(done.returncode, 1)
        self.assertIn(
            "Failure\n"
            "the report of spl-run\n"
            "\n"
            "streamed reason\n",
            done.stdout,
        )
        self.assertRegex(done.stdout, r"gtest_sample\.cpp:\d+: Failure")
        self.assertNotIn("not reached", done.stdout)

    def test_expect_goes_on(self):
        done, _ = self.evaluated("ExpectIsViolated", "violated")
        self.assertIn("streamed reason\n", done.stdout)
        self.assertIn("reached", done.stdout)

    def test_fails_without_an_answer(self):
        for verdict in None, "error", "undecided":
            with self.subTest(verdict):
                done, _ = self.evaluated("Holds", verdict)
                self.assertEqual(done.returncode, 1)
                self.assertIn("Failure\nthe report of spl-run\n", done.stdout)

    def test_advises_settings_of_assertions(self):
        stand_in = StandIn(
            self.folder.name, "undecided",
            text="a budget of 1 s holds no two; --budget 6.5s holds 2.\n"
            "        try:     --runs 40, or a longer --budget\n"
            "        find it: spl-run bisect v1 --budget 1s")
        done = run(SAMPLES[0], "Holds", SPL_RUNNER=str(stand_in.path))
        self.assertIn(
            "no two; spl::budget(6.5s) holds 2.\n"
            '        try:     spl::setting("runs", "40"), or a longer --budget\n'
            "        find it: spl-run bisect v1 --budget 1s\n",
            done.stdout)

    def test_advises_to_execute_the_test_again(self):
        for command in ("spl-run -v -p t --budget 1s",
                        "spl-run -v -p t \\\n                --budget 1s"):
            with self.subTest(command):
                stand_in = StandIn(
                    self.folder.name, "violated",
                    text=f"        rerun:   {command}\n1 formula violated")
                done = run(SAMPLES[0], "Holds", SPL_RUNNER=str(stand_in.path))
                self.assertIn(
                    f"        rerun:   {SAMPLES[0]} --gtest_filter=Sample.Holds\n"
                    "1 formula violated\n", done.stdout)

    def test_skips_the_undecided_on_request(self):
        done, _ = self.evaluated("Holds", "undecided", "skip")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[  SKIPPED ] Sample.Holds", done.stdout)
        self.assertRegex(
            done.stdout,
            r"gtest_sample\.cpp:\d+: Skipped\nthe report of spl-run\n")

    def test_ends_the_function_of_a_skipped_test_at_an_assert(self):
        done, _ = self.evaluated("AssertIsViolated", "undecided", "skip")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[  SKIPPED ] Sample.AssertIsViolated", done.stdout)
        self.assertNotIn("reached", done.stdout)
        done, _ = self.evaluated("ExpectIsViolated", "undecided", "skip")
        self.assertEqual(done.returncode, 1)
        self.assertIn("reached", done.stdout)

    def test_skips_what_is_not_optimised(self):
        for stopped, skips in [(["unoptimised"], True), (["budget"], False),
                               (["unoptimised", "budget"], False)]:
            with self.subTest(stopped):
                stand_in = StandIn(self.folder.name, "undecided", relations=[
                    {"text": "a > b", "strength": "undecided", "ratio": None,
                     "verdict": "undecided", "stopped": one}
                    for one in stopped])
                done = run(SAMPLES[0], "Holds", SPL_RUNNER=str(stand_in.path))
                self.assertEqual("[  SKIPPED ]" in done.stdout, skips,
                                 done.stdout)
                self.assertEqual(done.returncode == 0, skips)

    def test_fails_if_nobody_chose_how_to_build(self):
        stand_in = StandIn(self.folder.name, "undecided", relations=[
            {"text": "a > b", "strength": "undecided", "ratio": None,
             "verdict": "undecided", "stopped": "unoptimised"}])
        done = run(SAMPLES[0], "Holds", SPL_RUNNER=str(stand_in.path),
                   SPL_NO_BUILD_TYPE="1")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertNotIn("SKIPPED", done.stdout)

    def test_passes_the_undecided_on_request(self):
        done, _ = self.evaluated("Holds", "undecided", "pass")
        self.assertIn("[       OK ] Sample.Holds", done.stdout)

    def test_hears_of_children_that_its_starter_ignores(self):
        done, _ = self.evaluated(
            "AssertIsViolated", "violated",
            preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertIn("Failure\nthe report of spl-run\n", done.stdout)

    def test_needs_a_runner(self):
        done = run(SAMPLES[0], "Holds", SPL_RUNNER="/no/such/file")
        self.assertIn(
            "Failure\nerror: SPL_RUNNER is /no/such/file, which cannot be executed; set "
            "it to the path of spl-run\n",
            done.stdout,
        )

    def test_tells_when_the_runner_is_broken(self):
        done = run(SAMPLES[0], "Holds", SPL_RUNNER="/bin/false")
        self.assertIn("error: /bin/false failed: it printed no report\n",
                      done.stdout)

    def test_reports_mistakes_before_anything_is_measured(self):
        done = run(SAMPLES[0], "IsMisspelt", SPL_RUNNER=SPL_RUN)
        self.assertIn(
            "Failure\n"
            "error: there is no method or workload \"qiuck\"; did you "
            "mean \"quick\"?\n"
            "1 | qiuck <= slow(10)\n"
            "  | ^\n",
            done.stdout,
        )

    def test_commands_no_log(self):
        for runner in "/no/such/file", "/bin/false", SPL_RUN:
            done = run(SAMPLES[0], "HasCommandsOfLogs", SPL_RUNNER=runner)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("Failure\nerror: ", done.stdout)
            self.assertNotRegex(done.stdout, r"(?m)^\s*::|##\w*\[")

    def test_listing_tests_measures_nothing(self):
        stand_in = StandIn(self.folder.name, "holds")
        for program in SAMPLES:
            done = run(program, arguments=["--gtest_list_tests"],
                       SPL_RUNNER=str(stand_in.path))
            self.assertEqual(done.returncode, 0)
            self.assertIn("Sample.\n  Holds\n", done.stdout)
            self.assertFalse(stand_in.record.exists())


class ProgramTest(unittest.TestCase):
    def test_answers_the_runner_before_any_test_or_environment(self):
        for program in SAMPLES:
            for variables in [{}, {"GTEST_FILTER": "none"},
                              {"GTEST_LIST_TESTS": "1"},
                              {"GTEST_TOTAL_SHARDS": "2",
                               "GTEST_SHARD_INDEX": "1"}]:
                with self.subTest(program=program, variables=variables):
                    environment = {**os.environ, **variables}
                    done = subprocess.run(
                        [SPL_RUN, "-p", program, "list"],
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        text=True, env=environment, timeout=60, check=False)
                    self.assertEqual(done.returncode, 0, done.stdout)
                    self.assertEqual(
                        done.stdout,
                        f"{program}\n"
                        "  workload quick()\n"
                        "  workload slow(int factor = 10, 100)\n",
                    )

    def test_links_nothing_of_the_runner(self):
        expected = re.compile(
            r"(linux-vdso|ld-linux[^.]*|lib(stdc\+\+|m|gcc_s|c|pthread"
            r"|asan|ubsan|tsan))\.so\S*")
        for program in SAMPLES:
            done = subprocess.run(["ldd", program], stdout=subprocess.PIPE,
                                  text=True, check=True)
            for line in done.stdout.splitlines():
                name = pathlib.PurePath(line.split()[0]).name
                self.assertRegex(name, expected, program)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
