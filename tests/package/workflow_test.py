# ctest: package:workflow ${build} ${source} PERF UNLESS SPL_SANITIZED
"""The jobs of docs/ci, for GitHub and GitLab, in a bare root: a change of a
comment is green, one that takes 30 % longer is red, and a comment says so.

usage: workflow_test.py BUILD_FOLDER SOURCE_FOLDER

The root has the packages that the jobs install, spl-run comes from the archive,
and the repository from a bare one. What the jobs ask of the services, and of
the package manager, is written down.
"""

import json
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

import yaml

from bare_root import BareRoot
from unpacked import run
from workflows import filled

BUILD, SOURCE = sys.argv[1:3]
SNIPPETS = pathlib.Path(SOURCE) / "docs/ci"
GITHUB = ["ccache", "mold", "ninja-build"]  # The rest is in its image.
GITLAB = ["ca-certificates", "ccache", "cmake", "curl", "g++", "git", "jq",
          "mold", "ninja-build"]
IMAGE = ["bash", "coreutils", "dash", "findutils", "grep", "gzip", "libc-bin",
         "mawk", "sed", "tar"]
# What projects link, which others fetch.
LIBRARY = ["libbenchmark-dev", "libgtest-dev"]

PROJECT = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.14)
project(parser LANGUAGES CXX)
find_package(benchmark REQUIRED)
add_executable(benchmarks benchmarks.cpp parse.cpp)
target_link_libraries(benchmarks PRIVATE benchmark::benchmark_main)
""",
    "benchmarks.cpp": """
#include <benchmark/benchmark.h>
unsigned parse(unsigned length);
unsigned skip(unsigned length);
static void BM_Parse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse(2000));
}
static void BM_Skip(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(skip(2000));
}
BENCHMARK(BM_Parse);
BENCHMARK(BM_Skip);
""",
    "parse.cpp": """
constexpr unsigned kPercent = 100;
static unsigned step(unsigned times) {
  unsigned result = times;
  for (unsigned i = 0; i < times; ++i) result = result * 1664525u + 1013904223u;
  return result;
}
unsigned parse(unsigned length) { return step(length * kPercent / 100); }
unsigned skip(unsigned length) { return step(length); }
""",
    "spl.json": '{ "revisions": { "program": "{build}/benchmarks" } }\n',
}
CHANGES = {"comment": ("static unsigned", "// Says more.\nstatic unsigned", 0),
           "slow": ("kPercent = 100", "kPercent = 130", 1)}

APT = """#!/bin/sh
echo "$*" >> /root/packages
"""
# Keeps one comment of pull request 17, whose head is that of the variable HEAD.
GH = """#!/bin/sh
case "$*" in
*.head.sha*) echo "$HEAD" ;;
*--paginate*) if [ -e /root/comment ]; then echo 99; fi ;;
*) echo "$*" >> /root/calls
   for word; do case $word in body=@*) cp "${word#body=@}" /root/comment ;; esac
   done ;;
esac
"""
# The same of GitLab; what is not its API goes to curl.
CURL = """#!/bin/sh
data=
for word; do
  case $word in
  file://*) exec /usr/bin/curl "$@" ;;
  http*) url=$word ;;
  @*) data=${word#@} ;;
  esac
done
if [ -n "$data" ]; then
  echo "$*" >> /root/calls
  jq -e '(keys == ["body"])' "$data" > /dev/null
  jq -j .body "$data" > /root/comment
  exit
fi
case $url in
*/user) echo '{"id": 7}' ;;
*) echo '[{"id": 5, "author": {"id": 1}, "body": "<!-- spl-run -->"}'
   if [ -e /root/comment ]; then
     jq -Rs '{id: 99, author: {id: 7}, body: .}' /root/comment | sed 's/^{/, {/'
   fi
   echo ']' ;;
