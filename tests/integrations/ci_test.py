# ctest: integrations:ci spl-run collections ${source}
"""The snippets of docs/ci do what they say, in environments that are made up.

usage: ci_test.py SPL_RUN PROGRAM SOURCE_FOLDER

PROGRAM holds the workload json_parse. Revisions are "built" by copying it, so
that both sides are the same program and nothing is measured.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

from surroundings import own_environment

SPL_RUN, PROGRAM = sys.argv[1:3]
SNIPPETS = pathlib.Path(sys.argv[3]) / "docs/ci"
TARGETS = ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"]
REMEDY = ("set fetch-depth: 0 for actions/checkout, or GIT_DEPTH: 0 in GitLab")

HOLDS = "json_parse(10) <= 2 * json_parse@baseline(10)\n"
# A performance is not less than itself, which needs no measurement.
VIOLATED = "json_parse(10) < json_parse(10)\n"


def snippet(name):
    return yaml.safe_load((SNIPPETS / name).read_text())


def step_named(steps, name):
    return next(step for step in steps if step.get("name") == name)


def filled(text, values):
    """A text whose expressions are replaced, all of which must be known."""
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: values[found[1]], text)


class Clones(unittest.TestCase):
    """A project with a branch main, a branch topic that left it, and clones."""

    def setUp(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl ci "))
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        self.origin = self.around / "origin"
        self.origin.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.write("spl.json", json.dumps({"revisions": {
            "configure": ["true"],
            "build": ["cp", PROGRAM, "{build}/program"],
            "program": "{build}/program"}}))
        self.fork_point = self.commit("perf/parse.spl", HOLDS)
        self.git("checkout", "--quiet", "-b", "topic")
        self.topic = self.commit("topic.txt", "topic\n")
        self.git("checkout", "--quiet", "main")
        self.main = self.commit("main.txt", "main\n")

    def environment(self, **more):
        kept = {name: value for name, value in
                own_environment(self.around).items()
                if not name.startswith(("GITHUB_", "CI_"))}
        return {**kept, **more}

    def git(self, *arguments, folder=None):
        return subprocess.run(
            ["git", *arguments], cwd=folder or self.origin, check=True,
            stdout=subprocess.PIPE, text=True,
            env=self.environment()).stdout.strip()

    def write(self, name, content):
        path = self.origin / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def commit(self, name, content):
        self.write(name, content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", name)
        return self.git("rev-parse", "HEAD")

    def clone(self, branch, *arguments):
        folder = self.around / f"clone of {branch}"
        self.git("clone", "--quiet", "--branch", branch, *arguments,
                 f"file://{self.origin}", str(folder))
        return folder

    def run_shell(self, script, folder, environment):
        """Runs a step as GitHub's shell: bash does."""
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=300, check=False)


