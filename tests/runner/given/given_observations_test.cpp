#include "runner/given/given_observations.hpp"
#include "runner/given/given_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "runner/system/data_error.hpp"
#include "runner/system/json_text.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using statistics::Runs;

const Performance kM{"M", "", "", "", {}};

class GivenObservationsTest : public ::testing::Test {
 protected:
  GivenObservations read(const std::string& text) {
    return read_observations({folder_.write("data.json", text)});
  }

  static Runs runs(const GivenObservations& given,
                   const Performance& performance) {
    return std::get<statistics::Sample>(
               given.performances.at(performance).observed)
        .runs();
  }

  /// The message of reading, with `FILE` for the file's path.
  std::string message(const std::string& text) {
    const std::string path = folder_.write("data.json", text);
    try {
      (void)read_observations({path});
    } catch (const DataError& error) {
      std::string what = error.what();
      EXPECT_TRUE(what.starts_with(path + ": ")) << what;
      return what.substr(std::min(what.size(), path.size() + 2));
    }
    return "no error";
  }

  TemporaryFolder folder_;
};

std::string with_runs(const std::string& runs) {
  return R"({ "schema": 1, "unit": "ns", "performances": { "M": { "runs": )" +
         runs + " } } }";
}

/// Performances as written, # for the runs of each.
std::string with_names(const std::string& performances) {
  std::string text = R"({ "schema": 1, "unit": "ns", "performances": { )";
  for (const char c : performances) {
    text += c == '#' ? R"({ "runs": [[1, 2]] })" : std::string(1, c);
  }
  return text + " } }";
}

TEST_F(GivenObservationsTest, AreReadWithTheirUnit) {
  const GivenObservations given = read(R"({ "schema": 1, "unit": "us",
    "performances": { "M": { "runs": [[1, 2.5], [3]] } },
    "history": { "M": { "runs": [[4, 5]] } } })");
  EXPECT_EQ(runs(given, kM), (Runs{{1000, 2500}, {3000}}));
  EXPECT_EQ(given.history.at(kM).runs(), (Runs{{4000, 5000}}));
  EXPECT_EQ(given.dimension, logic::Dimension::kTime);
  EXPECT_FALSE(given.performances.at(kM).levels);
  for (const char* unit : {"1", "\"1\""}) {
    EXPECT_EQ(read("{ \"schema\": 1, \"unit\": " + std::string(unit) +
                   ", \"performances\": { \"M\": { \"runs\": [[1]] } } }")
                  .dimension,
              logic::Dimension::kCount);
  }
}

// A run is a position at the top level.
TEST_F(GivenObservationsTest, MayBeNestedDeeper) {
  const GivenObservations given =
      read(with_runs("[[[9, 5], [8, 3]], [[10, 6], [7, 11]]]"));
  EXPECT_EQ(runs(given, kM), (Runs{{9, 5, 8, 3}, {10, 6, 7, 11}}));
  const auto& levels = given.performances.at(kM).levels;
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->level_count(), 3U);
  EXPECT_EQ(read(with_runs("[[[[[[[[1]]]]]]]]"))
                .performances.at(kM)
                .levels->level_count(),
            8U);
}

std::string with_costs(const std::string& runs, const std::string& costs) {
  return R"({ "schema": 1, "unit": "ms", "performances": { "M": { "runs": )" +
         runs + R"(, "costs": )" + costs + " } } }";
}

// Costs count observations, whatever the unit of these is.
TEST_F(GivenObservationsTest, MayHaveTheCostsOfTheirLevels) {
  const auto costs = [&](const std::string& runs, const std::string& list) {
    return read(with_costs(runs, list)).performances.at(kM).costs;
  };
  EXPECT_EQ(costs("[[1, 2], [3]]", "[10]"), (std::vector<double>{10}));
  EXPECT_EQ(costs("[[[1]], [[3]]]", "[2.5, 0]"), (std::vector<double>{2.5, 0}));
  EXPECT_TRUE(read(with_runs("[[1]]")).performances.at(kM).costs.empty());
}

std::string with_learning(const std::string& learn, const std::string& rest) {
  std::string runs;
  for (int i = 1; i <= 10; ++i) {
    runs += (i == 1 ? "[" : ", [") + std::to_string(i) + "]";
  }
  return R"({ "schema": 1, "unit": "1", "performances": {
    "M": { "runs": [[11]], "learn": )" +
         learn + R"( }, "N": { "runs": [)" + runs +
         R"(] }, "O": { "runs": [[1], [2]] } })" + rest + " }";
}