esac
"""


def snippet(name):
    return yaml.safe_load((SNIPPETS / name).read_text())


class WorkflowTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if fault := BareRoot.fault():
            raise unittest.SkipTest(fault)
        cls.around = pathlib.Path(tempfile.mkdtemp(prefix="spl-workflow-"))
        cls.addClassCleanup(shutil.rmtree, cls.around, ignore_errors=True)
        cls.root = BareRoot(cls.around, IMAGE + GITLAB + LIBRARY)
        run("cmake", "-D", f"OUTPUT={cls.around}", "-P",
            f"{BUILD}/integrations/packages/archive.cmake")
        (cls.archive,) = cls.around.glob("spl-*-linux-*.tar.gz")
        for name, text in (("apt-get", APT), ("gh", GH), ("curl", CURL),
                           ("sudo", '#!/bin/sh\nexec "$@"\n')):
            cls.root.write(f"usr/local/bin/{name}", text, 0o755)
        cls.make_origin()
        cls.seconds = {}

    @classmethod
    def tearDownClass(cls):
        for name, seconds in cls.seconds.items():
            print(f"{name}: {seconds:.0f} s")

    @classmethod
    def inside(cls, script, **variables):
        done = cls.root.run(script, **variables)
        if done.returncode != 0:
            raise AssertionError(done.stdout)
        return done.stdout.strip()

    @classmethod
    def make_origin(cls):
        for name, text in PROJECT.items():
            cls.root.write(f"root/project/{name}", text)
        for one in SNIPPETS.glob("*.sh"):
            cls.root.write(f"root/project/ci/spl/{one.name}", one.read_text())
        cls.inside("""
            git config --global user.name Ann
            git config --global user.email ann@example.org
            git config --global init.defaultBranch main
            cd project && git init -q && git add . && git commit -qm Begin""")
        for name, (old, new, _) in CHANGES.items():
            source = PROJECT["parse.cpp"]
            cls.root.write("root/project/parse.cpp", source.replace(old, new))
            cls.inside(f"cd project && git checkout -q -b {name} "
                       f"&& git commit -qam {name} && git checkout -q main")
        cls.inside("git clone -q --bare project /origin.git")

    def clone(self, branch):
        self.inside(f"rm -rf /builds && git clone -q file:///origin.git /builds "
                    f"&& cd /builds && git checkout -q {branch}")
        return self.inside("cd /builds && git rev-parse HEAD")

    def remove(self, *names):
        for name in names:
            path = self.around / name
            shutil.rmtree(path, ignore_errors=True)
            path.unlink(missing_ok=True)

    def require_installed(self, packages):
        line = (self.around / "root/packages").read_text().splitlines()[-1]
        self.assertEqual(
            line, f"install -y --no-install-recommends {' '.join(packages)}")

    def require_answer(self, reports, name, output):
        """The reports that stay, and what they say."""
        _, _, status = CHANGES[name]
        for one in ("report.html", "junit.xml", "summary.md", "report.json"):
            self.assertTrue((reports / one).stat().st_size > 0, one)
        comment = (self.around / "root/comment").read_text()
        # What has not changed may stay open on a busy machine.
        title = "1 violated, 1 (holds|undecided)" if status else "2 hold"
        self.assertRegex(
            comment, f"\\A<!-- spl-run -->\n## spl-run: {title}\n")
        guard = json.loads((reports / "report.json").read_text())["guard"]
        refuted = [one["call"] for one in guard["claims"]
                   if one["standing"] == "refuted"]
        self.assertEqual(refuted, ["BM_Parse()"] if status else [], output)

    # --- GitHub --------------------------------------------------------------

    def run_github(self, name):
        """All steps of both workflows; the status and what was printed."""
        head = self.clone(name)
        self.root.write("root/summary", "")
        values = {"github.event.pull_request.number": "17",
                  "github.event.workflow_run.head_sha": head,
                  "github.repository": "o/r", "github.token": "made up"}
        variables = {"CI": "true", "GITHUB_ACTIONS": "true",
                     "GITHUB_EVENT_NAME": "pull_request",
                     "GITHUB_BASE_REF": "main", "HEAD": head,
                     "GITHUB_STEP_SUMMARY": "/root/summary"}
        status, output = 0, ""
        for file, job in (("workflow.yml", "performance"),
                          ("comment.yml", "comment")):
            for step in snippet(file)["jobs"][job]["steps"]:
                is_skipped = status != 0 and file == "workflow.yml" and \
                    "always()" not in step.get("if", "")
                if "run" not in step or is_skipped:
                    continue
                own = {key: filled(str(value), values).replace(
                           "ADDRESS/spl-0.1.0-linux-x86_64.tar.gz",
                           f"file:///{self.archive.name}")
                       for key, value in step.get("env", {}).items()}
                done = self.root.run(step["run"], "/builds",
                                     **{**variables, **own})
                output += done.stdout
                if file == "comment.yml":
                    self.assertEqual(done.returncode, 0, output)
                status = status or done.returncode
        return status, output

    def test_github(self):
        self.remove("root/comment", "root/calls")
        for name, (_, _, expected) in CHANGES.items():
            self.remove("root/.cache")
            for state in "cold", "warm":
                begin = time.monotonic()
                status, output = self.run_github(name)
                self.seconds[f"GitHub, {name}, {state}"] = \
                    time.monotonic() - begin
                self.assertEqual(status, expected, output)
                self.require_installed(GITHUB)
                self.require_answer(self.around / "builds/spl-reports", name,
                                    output)
                summary = (self.around / "root/summary").read_text()
                self.assertIn("## ", summary)
                self.assertEqual("::error" in output, expected == 1, output)
        calls = (self.around / "root/calls").read_text().splitlines()
        self.assertEqual(
            [line.split("--method ")[1].split(" -F")[0] for line in calls],
            ["POST repos/o/r/issues/17/comments"]
            + ["PATCH repos/o/r/issues/comments/99"] * 3)

    # --- GitLab --------------------------------------------------------------

    def run_gitlab(self, name):
        """The job's scripts; the status and what was printed."""
        self.remove("kept")
        if (self.around / "builds/.cache").exists():
            shutil.move(self.around / "builds/.cache", self.around / "kept")
        self.clone(name)
        if (self.around / "kept").exists():
            shutil.move(self.around / "kept", self.around / "builds/.cache")
        job = snippet("gitlab-ci.yml")["performance"]
        self.assertEqual(job["cache"]["paths"], [".cache/spl"])
        own = {key: str(value).replace("$CI_PROJECT_DIR", "/builds")
               .replace("ADDRESS/spl-0.1.0-linux-x86_64.tar.gz",
                        f"file:///{self.archive.name}")
               for key, value in job["variables"].items()}
        variables = {"CI": "true", "CI_PROJECT_DIR": "/builds", "CI_PROJECT_ID": "3",
                     "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
                     "CI_MERGE_REQUEST_IID": "17", "SPL_TOKEN": "made up",
                     "CI_API_V4_URL": "https://example.org/api/v4"}
        result = self.root.run(
            "\n".join(job["before_script"] + job["script"]), "/builds",
            **variables, **own)
        after = self.root.run("\n".join(job["after_script"]), "/builds",
                              **variables, **own)
        self.assertEqual(after.returncode, 0, after.stdout)
        return result.returncode, result.stdout

    def test_gitlab(self):
        self.remove("root/comment", "root/calls")
        for name, (_, _, expected) in CHANGES.items():
            self.remove("builds")
            for state in "cold", "warm":
                begin = time.monotonic()
                status, output = self.run_gitlab(name)
                self.seconds[f"GitLab, {name}, {state}"] = \
                    time.monotonic() - begin
                self.assertEqual(status, expected, output)
                self.require_installed(GITLAB)
                self.require_answer(self.around / "builds/spl-reports", name,
                                    output)
        calls = (self.around / "root/calls").read_text().splitlines()
        notes = "https://example.org/api/v4/projects/3/merge_requests/17/notes"
        self.assertEqual(
            [(line.split("-X ")[1].split()[0], line.split()[-1])
             for line in calls],
            [("POST", notes)] + [("PUT", f"{notes}/99")] * 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