class Guard(Clones):
    """guard.sh, which both services call."""

    def run_guard(self, folder, *arguments, program=SPL_RUN, **variables):
        tools = self.around / "tools"
        tools.mkdir(exist_ok=True)
        (tools / "spl-run").unlink(missing_ok=True)
        (tools / "spl-run").symlink_to(program)
        self.summary = self.around / "summary"
        self.summary.write_text("")
        return self.run_shell(
            f"sh '{SNIPPETS}/guard.sh' {shlex.join(arguments)}", folder,
            self.environment(PATH=f"{tools}:{os.environ['PATH']}",
                             GITHUB_STEP_SUMMARY=str(self.summary), **variables))

    def baseline(self, folder, **variables):
        """What spl-run gets as the baseline."""
        program = self.around / "echo"
        program.write_text('#!/bin/sh\necho "${SPL_BASELINE-none}"\n')
        program.chmod(0o755)
        return self.run_guard(folder, program=program, **variables)

    def test_finds_the_merge_base(self):
        for name in TARGETS:
            found = self.baseline(self.origin, **{name: "main"})
            self.assertEqual(found.returncode, 2)  # It has no origin.
        clone = self.clone("topic")
        for name in TARGETS:
            found = self.baseline(clone, **{name: "main"})
            self.assertEqual((found.stdout, found.returncode),
                             (self.fork_point + "\n", 0), found.stderr)

    def test_takes_the_target_of_a_merge_that_github_made(self):
        clone = self.clone("topic")
        self.git("merge", "--quiet", "--no-edit", "origin/main", folder=clone)
        found = self.baseline(clone, GITHUB_BASE_REF="main")
        self.assertEqual(found.stdout, self.main + "\n")

    def test_follows_a_branch_that_has_moved(self):
        clone = self.clone("topic")
        self.git("checkout", "--quiet", "topic")
        self.git("merge", "--quiet", "--no-edit", "main")
        self.git("checkout", "--quiet", "main")
        self.git("-c", "protocol.file.allow=always", "fetch", "--quiet",
                 "origin", "topic", folder=clone)
        self.git("checkout", "--quiet", "FETCH_HEAD", folder=clone)
        found = self.baseline(clone, GITHUB_BASE_REF="main")
        self.assertEqual(found.stdout, self.main + "\n")

    def test_leaves_the_baseline_to_spl_run_after_a_push(self):
        clone = self.clone("main")
        found = self.baseline(clone)
        self.assertEqual((found.stdout, found.returncode), ("none\n", 0))
        found = self.run_guard(clone, "perf",
                               CI_COMMIT_BEFORE_SHA=self.fork_point)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertIn(self.fork_point, self.revisions(clone))

    def test_refuses_a_shallow_clone(self):
        clone = self.clone("topic", "--depth", "1")
        found = self.run_guard(clone, "perf", GITHUB_BASE_REF="main")
        self.assertEqual((found.stdout, found.returncode), ("", 2))
        self.assertIn(REMEDY, found.stderr)
        self.assertFalse((clone / "spl-reports").exists())
        for arguments in [[], ["--baseline", "HEAD~1"]]:
            found = subprocess.run(
                [SPL_RUN, "perf", *arguments], cwd=clone, text=True,
                env=self.environment(), stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=300, check=False)
            self.assertEqual(found.returncode, 2)
            self.assertIn("fetch-depth: 0 of actions/checkout or GIT_DEPTH: 0 "
                          "of GitLab", found.stderr)

    def test_needs_the_target_branch(self):
        found = self.baseline(self.clone("topic"), GITHUB_BASE_REF="absent")
        self.assertEqual(found.returncode, 2)
        self.assertIn("the target branch absent is not in this clone",
                      found.stderr)

    def test_needs_spl_run(self):
        found = self.run_shell(
            f"sh '{SNIPPETS}/guard.sh'", self.origin,
            self.environment(PATH="/usr/bin:/bin"))
        self.assertEqual((found.stderr, found.returncode),
                         ("guard.sh: error: there is no spl-run; install it, "
                          "or set SPL_ARCHIVE\n", 2))

    def revisions(self, clone):
        report = json.loads((clone / "spl-reports/report.json").read_text())
        return json.dumps(report["revisions"])

    def test_evaluates_against_the_merge_base(self):
        clone = self.clone("topic")
        (clone / "spl-reports").symlink_to(self.around)
        found = self.run_guard(clone, "perf", GITHUB_BASE_REF="main")
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertIn(self.fork_point, self.revisions(clone))
        self.assertIn("## spl-run: 1 holds\n", self.summary.read_text())
        for name in "junit.xml", "report.html":
            self.assertTrue((clone / "spl-reports" / name).exists())
        self.assertFalse((clone / "spl-reports").is_symlink())
        self.assertEqual(self.git("status", "--short", folder=clone), "")

    def test_annotates_what_does_not_hold(self):
        self.git("checkout", "--quiet", "topic")
        self.commit("perf/sub folder/a,b.spl", "\n" + VIOLATED)
        clone = self.clone("topic")
        found = self.run_guard(clone, "--program", PROGRAM, "perf/sub folder",
                               GITHUB_BASE_REF="main")
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertIn("::error file=perf/sub folder/a%2Cb.spl,line=2,",
                      found.stdout)
        self.assertIn("## spl-run: 1 violated\n", self.summary.read_text())

    def test_publishes_no_report_that_the_checkout_brought(self):
        clone = self.clone("topic")
        (clone / "spl-reports").mkdir()
        for name in "annotations.txt", "summary.md", "junit.xml":
            (clone / "spl-reports" / name).write_text("::error::forged\n")
        found = self.run_guard(clone, "perf", GITHUB_BASE_REF="main")
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertNotIn("forged", found.stdout + self.summary.read_text())

    def test_shows_mistakes(self):
        found = self.run_guard(self.clone("topic"), "perf", "--no-such",
                               GITHUB_BASE_REF="main")
        self.assertEqual(found.returncode, 2)
        self.assertIn("::error title=spl-run::unknown option --no-such",
                      found.stdout)
        self.assertIn("## spl-run: error", self.summary.read_text())