// The mean of N is 5.5.
TEST_F(GivenObservationsTest, MayLearnFromOthers) {
  const GivenObservations given = read(with_learning(R"(["N"])", ""));
  const statistics::Runs& learned = given.history.at(kM).runs();
  ASSERT_EQ(learned.size(), 10U);
  EXPECT_EQ(learned[0], (statistics::Run{2}));
  EXPECT_EQ(learned[9], (statistics::Run{20}));
  const Performance n{"N", "", "", "", {}};
  EXPECT_EQ(given.learned.at(kM),
            (std::vector<std::pair<Performance, std::size_t>>{{n, 10}}));
}

TEST_F(GivenObservationsTest, OfSeveralFilesAreUnited) {
  const auto file = [&](const std::string& name, const std::string& unit) {
    return folder_.write(name + ".json",
                         "{ \"schema\": 1, \"unit\": \"" + unit +
                             "\", \"performances\": { \"" + name +
                             "\": { \"runs\": [[1]] } } }");
  };
  const std::string one = file("M", "us");
  const std::string two = file("N", "ms");
  const auto all = read_observations({one, two});
  EXPECT_EQ(all.performances.size(), 2U);
  const std::string counts = file("O", "1");
  try {
    (void)read_observations({one, counts});
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(),
              counts +
                  ": unit: times and counts cannot be compared; the files "
                  "before have the other");
  }
}

struct Refused {
  std::string text;
  std::string message;
};

