# ctest: package:registered ${build}
"""ctest knows the examples' performance tests, and every test was built.

usage: registered_test.py BUILD_FOLDER
"""

import re
import subprocess
import sys
import unittest


def tests(*options):
    done = subprocess.run(["ctest", "--test-dir", sys.argv[1], "-N", *options],
                          stdout=subprocess.PIPE, text=True, check=True)
    return set(re.findall(r"^ *Test +#\d+: (.*)$", done.stdout, re.MULTILINE))


class RegisteredTest(unittest.TestCase):
    def test_examples_measure(self):
        self.assertLessEqual(
            {"collections_spl",
             "Collections.ArraysAreFasterThanLinkedLists",
             "Collections.MethodsFactoriesAndGeneratorsGoTogether",
             "Collections.ParsingScales"},
            tests("-L", "^perf$"))

    def test_nothing_is_missing(self):
        every = tests()
        self.assertEqual(tests("-L", "^perf$") | tests("-LE", "^perf$"), every)
        self.assertEqual([name for name in every if "NOT_BUILT" in name], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
