# ctest: runner:store-queries spl-run faulty_worker ${source}/laboratory/store.md
"""What laboratory/store.md says about a store, held against one that is measured.

usage: store_queries_test.py SPL_RUN PROGRAM LABORATORY/STORE.MD

Its queries have rows, its function unpacks observations, and it names every
table and column.
"""

import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, PROGRAM, PAGE = sys.argv[1:]
PAGE = pathlib.Path(PAGE).read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


class StoreTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="spl store ")
        cls.addClassCleanup(folder.cleanup)
        cls.file = os.path.join(folder.name, "history.db")
        subprocess.run(
            [SPL_RUN, "-p", PROGRAM, "-e", "fine(10) <= 1000 * fine(100)",
             "--runs", "4", "-s", "layouts=1", "--undecided", "pass",
             "-s", f"history={cls.file}"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder.name,
            env={**os.environ, "SPL_MACHINE_LOCK":
                 os.path.join(folder.name, "lock")})
        cls.store = sqlite3.connect(cls.file)
        cls.addClassCleanup(cls.store.close)

    def test_queries_have_rows(self):
        queries = blocks("sql")
        self.assertGreaterEqual(len(queries), 4)
        for query in queries:
            with self.subTest(query=query):
                self.assertTrue(self.store.execute(query).fetchall())

    def test_ratios_are_of_all_blocks(self):
        ratios = self.store.execute(blocks("sql")[1]).fetchall()
        self.assertEqual([block for _, block, _ in ratios], [0, 1, 2, 3])

    def test_observations_are_unpacked(self):
        known = {}
        exec("".join(blocks("python")), known)
        rows = self.store.execute(
            "SELECT observations, count, mean FROM run").fetchall()
        self.assertEqual(len(rows), 8)
        for packed, count, mean in rows:
            values = known["observations"](packed)
            self.assertEqual(len(values), count)
            self.assertAlmostEqual(sum(values) / count, mean, places=6)
            self.assertLess(len(packed), 8 * count)

    def test_every_table_and_column_is_described(self):
        tables = [name for name, in self.store.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' "
            "AND name NOT LIKE 'sqlite_%'")]
        for table in tables:
            self.assertIn(f"**{table}**", PAGE)
            for _, column, *_ in self.store.execute(
                    f"PRAGMA table_info({table})"):
                named = f"`{column}`" in PAGE or f".{column}`" in PAGE
                self.assertTrue(named, f"{table}.{column}")

    def test_it_is_a_store_that_sqlite_accepts(self):
        for pragma, value in (("integrity_check", "ok"), ("user_version", 1),
                              ("application_id", 0x53504C68)):
            found, = self.store.execute(f"PRAGMA {pragma}").fetchone()
            self.assertEqual(found, value)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
