# ctest: runner:foreign-project spl-run faulty_worker
"""Project files that another user planted where they are found, and the cache.

usage: foreign_project_test.py SPL_RUN PROGRAM

The project file names a program that leaves a mark when it is executed; PROGRAM
has a workload fine(n).
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, PROGRAM = sys.argv[1:3]
ANOTHER = 54321


class ForeignProjectTest(unittest.TestCase):
    def setUp(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl foreign "))
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.home = self.around / "home"
        self.folder = self.around / "shared"
        self.inner = self.folder / "inner"
        self.inner.mkdir(parents=True)
        self.home.mkdir()
        self.mark = self.around / "mark"
        program = self.folder / "program"
        program.write_text(f"#!/bin/sh\ntouch '{self.mark}'\nexit 1\n")
        program.chmod(0o755)
        self.project = self.folder / "spl.json"
        self.project.write_text(json.dumps({"program": "program"}))
        (self.inner / "x.spl").write_text("a(1) < b(1)\n")
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "SPL_", "SUDO_", "XDG_"))
                or name in ("SPL_MACHINE_LOCK", "SPL_ALLOW_UNOPTIMISED")}
        self.environment = {**kept, "HOME": str(self.home),
                            "SPL_PROGRESS": "never"}

    def run_there(self, *arguments, before=()):
        return subprocess.run(
            [*before, SPL_RUN, *arguments], cwd=self.inner, text=True,
            env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
            check=False)

    def give_away(self, path):
        if os.geteuid() != 0:
            self.skipTest("only root gives files away")
        os.chown(path, ANOTHER, 0)

    def refusal(self, reason):
        return (
            "../spl.json: error: this project file says what is executed, and "
            f"another user could have written it: {reason}; if you trust it, "
            "name it with --config ../spl.json or trust its folder by git "
            f"config --global --add safe.directory '{self.folder}'; if not, a "
            "project file of your own in the current folder, with {}, ends "
            "the search\n")

    def assert_refused(self, reason):
        for mode in [], ["check"], ["list"]:
            for files in [], ["x.spl"], ["-e", "a(1) < b(1)"]:
                with self.subTest(mode=mode, files=files):
                    done = self.run_there(*mode, *files)
                    self.assertEqual(
                        (done.returncode, done.stdout, done.stderr),
                        (2, "", self.refusal(reason)))
        self.assertFalse(self.mark.exists())

    def assert_obeyed(self, *arguments):
        self.run_there("-e", "a(1) < b(1)", *arguments)
        self.assertTrue(self.mark.exists())
        self.mark.unlink()

    def test_own_ones_are_obeyed(self):
        self.assert_obeyed()

    def test_files_of_another_are_refused(self):
        self.give_away(self.project)
        self.assert_refused(f"{self.project} belongs to user {ANOTHER}")
        self.assert_obeyed("--config", "../spl.json")
        (self.inner / "spl.json").write_text("{}")
        done = self.run_there("check", "x.spl")
        self.assertEqual(
            done.stderr, "spl-run: error: no program with workloads is named; "
            "give one with -p PROGRAM or as \"program\" in spl.json\n")

    def test_folders_of_another_are_refused(self):
        self.give_away(self.folder)
        self.assert_refused(f"{self.folder} belongs to user {ANOTHER}")

    def test_folders_for_all_are_refused(self):
        self.folder.chmod(0o1777)
        self.assert_refused(f"{self.folder} can be written by all users "
                            f"(chmod go-w '{self.folder}')")

    def trust(self, *values):
        lines = ["[safe]\n", *(f"directory{value}\n" for value in values)]
        (self.home / ".gitconfig").write_text("".join(lines))

    def test_what_git_trusts_is_obeyed(self):
        self.give_away(self.project)
        for value in (self.folder, "*", f"{self.around}/*", "~/../shared"):
            with self.subTest(value):
                self.trust(f' = "{value}"')
                self.assert_obeyed()
        reason = f"{self.project} belongs to user {ANOTHER}"
        for values in ([' = "/elsewhere"'], [" = *", " ="], [" = *", ""],
                       [f' = "{self.inner}"'], [f' = "{self.folder}/*"']):
            with self.subTest(values):
                self.trust(*values)
                self.assert_refused(reason)

    def test_a_repository_is_trusted_as_a_whole(self):
        self.give_away(self.project)
        (self.around / ".git").mkdir()
        self.trust(f' = "{self.around}"')
        self.assert_obeyed()

    def test_is_not_looked_for_beyond_a_file_system(self):
        inner = shlex.quote(str(self.inner))
        mounted = ["unshare", "--mount", "sh", "-c",
                   f'mount -t tmpfs none {inner} && cd {inner} && "$@"', "sh"]
        if subprocess.run([*mounted, "true"], check=False,
                          stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("needs the right to mount")
        self.run_there("-e", "a(1) < b(1)", before=mounted)
        self.assertFalse(self.mark.exists())
        self.assert_obeyed()

    def test_the_cache_is_the_users_own(self):
        repository = self.inner / "repository"
        repository.mkdir()
        for command in (["init", "--quiet"],
                        ["-c", "user.name=Ann", "-c", "user.email=a@b", "commit",
                         "--quiet", "--allow-empty", "-m", "Empty"]):
            subprocess.run(["git", *command], cwd=repository, check=True,
                           env=self.environment)
        (self.inner / "spl.json").write_text(json.dumps({"revisions": {
            "repository": str(repository), "configure": [],
            "build": ["touch", str(self.mark)],
            "program": "{build}/program"}}))
        cache = self.home / ".cache" / "spl"
        evaluate = ["-e", "a@HEAD(1) < 1 s"]
        self.run_there(*evaluate)
        self.assertTrue(self.mark.exists())
        self.assertEqual(cache.stat().st_mode & 0o7777, 0o700)
        self.mark.unlink()
        self.give_away(cache)
        done = self.run_there(*evaluate)
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, f"spl-run: error: the cache {cache} holds programs that are "
             "executed, and another user could have written them: "
             f"{cache} belongs to user {ANOTHER}; set XDG_CACHE_HOME to a "
             "folder of your own\n"))
        self.assertFalse(self.mark.exists())

    def test_nothing_is_executed_or_written_without_programs(self):
        written = self.around / "written"
        self.project.write_text(json.dumps(
            {"program": "program", "launcher": str(self.folder / "program"),
             "output": "json:" + str(written)}))
        done = self.run_there("check", "--offline", "x.spl")
        self.assertEqual(
            (done.returncode, done.stdout, done.stderr),
            (0, "1 formula: no errors; the relations of all are known once "
             "the programs are built\n", ""))
        self.assertFalse(self.mark.exists())
        self.assertFalse(written.exists())
        self.run_there("check", "x.spl", "--json", str(written))
        self.assertTrue(self.mark.exists())
        self.assertTrue(written.exists())

    def write_data(self, path):
        path.write_text(json.dumps({"schema": 1, "unit": "ns", "performances": {
            name: {"runs": [[1, 2], [1, 2]]} for name in "ab"}}))

    def expect_fault(self, key, value, reason, arguments, remedy):
        """An error at the key, and nothing else."""
        self.project.write_text(json.dumps({key: value}))
        before = {path for path in self.around.rglob("*")}
        done = self.run_there(*arguments)
        with self.subTest(key=key, value=value, arguments=arguments):
            self.assertEqual(
                (done.returncode, done.stdout, done.stderr.split("error: ")[-1]),
                (2, "", f'"{key}" {reason}; {remedy}\n'))
            self.assertRegex(done.stderr, "spl.json:1:[0-9]+: error: ")
            self.assertEqual({path for path in self.around.rglob("*")}, before)

    def test_names_no_files_outside_to_write(self):
        login = self.home / ".bash_login"
        self.write_data(self.inner / "d.json")
        os.symlink("../home/.bash_login", self.folder / "dangling")
        os.symlink("../home", self.folder / "linked")
        os.mkfifo(self.folder / "pipe")
        decide = ["--data", "d.json", "-e", "a() <= b()"]
        outside = f"outside of the project in {self.folder}"
        for key, start, remedy in (
                *(("output", form + ":", "-o PATH")
                  for form in ("json", "html", "markdown", "junit", "github",
                               "csv", "google-benchmark")),
                ("history", "", "-s history=PATH")):
            for value, reason in (
                    (str(login), f"names {login}, {outside}"),
                    ("../home/.bash_login",
                     f"names ../../home/.bash_login, {outside}"),
                    ("linked/.bash_login",
                     f"names ../linked/.bash_login, {outside}"),
                    ("dangling", "names ../dangling, which is not a regular "
                                 "file"),
                    ("pipe", "names ../pipe, which is not a regular file"),
                    ("/dev/stdout", f"names /dev/stdout, {outside}")):
                self.expect_fault(
                    key, start + value, reason, decide,
                    f"if you mean it, name it on the command line: {remedy}")
        done = self.run_there(*decide, "-s", f"history={self.home / 'h.db'}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.environment["SPL_HISTORY"] = "off"
        done = self.run_there(*decide)
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.around / ".git").mkdir()
        self.project.write_text('{"output": ["../report.json", "x.xml"]}')
        done = self.run_there(*decide)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.around / "report.json").exists())
        self.assertTrue((self.folder / "x.xml").exists())

    def test_has_reports_of_results_only(self):
        self.project.write_text('{"output": ["r.json", "r.html"]}')
        self.environment["SPL_HISTORY"] = str(self.home / "h.db")
        for mode in (["check", "x.spl"], ["list"], ["history", "prune", "1d"],
                     ["history", "show", "a"], ["history", "export", "e.db"]):
            self.run_there(*mode)
            self.assertEqual(list(self.folder.glob("r.*")), [])
        self.run_there("check", "--json", "../r.json", "x.spl")
        self.assertEqual(len(list(self.folder.glob("r.*"))), 1)

    def test_names_no_files_outside_to_read(self):
        (self.home / "s.spl").write_text("a(1) <<< SECRET\n")
        (self.home / "s.h").write_text('[[spl::expect("SECRET")]] void f();\n')
        (self.home / "s.json").write_text('{"SECRET": 1}')
        on_line = "if you mean it, name it on the command line"
        for key, name, remedy in (
                ("formulas", "s.spl", on_line), ("formulas", "s.h", on_line),
                ("formulas", "**/*.spl", on_line),
                ("definitions", "s.spl", "copy it into the project"),
                ("data", "s.json", on_line + ": --data PATH")):
            self.expect_fault(
                key, f"../home/{name}",
                f"names ../../home/{name}, outside of the project in "
                f"{self.folder}", ["check", "--offline"], remedy)

    def test_has_no_sets_of_data(self):
        self.write_data(self.home / "s.json")
        self.write_data(self.inner / "x=s.json")
        project = self.inner / "spl.json"
        for data, reads in ((f"x={self.home}/s.json", False),
                            (f"x={self.home}", False),
                            (f"x={self.home}/*", False), ("x=s.json", True)):
            with self.subTest(data):
                project.write_text(json.dumps({"data": data}))
                formula = "a() <= b()" if reads else "a@x() <= b@x()"
                done = self.run_there("-e", formula)
                self.assertEqual(done.returncode, 0 if reads else 2,
                                 done.stdout + done.stderr)

    def test_names_no_folders_outside_for_profiles(self):
        (self.folder / "linked").symlink_to(self.home)
        for value, reason in (
                (str(self.home), f"names {self.home}, outside"),
                ("linked", "names ../linked, outside")):
            self.expect_fault(
                "profiles", value, f"{reason} of the project in {self.folder}",
                ["explain", "-p", PROGRAM, "-e", "fine(1) <= fine(2)"],
                "if you mean it, name it on the command line: --profiles PATH")

    def test_names_no_repository_outside(self):
        repository = self.home / "secret"
        repository.mkdir()
        remedy = ("if you mean it, name it on the command line: -s "
                  "repository=PATH")
        reason = (f"names {repository}, outside of the project in "
                  f"{self.folder}")
        ask = ["check", "-e", "a@main(1) < 1 s"]
        self.expect_fault("repository", str(repository), reason, ask, remedy)
        self.project.write_text(json.dumps(
            {"revisions": {"repository": str(repository),
                           "program": "{build}/x"}}))
        done = self.run_there(*ask)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f'spl.json:1:16: error: "repository" {reason}; {remedy}\n',
                      done.stderr)

    def test_folders_in_shared_ones_are_the_users_own(self):
        shared = self.around / "group"
        shared.mkdir()
        shared.chmod(0o2777)
        (self.inner / "spl.json").write_text("{}")
        seen = self.around / "seen"
        launcher = self.around / "launcher"
        launcher.write_text("#!/bin/sh\nstat -c %a \"$(dirname \"$3\")\" "
                            f">'{seen}'\nexec \"$@\"\n")
        launcher.chmod(0o755)
        self.run_there("-e", "fine(1) < 1 s", "-p", PROGRAM, "--runs", "2",
                       "-s", "observations=3", "-s",
                       f"launcher={shlex.quote(str(launcher))}", "-s",
                       f"shared-folder={shared}", before=["sh", "-c", 'umask 0; "$@"', "sh"])
        self.assertIn(seen.read_text(), ["700\n", "2700\n"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