class Workflow(Clones):
    def test_has_no_rights_and_the_whole_history(self):
        workflow = snippet("workflow.yml")
        self.assertEqual(workflow["permissions"], {"contents": "read"})
        steps = workflow["jobs"]["performance"]["steps"]
        self.assertEqual(steps[0]["with"]["fetch-depth"], 0)
        self.assertEqual(steps[-1]["if"], "always()")

    def test_notes_the_pull_request(self):
        steps = snippet("workflow.yml")["jobs"]["performance"]["steps"]
        step = step_named(steps, "Note the pull request")
        values = {"github.event.pull_request.number": "17"}
        own = {name: filled(value, values)
               for name, value in step["env"].items()}
        found = self.run_shell(step["run"], self.around,
                               self.environment(**own))
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertEqual((self.around / "spl-reports/number.txt").read_text(),
                         "17\n")


# Answers as GitHub's program gh would, and writes down what it was asked.
GH = """#!/usr/bin/env python3
import json, os, pathlib, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + "\\n")
if "--jq" in sys.argv:
    print(os.environ["HEAD" if ".head.sha" in sys.argv else "COMMENT"])
else:
    body = next(word for word in sys.argv if word.startswith("body=@"))
    pathlib.Path(os.environ["BODY"]).write_text(
        pathlib.Path(body[6:]).read_text())
"""


class Comment(unittest.TestCase):
    def setUp(self):
        self.around = pathlib.Path(tempfile.mkdtemp(prefix="spl ci "))
        self.addCleanup(shutil.rmtree, self.around, ignore_errors=True)
        gh = self.around / "bin/gh"
        gh.parent.mkdir()
        gh.write_text(GH)
        gh.chmod(0o755)
        (self.around / "spl-reports").mkdir()
        (self.around / "spl-reports/summary.md").write_text("the summary\n")
        self.body = self.around / "body"

    def comment(self, number, head="abc", comment=""):
        """Runs the step; its status and the calls of gh that change things."""
        (self.around / "spl-reports/number.txt").write_text(number)
        calls = self.around / "calls"
        calls.write_text("")
        steps = snippet("comment.yml")["jobs"]["comment"]["steps"]
        step = step_named(steps, "Comment")
        values = {"github.token": "made up", "github.repository": "o/r",
                  "github.event.workflow_run.head_sha": "abc"}
        own = {name: filled(value, values)
               for name, value in step["env"].items()}
        found = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
             step["run"]], cwd=self.around, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **own, "CALLS": str(calls), "HEAD": head,
                 "COMMENT": comment, "BODY": str(self.body),
                 "PATH": f"{self.around}/bin:{os.environ['PATH']}"},
            timeout=60, check=False)
        made = [json.loads(line) for line in calls.read_text().splitlines()]
        return found, [one for one in made if "--method" in one]

    def test_is_posted_once_and_then_replaced(self):
        found, calls = self.comment("17\n")
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertEqual(len(calls), 1)
        self.assertIn("POST", calls[0])
        self.assertIn("repos/o/r/issues/17/comments", calls[0])
        self.assertEqual(self.body.read_text(),
                         "<!-- spl-run -->\nthe summary\n")
        found, calls = self.comment("17\n", comment="99")
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertIn("PATCH", calls[0])
        self.assertIn("repos/o/r/issues/comments/99", calls[0])

    def test_is_not_what_a_fork_makes_up(self):
        for number in ["", "../18", "17; touch x", "0", "17\n18"]:
            found, calls = self.comment(number)
            self.assertEqual((found.returncode, calls), (1, []), number)
        found, calls = self.comment("18\n", head="of another pull request")
        self.assertEqual((found.returncode, calls), (1, []))
        self.assertIn("is not at the measured commit", found.stdout)
        summary = self.around / "spl-reports/summary.md"
        summary.unlink()
        summary.symlink_to("/proc/self/environ")
        self.assertEqual(self.comment("17\n")[1], [])

    def test_has_rights_for_comments_only(self):
        workflow = snippet("comment.yml")
        self.assertEqual(workflow["permissions"],
                         {"actions": "read", "pull-requests": "write"})
        self.assertEqual(workflow[True]["workflow_run"]["workflows"],
                         [snippet("workflow.yml")["name"]])
        uses = [step["uses"] for step in workflow["jobs"]["comment"]["steps"]
                if "uses" in step]
        self.assertEqual(uses, ["actions/download-artifact@v4"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
