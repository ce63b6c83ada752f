# ctest: package:pictures ${source}
"""Whether the pictures of docs/pictures are of today's reports.

usage: pictures_test.py SOURCE_FOLDER

Each names the report with which the tests of reports compare, as it was when the
picture was made.
"""

import pathlib
import sys
import unittest

SOURCES = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCES / "tests" / "runner"))

import pictures


class PicturesTest(unittest.TestCase):
    def test_are_of_todays_reports(self):
        made = sorted((SOURCES / "docs" / "pictures").glob("*.png"))
        self.assertEqual(len(made), 2 * len(pictures.REPORTS))
        stale = [one.name for one in made if pictures.named_identity(one)
                 != pictures.identity(pictures.report_of(one, SOURCES))]
        self.assertEqual(stale, [], "reports have changed: ./dev screenshots")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