TEST_F(GivenObservationsTest, AreRefusedInOtherShapes) {
  const Refused rows[] = {
      {with_runs("[[1, 2], 3]"),
       "performances.M.runs[1]: expected a run, which is a list of "
       "observations like [10.5, 10.7], found a number"},
      {with_runs("[1, 2]"),
       "performances.M.runs[0]: expected a run, which is a list of "
       "observations like [10.5, 10.7], found a number"},
      {with_runs("[[1, [2]]]"),
       "performances.M.runs[0][1]: expected a number, as elsewhere on this "
       "level, found a list"},
      {with_runs("[[[1], 2]]"),
       "performances.M.runs[0][1]: expected a list, as elsewhere on this "
       "level, found a number"},
      {with_runs("[[[1]], [2]]"),
       "performances.M.runs[1][0]: expected a list, as elsewhere on this "
       "level, found a number"},
      {with_runs("[[1], [[2]]]"),
       "performances.M.runs[1][0]: expected a number, as elsewhere on this "
       "level, found a list"},
      {with_runs("[]"), "performances.M.runs: expected at least one run"},
      {with_learning("[]", ""),
       "performances.M.learn: expected at least one performance"},
      {with_learning("[3]", ""),
       "performances.M.learn[0]: expected a performance's name, found 3"},
      {with_learning(R"(["P"])", ""),
       "performances.M.learn[0]: there are no observations of P to learn from"},
      {with_learning(R"(["O"])", ""),
       "performances.M.learn[0]: O has 2 runs, and learning takes 10: 8 are "
       "missing"},
      {with_learning(R"(["N", "N"])", ""),
       "performances.M.learn[1]: N is here twice"},
      {with_learning(R"(["N"])",
                     R"(, "history": { "M": { "runs": [[1], [2]] } })"),
       "performances.M.learn: M learns from \"history\" already; leave out one "
       "of the two"},
      {with_costs("[[1]]", "[]"),
       "performances.M.costs: expected 1 cost, one for each level above the "
       "observations, from runs on, found 0"},
      {with_costs("[[[1]]]", "[1]"),
       "performances.M.costs: expected 2 costs, one for each level above the "
       "observations, from runs on, found 1"},
      {with_costs("[[1]]", "[-1]"),
       "performances.M.costs[0]: a cost is 0 or more"},
      {with_costs("[[1]]", "1"),
       "performances.M.costs: expected a list, found a number"},
      {with_runs("[[1], []]"),
       "performances.M.runs[1]: expected at least one observation"},
      {with_runs("[[[[[[[[[1]]]]]]]]]"),
       "performances.M.runs[0][0][0][0][0][0][0][0]: observations are nested "
       "at most 8 levels deep"},
      {with_runs("7"), "performances.M.runs: expected a list, found a number"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedUnlessTheyAreNumbers) {
  const Refused rows[] = {
      {with_runs("[[1, \"2\"]]"),
       "performances.M.runs[0][1]: expected a number, found a string"},
      {with_runs("[[1, null]]"),
       "performances.M.runs[0][1]: expected a number, found null"},
      {with_runs("[[true]]"),
       "performances.M.runs[0][0]: expected a number, found true"},
      {with_runs("[[{}]]"),
       "performances.M.runs[0][0]: expected a number, found an object"},
      {with_runs("[[1, NaN]]"),
       "performances.M.runs[0][1]: NaN is no number of JSON and no "
       "observation, in line 1, column 68; leave such observations out"},
      {with_runs("[[1, -Infinity]]"),
       "performances.M.runs[0][1]: -Infinity is no number of JSON and no "
       "observation, in line 1, column 69; leave such observations out"},
      {with_runs("[[1, nil]]"),
       "performances.M.runs[0][1]: this is not valid JSON, in line 1, column "
       "69"},
      {with_runs("[[1, 1e999]]"),
       "performances.M.runs[0][1]: this number is too large to be one"},
      {R"({ "schema": 1, "unit": "s",
            "performances": { "M": { "runs": [[1e308]] } } })",
       "performances.M.runs[0][0]: this observation is too large to "
       "calculate with"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedInBrokenText) {
  const Refused rows[] = {
      {with_runs("[[1, 2").substr(0, 68),
       "performances.M.runs[0][2]: the JSON text ends too early, in line 1, "
       "column 69"},
      {"", "the JSON text ends too early, in line 1, column 1"},
      {"[1, 2", "[2]: the JSON text ends too early, in line 1, column 6"},
      {"{} {}", "this is not valid JSON, in line 1, column 4"},
      {with_runs("[[1]]") + std::string("\0 more", 6),
       "this is not valid JSON, in line 1, column " +
           std::to_string(with_runs("[[1]]").size() + 1)},
      {"[]", "expected an object, found a list"},
      {"{ \"schema\": 1, \"schema\": 1 }",
       "schema: this key appears here twice"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedWithWrongKeys) {
  const std::string head = R"({ "schema": 1, "unit": "ns", )";
  const Refused rows[] = {
      {"{}", "\"schema\" is missing here"},
      {R"({ "schema": 2 })",
       "schema: unknown schema 2; this version reads schema 1"},
      {R"({ "schema": "one" })",
       "schema: unknown schema \"one\"; this version reads schema 1"},
      {R"({ "schema": "1" })",
       "schema: unknown schema \"1\"; this version reads schema 1"},
      {R"({ "schema": 1 })", "\"unit\" is missing here"},
      {R"({ "schema": 1, "unit": "min" })",
       "unit: unknown unit \"min\"; it is ns, us, ms, s, or 1 for counts"},
      {R"({ "schema": 1, "unit": ["ns"] })",
       "unit: unknown unit a list; it is ns, us, ms, s, or 1 for counts"},
      {R"({ "schema": 1, "unit": "ns" })", "\"performances\" is missing here"},
      {R"({ "schema": 1, "units": "ns" })",
       "unknown key \"units\"; did you mean \"unit\"?"},
      {head + R"("performances": [] })",
       "performances: expected an object, found a list"},
      {head + R"("performances": {} })",
       "performances: expected at least one performance"},
      {head + R"("performances": { "M": {} } })",
       "performances.M: \"runs\" is missing here"},
      {head + R"("performances": { "M": [[1]] } })",
       "performances.M: expected an object, found a list"},
      {head + R"("performances": { "M": { "runs": [[1]], "rusn": 1 } } })",
       "performances.M: unknown key \"rusn\"; did you mean \"runs\"?"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedUnderWrongNames) {
  const Refused rows[] = {
      {with_names("\"M\": # , \"M\": #"),
       "performances.M: this key appears here twice"},
      {with_names("\"f(1)\": # , \"f(1.0)\": #"),
       "performances[\"f(1.0)\"]: this name reads as f(1), which appeared "
       "before; each performance may appear once"},
      {with_names("\"a.b\": # , \"a::b\": #"),
       "performances[\"a::b\"]: this name reads as a.b, which appeared before; "
       "each performance may appear once"},
      {with_names("\"\": #"),
       "performances[\"\"]: expected a performance's name"},
      {with_names("\"m[a]\": # , \"a\": #"),
       "performances[\"m[a]\"]: \"a\" is a method elsewhere in the file; an "
       "instrument in [...] needs another name"},
      {with_names("\"parse\": # }, \"history\": { \"prase\": #"),
       "history.prase: there are no observations of prase to decide on; did "
       "you mean \"parse\"?"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedInBrokenReportsOfGoogleBenchmark) {
  const Refused rows[] = {
      {R"({ "benchmarks": [] })",
       "benchmarks: there are no benchmarks in this report"},
      {R"({ "benchmarks": [{ "name": "a_mean", "run_type": "aggregate",
                             "aggregate_name": "mean" }] })",
       "benchmarks: only aggregates are here, not the repetitions; run it "
       "without --benchmark_report_aggregates_only"},
      {R"({ "benchmarks": [{ "name": "a", "real_time": 1 }] })",
       "benchmarks[0]: \"time_unit\" is missing here"},
      {R"({ "benchmarks": [{ "name": "a", "time_unit": "d" }] })",
       "benchmarks[0].time_unit: unknown unit \"d\"; it is ns, us, ms or s"},
      {R"({ "benchmarks": [{ "name": 1 }] })",
       "benchmarks[0].name: expected a string, found a number"},
      {R"({ "benchmarks": [{ "name": "a", "time_unit": "ns",
                             "real_time": "1" }] })",
       "benchmarks[0].real_time: expected a number, found a string"},
  };
  for (const Refused& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(GivenObservationsTest, AreRefusedAboveALimitOfSize) {
  const std::string path = folder_.write("large.json", "{}");
  std::filesystem::resize_file(path, kMostJsonBytes + 1);
  try {
    (void)read_observations({path});
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(), path +
                                ": the file has more than 256 MB, the most "
                                "that is read: split it");
  }
}

// Does not hold all of a file without end.
TEST_F(GivenObservationsTest, AreRefusedWithoutAnEnd) {
  try {
    (void)read_observations({"/dev/zero"});
    ADD_FAILURE();
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "cannot read /dev/zero: it is no regular file");
  }
}

