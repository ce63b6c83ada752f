# ctest: runner:given-kinds spl-run
"""How reports of other tools were read wrong once, kind by kind: three inputs
of each, and what is said of them.

usage: given_kinds_test.py SPL_RUN
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SPL_RUN = sys.argv[1]
NOISE = (1.0, 1.004, 0.997, 1.002, 0.999)


# --- Reports, each with the noise of its number ------------------------------

def noisy(name, time, run):
    """Five times of a benchmark in a run, each a little longer or shorter."""
    place = run + sum(map(ord, name))
    return [round(time * one * NOISE[place % 5], 6) for one in NOISE]


def rows(name, time, run=0, unit="ns", **more):
    """Rows of Google Benchmark, a repetition each."""
    return [{"name": name, "iterations": 1000, "real_time": one,
             "cpu_time": one, "time_unit": unit, **more}
            for one in noisy(name, time, run)]


def google(*all_rows):
    return json.dumps({"context": {"library_build_type": "release"},
                       "benchmarks": [one for each in all_rows
                                      for one in each]})


def hyperfine(*results):
    return json.dumps({"results": list(results)})


def command(name, time, run=0, **more):
    return {"command": name, "times": noisy(name, time, run), **more}


def nanobench(*results):
    return '{"results": [' + ", ".join(results) + "]}"


def elapsed(name, time, error="0.01", run=0):
    return json.dumps({
        "title": "Queues", "name": name, "unit": "op", "batch": 1,
        "medianAbsolutePercentError(elapsed)": "ERROR",
        "measurements": [{"iterations": 100, "elapsed": one * 1e-9}
                         for one in noisy(name, time, run)]}).replace(
                             '"ERROR"', error)


def catch2(name, *benchmarks):
    return (f'<?xml version="1.0"?><Catch2TestRun name="t"><TestCase '
            f'name="{name}">' + "".join(benchmarks) +
            "</TestCase></Catch2TestRun>")


def samples(name, mean, deviation):
    return (f'<BenchmarkResults name="{name}" samples="100" resamples="1" '
            f'iterations="9" clockResolution="1" estimatedDuration="1">'
            f'<mean value="{mean}" lowerBound="{mean}" upperBound="{mean}" '
            f'ci="0.95"/><standardDeviation value="{deviation}" lowerBound="1" '
            f'upperBound="1" ci="0.95"/></BenchmarkResults>')


def thrice(report):
    """Three reports of a function of the number of the run."""
    return [report(run) for run in range(3)]


def numbered(reports):
    return {f"r{i}.json": one for i, one in enumerate(reports, 1)}


def failing(name, how):
    return [{"name": name, "error_occurred": True, "error_message": how}]


GOOD = thrice(lambda run: google(rows("BM_a", 10, run), rows("BM_b", 20, run)))
ONE = [GOOD[0]]
HOLDS = "    10.00 ns  50% shorter than  20.0 ns  (49..51%)  3 processes only"
INPUTS = []


def kind(title, *inputs):
    INPUTS.extend((title, *one) for one in inputs)

def two(a, b):
    return thrice(lambda run: google(a(run), b(run)))


kind("a unit of the benchmark's own",
     (two(lambda run: rows("BM_a", 4, run, "ms"),
          lambda run: rows("BM_b", 5000, run, "ns")),
      ["-e", "BM_a < BM_b", "--metric", "real_time"], 1, [
           "violated: BM_a < BM_b",
           "  x 4.00 ms  799 times as long as  5.008 us  (769..831)",
           "        would hold: BM_a <= 831 * BM_b"]),
     (two(lambda run: rows("BM_a", 4, run, "us"),
          lambda run: rows("BM_b", 3, run, "ms")),
      ["-e", "BM_a < BM_b", "--metric", "cpu_time"], 0, [
           "holds (cpu): BM_a < BM_b",
           "    4.004 us  750 times as fast as  3.005 ms  (722..780)  3 "
            "processes only"]),
     (two(lambda run: rows("BM_a", 1, run, "s"),
          lambda run: rows("BM_b", 500, run, "ns")),
      ["-e", "BM_a > 1000000 * BM_b"], 0, [
           "holds: BM_a > 1000000 * BM_b",
           "    1.00 s  2 million times as long as  501 ns  (1.92 "
            "million..2.08 million)  required: 1 million times, 3 "
            "processes only"]))

kind("one that failed fails alone",
     (thrice(lambda run: google(rows("BM_a", 10, run), rows("BM_b", 20, run),
                                failing("BM_c", "no device"))),
      ["-e", "BM_a < BM_b", "-e", "BM_c < BM_b"], 3, [
           "<formula 1>: holds: BM_a < BM_b",
           "    10.0 ns  2.00 times as fast as  20.0 ns  (1.92..2.08)  "
            "3 processes only",
           "<formula 2>: error: BM_c < BM_b",
           "  ! BM_c failed in r1.json: no device"]),
     (thrice(lambda run: hyperfine(command("a", .010, run),
                                   command("b", .020, run),
                                   command("c", .020, run,
                                           exit_codes=[0, 0, 2, 0, 0]))),
      ["-e", "a < b", "-e", "c < b"], 3, [
           "<formula 1>: holds: a < b",
           "    9.99 ms  2.00 times as fast as  20.0 ms  (1.95..2.05)  "
            "3 processes only",
           "<formula 2>: error: c < b",
           "  ! c failed in r1.json: the command exited with status 2 "
            "in 1 of 5 runs, and what a failure takes proves nothing"]),
     (two(lambda run: rows("BM_a", 10, run) + rows("BM_b", 20, run),
          lambda run: rows("BM_c", 1, run) if run else []),
      ["-e", "BM_a < BM_b", "-e", "BM_c < BM_b"], 3, [
           "<formula 1>: holds: BM_a < BM_b",
           "    10.0 ns  2.00 times as fast as  20.0 ns  (1.92..2.08)  "
            "3 processes only",
           "<formula 2>: error: BM_c < BM_b",
           "  ! BM_c is not in r1.json, and each report is a run of all "
            "benchmarks"]))

BROKEN = thrice(lambda run: google(rows("BM_a", 10, run), rows("BM_b", 20, run),
                                   failing("BM_c", "no device")))
kind("what settles a formula settles it",
     (BROKEN, ["-e", "BM_a < BM_b or BM_c < BM_b"], 0, [
           "holds: BM_a < BM_b or BM_c < BM_b",
           "    true   BM_a < BM_b  10.0 ns  2.00 times as fast as  "
            "20.0 ns  (1.92..2.08)  3 processes only",
           "    open   BM_c < BM_b  BM_c failed in r1.json: no device"]),
     (BROKEN, ["-e", "BM_c < BM_b or BM_a < BM_b"], 0, [
           "holds: BM_c < BM_b or BM_a < BM_b",
           "    open   BM_c < BM_b  BM_c failed in r1.json: no device",
           "    true   BM_a < BM_b  10.0 ns  2.00 times as fast as  "
            "20.0 ns  (1.92..2.08)  3 processes only"]),
     (BROKEN, ["-e", "BM_c < BM_b and BM_a > BM_b"], 1, [
           "violated: BM_c < BM_b and BM_a > BM_b",
           "  ! BM_c < BM_b  BM_c failed in r1.json: no device",
           "  x BM_a > BM_b  10.0 ns  2.00 times as fast as  20.0 ns  "
            "(1.92..2.08)",
           "        would hold: BM_a >= 0.48 * BM_b"]))

RANKED = thrice(lambda run: google(rows("fast", 10, run), rows("half", 20, run),
                                   rows("slow", 9000, run)))
kind("a slow third hides no difference of the others",
     (RANKED, ["rank", "fast, half, slow"], 0, [
           "    1  10.0 ns  fast",
           "    2  20.0 ns  half  2.00 times as long as fast "
            "(1.92..2.08)",
           "    3  9.01 us  slow  900 times as long as fast (878..922)",
           "fastest: fast",
           "3 runs of each, observations of r1.json, r2.json, r3.json. "
            "All ranges together cover the true values in at least 98% "
            "of reports."]),
     (RANKED, ["rank", "fast, half"], 0, [
           "    1  10.0 ns  fast",
           "    2  20.0 ns  half  2.00 times as long as fast "
            "(1.94..2.06)",
           "fastest: fast",
           "3 runs of each, observations of r1.json, r2.json, r3.json. "
            "All ranges together cover the true values in at least 98% "
            "of reports."]),
     (thrice(lambda run: google(rows("quick", 10, run), rows("usual", 12, run),
                                rows("slow", 5e6, run))),
      ["rank", "slow, usual, quick"], 0, [
           "    1  10.0 ns  quick",
           "    2  12.0 ns  usual  20% longer than quick (17..23%)",
           "    3  5.00 ms  slow   500 000 times as long as quick (493 "
            "000..507 000)",
           "fastest: quick",
           "3 runs of each, observations of r1.json, r2.json, r3.json. "
            "All ranges together cover the true values in at least 98% "
            "of reports."]))

kind("quantiles of means are none of calls",
     (GOOD, ["-e", "p90(BM_a) <= 110 ns"], 3, [
           "error: p90(BM_a) <= 110 ns",
           "  ! an observation of BM_a is a mean of 1 000 calls, so "
            "quantiles of single calls are not in the data"]),
     (thrice(lambda run: nanobench(elapsed("pop", 10, run=run))),
      ["-e", 'p99("Queues/pop"()) <= 1 us'], 3, [
           'error: p99("Queues/pop"()) <= 1 us',
           '  ! an observation of "Queues/pop" is a mean of 100 calls, '
            "so quantiles of single calls are not in the data"]),
     ([catch2("maps", samples("find", 100, 3)),
       catch2("maps", samples("find", 101, 3))],
      ["-e", 'median("maps/find"()) <= 1 us'], 3, [
           'error: median("maps/find"()) <= 1 us',
           '  ! only mean and deviation of "maps/find" are in the data, '
            "so that nothing but means can be compared"]))

kind("a command that failed proves nothing",
     ([hyperfine(command("./new", .001, exit_codes=[127] * 5),
                 command("./old", .002, exit_codes=[0] * 5))],
      ["-e", '"./new"() <= "./old"()'], 3, [
           'error: "./new"() <= "./old"()',
           "  ! ./new failed in r1.json: the command exited with status "
            "127 in 5 of 5 runs, and what a failure takes proves nothing"]),
     ([hyperfine(command("./new", .001, exit_codes=[None, 0, 0, 0, 0]),
                 command("./old", .002))],
      ["-e", '"./new"() <= "./old"()'], 3, [
           'error: "./new"() <= "./old"()',
           "  ! ./new failed in r1.json: the command was killed in 1 of "
            "5 runs, and what a failure takes proves nothing"]),
     (thrice(lambda run: hyperfine(command("./new", .001, run,
                                           exit_codes=[0, 0, 0, 0, run]),
                                   command("./old", .002, run))),
      ["-e", '"./new"() <= "./old"()'], 3, [
           'error: "./new"() <= "./old"()',
           "  ! ./new failed in r2.json: the command exited with status "
            "1 in 1 of 5 runs, and what a failure takes proves nothing"]))

kind("names that differ are not merged",
     (two(lambda run: rows("BM_f(1, 2)", 10, run),
          lambda run: rows("BM_f(1,2)", 30, run)),
      ["-e", '"BM_f(1, 2)"() < 25 ns', "-e", '"BM_f(1,2)"() > 10 ns'], 0, [
           '<formula 1>: holds: "BM_f(1, 2)"() < 25 ns',
           "    10.0 ns  (9.2..10.3)  allowed: 25 ns, 3 processes only",
           '<formula 2>: holds: "BM_f(1,2)"() > 10 ns',
           "    30.0 ns  (29.5..31.5)  required: 10 ns, 3 processes only"]),
     (two(lambda run: rows("BM_f(1)", 10, run),
          lambda run: rows("BM_f(1.0)", 30, run)), ["list"], 0, [
           '  "BM_f(1)"()',
           '  "BM_f(1.0)"()']),
     (thrice(lambda run: hyperfine(command("sort (1)", .1, run),
                                   command("sort(1)", .2, run))),
      ["list"], 0, [
           "  sort(1)",
           '  "sort (1)"()']))

kind("names that look like our syntax are usable",
     (two(lambda run: rows("sort[random]", 10, run),
          lambda run: rows("random", 20, run)),
      ["-e", '"sort[random]"() < random'], 0, [
           'holds: "sort[random]"() < random',
           "    10.0 ns  2 times as fast as  20.0 ns  3 processes only"]),
     (two(lambda run: rows("a@b", 10, run), lambda run: rows("a", 20, run)),
      ["-e", '"a@b"() < a'], 0, [
           'holds: "a@b"() < a',
           "    10.0 ns  2.00 times as fast as  20.0 ns  (1.95..2.04)  "
            "3 processes only"]),
     (two(lambda run: rows("x * y", 10, run), lambda run: rows("not", 20, run)),
      ["-e", '"x * y"() < "not"()'], 0, [
           'holds: "x * y"() < "not"()',
           "    9.99 ns  2 times as fast as  20.0 ns  3 processes only"]))

kind("list prints what formulas take",
     (two(lambda run: rows("BM_Sort/10", 10, run),
          lambda run: rows("and", 20, run)), ["list"], 0, [
           '  "BM_Sort/10"()',
           '  "and"()']),
     (two(lambda run: rows("BM_Sort/10", 10, run),
          lambda run: rows("and", 20, run)),
      ["-e", '"BM_Sort/10"() < "and"()'], 0, [
           'holds: "BM_Sort/10"() < "and"()',
           "    10.0 ns  2.00 times as fast as  20.0 ns  (1.92..2.07)  "
            "3 processes only"]),
     (two(lambda run: rows("BM_Sort/10", 10, run),
          lambda run: rows("BM_Sort/100", 20, run)),
      ["-e", '"BM_Sort/10" < "BM_Sort/100"'], 2, [
           "<formula 1>:1:1: error: this formula compares no "
            "performance; a method with such a name is written "
            '"BM_Sort/10"()',
           '1 | "BM_Sort/10" < "BM_Sort/100"',
           "  | ^"]))

kind("a tolerance is no sum",
     (GOOD, ["-e", "BM_a == 10 ns +- 1 ns"], 2, [
           '<formula 1>:1:16: error: a tolerance is written "x = y '
            'within 10%", of y; for a sum with a negative number write '
            '"+ -"',
           "1 | BM_a == 10 ns +- 1 ns",
           "  |                ^"]),
     (GOOD, ["-e", "BM_a <= BM_b +- 5%"], 2, [
           '<formula 1>:1:15: error: a tolerance is written "x = y '
            'within 10%", of y; for a sum with a negative number write '
            '"+ -"',
           "1 | BM_a <= BM_b +- 5%",
           "  |               ^"]),
     (GOOD, ["-e", "BM_b == 2 * BM_a within 10%"], 0, [
           "holds, weak: BM_b == 2 * BM_a within 10%",
           "    0.9 * (2 * BM_a) <= BM_b  10.0 ns  2.00 times as fast "
            "as  20.0 ns  (1.92..2.08)",
           "    BM_b <= 1.1 * (2 * BM_a)  20.0 ns  2.00 times as long "
            "as  10.0 ns  (1.92..2.08)",
           "        passes, but is not certain: 3 runs are too few to "
            "see slow ones"]))

kind("a benchmark that the compiler emptied decides nothing",
     (two(lambda run: [{"name": "BM_a", "iterations": 10 ** 9,
                        "real_time": 2e-7, "time_unit": "ns"}],
          lambda run: rows("BM_b", 20, run)), ["-e", "BM_a < BM_b"], 3, [
           "error: BM_a < BM_b",
           "  ! BM_a has an empty loop in r1.json: 2e-07 ns an "
            "iteration is less than any processor takes, so the compiler "
            "removed its body; hand results to benchmark::DoNotOptimize, "
            "ankerl::nanobench::doNotOptimizeAway or, in Catch2, return "
            "them"]),
     (two(lambda run: [{"name": "BM_a", "iterations": 10 ** 9,
                        "real_time": 0.0, "time_unit": "ns"}],
          lambda run: rows("BM_b", 20, run)), ["-e", "BM_a <= 1 us"], 3, [
           "error: BM_a <= 1 us",
           "  ! BM_a has an empty loop in r1.json: 0 ns an iteration is "
            "less than any processor takes, so the compiler removed its "
            "body; hand results to benchmark::DoNotOptimize, "
            "ankerl::nanobench::doNotOptimizeAway or, in Catch2, return "
            "them"]),
     (thrice(lambda run: nanobench(elapsed("pop", 0, run=run),
                                   elapsed("push", 20, run=run))),
      ["-e", '"Queues/pop"() < "Queues/push"()'], 3, [
           'error: "Queues/pop"() < "Queues/push"()',
           "  ! Queues/pop has an empty loop in r1.json: 0 ns an "
            "iteration is less than any processor takes, so the compiler "
            "removed its body; hand results to benchmark::DoNotOptimize, "
            "ankerl::nanobench::doNotOptimizeAway or, in Catch2, return "
            "them"]))

kind("odd tokens that nobody needs refuse nothing",
     (thrice(lambda run: nanobench(elapsed("a", 10, "-nan", run),
                                   elapsed("b", 20, "inf", run))),
      ["-e", '"Queues/a"() < "Queues/b"()'], 0, [
           'holds: "Queues/a"() < "Queues/b"()',
           "    9.99 ns  2.00 times as fast as  20.0 ns  (1.95..2.05)  "
            "3 processes only"]),
     ([google(rows("BM_a", 10), rows("BM_b", 20)).replace(
         '"iterations"', '"load": nan, "iterations"')], ["list"], 0, [
           "  BM_a",
           "  BM_b"]),
     ([google(rows("BM_a", 10), rows("BM_b", 20)).replace(
         '"iterations"', '"share": 12%, "iterations"')], ["list"], 0, [
           "  BM_a",
           "  BM_b"]))

kind("rows of the complexity are no benchmarks",
     ([google(rows("BM_a/8", 10), rows("BM_a/64", 80),
              [{"name": "BM_a_BigO", "cpu_coefficient": 1, "big_o": "N",
                "real_coefficient": 1, "time_unit": "ns"},
               {"name": "BM_a_RMS", "rms": 0.1}])], ["list"], 0, [
           '  "BM_a/64"()',
           '  "BM_a/8"()']),
     ([google(rows("BM_a", 10), [{"name": "BM_a_RMS", "rms": "12%"}])],
      ["list"], 0, [
           "  BM_a"]),
     ([google(rows("BM_a", 10),
              [{"name": "BM_a_stddev", "iterations": 5, "real_time": 1.4,
                "cpu_time": 1.4, "time_unit": "ns"},
               {"name": "BM_a_mean", "iterations": 5, "real_time": 10,
                "cpu_time": 10, "time_unit": "ns"}])], ["list"], 0, [
           "  BM_a"]))

kind("rows that nobody needs refuse nothing",
     ([google(rows("BM_a", 10), rows("BM_b", 20), rows("BM_clock", -3))],
      ["-e", "BM_a < BM_b", "-s", "interpretation=welch"], 0, [
           "holds: BM_a < BM_b",
           "    10.0 ns  2.01 times as fast as  20.1 ns  (1.99..2.02)"]),
     ([google(rows("BM_a", 10), rows("BM_b", 20),
              rows("BM_days", 3, 0, "days"))],
      ["-e", "BM_a < BM_b", "-s", "interpretation=welch"], 0, [
           "holds: BM_a < BM_b",
           "    10.0 ns  2.01 times as fast as  20.1 ns  (1.99..2.02)"]),
     ([google(rows("BM_a", 10, 0, net_heap_growth=-64), rows("BM_b", 20))],
      ["-e", "BM_a < BM_b", "-s", "interpretation=welch"], 0, [
           "holds: BM_a < BM_b",
           "    10.0 ns  2.01 times as fast as  20.1 ns  (1.99..2.02)"]))

kind("a report of a tool that is not read is told from one that is",
     (['[{"benchmark": "a.b", "mode": "avgt", "primaryMetric": {}}]'],
      ["list"], 2, [
           "spl-run: error: r1.json: this is a report of JMH, which is "
            "not read; ..."]),
     (['{"Title": "x", "HostEnvironmentInfo": {}, "Benchmarks": []}'],
      ["list"], 2, [
           "spl-run: error: r1.json: this is a report of "
            "BenchmarkDotNet, which is not read; ..."]),
     (["<html><body>12 ns</body></html>"], ["list"], 2, [
           "spl-run: error: r1.json: this is HTML, a page for people; "
            "..."]))

kind("means with deviation and count are read as such",
     ([catch2("maps", samples("find", 100, 3), samples("scan", 150, 3))],
      ["-e", '"maps/find"() < "maps/scan"()', "-s", "interpretation=welch"],
      0, [
           'holds: "maps/find"() < "maps/scan"()',
           "    100 ns  33.3% shorter than  150 ns  (32.7..33.9%)"]),
     ([google([{"name": "BM_a_mean", "run_name": "BM_a", "run_type":
                "aggregate", "aggregate_name": "mean", "iterations": 20,
                "real_time": 10, "cpu_time": 10, "time_unit": "ns"},
               {"name": "BM_a_stddev", "run_name": "BM_a", "run_type":
                "aggregate", "aggregate_name": "stddev", "iterations": 20,
                "real_time": 1, "cpu_time": 1, "time_unit": "ns"}])],
      ["-e", "BM_a <= 20 ns", "-s", "interpretation=welch"], 0, [
           "holds: BM_a <= 20 ns",
           "    10.0 ns  (9.4..10.6)  allowed: 20 ns"]),
     ([hyperfine({"command": "a", "mean": .1, "stddev": .01,
                  "exit_codes": [0] * 20},
                 {"command": "b", "mean": .3, "stddev": .01,
                  "exit_codes": [0] * 20})],
      ["-e", "a < b", "-s", "interpretation=welch"], 0, [
           "holds: a < b",
           "    100 ms  3.0 times as fast as  300 ms  (2.8..3.2)"]))

kind("one report says nothing of others",
     (ONE, ["-e", "BM_a < BM_b"], 4, [
           "undecided: BM_a < BM_b",
           "  ? 10.0 ns  perhaps 2.0 times as fast as  20.1 ns",
           "        this is one run, which says nothing of other "
            "processes and layouts; give two reports or more a side, "
            "each with its own --data, or ask for -s interpretation=welch"]),
     (ONE, ["rank", "BM_a, BM_b"], 4, [
           "no ranking: each performance has one run, which says "
            "nothing of other runs; give two reports or more, each with "
            "its own --data",
           "observations of r1.json."]),
     ([hyperfine(command("a", .01), command("b", .02))],
      ["-e", "a < b"], 4, [
           "undecided: a < b",
           "  ? 9.97 ms  perhaps 2.0 times as fast as  20.0 ms",
           "        this is one run, which says nothing of other "
            "processes and layouts; give two reports or more a side, "
            "each with its own --data, or ask for -s interpretation=welch"]))

kind("hints fit where a name came from",
     (GOOD, ["-e", "BM_c < 1 us"], 2, [
           "<formula 1>:1:1: error: there is no method or workload "
            '"BM_c"; did you mean "BM_a"?',
           "1 | BM_c < 1 us",
           "  | ^",
           "note: the data files hold BM_a, BM_b"]),
     ([hyperfine(command("./a", .01), command("./b", .02))],
      ["-e", "a < 1 s"], 2, [
           '<formula 1>:1:1: error: there is no method or workload "a"; '
            'there are only "./a", "./b"',
           "1 | a < 1 s",
           "  | ^",
           'note: r1.json holds "./a"(), "./b"()']),
     ([google(rows("", 10), rows("BM_a", 10))], ["list"], 0, [
           "  BM_a"]))


def sizes(name, times):
    return lambda run: [one for size, time in times.items()
                        for one in rows(f"{name}/{size}", time, run)]


FAMILIES = two(sizes("BM_copy", {8: 12, 64: 96, 512: 770}),
               sizes("BM_memcpy", {8: 8, 64: 64, 512: 513}))
kind("names with numbers are families",
     (FAMILIES, ["-e", "for n in 8, 64, 512: BM_memcpy(n) < BM_copy(n)"], 0, [
           "holds: for n in 8, 64, 512: BM_memcpy(n) < BM_copy(n)",
           "    n = 8    7.99 ns  33% shorter than   12.0 ns  (32..35%) "
            " 3 processes only",
           "    n = 64   63.9 ns  33% shorter than  96.06 ns  (32..35%) "
            " 3 processes only",
           "    n = 512   513 ns  33% shorter than    770 ns  (31..36%) "
            " 3 processes only"]),
     (FAMILIES,
      ["-e", 'for n in 8, 64: "BM_memcpy/{n}"() < "BM_copy/{n}"()'], 0, [
           'holds: for n in 8, 64: "BM_memcpy/{n}"() < "BM_copy/{n}"()',
           "    n = 8   7.99 ns  33% shorter than   12.0 ns  (32..35%)  "
            "3 processes only",
           "    n = 64  63.9 ns  33% shorter than  96.06 ns  (32..35%)  "
            "3 processes only"]),
     (FAMILIES, ["-e", "for n in 8, 128: BM_memcpy(n) < BM_copy(n)"], 2, [
           "<formula 1>:1:18: error: there is no BM_memcpy(128); there "
            "are BM_memcpy(8), BM_memcpy(64), BM_memcpy(512) (with n = "
            "128)",
           "1 | for n in 8, 128: BM_memcpy(n) < BM_copy(n)",
           "  |                  ^"]))

kind("what hyperfine has beside times is read",
     (thrice(lambda run: hyperfine(
         command("a", .01, run, memory_usage_byte=noisy("a", 4e6, run)),
         command("b", .01, run, memory_usage_byte=noisy("b", 8e6, run)))),
      ["-e", "a < b", "--metric", "peak-memory"], 0, [
           "holds (peak-memory): a < b",
           "    3998932  50.0% smaller than  8005868  (49.2..50.9%)"]),
     (thrice(lambda run: hyperfine(
         command("a", .01, run, user=.008 + run * 1e-5, system=.001),
         command("b", .01, run, user=.018, system=.002 + run * 1e-5))),
      ["-e", "a < b", "--metric", "cpu"], 0, [
           "holds (cpu): a < b",
           "    9.01 ms  2.22 times as fast as  20.0 ms  (2.21..2.23)"]),
     (thrice(lambda run: hyperfine(command("a", .01, run),
                                   command("b", .02, run))),
      ["-e", "a < b", "--metric", "cpu"], 3, [
           "error (cpu): a < b",
           "  ! a has no valid time in r1.json: a time is a number of "
            "ns, us, ms or s, 0 or more"]))


def critcmp(**means):
    return json.dumps({"name": "base", "benchmarks": {
        name: {"criterion_benchmark_v1": {"full_id": name},
               "criterion_estimates_v1": {
                   "mean": {"point_estimate": mean,
                            "standard_error": mean / 1000},
                   "std_dev": {"point_estimate": mean / 100}}}
        for name, mean in means.items()}})


def action(unit, **values):
    return json.dumps([{"name": name, "unit": unit, "value": value}
                       for name, value in values.items()])


kind("lists of means alone are read",
     ([critcmp(a=100, b=200)], ["-e", "a < b", "-s", "interpretation=welch"],
      0, [
           "holds: a < b",
           "    100 ns  2.00 times as fast as  200 ns  (1.99..2.01)"]),
     (thrice(lambda run: action("ns/iter", a=100 + run, b=200 - run)),
      ["-e", "a < b"], 0, [
           "holds: a < b",
           "    101 ns  49% shorter than  199 ns  (46..53%)"]),
     (thrice(lambda run: action("req/s", a=100 + run, b=200 - run)),
      ["-e", "a < b"], 0, [
           "holds (req_per_second): a < b",
           "    101  49% lower than  199  (46..53%)"]))


class GivenKindsTest(unittest.TestCase):
    maxDiff = None

    def answered(self, reports, words):
        with tempfile.TemporaryDirectory(prefix="spl kinds ") as folder:
            data = []
            for name, text in numbered(reports).items():
                (pathlib.Path(folder) / name).write_text(text)
                data += ["--data", name]
            command_words = words[:1] if words[0] in ("list", "rank") else []
            done = subprocess.run(
                [SPL_RUN, *command_words, *data, *words[len(command_words):]],
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                check=False, text=True)
        lines = done.stdout.split("\n\n")[0].splitlines()
        return done.returncode, [one for one in lines
                                 if not one.lstrip().startswith("rerun:")]

    def test_each(self):
        for title, reports, words, status, expected in INPUTS:
            with self.subTest(title, words=words):
                found, lines = self.answered(reports, words)
                # What is told of all tools is told elsewhere.
                told = [one.split("read are JSON of")[0] + "..."
                        if "read are JSON of" in one else one
                        for one in lines]
                self.assertEqual((found, told), (status, expected))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
