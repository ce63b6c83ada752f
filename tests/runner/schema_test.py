# ctest: runner:schema ${source}/docs/report.schema.json
#     ${source}/tests/runner/data
"""The reports in data are valid by the schema, and the schema is no sieve.

usage: schema_test.py SCHEMA FOLDER
"""

import copy
import json
import pathlib
import sys
import unittest

import jsonschema

SCHEMA = json.loads(pathlib.Path(sys.argv[1]).read_text())
FOLDER = pathlib.Path(sys.argv[2])
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
# Most files have a few members of a report.
OF_MEMBERS = jsonschema.Draft202012Validator(dict(SCHEMA, required=[]))


def report(name):
    return json.loads((FOLDER / name).read_text())


class SchemaTest(unittest.TestCase):
    def test_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_accepts_the_reports(self):
        names = sorted(path.name for path in FOLDER.glob("*.json"))
        self.assertGreaterEqual(len(names), 4)
        for name in names:
            with self.subTest(name):
                OF_MEMBERS.validate(report(name))
        VALIDATOR.validate(report("report.json"))

    def test_rejects_what_is_missing_or_unknown(self):
        good = report("report.json")
        good["performances"] = report("observations.json")["performances"]
        places = [
            (),
            ("context",),
            ("settings",),
            ("formulas", 0),
            ("formulas", 0, "relations", 0),
            ("formulas", 0, "relations", 0, "interpretations", "blocks"),
            ("performances", 0),
            ("performances", 0, "run_details", 0),
        ]
        for place in places:
            with self.subTest(place):
                bad = copy.deepcopy(good)
                part = bad
                for step in place:
                    part = part[step]
                part["unheard_of"] = 1
                self.assertFalse(VALIDATOR.is_valid(bad))
                del part["unheard_of"]
                self.assertTrue(VALIDATOR.is_valid(bad))
                del part[next(iter(part))]
                self.assertFalse(VALIDATOR.is_valid(bad))

    def test_rejects_wrong_values(self):
        changes = [
            ("schema", 2),
            ("seconds", "1"),
            ("warnings", [1]),
        ]
        for key, value in changes:
            with self.subTest(key):
                bad = report("report.json")
                bad[key] = value
                self.assertFalse(VALIDATOR.is_valid(bad))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