TEST_F(GivenObservationsTest, AreRefusedInShortSentences) {
  std::string first;
  for (int i = 0; i < 18; ++i) first += "[0]";
  EXPECT_EQ(message(std::string(3'000'000, '[')),
            first + " ... " + first +
                ": lists and objects are nested at most 64 levels deep");
  const std::string name(1'000'000, 'x');
  EXPECT_EQ(message(with_names('"' + name + "\": 1")),
            "performances." + name.substr(0, 41) + " ... " +
                name.substr(0, 54) + ": expected an object, found a number");
}

// Every beginning of a good file is refused, none crashes.
TEST_F(GivenObservationsTest, AreRefusedWhereTheyAreCutOff) {
  const std::string good = with_runs("[[1, 2], [3, 4]]");
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(message(good.substr(0, size)), "no error");
  }
}

TEST_F(GivenObservationsTest, OfGoogleBenchmarkAreRunsOfRepetitions) {
  const std::string folder = std::string(SPL_TEST_DATA) + "/given/";
  const std::string one = folder + "google_benchmark_1.json";
  const std::string two = folder + "google_benchmark_2.json";
  const GivenObservations given = read_observations({one, two});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(runs(given, {"BM_Sort/1000", "", "", "", {}}),
            (Runs{{10500, 10250, 10750}, {10250, 10000, 10500}}));
  EXPECT_EQ(given.performances.size(), 2U);
}

TEST_F(GivenObservationsTest, OfGoogleBenchmarkAreNotNegative) {
  for (const char* key : {"real_time", "cpu_time"}) {
    const std::string path =
        folder_.write("negative.json", std::string(R"({ "benchmarks": [
      { "name": "a", "real_time": 1, "cpu_time": 1, "time_unit": "ns" },
      { "name": "a", "time_unit": "ns", ")") +
                                           key + R"(": -0.5 }] })");
    try {
      (void)read_observations({path}, std::string(key) == "real_time"
                                          ? workload::Metric::kWall
                                          : workload::Metric::kCpu);
      ADD_FAILURE();
    } catch (const DataError& error) {
      EXPECT_EQ(error.what(),
                path + ": benchmarks[1]." + key +
                    ": a duration is not negative; run the benchmark again, "
                    "and make it longer or set its manual time right");
    }
  }
}

