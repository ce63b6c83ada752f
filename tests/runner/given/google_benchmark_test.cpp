#include <gmock/gmock.h>

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace google_benchmark {
namespace {

using statistics::Runs;
using ::testing::ElementsAre;
using ::testing::StartsWith;
using GoogleBenchmark = GivenText;

/// A row of 100 iterations.
std::string row(const std::string& name, const std::string& rest) {
  return R"({ "name": ")" + name + R"(", "iterations": 100, )" + rest + " }";
}

/// A row of so many ns.
std::string timed(const std::string& name, const std::string& time) {
  return row(name, R"("time_unit": "ns", "real_time": )" + time);
}

std::string report(const std::vector<std::string>& rows) {
  std::string text;
  for (const std::string& one : rows) text += (text.empty() ? "" : ", ") + one;
  return R"({ "benchmarks": [)" + text + "] }";
}

// What no formula needs refuses nothing, and what one needs fails alone.
TEST_F(GoogleBenchmark, FailsWhereABenchmarkHasNoValidValue) {
  const std::string invalid =
      " has no valid time in x: a time is a number of ns, us, ms or s, 0 or "
      "more";
  const std::pair<std::string, std::string> rows[] = {
      {timed("b", "-0.5"), invalid},
      {timed("b", "nan"), invalid},
      {timed("b", "\"1\""), invalid},
      {row("b", R"("real_time": 1)"), invalid},
      {row("b", R"("time_unit": "d", "real_time": 1)"), invalid},
      {timed("b", "0"), " has an empty loop in x: 0 ns an iteration is less "},
      {timed("b", "2e-07"), " has an empty loop in x: 2e-07 ns an iteration "},
      {timed("b", "1e150"),
       " has an observation that is too large to calculate with in x"},
      {row("b", R"("error_occurred": true, "error_message": "no device")"),
       " failed in x: no device"},
      {row("b", R"("skipped": true, "skip_message": "no GPU")"),
       " was skipped in x: no GPU"}};
  for (const auto& [bad, why] : rows) {
    const auto path = folder_.write(
        "x", report({timed("a", "3"), bad, timed("a", "4"), timed("", "1"), "1",
                     row("c\xf6", R"("rms": 2%, "heap": -1)")}));
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(runs(given, "a"), (Runs{{3, 4}})) << bad;
    EXPECT_THAT(without_folder(failure(given, "b")), StartsWith("b" + why));
  }
}

TEST_F(GoogleBenchmark, IsRefusedWithoutBenchmarks) {
  EXPECT_EQ(message(report({})),
            "x: benchmarks: there are no benchmarks in this report");
  EXPECT_EQ(message(report({"1"})),
            "x: benchmarks: there are no benchmarks in this report");
  EXPECT_EQ(message(R"({ "benchmarks": {} })"),
            "x: benchmarks: expected a list, found an object");
}

TEST_F(GoogleBenchmark, FailsWhereTwoBenchmarksHaveOneName) {
  const auto repetition = [](const std::string& name, int index) {
    return row(name, R"("time_unit": "ns", "real_time": 5, "run_name": ")" +
                         name + R"(", "repetition_index": )" +
                         std::to_string(index));
  };
  const auto path =
      folder_.write("x", report({repetition("a", 0), repetition("a", 1),
                                 repetition("b", 0), repetition("a", 0)}));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(without_folder(failure(given, "a")),
            "a is the name of two benchmarks in x: they cannot be told apart; "
            "rename one of them, or leave them out with --filter");
  EXPECT_EQ(runs(given, "b"), (Runs{{5}}));
}

// Before 1.5 nothing but its name says what is an aggregate.
TEST_F(GoogleBenchmark, HasNoAggregatesOfOldVersionsAsBenchmarks) {
  const std::vector<std::vector<std::string>> reports{
      {timed("a", "3"), timed("a", "5"), timed("a_mean", "4"),
       timed("a_median", "4"), timed("a_stddev", "1.4")},
      {timed("a", "3"),
       row("a_BigO", R"("cpu_coefficient": 1, "real_coefficient": 1,
                        "big_o": "N", "time_unit": "ns")"),
       row("a_RMS", R"("rms": 2%)")},
      {timed("a", "3"), timed("a_cv", "0.1"), timed("a_mean", "3")}};
  for (const auto& rows : reports) {
    EXPECT_THAT(names(read_observations({folder_.write("x", report(rows))})),
                ElementsAre("a"));
  }
  // These are no aggregates: nothing is called so without the end.
  EXPECT_THAT(
      names(read_observations({folder_.write(
          "x", report({timed("vector_mean", "3"), timed("cv", "4")}))})),
      ElementsAre("cv", "vector_mean"));
}

