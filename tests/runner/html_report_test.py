# ctest: runner:html-pages spl-run collections ${source} Pages
# ctest: runner:html-times spl-run collections ${source} Times PERF SLOW
"""Pages of HTML in a browser.

usage: html_report_test.py SPL_RUN COLLECTIONS SOURCE_FOLDER [Pages|Times]

Without a Chromium the tests are skipped, and without axe-core, a package of
npm, that of accessibility. SPL_AXE_CORE names its axe.min.js if it is in none
of the usual folders.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest

import chromium

SPL_RUN, COLLECTIONS = sys.argv[1:3]
SOURCES = pathlib.Path(sys.argv[3])
EXAMPLE = SOURCES / "examples" / "collections" / "collections.spl"
MANY = 1000
AXE = [os.environ.get("SPL_AXE_CORE", ""),
       *(f"{folder}/axe-core/axe.min.js" for folder in (
           *os.environ.get("NODE_PATH", "").split(":"),
           "/usr/lib/node_modules", "/usr/local/lib/node_modules",
           "/usr/share/nodejs", SOURCES / "node_modules"))]

ROWS = """
[...document.querySelectorAll("tbody")].map(body => ({
  kind: body.classList[0],
  cells: [...body.rows[0].cells].map(cell => cell.innerText.trim()),
  key: body.querySelector("[data-key]")?.dataset.key ?? "",
  measured: body.querySelector("[data-key]")?.innerText ?? "",
  details: body.rows[1].textContent,
  drawings: [...body.rows[1].querySelectorAll("svg")].map(
    svg => svg.getAttribute("aria-label"))}))
