# ctest: runner:foreign-files spl-run faults_worker
"""Files that others put beside those of the user: links in the places of files
that spl-run writes, programs and links of other users, pipes, files that end
nowhere.

usage: foreign_files_test.py SPL_RUN FAULTS_WORKER
"""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest

from processes import IS_SANITIZED

SPL_RUN, WORKER = sys.argv[1:3]
VICTIM = 54321
NEIGHBOUR = 54322
FEW = ["--runs", "2", "-s", "observations=3", "-s", "warmup=1us"]
QUESTION = ["-e", "fine(10) <= 100 * fine(100)"]


@contextlib.contextmanager
def repeated(action):
    """Meanwhile another thread repeats an action."""
    ends = threading.Event()

    def repeat():
        while not ends.is_set():
            action()
    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()


@contextlib.contextmanager
def removed_when_read(path):
    """Another process removes the file when it is read first."""
    code = ("import ctypes, os, sys\n"
            "libc = ctypes.CDLL(None)\n"
            "watch = libc.inotify_init()\n"
            "libc.inotify_add_watch(watch, os.fsencode(sys.argv[1]), 1)\n"
            "print(flush=True)\n"
            "os.read(watch, 4096)\n"
            "os.unlink(sys.argv[1])\n")
    with subprocess.Popen([sys.executable, "-c", code, path],
                          stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        try:
            yield
        finally:
            other.kill()


class ForeignFilesTest(unittest.TestCase):
    def setUp(self):
        around = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(around.cleanup)
        self.folder = pathlib.Path(around.name).resolve()
        self.folder.chmod(0o755)
        self.home = self.folder / "home"
        self.clone = self.folder / "clone"
        for one in (self.home, self.clone):
            one.mkdir()

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("SPL_", "XDG_"))}
        return {**kept, "HOME": str(self.home), "TMPDIR": str(self.home),
                "ASAN_OPTIONS": "detect_leaks=0", "SPL_HISTORY": "off",
                "SPL_ALLOW_UNOPTIMISED": "true",
                "SPL_MACHINE_LOCK": str(self.home / "lock"), **more}

    def run_spl(self, *arguments, words=(), timeout=60, **more):
        return subprocess.run(
            [*words, SPL_RUN, *arguments], cwd=self.clone,
            env=self.environment(**more), text=True, timeout=timeout,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False)

    def make_repository(self):
        subprocess.run(["git", "init", "-q", self.clone], check=True)