TEST_F(GoogleBenchmark, HasMeanAndDeviationWhereThereAreAggregatesOnly) {
  const auto aggregate = [](const std::string& which, const std::string& time) {
    return row("b_" + which, R"("run_name": "b", "run_type": "aggregate",
        "repetitions": 5, "time_unit": "us", "aggregate_name": ")" +
                                 which + R"(", "real_time": )" + time);
  };
  const auto path = folder_.write(
      "x",
      report({timed("a", "1"), aggregate("median", "3"), aggregate("mean", "4"),
              aggregate("stddev", "0.5"), aggregate("cv", "0.1")}));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(runs(given, "b"), (Runs{{4000}}));
  const GivenPerformance& one = given.performances.at({"b", "", "", "", {}});
  ASSERT_TRUE(one.spread);
  EXPECT_EQ(one.spread->observation_count(), 5U);
  const auto none = folder_.write("y", report({aggregate("median", "3")}));
  EXPECT_EQ(without_folder(failure(read_observations({none}), "b")),
            "b reports only aggregates in y: the mean is not among them");
}

TEST_F(GoogleBenchmark, IsRunsOfRepetitions) {
  const std::string folder = std::string(SPL_TEST_DATA) + "/given/";
  const std::string one = folder + "google_benchmark_1.json";
  const std::string two = folder + "google_benchmark_2.json";
  const GivenObservations given = read_observations({one, two});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(runs(given, "BM_Sort/1000"),
            (Runs{{10500, 10250, 10750}, {10250, 10000, 10500}}));
  EXPECT_EQ(given.performances.size(), 2U);
}

TEST_F(GoogleBenchmark, CountsOnce) {
  const auto report = [&](const std::string& name, const std::string& date,
                          const std::string& time) {
    return folder_.write(name, R"({ "context": { "date": ")" + date +
                                   R"(" }, "benchmarks": [ { "name": "a",
      "real_time": )" + time + R"(, "time_unit": "ns" }] })");
  };
  const std::string one = report("one.json", "2026-01-02", "3.25");
  const std::string two = report("two.json", "2026-01-02", "3.5");
  const std::string copy = report("copy.json", "2026-01-03", "3.250");
  EXPECT_EQ(runs(read_observations({one, two}), "a"), (Runs{{3.25}, {3.5}}));
  EXPECT_EQ(message({one, two, copy}),
            "copy.json: the benchmarks are those of one.json, and each file "
            "counts as a run of its own; give each run once");
}

class BenchmarkContext : public GivenText {
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

TEST_F(GoogleBenchmark, MayBeOfACounter) {
  const std::string path = folder_.write("one.json", R"({ "benchmarks": [
      { "name": "a", "real_time": 3, "time_unit": "us", "depth": 7 },
      { "name": "b", "real_time": 3, "time_unit": "us" }] })");
  const auto given = read_observations({path}, measured_metric("depth"));
  EXPECT_EQ(given.metric, "depth");
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
  EXPECT_EQ(runs(given, "a"), (Runs{{7}}));
  const auto& lacking = given.performances.at({"b", "", "", "", {}}).observed;
  EXPECT_EQ(
      std::get<logic::Failure>(lacking).reason,
      "b has no counter \"depth\" in " + path + ": the benchmark has none");
}

TEST_F(GoogleBenchmark, IsOfTheMetric) {
  const std::string path = folder_.write("one.json", R"({ "benchmarks": [
      { "name": "a", "real_time": 3, "cpu_time": 2, "time_unit": "us" },
      { "name": "a", "real_time": 5, "cpu_time": 4, "time_unit": "us" }] })");
  const auto cpu = read_observations({path}, workload::Metric::kCpu);
  EXPECT_EQ(cpu.metric, "cpu");
  EXPECT_EQ(runs(cpu, "a"), (Runs{{2000, 4000}}));
}

TEST_F(GoogleBenchmark, FailsAsAWhole) {
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
  EXPECT_EQ(failure(given, "b"), "b failed in " + one + ": no\n    file");
  EXPECT_EQ(
      failure(given, "c"),
      "c is not in " + one + ", and each report is a run of all benchmarks");
  EXPECT_EQ(runs(given, "a"), (Runs{{1}, {1}}));
}

}  // namespace
}  // namespace google_benchmark
}  // namespace spl::runner