TEST_F(GivenObservationsTest, OfTwoGoogleBenchmarksOfOneNameAreRefused) {
  const auto path = folder_.write("twice.json", R"({ "benchmarks": [
      { "name": "a", "run_name": "a", "repetition_index": 0, "real_time": 1,
        "time_unit": "ns" },
      { "name": "a", "run_name": "a", "repetition_index": 1, "real_time": 2,
        "time_unit": "ns" },
      { "name": "a", "run_name": "a", "repetition_index": 0, "real_time": 9,
        "time_unit": "ns" }] })");
  try {
    (void)read_observations({path}, workload::Metric::kWall);
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(),
              path.string() +
                  ": benchmarks[2]: \"a\" is the name of two benchmarks, which "
                  "cannot be told apart; rename one of them");
  }
}

TEST_F(GivenObservationsTest,
       OfGoogleBenchmarkMayHaveCountersThatAreNoNumbers) {
  const auto path = folder_.write("nan.json", R"({ "benchmarks": [
      { "name": "a", "real_time": 3.5, "time_unit": "ns", "rate": NaN },
      { "name": "a", "real_time": 4.5, "time_unit": "ns", "rate": -NaN }] })");
  EXPECT_EQ(runs(read_observations({path}, workload::Metric::kWall),
                 {"a", "", "", "", {}}),
            (Runs{{3.5, 4.5}}));
}

TEST_F(GivenObservationsTest, OfGoogleBenchmarkCountOnce) {
  const auto report = [&](const std::string& name, const std::string& date,
                          const std::string& time) {
    return folder_.write(name, R"({ "context": { "date": ")" + date +
                                   R"(" }, "benchmarks": [ { "name": "a",
      "real_time": )" + time + R"(, "time_unit": "ns" }] })");
  };
  const std::string one = report("one.json", "2026-01-02", "3.25");
  const std::string two = report("two.json", "2026-01-02", "3.5");
  const std::string copy = report("copy.json", "2026-01-03", "3.250");
  EXPECT_EQ(runs(read_observations({one, two}), {"a", "", "", "", {}}),
            (Runs{{3.25}, {3.5}}));
  for (const std::string& second : {one, copy}) {
    try {
      (void)read_observations({one, two, second});
      ADD_FAILURE();
    } catch (const DataError& error) {
      std::string expected = second;
      expected += ": the benchmarks are those of " + one;
      expected +=
          ", and each file counts as a run of its own; give each run once";
      EXPECT_EQ(error.what(), expected);
    }
  }
}

class BenchmarkContext : public GivenObservationsTest {
 protected:
  /// The path of a report with that context; times differ.
  std::string report(const std::string& name, const std::string& context) {
    return folder_.write(name, "{ " + context + R"( "benchmarks": [ { "name":
      "a", "real_time": )" + std::to_string(++reports_) +
                                   R"(, "time_unit": "ns" }] })");
  }

  std::size_t reports_ = 0;
};

TEST_F(BenchmarkContext, IsWarnedOfWhereItSpoilsTimes) {
  const std::string good =
      report("good.json", R"("context": { "library_build_type": "release",
        "cpu_scaling_enabled": false, "host_name": "x" },)");
  const std::string bad =
      report("bad.json", R"("context": { "library_build_type": "debug",
        "cpu_scaling_enabled": true },)");
  EXPECT_TRUE(read_observations({good}).warnings.empty());
  EXPECT_TRUE(read_observations({report("old.json", "")}).warnings.empty());
  EXPECT_TRUE(read_observations({report("odd.json", R"("context": 1,)")})
                  .warnings.empty());
  EXPECT_EQ(
      to_texts(read_observations({bad}).warnings),
      (std::vector<std::string>{
          bad + ": Google Benchmark was built for debugging; if the program "
                "was, too, what it shows says little of the real one: build it "
                "with -DCMAKE_BUILD_TYPE=Release",
          bad + ": the clock rate of processors was scaled meanwhile, which "
                "can pass for a difference: switch that off (cpupower "
                "frequency-set --governor performance), or measure with "
                "spl-run, whose sides alternate"}));
  const std::string worse =
      report("worse.json", R"("context": { "library_build_type": "debug" },)");
  EXPECT_TRUE(to_text(read_observations({bad, worse}).warnings.at(0))
                  .starts_with(bad + " and " + worse + ": Google Benchmark"));
}