class LinksTest(ForeignFilesTest):
    """Links in the places of files that spl-run writes."""

    def setUp(self):
        super().setUp()
        self.precious = self.home / ".profile"
        self.precious.write_text("precious\n")
        self.make_repository()
        (self.clone / "a.spl").write_text('a(1) <= b(1) "$(touch pwned)"\n')

    def check(self, *arguments):
        done = self.run_spl("check", "--offline", *arguments, "a.spl")
        self.assertEqual(self.precious.read_text(), "precious\n")
        return done

    def test_whose_names_are_foreseen_are_not_written_through(self):
        for pid in range(1, 32_769):
            os.symlink("../home/.profile",
                       self.clone / f"report.json.spl-part{pid}")
        before = len(os.listdir(self.clone))
        self.check("--json", "report.json")
        self.assertTrue((self.clone / "report.json").is_file())
        self.assertEqual(len(os.listdir(self.clone)), before + 1)

    def test_in_the_places_of_reports_are_not_written_through(self):
        link = self.clone / "report.json"
        link.symlink_to("../home/.profile")
        done = self.check("--json", "report.json")
        self.assertIn("outside of the project", done.stderr)
        for target in ("../home/none", "../home/empty"):
            (self.home / "empty").write_text("")
            link.unlink()
            link.symlink_to(target)
            self.check("--json", "report.json")
            self.assertFalse(link.is_symlink())
            self.assertFalse((self.home / "none").exists())
            self.assertEqual((self.home / "empty").read_text(), "")

    def test_of_others_are_no_earlier_reports(self):
        link = self.clone / "report.json"
        for kind, text in (
                ("json", '{"schema": "com.example", "version": "1.2"}'),
                ("github", "::error me about this\n")):
            with self.subTest(kind):
                link.write_text(text)
                done = self.check("-o", f"{kind}:report.json")
                self.assertIn("something else", done.stderr)
                self.assertEqual(link.read_text(), text)

    def test_that_come_and_go_are_not_written_through(self):
        link = self.clone / "report.json"
        with subprocess.Popen(
                ["sh", "-c", 'while :; do ln -s "$1" "$2"; rm "$2"; done', "sh",
                 str(self.precious), str(link)],
                stderr=subprocess.DEVNULL) as racing:
            self.addCleanup(racing.wait)
            self.addCleanup(racing.kill)
            for _ in range(40):
                self.check("--json", "report.json", "-o", "report.xml")
            racing.kill()

    def test_of_a_store_are_refused(self):
        (self.clone / ".spl").mkdir()
        for name in ("history.db", ".gitignore", "history.db-wal",
                     "history.db-journal", "history.db.spool"):
            with self.subTest(name):
                for one in (self.clone / ".spl").iterdir():
                    one.unlink()
                (self.clone / "spl.json").write_text("{}")
                (self.clone / ".spl" / name).symlink_to(
                    f"../../home/made-{name}")
                self.run_spl("-p", WORKER, *QUESTION, *FEW, "-s", "layouts=1",
                             SPL_HISTORY="")
                self.assertEqual(list(self.home.glob("made-*")), [])

    def test_that_are_addresses_are_plain_names_of_stores(self):
        made = self.run_spl("-s", "history=file:a.db?mode=memory",
                            "-p", WORKER, *QUESTION, *FEW, "-s", "layouts=1",
                            SPL_HISTORY="")
        self.assertNotIn("not kept", made.stderr)
        self.run_spl("-s", "history=file:a.db?mode=memory",
                     "history", "export", "file:b.db", SPL_HISTORY="")
        self.assertEqual(
            sorted(one.name for one in self.clone.glob("*.db*")
                   if not one.name.endswith(("-wal", "-shm"))),
            ["file:a.db?mode=memory", "file:b.db"])

    def test_out_of_the_repository_are_not_read(self):
        (self.home / "secret").write_text("SECRET = 12345 !!\n")
        for name, arguments in (("b.spl", ["b.spl"]), ("b.spl", ["."]),
                                ("b.json", ["a.spl", "--data", "b.json"]),
                                ("b.json", ["a.spl", "--config", "b.json"]),
                                ("spl.json", ["a.spl"])):
            with self.subTest(arguments):
                link = self.clone / name
                link.symlink_to("../home/secret")
                for mode in (["check", "--offline"], []):
                    done = self.run_spl(*mode, *arguments)
                    self.assertNotIn("SECRET", done.stdout + done.stderr)
                    self.assertNotIn("12345", done.stdout + done.stderr)
                    self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(
                    f"{link} is a link to {self.home}/secret, outside of the "
                    f"project in {self.clone}; name what it links to, or copy "
                    "it into the project", done.stderr)
                link.unlink()


