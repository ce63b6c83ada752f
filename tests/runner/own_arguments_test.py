# ctest: runner:own-arguments spl-run collections
"""Generator and factory with arguments of their own, from the formula to the
report, to given observations and to the store.

usage: own_arguments_test.py SPL_RUN COLLECTIONS
"""

import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, COLLECTIONS = sys.argv[1:]
METHOD = "ArrayList.contains[randomSearch"
FEW = f"{METHOD}(10), factoryArrayList(10000)]"
# A search for one of the first keys ends soon in a long list, too.
FORMULA = (f"{FEW} < 0.3 * {METHOD}, factoryArrayList](10000)")


class OwnArgumentsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def decide(self, *arguments):
        done = subprocess.run(
            [SPL_RUN, *arguments, "-e", FORMULA], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(f"holds: {FORMULA}\n", done.stdout)

    def test_report_is_decided_on_again(self):
        self.decide("-p", COLLECTIONS, "--runs", "40", "--json", "r.json",
                    "-s", "observations-in-json")
        report = json.loads((self.folder / "r.json").read_text())
        arguments = {one["name"]: one["arguments"]
                     for one in report["performances"]}
        self.assertEqual(
            arguments, {FEW: [[10], [10000]],
                        f"{METHOD}, factoryArrayList](10000)": [10000]})
        self.decide("--data", "r.json")

    def test_store_knows_them(self):
        self.decide("-p", COLLECTIONS, "--runs", "40", "-s", "history=h.db")
        with sqlite3.connect(self.folder / "h.db") as store:
            found = [json.loads(row[0]) for row in
                     store.execute("SELECT arguments FROM performance")]
        self.assertCountEqual(found, [[[10], [10000]], [10000]])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