TEST_F(BenchmarkContext, IsWarnedOfWhereRunsDiffer) {
  const std::string one = report("one.json", R"("context": {
      "host_name": "x", "executable": "./new", "library_build_type": "release",
      "num_cpus": 2, "mhz_per_cpu": 2600 },)");
  const std::string same = report("same.json", R"("context": {
      "host_name": "x", "executable": "./new", "library_build_type": "release",
      "num_cpus": 2, "mhz_per_cpu": 2593 },)");
  const std::string other = report("other.json", R"("context": {
      "host_name": "y", "executable": "./old", "library_build_type": "",
      "num_cpus": 4, "mhz_per_cpu": 3600 },)");
  EXPECT_TRUE(read_observations({one, same}).warnings.empty());
  const auto differ = [&](const std::string& what) {
    return one + " and " + other + " are of different " + what +
           ", but count as runs of one program on one machine: what differs "
           "between them is taken for chance";
  };
  EXPECT_EQ(to_texts(read_observations({one, same, other}).warnings),
            (std::vector<std::string>{differ("hosts (x, y)"),
                                      differ("programs (./new, ./old)"),
                                      differ("build types (release, )"),
                                      differ("numbers of processors (2, 4)"),
                                      differ("clock rates (2600, 3600)")}));
}

TEST_F(GivenObservationsTest, OfGoogleBenchmarkMayBeOfACounter) {
  const std::string path = folder_.write("one.json", R"({ "benchmarks": [
      { "name": "a", "real_time": 3, "time_unit": "us", "depth": 7 },
      { "name": "b", "real_time": 3, "time_unit": "us" }] })");
  const auto given = read_observations({path}, measured_metric("depth"));
  EXPECT_EQ(given.metric, "depth");
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
  EXPECT_EQ(runs(given, {"a", "", "", "", {}}), (Runs{{7}}));
  const auto& lacking = given.performances.at({"b", "", "", "", {}}).observed;
  EXPECT_EQ(std::get<logic::Failure>(lacking).reason,
            "b has no counter depth in " + path);
}

TEST_F(GivenObservationsTest, OfOtherToolsHaveNoCounters) {
  const std::string path = folder_.write(
      "one.json", R"({ "results": [{ "command": "a", "times": [1] }] })");
  try {
    (void)read_observations({path}, measured_metric("depth"));
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(),
              path +
                  ": this is a report of hyperfine, of which --metric takes no "
                  "counters such as depth; only those of Google Benchmark have "
                  "them");
  }
}

TEST_F(GivenObservationsTest, OfGoogleBenchmarkAreOfTheMetric) {
  const std::string path = folder_.write("one.json", R"({ "benchmarks": [
      { "name": "a", "real_time": 3, "cpu_time": 2, "time_unit": "us" },
      { "name": "a", "real_time": 5, "cpu_time": 4, "time_unit": "us" }] })");
  const auto cpu = read_observations({path}, workload::Metric::kCpu);
  EXPECT_EQ(cpu.metric, "cpu");
  EXPECT_EQ(runs(cpu, {"a", "", "", "", {}}), (Runs{{2000, 4000}}));
  try {
    (void)read_observations({path}, workload::Metric::kAllocations);
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.what(),
              path +
                  ": reports of Google Benchmark are taken for --metric wall "
                  "(real_time), cpu (cpu_time) and names of counters, not for "
                  "allocations");
  }
}

TEST_F(GivenObservationsTest, OfGoogleBenchmarkFailAsAWhole) {
  const auto report = [&](const std::string& name, const std::string& rest) {
    return folder_.write(name, R"({ "benchmarks": [
      { "name": "a", "run_type": "iteration", "real_time": 1,
        "time_unit": "ns" },)" + rest +
                                   "] }");
  };
  const std::string one = report("one.json", R"({ "name": "b",
      "error_occurred": true, "error_message": "no\nfile",
      "real_time": 0, "time_unit": "ns" })");
  const std::string two = report("two.json", R"({ "name": "c",
      "real_time": 2, "time_unit": "ns" })");
  const GivenObservations given = read_observations({one, two});
  const auto reason = [&](const std::string& method) {
    return std::get<logic::Failure>(
               given.performances.at({method, "", "", "", {}}).observed)
        .reason;
  };
  EXPECT_EQ(reason("b"), "b failed in " + one + ": no\n    file");
  EXPECT_EQ(reason("c"), "c is not in " + one +
                             ", and each report is a run of all benchmarks");
  EXPECT_EQ(runs(given, {"a", "", "", "", {}}), (Runs{{1}, {1}}));
}

}  // namespace
}  // namespace spl::runner