class EndlessFilesTest(ForeignFilesTest):
    """Pipes and devices in the places of files."""

    def setUp(self):
        super().setUp()
        (self.clone / "a.spl").write_text("a(1) <= b(1)\n")
        os.mkfifo(self.clone / "pipe.spl")
        os.mkfifo(self.clone / "pipe.json")
        (self.clone / "zero.spl").symlink_to("/dev/zero")
        (self.clone / "zero.json").symlink_to("/dev/zero")

    def test_are_no_formulas_data_or_project_files(self):
        for arguments in (["pipe.spl"], ["zero.spl"],
                          ["a.spl", "--data", "pipe.json"],
                          ["a.spl", "--data", "zero.json"],
                          ["a.spl", "--config", "pipe.json"],
                          ["a.spl", "--config", "zero.json"]):
            with self.subTest(arguments):
                done = self.run_spl("check", "--offline", *arguments)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, "it is not a regular file|no "
                                              "file")

    def test_are_no_interpreters_and_no_input(self):
        script = self.clone / "script"
        script.write_text(f"#!{self.clone}/pipe.json\n")
        script.chmod(0o755)
        done = self.run_spl("-e", 'command("./script") < 30 s', "--runs", "2")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        (self.clone / "spl.json").write_text(json.dumps(
            {"commands": {"c": {"command": "true", "stdin": "zero.json"}}}))
        done = self.run_spl("-e", "c < 30 s", "--runs", "2")
        self.assertIn("zero.json is not a regular file",
                      done.stdout + done.stderr)

    def test_that_nobody_reads_are_no_reports(self):
        done = self.run_spl("check", "--offline", "a.spl", "--json",
                            "pipe.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot write pipe.json: No such device or address",
                      done.stderr)

    def test_that_are_read_get_reports(self):
        with subprocess.Popen(["cat", str(self.clone / "pipe.json")],
                              stdout=subprocess.PIPE, text=True) as reader:
            self.run_spl("check", "--offline", "a.spl", "--json",
                         "pipe.json")
            self.assertIn("formulas",
                          json.loads(reader.communicate(timeout=60)[0]))

    def git(self, *words):
        return subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words],
            cwd=self.clone, env=self.environment(), check=True, text=True,
            stdout=subprocess.PIPE).stdout.strip()

    def expect_named(self, place):
        """A pipe in a place of the repository."""
        path = self.clone / place
        kept = path.read_bytes() if path.is_file() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with self.subTest(place):
            os.mkfifo(path)
            done = self.run_spl("-e", "a@HEAD(1) <= a(1)", timeout=20)
            self.assertIn(f"{path} is not a regular file; remove it", done.stderr)
            self.assertEqual(done.returncode, 2)
        path.unlink()
        if kept is not None:
            path.write_bytes(kept)

    def test_in_a_repository_are_named(self):
        self.make_repository()
        (self.clone / "spl.json").write_text(json.dumps(
            {"revisions": {"program": "{build}/program", "build": ["false"]}}))
        (self.clone / "sub").mkdir()
        (self.clone / "sub" / "a").write_text("a\n")
        self.git("add", "sub")
        self.git("commit", "-qm", "One")
        (self.clone / "sub" / "a").write_text("b\n")
        head = self.git("rev-parse", "HEAD")
        branch = self.git("symbolic-ref", "HEAD")
        for place in (
                "HEAD", "config", "config.worktree", "index", "packed-refs",
                "commondir", "info/exclude", "info/attributes", branch,
                f"objects/{head[:2]}/{head[2:]}", "objects/info/alternates",
                "objects/pack/multi-pack-index"):
            self.expect_named(".git/" + place)
        for place in (".gitignore", ".gitattributes", ".gitmodules",
                      "sub/.gitignore", "sub/.gitattributes"):
            self.expect_named(place)
        (self.clone / ".git/objects/info/alternates").write_text("../../o\n")
        self.expect_named("o/12/3456")


