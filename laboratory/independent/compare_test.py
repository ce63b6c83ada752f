# ctest: "bench: independent method"
"""Tests of compare.py's parts; python3 compare_test.py."""

import unittest

from builds import BuildFailed, with_output
from intervals import Ratio, paired_ratio, student_quantile
from promises import Promise, parsed
from table import spl_ratios, table, verdict


class Promises(unittest.TestCase):
    def test_reads_commits_and_arguments(self):
        text = ("# Said in the message\n\n"
                "shorter: work@abc1(3, 4) <= work@abc1~1(3, 4)\n"
                "faster: other@def2() < other@def2~1()\n")
        self.assertEqual(parsed(text), [
            Promise("shorter", "work", ("3", "4"), "<=", "abc1"),
            Promise("faster", "other", (), "<", "def2")])

    def test_rejects_other_formulas(self):
        for line in ("a: work@abc1(3) < work@abc1~2(3)", "a: work(3) < work@HEAD(3)",
                     "a: work@abc1(3) < work@abc1~1(4)",
                     "a: work@abc1(3) > work@abc1~1(3)"):
            with self.assertRaises(ValueError) as caught:
                parsed("# One\n" + line)
            self.assertEqual(
                str(caught.exception),
                "line 2 is not of the form LABEL: WORKLOAD@COMMIT(ARGUMENTS) < "
                "WORKLOAD@COMMIT~1(ARGUMENTS): " + line)


class Intervals(unittest.TestCase):
    def test_quantiles_are_those_of_printed_tables(self):
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
        for tail, degrees, expected in ((0.025, 29, 2.045), (0.005, 29, 2.756),
                                        (0.001, 10, 4.144), (0.05, 1, 6.314),
                                        (0.01, 2, 6.965)):
            self.assertAlmostEqual(student_quantile(tail, degrees), expected, 3)

    def test_ratio_of_pairs(self):
        # Logarithms 0.1, 0.2, 0.3: mean 0.2, standard error 0.1 / sqrt(3); t is
        # 4.303 (the same table).
        ratio = paired_ratio([1, 1, 1], [1.105171, 1.221403, 1.349859], 0.025)
        self.assertAlmostEqual(ratio.estimate, 1.221403, 5)
        self.assertAlmostEqual(ratio.lower, 0.952706, 3)
        self.assertAlmostEqual(ratio.upper, 1.565854, 3)

    def test_common_drift_of_pairs_does_not_widen(self):
        ratio = paired_ratio([1, 2, 4], [1.5, 3, 6], 0.01)
        self.assertAlmostEqual(ratio.lower, 1.5)
        self.assertAlmostEqual(ratio.upper, 1.5)


class Links(unittest.TestCase):
    def test_links_elsewhere_in_another_order(self):
        self.assertEqual(
            with_output(": && c++ -O3 a.o -o work  b.a && :", "/x/before", 7),
            ": && c++ -O3 a.o -o /x/before -fuse-ld=mold -Wl,--shuffle-sections=7 "
            " b.a && :")

    def test_what_links_no_program_is_an_error(self):
        with self.assertRaises(BuildFailed):
            with_output("ar qc a.a a.o", "/x/before", 7)


class Table(unittest.TestCase):
    def test_verdicts(self):
        slower, equal, faster = (Ratio(1, 1.1, 1.2), Ratio(1, 0.9, 1.1),
                                 Ratio(1, 0.8, 0.9))
        self.assertEqual([verdict("<", one) for one in (slower, equal, faster)],
                         ["refuted", "no difference shown", "confirmed"])
        self.assertEqual([verdict("<=", one) for one in (slower, equal, faster)],
                         ["costs", "no cost shown", "faster even"])
        self.assertEqual(verdict("<", None), "no interval")

    def test_stands_beside_a_report(self):
        report = {"formulas": [
            {"label": "quick", "relations": [
                {"ratio": {"estimate": 0.5, "lower": 0.4, "upper": 0.6}}]}]}
        result = {"label": "quick", "subject": "Be quick", "date": "2026-01-02",
                  "workload": "work", "arguments": ["3"], "relation": "<",
                  "commit": "abc1", "before": "abc0", "before_us": 10.0,
                  "commit_us": 9.5, "ratio": [0.95, 0.89, 1.01]}
        lines = table([result], spl_ratios(report)).splitlines()
        self.assertEqual(
            lines[2],
            "| Be quick (2026-01-02) | `work(3)` < | `abc0` | `abc1` | 10 | 9.5 "
            "| 0.950 (0.890 .. 1.010) | no difference shown "
            "| 0.500 (0.400 .. 0.600) | confirmed |")
        self.assertEqual(lines[-1], "0 of 1 verdicts are the same.")


if __name__ == "__main__":
    unittest.main()
