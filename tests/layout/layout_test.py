# ctest: "layout: checks" ${compiler}
"""The checks of the layout find what they are for, in small bad trees.

usage: layout_test.py COMPILER
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import arrow
import cmake_functions
import commits
import faults
import headers
import links
import papers
import printed
import project_file
import retries
import scripts
import tree
import troubleshooting
import writes

COMPILER = "c++"


class TreeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="spl layout ")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def make(self, texts):
        for path, text in texts.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def build(self, *compiled, flags="-Wall"):
        """A build folder whose database has the given sources."""
        database = [
            {
                "directory": str(self.root),
                "command": f"{COMPILER} {flags} -std=c++20 -o x.o -c x.cpp",
                "file": str(self.root / path),
            }
            for path in compiled
        ]
        self.make({"build/compile_commands.json": json.dumps(database)})
        return self.root / "build"


class ScriptsTest(TreeTest):
    def test_finds_names_that_are_not_there(self):
        self.make({"a.py": "import os\nprint(os.sep)\n"})
        self.assertEqual(list(scripts.check(self.root)), [])
        self.make({"tools/b.py": "import os\nprint(sep)\n"})
        self.assertEqual(
            list(scripts.check(self.root)),
            [f"{self.root}/tools/b.py:1:1: 'os' imported but unused",
             f"{self.root}/tools/b.py:2:7: undefined name 'sep'"],
        )

    def test_finds_scripts_that_are_no_test(self):
        self.make({"tests/a_test.py": "# ctest: a:a ${source}\n",
                   "tests/b_test.py": "pass\n# ctest: a:b\n"})
        self.assertEqual(
            list(scripts.check(self.root)),
            [f"{self.root}/tests/b_test.py:1: no test: begin it with "
             "`# ctest: ROOM:NAME ARGUMENT...`"])


class WritesTest(TreeTest):
    def test_finds_files_that_are_opened_for_writing_elsewhere(self):
        self.make({name: "open(a, O_CREAT |\n  O_EXCL); std::ifstream in(a);\n"
                   * count for name, (count, _) in writes.ALLOWED.items()})
        self.assertEqual(list(writes.check(self.root)), [])
        for call in ("std::ofstream(a) << 1", "open(a, O_RDWR)", "creat(a, 1)",
                     "std::fopen(a, b)", "mkostemp(a, O_CLOEXEC)",
                     "fs::copy_file(a, b)"):
            self.make({"runner/a.cpp": call + ";\n",
                       "runner/system/new_file.cpp": f"{call};\n" * 2})
            rest = ("; use FilePlace, write_file() or NewFile")
            self.assertEqual(list(writes.check(self.root)), [
                "runner/a.cpp opens files for writing in 1 places and not in 0"
                + rest,
                "runner/system/new_file.cpp opens files for writing in 2 places "
                "and not in 1" + rest])
        self.make({"runner/a.cpp": "// open(a, O_CREAT);\n",
                   "runner/system/new_file.cpp": ""})
        self.assertEqual(list(writes.check(self.root)), [
            "runner/system/new_file.cpp is listed in tests/layout/writes.py in "
            "vain"])


class RetriesTest(TreeTest):
    def test_finds_loops_without_an_end_and_waits(self):
        self.make({name: "while (true) {}\n" * count
                   for name, (count, _) in retries.ALLOWED.items()})
        self.assertEqual(list(retries.check(self.root)), [])
        for loop in ("for (int i = 0;; ++i) {}", "for (;;) {}", "do {} while (a)",
                     "while (true) {}", "while (1) {}", "poll(a, 1, 2)"):
            self.make({"runner/git/a.cpp": f"{loop};  // while (true)\n"})
            self.assertEqual(list(retries.check(self.root)), [
                "runner/git/a.cpp has 1 endless loops or calls of poll() and not "
                "0; state in tests/layout/retries.py why they end"])


class FaultsTest(TreeTest):
    def test_finds_tests_that_are_not_there(self):
        self.make({
            "laboratory/faults.md": "| case | behaviour | test |\n|---|---|---|\n"
            "| a | b | `A.B`, `c_test.py` |\n| a | b | `A.C` |\n| a | b |\n",
            "docs/security.md": "| promise | tests |\n|---|---|\n"
            "| a | `A.*`, `./dev fuzz` (`store`) |\n| a | `B.*` |\n",
            "tests/fuzz/store.cpp": "",
            "tests/a_test.cpp": "TEST(A, B) {}\n",
            "tests/c_test.py": "",
        })
        self.assertEqual(
            list(faults.check(self.root)),
            ["laboratory/faults.md:4: there is no test A.C",
             "laboratory/faults.md:5: the row names no test",
             "docs/security.md:4: there is no test B.*"],
        )


class CommitsTest(TreeTest):
    def git(self, *words):
        subprocess.run(
            ["git", "-C", self.root, "-c", "user.name=a", "-c",
             "user.email=a@example.org", *words],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def commit(self, subject):
        self.git("commit", "-q", "--allow-empty", "-m", subject)

    def test_finds_long_subjects_and_merges_after_the_remote_branch(self):
        self.git("init", "-q")
        self.commit("a: " + 80 * "b")
        self.assertEqual(list(commits.check(self.root)), [])
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.commit("a: " + 69 * "b")
        self.assertEqual(list(commits.check(self.root)), [])
        self.commit("a: " + 70 * "c")
        self.git("checkout", "-q", "-b", "other", "HEAD~1")
        self.commit("a: d")
        self.git("merge", "-q", "--no-ff", "-m", "a: merge", "@{-1}")
        merge, long = list(commits.check(self.root))
        self.assertRegex(merge, "^[0-9a-f]+ is a merge; rebase instead$")
        self.assertRegex(
            long, "^[0-9a-f]+ has a subject of 73 characters, more than 72: a: c+$")


class IncludesTest(unittest.TestCase):
    def found(self, text):
        return [(include.line, include.text) for include in tree.includes(text)]

    def test_finds_both_kinds_with_their_lines(self):
        self.assertEqual(
            self.found('#include <a>\n\n  #  include "b.hpp"  // why\n'),
            [(1, "<a>"), (3, '"b.hpp"')],
        )

    def test_passes_over_comments_and_raw_strings(self):
        self.assertEqual(
            self.found(
                '// #include "a"\n'
                '/*\n#include "b"\n*/\n'
                'auto text = R"x(\n#include "c"\n)x";\n'
                "char quote = '\"';  /* \" */\n"
                '#include "d"\n'
            ),
            [(9, '"d"')],
        )


class ArrowTest(TreeTest):
    def assert_breaches(self, texts, breaches):
        self.make(texts)
        self.assertEqual(list(arrow.check(self.root)), breaches)

    def test_accepts_what_points_down(self):
        self.assert_breaches(
            {
                "spl/workload.hpp": '#include "spl/workload/a.hpp"\n',
                "spl/workload/a.hpp": "#include <vector>\n#include <sys/time.h>\n",
                "spl/statistics/t.hpp": "",
                "spl/statistics/t.cpp": "#include <boost/math/tools/roots.hpp>\n",
                "spl/logic/l.hpp": '#include "spl/statistics/t.hpp"\n',
                "parser/grammar.hpp": "#include <tao/pegtl.hpp>\n",
                "parser/p.cpp": '#include "parser/grammar.hpp"\n',
                "parser/p.hpp": '#include "spl/logic/l.hpp"\n',
                "runner/git/r.cpp": '#include <git2.h>\n#include "parser/p.hpp"\n',
                "integrations/client.cpp": "#include <nlohmann/json.hpp>\n",
                "integrations/client.hpp": '#include "spl/workload.hpp"\n',
                "integrations/gtest/assert.hpp": (
                    '#include <gtest/gtest.h>\n#include "integrations/client.hpp"\n'
                ),
                "examples/e/e.cpp": (
                    '#include <spl/workload.hpp>\n#include "e.hpp"\n'
                ),
                "tests/runner/r_test.cpp": '#include "parser/grammar.hpp"\n',
                "tests/data/fixture.cpp": '#include "anything.hpp"\n',
            },
            [],
        )

    def test_rejects_an_include_upwards(self):
        self.assert_breaches(
            {
                "parser/p.hpp": "",
                "spl/logic/l.hpp": '#include <string>\n\n#include "parser/p.hpp"\n',
            },
            [
                'spl/logic/l.hpp:3: #include "parser/p.hpp": spl/logic includes '
                "of the other rooms only: spl/statistics, "
                "spl/statistics/sequential, spl/statistics/interpretations, "
                "spl/statistics/effects, spl/statistics/history"
            ],
        )

    def test_rejects_libraries_outside_their_rooms(self):
        self.assert_breaches(
            {
                "spl/logic/l.cpp": "#include <tao/pegtl.hpp>\n",
                "spl/statistics/t.hpp": "#include <boost/math/tools/roots.hpp>\n",
                "spl/workload/w.cpp": "#include <zlib.h>\n",
            },
            [
                "spl/logic/l.cpp:1: #include <tao/pegtl.hpp>: PEGTL is only for "
                "the sources and headers of parser and for tests",
                "spl/statistics/t.hpp:1: #include <boost/math/tools/roots.hpp>: "
                "Boost is only for the sources of spl/statistics, the sources "
                "of spl/statistics/sequential, the sources of "
                "spl/statistics/interpretations, the sources of "
                "spl/statistics/effects, the sources of "
                "spl/statistics/history, the sources of runner/system and for "
                "tests",
                "spl/workload/w.cpp:1: #include <zlib.h>: neither a system "
                "header nor a library of tests/layout/arrow.py",
            ],
        )

    def test_rejects_a_circle_of_headers_once(self):
        self.assert_breaches(
            {
                "spl/logic/a.hpp": '#include "spl/logic/b.hpp"\n',
                "spl/logic/b.hpp": '#include "spl/logic/c.hpp"\n',
                "spl/logic/c.hpp": '#pragma once\n#include "spl/logic/b.hpp"\n',
            },
            [
                'spl/logic/c.hpp:2: #include "spl/logic/b.hpp": headers go in a '
                "circle: spl/logic/b.hpp -> spl/logic/c.hpp -> spl/logic/b.hpp"
            ],
        )


class HeadersTest(TreeTest):
    def check(self, texts):
        self.make(texts)
        return list(headers.check(self.root, self.build("spl/logic/x.cpp")))

    def test_accepts_a_header_that_stands_alone(self):
        self.assertEqual(
            self.check(
                {
                    "spl/logic/a.hpp": "#pragma once\nstruct A {};\n",
                    "spl/logic/b.hpp": '#include "spl/logic/a.hpp"\n',
                    "integrations/catch2/c.hpp": "#include <no_such_header>\n",
                }
            ),
            [],
        )

    def test_rejects_a_header_that_needs_another_first(self):
        (failure,) = self.check({"spl/logic/a.hpp": "inline std::string name;\n"})
        self.assertEqual(
            failure.split("\n")[0],
            "spl/logic/a.hpp:1: does not compile alone as c++20:",
        )
        self.assertIn("\nspl/logic/a.hpp:1:", failure)


class LinksTest(TreeTest):
    INDEX = "[a](a.md), [b](../README.md), [c](https://c.d/e.md)\n"

    def test_finds_what_leads_nowhere(self):
        self.make({
            "README.md": "# A\n<img src=\"docs/b.png\">\n[a](tests/a)\n",
            "tests/a": "",
            "docs/README.md": self.INDEX,
            "docs/a.md": "```\n# B\n```\n[a](#b)\n",
            "docs/ci/b.md": "[c](c.md)\n[a](../a.md)\n",
        })
        self.assertEqual(
            list(links.check(self.root)),
            ["README.md:2: there is no docs/b.png",
             "README.md:3: tests/a is not installed",
             "docs/a.md:4: docs/a.md has no heading #b",
             "docs/ci/b.md:1: there is no docs/ci/c.md",
             "docs/README.md: does not link docs/ci/b.md"],
        )

    def test_counts_pages(self):
        names = [f"{name}.md" for name in range(links.MOST)]
        self.make({"docs/README.md": "".join(f"[a]({name})\n" for name in names),
                   **{f"docs/{name}": "" for name in names}})
        self.assertEqual(list(links.check(self.root)),
                         ["docs: 26 pages, more than 25"])


class ProjectFileTest(TreeTest):
    def test_finds_keys_that_differ(self):
        self.make({
            "runner/formulas/project_file.cpp":
                'std::vector<std::string> keys{"guard", "formulas"};\n'
                'const std::vector<std::string> known{"build",\n "files"};\n',
            "runner/formulas/command_table.cpp": 'kKeys{"command", "stdin"};\n',
            "runner/settings/options.cpp":
                '    {"program", 0, "PATH", Group::kA, Reach::kKey,\n'
                '    {"alpha", 0, "P",\n     Group::kB, Reach::kSet,\n'
                '    {"help", 0, "", Group::kB, Reach::kCommandLine,\n'
                '    {"seed", 0, "N", Group::kC, Reach::kKey,\n'
                '    {"runs", 0, "N", Group::kC, Reach::kSet,\n',
            "docs/project-file.md":
                "# Keys\n## Programs and formulas\n| `program` | a |\n"
                "| `formulas` | a |\n| `guards` | a |\n"
                "## How revisions are built\n| `build` | a |\n| `files` | a |\n"
                "## Commands\n| `command` | a |\n"
                "## Options\n### How\n| `alpha` | a | yes |\n### Else\n"
                "| `seed` | a | yes |\n",
        })
        self.assertEqual(
            list(project_file.check(self.root)),
            ["docs/project-file.md: Programs and formulas: the key guard is "
             "missing",
             "docs/project-file.md: Programs and formulas: there is no key "
             "guards",
             "docs/project-file.md: Commands: the key stdin is missing",
             "docs/project-file.md: Options: the key runs is missing",
             "docs/project-file.md: Options: seed says 'yes' under `set`, not "
             "''"],
        )


class CmakeFunctionsTest(TreeTest):
    def test_finds_functions_that_differ(self):
        self.make({
            "integrations/cmake/A.cmake":
                "# spl_a(NAME\n#   [B])\n#\n# Does it.\nfunction(spl_a name)\n"
                "# spl_c(NAME)\n#\nfunction(spl_c name)\nmacro(_spl_d)\n"
                "# spl_e(X)\n#\nfunction(spl_e x)\n"
                "function(spl_record_links target)\n",
            "docs/build-systems.md":
                "### `spl_a(NAME [B])`\n### `spl_b()`\n### `spl_e(Y)`\n",
        })
        self.assertEqual(
            list(cmake_functions.check(self.root)),
            ["docs/build-systems.md: spl_c is missing",
             "docs/build-systems.md: there is no function spl_b",
             "docs/build-systems.md: spl_e(Y) is spl_e(X) in "
             "integrations/cmake"],
        )


class TroubleshootingTest(TreeTest):
    def test_finds_messages_that_are_not_there(self):
        self.make({
            "docs/troubleshooting.md": "# Troubleshooting\n| in words | a |\n"
            "| `there is no \"...\"; name it` | a |\n"
            "| `took ... too long` | `b` |\n| `was slow` | c |\n",
            "runner/a.cpp": 'f("there is no \\"" + name +\n  "\\"; name "\n"it");',
            "tests/a_test.cpp": 'f("was slow");',
            "tests/data/a.txt": "it took\n  1 s, which is far too\n  long\n",
        })
        self.assertEqual(
            list(troubleshooting.check(self.root)),
            ["docs/troubleshooting.md:5: no message has: was slow",
             "docs/troubleshooting.md: 3 messages, fewer than 12"],
        )


class PrintedTest(TreeTest):
    def test_finds_clauses_that_no_report_has(self):
        self.make({
            "docs/a.md": "    x n = 1  1.2 us  20% taller than  1 us  (1..2%)\n"
            "    warning: a(1): x.cpp is old (of some; -v)\n"
            "      3 ns  2 times as long as  5 ns  (1..2)  allowed: 10% more\n"
            "    2 of 3 hold: no increase\n",
            "tests/data/a.txt": "7 times as long as\n  2 us  allowed: 5% more",
            "runner/a.cpp": 'f(name + " is "\n  "old");',
        })
        self.assertEqual(
            list(printed.check(self.root, 6)),
            ["docs/a.md:1: no report says: 0% taller than",
             "docs/a.md:4: no report says: no increase",
             "docs: 5 clauses of reports, fewer than 6"],
        )


class PapersTest(TreeTest):
    HEAD = "| number | what | function | header | test |\n|---|---|---|---|---|\n"

    def assert_breaches(self, table, breaches):
        self.make(
            {
                "docs/papers.md": "# Papers\n\n" + table,
                "spl/a.hpp": "void welch();",
                "tests/a_test.cpp": "TEST(Welch, Is) {}\nTEST_F(\n  A, B) {}",
                "laboratory/fast.cpp": "",
            }
        )
        self.assertEqual(list(papers.check(self.root)), breaches)

    def test_rejects_what_does_not(self):
        self.assert_breaches(
            self.HEAD
            + "| 1 | | `student` | `spl/a.hpp` | `Welch.Is` |\n"
            + "| 2 | | `welch` | `spl/b.hpp` | `Welch.Was` |\n"
            + "| 3 | | `welch` | `spl/a.hpp` | `bench_slow` |\n"
            + "| 4 | | `welch` | `spl/a.hpp` | |\n"
            + "| 5 | | `welch` |\n",
            [
                "docs/papers.md:5: student is not in spl/a.hpp",
                "docs/papers.md:6: there is no header spl/b.hpp",
                "docs/papers.md:6: welch is not in spl/b.hpp",
                "docs/papers.md:6: there is no test Welch.Was",
                "docs/papers.md:7: there is no test bench_slow",
                "docs/papers.md:8: the row names no header or no test",
                "docs/papers.md:9: the row has 3 cells instead of 5",
            ],
        )


if __name__ == "__main__":
    COMPILER = sys.argv.pop()
    unittest.main()