@unittest.skipIf(os.geteuid() != 0, "only root is several users")
class NeighboursTest(ForeignFilesTest):
    """Files of another user in a folder that all users can write in."""

    def setUp(self):
        super().setUp()
        self.shared = self.folder / "shared"
        self.shared.mkdir()
        self.shared.chmod(0o1777)
        self.program = self.shared / "program"
        shutil.copy(WORKER, self.program)
        shutil.copy(SPL_RUN, self.folder / "spl-run")
        self.ran = self.shared / "ran"
        self.ran.write_text("")
        self.ran.chmod(0o666)
        for one in (self.program, self.home, self.clone):
            os.chown(one, VICTIM, VICTIM)

    def program_of_neighbour(self, name, rest):
        path = self.shared / name
        path.write_text(f"#!/bin/sh\nid -u >> '{self.ran}'\n{rest}\n")
        path.chmod(0o755)
        os.chown(path, NEIGHBOUR, NEIGHBOUR)
        return path

    def run_as_victim(self, folder, *arguments, program=None, **more):
        return subprocess.run(
            ["setpriv", f"--reuid={VICTIM}", f"--regid={VICTIM}",
             "--clear-groups", program or self.folder / "spl-run", *arguments],
            cwd=folder, env=self.environment(**more), text=True, timeout=60,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False)

    def run_victim(self, *arguments, umask="0022", shell="exec \"$@\"", **more):
        return subprocess.run(
            ["setpriv", f"--reuid={VICTIM}", f"--regid={VICTIM}",
             "--clear-groups", "sh", "-c", f"umask {umask}; {shell}", "sh",
             self.folder / "spl-run", "-p", self.program, *QUESTION, *FEW,
             *arguments],
            cwd=self.home, env=self.environment(**more), text=True, timeout=60,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False)

    def assert_in_one_layout(self, done, why):
        self.assertEqual(self.ran.read_text(), "")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("in one layout", done.stdout)
        self.assertIn(why, done.stdout + done.stderr)

    def test_say_nothing_of_how_a_program_was_linked(self):
        linker = self.program_of_neighbour("ld", "exit 1")
        folder = self.shared / "program.link"
        folder.mkdir()
        record = folder / "record"
        record.write_bytes(b"\0".join(
            [bytes(linker), bytes(self.shared), b"-o", bytes(self.program), b""]))
        facts = self.program.stat()
        os.utime(record, ns=(facts.st_atime_ns, facts.st_mtime_ns))
        for owned in ([folder, record], [record], []):
            for one in (folder, record):
                os.chown(one, VICTIM, VICTIM)
            for one in owned:
                os.chown(one, NEIGHBOUR, NEIGHBOUR)
            guilty = record if record in owned else linker
            self.assert_in_one_layout(
                self.run_victim(),
                "another user could have written how it was linked: "
                f"{guilty} belongs to user {NEIGHBOUR}; build it in a folder of "
                "your own")

    def test_make_no_layouts_of_a_program(self):
        link = self.program_of_neighbour("link", f"exec '{WORKER}'")
        layouts = self.shared / "program.layouts"
        layouts.write_text(f"{link}\n{link}\n")
        os.chown(layouts, NEIGHBOUR, NEIGHBOUR)
        own = self.home / "program"
        shutil.copy(WORKER, own)
        (self.home / "program.layouts").write_text(f"{link}\n{link}\n")
        for one in own, self.home / "program.layouts":
            os.chown(one, VICTIM, VICTIM)
        for program, guilty in (self.program, layouts), (own, link):
            self.program = program
            self.assert_in_one_layout(
                self.run_victim(),
                "another user could have written its layouts: "
                f"{guilty} belongs to user {NEIGHBOUR}; build it in a folder of "
                "your own")

    def test_do_not_write_commands_into_formulas(self):
        project = self.folder / "project"
        opened = project / "open"
        opened.mkdir(parents=True)
        opened.chmod(0o1777)
        (project / "spl.json").write_text('{"formulas": ["**/*.spl"]}')
        for one in (project, project / "spl.json"):
            os.chown(one, VICTIM, VICTIM)
        formulas = opened / "e.spl"
        formulas.write_text(f'command("touch {self.ran}2") <= 1 s\n')
        os.chown(formulas, NEIGHBOUR, NEIGHBOUR)
        made = self.shared / "ran2"
        for arguments in ([], ["open"], ["."]):
            done = self.run_as_victim(project, *arguments, "--runs", "2")
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn("another user could have written", done.stderr)
            self.assertFalse(made.exists())
        self.assertEqual(
            self.run_as_victim(project, "check", "--offline").returncode, 0)
        self.run_as_victim(project, "open/e.spl", "--runs", "2")
        self.assertTrue(made.exists())

    def test_lead_no_report_elsewhere(self):
        target = self.home / "out"
        target.mkdir()
        os.chown(target, VICTIM, VICTIM)
        link = self.shared / "reports"
        link.symlink_to(target)
        report = ["check", "--offline", "-e", "a(1) < b(1)", "-o",
                  f"json:{link}/x.json"]
        os.chown(link, NEIGHBOUR, NEIGHBOUR, follow_symlinks=False)
        done = self.run_as_victim(self.home, *report)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(f"{link} is a link of another user", done.stderr)
        self.assertEqual(list(target.iterdir()), [])
        os.chown(link, VICTIM, VICTIM, follow_symlinks=False)
        done = self.run_as_victim(self.home, *report)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(list(target.iterdir())), 1)

    def test_put_no_library_beside_spl_run(self):
        shutil.copy(SPL_RUN, self.shared / "spl-run")
        library = self.shared / "libspl_heap_shift.so"
        shutil.copy(pathlib.Path(SPL_RUN).parent / library.name, library)
        os.chown(library, NEIGHBOUR, NEIGHBOUR)
        done = self.run_as_victim(
            self.home, "-e", 'command("/bin/true") <= 1 s', "--runs", "2",
            program=self.shared / "spl-run")
        self.assertIn(f"{library} belongs to user {NEIGHBOUR}",
                      done.stdout + done.stderr)
        os.chown(library, VICTIM, VICTIM)
        done = self.run_as_victim(
            self.home, "-e", 'command("/bin/true") <= 1 s', "--runs", "2",
            program=self.shared / "spl-run")
        self.assertNotIn("belongs to user", done.stdout + done.stderr)

    def test_put_no_library_there_meanwhile(self):
        shutil.copy(SPL_RUN, self.shared / "spl-run")
        library = self.shared / "libspl_heap_shift.so"
        code = self.home / "evil.c"
        code.write_text("#include <stdio.h>\n__attribute__((constructor)) "
                        f"void f(void) {{ fopen(\"{self.home}/pwned\", "
                        "\"w\"); }\n")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, code],
                       check=True)
        os.chown(library, NEIGHBOUR, NEIGHBOUR)
        away = self.shared / "away"

        def come_and_go():
            os.rename(library, away)
            os.rename(away, library)
        with repeated(come_and_go):
            for _ in range(15):
                self.run_as_victim(
                    self.home, "-e", 'command("true") <= 1 s', "--runs", "2",
                    program=self.shared / "spl-run")
        self.assertFalse((self.home / "pwned").exists())

    def test_take_no_formulas_away_that_were_read(self):
        formulas = self.shared / "x.spl"
        made = self.home / "pwned"
        for _ in range(5):
            formulas.write_text(f'command("touch {made}") <= 1 s\n' +
                                20_000_000 * "\n")
            os.chown(formulas, NEIGHBOUR, NEIGHBOUR)
            with removed_when_read(formulas):
                self.run_as_victim(self.home, str(self.shared), "--runs", "2")
            self.assertFalse(made.exists())

    def test_give_no_configuration_of_builds(self):
        programs = []
        for name, value in ("a", "1"), ("b", "2"):
            folder = self.shared / name
            folder.mkdir()
            os.chown(folder, VICTIM, VICTIM)
            shutil.copy(WORKER, folder / "program")
            with open(folder / "program", "a", encoding="utf-8") as program:
                program.write(name)
            cache = folder / "CMakeCache.txt"
            cache.write_text(f"SECRET:STRING={value}\n")
            programs += ["-p", f"{name}={folder}/program"]
        for owner, seen in (VICTIM, True), (NEIGHBOUR, False):
            os.chown(cache, owner, owner)
            os.chown(self.shared / "a/CMakeCache.txt", VICTIM, VICTIM)
            done = self.run_as_victim(
                self.home, *programs, "-e", "fine@a(10) <= 100 * fine@b(10)",
                *FEW, "-s", "layouts=1")
            self.assertEqual("SECRET=2" in done.stdout + done.stderr, seen,
                             done.stdout + done.stderr)

    def test_put_no_log_beside_a_store(self):
        store = self.shared / "h.db"
        measure = ["-e", 'command("true") <= 1 s', "--runs", "2",
                   "-s", f"history={store}"]

        def experiments():
            copy = self.home / "copy.db"
            for one in self.home.glob("copy.db*"):
                one.unlink()
            shutil.copy(store, copy)
            with sqlite3.connect(copy) as opened:
                return {one for one, in opened.execute(
                    "select uuid from experiment")}
        self.run_as_victim(self.home, *measure, SPL_HISTORY="")
        before = experiments()
        self.assertEqual(len(before), 1)
        log = self.shared / "h.db-wal"
        with contextlib.closing(sqlite3.connect(self.home / "copy.db")) as opened:
            opened.execute("pragma journal_mode=wal")
            opened.execute("pragma wal_autocheckpoint=0")
            opened.execute("pragma foreign_keys=on")
            opened.execute("delete from experiment")
            opened.commit()
            shutil.copy(self.home / "copy.db-wal", log)
        log.chmod(0o666)
        os.chown(log, NEIGHBOUR, NEIGHBOUR)
        self.run_as_victim(self.home, *measure, SPL_HISTORY="")
        log.unlink(missing_ok=True)
        self.assertLessEqual(before, experiments())

    def test_umask_that_takes_rights_from_their_owner_is_no_obstacle(self):
        for umask in ("0777", "0400", "0700"):
            with self.subTest(umask):
                done = self.run_victim("-s", "layouts=1", umask=umask)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual(list(self.home.glob("spl-run-*")), [])

    def test_limits_of_open_files_leave_no_folder(self):
        for limit in range(3, 12):
            with self.subTest(limit):
                done = self.run_victim("-s", "layouts=1",
                                       shell=f"ulimit -n {limit}; exec \"$@\"")
                # Where there are 3, sanitizers say nothing more.
                self.assertIn(done.returncode,
                              (0, 1, 2, 3, 127) if IS_SANITIZED
                              else (0, 2, 3, 127))
                self.assertEqual(list(self.home.glob("spl-run-*")), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
