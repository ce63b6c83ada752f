# ctest: integrations:editor spl-run ${source}
"""The grammars of integrations/editor give sample lines the scopes that are
written below them, and editors read the errors of spl-run.

The samples are in the format of the npm package vscode-tmgrammar-test, which
has the engine of VS Code:

  cd integrations/editor
  npx vscode-tmgrammar-test ../../tests/integrations/data/editor/formulas.spl

Debian has no such engine. Here is as much of one as these grammars need; their
regular expressions mean the same to Python.

usage: editor_test.py SPL_RUN SOURCE_FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SPL_RUN = sys.argv[1]
SOURCES = pathlib.Path(sys.argv[2])
EDITOR = SOURCES / "integrations/editor"
SAMPLES = pathlib.Path(__file__).parent / "data/editor"


def grammar(name):
    return json.loads((EDITOR / f"{name}.tmLanguage.json").read_text())


FORMULA = grammar("spl")


def flat(patterns):
    """The patterns, with those that are included in their places."""
    for one in patterns:
        if "include" not in one:
            yield one
            continue
        name = one["include"].rpartition("#")[2]
        yield from flat(FORMULA["repository"][name]["patterns"])


class Tokenizer:
    """Finds the scopes of each character, line by line."""

    def __init__(self, patterns):
        # What has begun: its patterns, how it ends, its scopes in and around it.
        self.open = [(patterns, None, [], [])]

    def scopes(self, line):
        found = [[] for _ in line]

        def mark(begin, end, names):
            for at in range(begin, end):
                found[at] += names

        at = 0
        while at < len(line):
            patterns, ends, inner, outer = self.open[-1]
            candidates = [(re.compile(ends), None)] if ends else []
            candidates += [(re.compile(one.get("match", one.get("begin"))), one)
                           for one in flat(patterns)]
            matches = [(match.start(), number, match, rule)
                       for number, (pattern, rule) in enumerate(candidates)
                       if (match := pattern.search(line, at))]
            if not matches:
                mark(at, len(line), inner)
                break
            start, _, match, rule = min(matches, key=lambda one: one[:2])
            mark(at, start, inner)
            name = [rule["name"]] if rule and "name" in rule else []
            mark(start, match.end(), (inner if rule else outer) + name)
            captures = rule and rule.get("captures", rule.get("beginCaptures"))
            for number, capture in (captures or {}).items():
                mark(*match.span(int(number)), [capture["name"]])
            if rule is None:
                self.open.pop()
            elif "begin" in rule:
                end = re.sub(r"\\(\d)", lambda one: re.escape(
                    match[int(one[1])]), rule["end"])
                content = rule.get("contentName")
                self.open.append((rule["patterns"], end, inner + name + (
                    [content] if content else []), inner + name))
            elif match.end() == start:
                raise AssertionError(f"{rule} matches nothing")
            at = match.end()
        return found


def mistakes(sample, patterns):
    """What a sample expects and does not find, one text each."""
    lines = sample.read_text().splitlines()
    comment = lines[0].split()[0]
    expected = re.compile(re.escape(comment) + r"\s*(\^+) (.+)")
    tokenizer = Tokenizer(patterns)
    count, shown, found = 0, "", []
    for number, line in enumerate(lines[1:], 2):
        match = expected.fullmatch(line)
        if match is None:
            shown, found = line, tokenizer.scopes(line + "\n")
            continue
        count += 1
        for at in range(*match.span(1)):
            lacking = set(match[2].split()) - set(found[at])
            if lacking:
                yield (f"{sample.name}:{number}: '{shown[at]}' is {found[at]} "
                       f"and lacks {lacking}")
    if count < 5:
        yield f"{sample.name} expects too little"


TEXTS = {
    "a.spl": "sort(n) <=\n",
    "b.hpp": '[[spl::expects("THIS(n) <= 5 us and "\n'
             '               "\\"find\\"(n) < 1 hour")]]\nint find(int);\n',
    "c.cpp": 'SPL_EXPECTS("1 <= for")\nint f() { SPL_EXPECT("f(1, < 2"); }\n',
}


def checked(folder, *options):
    """The streams of spl-run for the texts, which have mistakes."""
    for name, text in TEXTS.items():
        pathlib.Path(folder, name).write_text(text)
    done = subprocess.run(
        [SPL_RUN, "check", "--offline", *options, "."], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        timeout=60, check=False)
    assert done.returncode == 2, done.stderr
    return done.stdout, done.stderr


class ErrorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="spl editor ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_have_places_in_json(self):
        errors = json.loads(checked(self.folder, "--json", "-")[0])["errors"]
        self.assertEqual(
            [(one["file"], one["line"], one["column"], one.get("end_line"),
              one.get("end_column"), one["message"]) for one in errors],
            [("./a.spl", 1, 11, None, None,
              'expected a number, a method or "(" after "<=", found the end of '
              "the text"),
             ("./b.hpp", 2, 33, 2, 37,
              'expected an operator or the end of the statement after "1", '
              'found "hour"; to multiply, write "*" between them'),
             ("./c.cpp", 1, 19, 1, 22,
              'expected a number, a method or "(" after "<=", found the '
              'reserved word "for"'),
             ("./c.cpp", 2, 28, 2, 29,
              'expected an argument after ",", found "<"')])

    def test_are_read_by_problem_matchers(self):
        page = (EDITOR / "README.md").read_text()
        (task,) = json.loads(re.search(
            r"<!-- tasks.json -->\n```json\n(.*?)```", page,
            re.DOTALL)[1])["tasks"]
        manifest = json.loads((EDITOR / "package.json").read_text())
        (contributed,) = manifest["contributes"]["problemMatchers"]
        self.assertEqual({"name": "spl", **task["problemMatcher"]}, contributed)
        pattern = contributed["pattern"]
        output, shown = checked(self.folder)
        found = [match for line in (output + shown).splitlines()
                 if (match := re.search(pattern["regexp"], line))]
        errors = json.loads(checked(self.folder, "--json", "-")[0])["errors"]
        self.assertEqual(
            [(match[pattern["file"]], int(match[pattern["line"]]),
              int(match[pattern["column"]]), match[pattern["severity"]],
              match[pattern["message"]]) for match in found],
            [(one["file"], one["line"], one["column"], "error", one["message"])
             for one in errors])


class GrammarTest(unittest.TestCase):
    def test_formulas_have_scopes(self):
        self.assertEqual(
            list(mistakes(SAMPLES / "formulas.spl", FORMULA["patterns"])), [])

    def test_formulas_in_cpp_have_scopes(self):
        self.assertEqual(
            list(mistakes(SAMPLES / "formulas.cpp",
                          grammar("spl-in-cpp")["patterns"])), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
