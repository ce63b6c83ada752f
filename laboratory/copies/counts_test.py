# ctest: "bench: copies"
"""Tests of what bench.py plans and counts; python3 counts_test.py."""

import unittest

from bench import without
from counts import (clopper_pearson, figures, kernels_table, mann_whitney,
                    table)
from pairs import Pair, pairs, slowed_pairs
from places import counted as counted_places
from places import places, row
from programs import Build


def result(way, finding, *, slowed=0, seconds=0.5):
    return {"build": "g++", "way": way, "kernel": "sum", "slowed": slowed,
            "finding": finding, "seconds": seconds}


class Intervals(unittest.TestCase):
    def test_are_those_of_other_benches(self):
        # By Boost.Math, in laboratory, "Layouts of the code".
        for count, of, lower, upper in ((2, 200, 0.1, 3.6), (4, 200, 0.5, 5.0),
                                        (153, 200, 70.0, 82.2)):
            found = clopper_pearson(count, of)
            self.assertAlmostEqual(100 * found[0], lower, delta=0.05)
            self.assertAlmostEqual(100 * found[1], upper, delta=0.05)

    def test_end_at_certainty(self):
        lower, upper = clopper_pearson(0, 10)
        self.assertEqual(lower, 0)
        self.assertAlmostEqual(upper, 1 - 0.025 ** (1 / 10))
        self.assertEqual(clopper_pearson(10, 10)[1], 1)

    def test_of_nothing_all_rates_are_possible(self):
        self.assertEqual(clopper_pearson(0, 0), (0.0, 1.0))


class MannWhitney(unittest.TestCase):
    def test_tells_which_side_is_greater(self):
        low, high = [1, 2, 3, 4, 5], [6, 7, 8, 9, 10]
        self.assertEqual(mann_whitney(high, low, 0.05), "greater")
        self.assertEqual(mann_whitney(low, high, 0.05), "less")

    def test_p_value_is_that_of_scipy(self):
        # The example in the manual of SciPy's mannwhitneyu: p = 0.11134688...
        males, females = [19, 22, 16, 29, 24], [20, 11, 17, 12]
        self.assertEqual(mann_whitney(males, females, 0.11135), "greater")
        self.assertEqual(mann_whitney(males, females, 0.11134), "indistinct")

    def test_equal_numbers_are_indistinct(self):
        self.assertEqual(mann_whitney([1, 1], [1, 1], 0.05), "indistinct")


class Pairs(unittest.TestCase):
    def test_are_of_two_copies_and_the_same_for_a_seed(self):
        some = pairs(7, 500)
        self.assertEqual(some, pairs(7, 500))
        self.assertEqual(some[:20], pairs(7, 20))
        self.assertNotEqual(some, pairs(8, 500))
        for pair in some:
            self.assertNotEqual(pair.left, pair.right)
            self.assertFalse(pair.slowed)
        self.assertEqual(len({pair.kernel for pair in some}), 10)

    def test_slowed_copies_stand_on_the_right(self):
        some = slowed_pairs(7, 10)
        self.assertEqual({pair.right for pair in some}, {"slowed"})
        self.assertEqual(len({pair.kernel for pair in some}), 10)
        self.assertEqual(Pair("sum", "3", "slowed").formula,
                         "sum_3() = sum_slowed()")
        self.assertEqual([Pair("sum", "3", right).slowed for right
                          in ("slowed", "slowed_2", "4")], [5, 2, 0])


class Plan(unittest.TestCase):
    def test_goes_on_where_it_was_interrupted(self):
        build, pair = Build("g++"), Pair("sum", "1", "2")
        other = Pair("sum", "2", "1")
        todo = [(build, "one", pair), (build, "two", pair),
                (build, "one", other), (build, "one", pair)]
        made = {"build": "g++ -O2", "way": "one", "formula": "sum_1() = sum_2()"}
        self.assertEqual(without(todo, []), todo)
        self.assertEqual(without(todo, [made]), todo[1:])
        self.assertEqual(without(todo, [made, made]), todo[1:3])


class Places(unittest.TestCase):
    SYMBOLS = ("0000000000001050 t unsigned long spl::bench::(anonymous "
               "namespace)::sum<3, 100>(spl::bench::CopiesData const&)\n"
               "0000000000001060 t unsigned long spl::bench::(anonymous "
               "namespace)::sum<3, 100>(spl::bench::CopiesData const&) "
               "[clone .cold]\n"
               "0000000000001084 t unsigned long spl::bench::(anonymous "
               "namespace)::sum<4, 100>(spl::bench::CopiesData const&)\n"
               "0000000000001070 T main\n")

    def test_are_those_of_kernels_in_64_bytes(self):
        self.assertEqual(places(self.SYMBOLS), {"sum<3, 100>": 0x10, "sum<4, 100>": 4})

    def test_are_counted_over_links(self):
        found = counted_places([{"a": 0, "b": 16}, {"a": 16, "b": 16}])
        self.assertEqual(found, {"a": {0: 1, 16: 1}, "b": {16: 2}})
        # Of a (1 - 1)^2 / 1 twice, of b (0 - 1)^2 / 1 + (2 - 1)^2 / 1.
        self.assertEqual(row("g++", found), "| g++ | 2 | 0, 16 | 1 | 1.0 (1) |")


class Tables(unittest.TestCase):
    RESULTS = [result("one", "less"), result("one", "greater"),
               result("one", "indistinct", seconds=0.25),
               result("one", "less", slowed=5),
               result("one", "greater", slowed=5),
               result("one", "less", slowed=2),
               result("two", "unknown")]

    def test_rows_are_builds_and_ways(self):
        self.assertEqual(
            table(self.RESULTS, ["g++", "clang++"], ["one", "two"]),
            "| build | way | pairs called different | %, interval of 95 % "
            "| median s | slowdowns of 5 % found | %, interval of 95 % "
            "| of 2 % | %, interval of 95 % |\n"
            "|---|---|---|---|---|---|---|---|---|\n"
            "| g++ | one | 2 of 3 | 66.7 [9.4 .. 99.2] | 0.50 "
            "| 1 of 2 | 50.0 [1.3 .. 98.7] | 1 of 1 | 100.0 [2.5 .. 100.0] |\n"
            "| g++ | two | 0 of 1 | 0.0 [0.0 .. 97.5] | 0.50 "
            "| 0 of 0 | - | 0 of 0 | - |\n")

    def test_rows_are_kernels(self):
        self.assertEqual(kernels_table(self.RESULTS, ["sum"], ["one", "two"]),
                         "| kernel | one | two |\n|---|---|---|\n"
                         "| sum | 2 of 3 | 0 of 1 |\n")

    def test_goals_are_missed_where_intervals_exclude_them(self):
        self.assertEqual(figures(self.RESULTS, "one"), [
            "copies called different, lower end, %                      "
            "  9.430  <= 2.00  MISSED",
            "slowdowns of 2 % found, upper end, %                       "
            "100.000  >= 90.00  ok",
            "slowdowns of 5 % found, upper end, %                       "
            " 98.742  >= 98.00  ok"])
        self.assertEqual(figures([], "one"), [])


if __name__ == "__main__":
    unittest.main()