"""


def run(*arguments, expected=(0, 1, 4), **options):
    done = subprocess.run(
        [SPL_RUN, *map(str, arguments)], stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
        check=False, env={**os.environ, "SPL_PROGRESS": "never"}, **options)
    if done.returncode not in expected:
        raise AssertionError(f"{done.returncode}: {done.stdout}")
    return done.stdout


def cpu_seconds(*arguments):
    process = subprocess.Popen([SPL_RUN, *map(str, arguments)],
                               stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def write_many(folder):
    """Formulas about made-up observations; every tenth does not hold."""
    drawn = random.Random(7)
    performances, formulas = {}, []
    for number in range(MANY):
        for name, factor in ("old", 1), ("new", 1.1 if number % 10 == 0 else 0.9):
            mean = 10 ** (1 + number % 5) * factor
            performances[f"{name}({number})"] = {"runs": [
                [round(run * drawn.gauss(1, 0.01), 4) for _ in range(4)]
                for run in (mean * drawn.gauss(1, 0.01) for _ in range(40))]}
        formulas.append(f"new({number}) < old({number})")
    data = folder / "many_data.json"
    data.write_text(json.dumps(
        {"schema": 1, "unit": "ns", "performances": performances}))
    (folder / "many.spl").write_text("\n".join(formulas) + "\n")
    return ["--data", data, folder / "many.spl"]


def shown(value):
    return f"{value:.4g}"


def said_quotient(words):
    """The quotient that "1.3 times as long as" and "30% shorter than" say."""
    found = re.match(r"([\d.]+)( times as|%) (\w+)", words)
    if found is None:
        return None
    number, unit, what = float(found[1]), found[2], found[3]
    if unit == "%":
        number = 1 + number / 100 * (1 if what == "longer" else -1)
    return number if what != "fast" else 1 / number


class InFolder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if chromium.program() is None:
            raise unittest.SkipTest("there is no Chromium")
        cls.around = tempfile.TemporaryDirectory(prefix="spl html ")
        cls.addClassCleanup(cls.around.cleanup)
        cls.folder = pathlib.Path(cls.around.name)
        cls.browser = chromium.Chromium().__enter__()
        cls.addClassCleanup(cls.browser.__exit__)
        cls.made = {}

    def make(self, name, *arguments):
        """The page and the report, which are made once."""
        page, report = self.folder / f"{name}.html", self.folder / f"{name}.json"
        if name not in self.made:
            run(*arguments, "-o", f"html:{page}", "--json", report)
            self.made[name] = json.loads(report.read_text())
        return page, self.made[name]

    def make_example(self):
        return self.make("example", "-p", COLLECTIONS, EXAMPLE, "--runs", "4",
                         "-s", "observations=20", "-s", "layouts=1")

    def make_many(self):
        return self.make("many", *write_many(self.folder))

    def open(self, path, **how):
        page = self.browser.open(path, **how)
        self.addCleanup(page.close)
        return page


class Pages(InFolder):
    def check_rows(self, page, report):
        """The numbers of the page are those of the report."""
        expected = []
        for formula in report["formulas"]:
            for relation in formula["relations"]:
                expected.append((formula, relation))
        bad = {"violated": 3, "error": 2, "undecided": 1, "holds": 0}
        expected.sort(key=lambda one: -bad[one[0]["verdict"]])
        rows = page.evaluate(ROWS)
        self.assertEqual(len(rows), len(expected))
        for row, (formula, relation) in zip(rows, expected):
            weakly = ", weak" if formula.get("weak") else ""
            self.assertEqual(row["cells"][:3],
                             [formula["verdict"] + weakly, formula["label"],
                              relation["text"]])
            self.assertTrue(row["details"].startswith(relation["strength"]))
            if relation["ratio"] is None:
                self.assertEqual(row["key"], "")
                continue
            self.assertEqual(row["cells"][-1], str(relation["blocks"]))
            told = said_quotient(row["measured"])
            if told is not None:
                self.assertAlmostEqual(float(row["key"]) / told, 1, delta=0.06)

    def check_figures(self, page, report):
        """Each opened row has figures of its performances."""
        figures = page.evaluate(
            "JSON.parse(document.getElementById('figures').textContent)")
        known = {one["name"]: one for one in report["performances"]}
        names = []
        for place, arguments, *rest in figures["performances"]:
            name, unit = figures["names"][place]
            names.append(name + arguments)
            one = known[names[-1]]
            self.assertEqual(unit, one["unit"])
            if one["runs"] == 0:
                self.assertEqual(rest, [])
                continue
            observations, median, within, _, _, _, sequence, *_ = rest
            self.assertEqual(observations, one["observations"])
            self.assertEqual(shown(median), shown(one["median"]))
            self.assertEqual(len(sequence), one["runs"])
            if within is not None:
                self.assertAlmostEqual(
                    within * one["mean"] / one["levels"]["T2"][0] ** 0.5, 1, 3)
        page.evaluate("document.querySelectorAll('tbody:not(.o) button')"
                      ".forEach(button => button.click())")
        for row, numbers in zip(page.evaluate(ROWS), figures["rows"]):
            for name in (names[i] for i in numbers[:-1]):
                runs = known[name]["runs"]
                label = f"{name}: {runs} runs in the order of their blocks"
                self.assertEqual(
                    sum(label in one for one in row["drawings"]),
                    1 if runs else 0, row["drawings"])

    def test_of_the_example(self):
        path, report = self.make_example()
        page = self.open(path)
        self.assertEqual(page.said(), [])
        self.check_rows(page, report)
        self.check_figures(page, report)
        self.assertEqual(page.said(), [])

    def test_of_a_thousand_relations(self):
        path, report = self.make_many()
        self.assertLess(path.stat().st_size, 1_000_000)
        page = self.open(path)
        self.assertEqual(page.said(), [])
        self.check_rows(page, report)
        self.assertEqual(page.evaluate("document.title"),
                         "100 of 1000 formulas do not hold")

    def test_filters_and_sorts(self):
        page = self.open(self.make_many()[0])
        visible = ("[...document.querySelectorAll('tbody')]"
                   ".filter(body => !body.hidden)")
        fill = """(value => {
          const input = document.querySelector("[type=search]");
          input.value = value;
          input.dispatchEvent(new Event("input", {bubbles: true}));
        })"""
        self.assertEqual(page.evaluate(visible + ".length"), MANY)
        page.evaluate(fill + "('new(12) holds')")
        self.assertEqual(page.evaluate(visible + ".length"), 1)
        self.assertEqual(page.evaluate("document.querySelector('output').value"),
                         "1 of 1000 rows")
        page.evaluate(fill + "('')")
        page.evaluate("document.querySelector('[value=holds]').click()")
        self.assertEqual(page.evaluate(visible + ".length"), 100)
        first = "document.querySelector('tbody th').textContent"
        ratio = page.evaluate("[...document.querySelector('thead tr').cells]"
                              ".findIndex(one => one.textContent === 'Measured')")
        ratios = ("[...document.querySelectorAll('tbody')].map(body => "
                  f"parseFloat(body.rows[0].cells[{ratio}].dataset.key))")
        before = page.evaluate(first)
        heading = ("document.querySelector('thead tr')"
                   f".cells[{ratio}].firstChild.click()")
        page.evaluate(heading)
        found = page.evaluate(ratios)
        self.assertEqual(found, sorted(found))
        page.evaluate(heading)
        self.assertEqual(page.evaluate(ratios), sorted(found, reverse=True))
        page.evaluate(heading)
        self.assertEqual(page.evaluate(first), before)

    def test_runs_nothing_of_others(self):
        evil = "</script><script>document.title='evil'</script><b onclick='x'>"
        data = self.folder / "evil_data.json"
        data.write_text(json.dumps({"schema": 1, "unit": "ns", "performances": {
            evil: {"runs": [[1, 2], [2, 3], [2, 2]]},
            "quote '&\x1b\u202e": {"runs": [[1, 2], [2, 3], [1, 2]]}}}))
        path, _ = self.make(
            "evil", "--data", data, "-e", f'"{evil}"() <= 2 * "quote \'&\x1b\u202e"()')
        page = self.open(path)
        self.assertEqual(page.said(), [])
        self.assertEqual(page.evaluate("document.scripts.length"), 2)
        self.assertEqual(page.evaluate("document.title"),
                         "The formula holds weakly")
        self.assertEqual(page.evaluate("document.querySelectorAll('b').length"),
                         0)
        self.assertIn(evil, page.evaluate(ROWS)[0]["cells"][2])
        # Nor does what would be added later.
        page.evaluate("document.body.append(Object.assign("
                      "document.createElement('script'), "
                      "{textContent: \"document.title = 'evil'\"}))")
        self.assertEqual(page.evaluate("document.title"),
                         "The formula holds weakly")

    def test_fits_narrow_windows(self):
        path, _ = self.make_example()
        for width in 360, 400, 700, 800, 1000, 1200, 1400:
            page = self.open(path, width=width)
            self.assertLessEqual(
                page.evaluate("document.documentElement.scrollWidth"), width)
            # What scrolls within the page is cut, too.
            self.assertEqual(page.evaluate(
                "[...document.querySelectorAll('.table')].filter("
                "one => one.scrollWidth > one.clientWidth).length"), 0, width)

    def test_of_accessibility(self):
        axe = next((path for path in AXE if path and os.path.exists(path)), None)
        if axe is None:
            self.skipTest("there is no axe-core")
        for path, _ in self.make_example(), self.make_many():
            for dark in False, True:
                page = self.open(path, dark=dark)
                page.evaluate(pathlib.Path(axe).read_text())
                found = page.evaluate(
                    "axe.run().then(found => found.violations.map(one => "
                    "[one.impact, one.id, one.nodes.length, one.nodes[0].html]))")
                with self.subTest(page=path.name, dark=dark):
                    self.assertEqual([one for one in found if one[0] in
                                      ("serious", "critical")], [])


class Times(InFolder):
    def test_opens_like_an_empty_page(self):
        """From the start of the browser until the page is there."""
        many, _ = self.make_many()
        nothing = self.folder / "empty.html"
        nothing.write_text("<!doctype html><title>empty</title>")
        seconds = {many: [], nothing: []}
        for _ in range(5):
            for path, took in seconds.items():
                began = time.monotonic()
                self.assertIn("<title>", chromium.dump(path))
                took.append(time.monotonic() - began)
        full, empty = (min(took) for took in seconds.values())
        print(f"{MANY} relations {full:.3f} s, an empty page {empty:.3f} s",
              file=sys.stderr)
        self.assertLess(full, 4 * empty)

    def test_is_written_like_json(self):
        """Seconds of the processor, as those do not depend on other tests."""
        arguments = write_many(self.folder)
        page, report = self.make_many()
        plain = min(cpu_seconds(*arguments) for _ in range(3))
        with_page = min(cpu_seconds(*arguments, "-o", f"html:{page}")
                        for _ in range(3))
        began = time.process_time()
        json.dumps(report)
        dump = time.process_time() - began
        print(f"{MANY} relations as HTML {with_page - plain:.3f} s, their JSON "
              f"{dump:.3f} s", file=sys.stderr)
        self.assertLess(with_page - plain, 10 * dump)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
