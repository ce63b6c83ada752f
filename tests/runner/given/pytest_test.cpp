#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace pytest {
namespace {

using statistics::Runs;
using Pytest = GivenText;

/// A report of benchmarks, in the form of pytest-benchmark 4.0.
std::string report(const std::string& benchmarks) {
  return R"({"machine_info":{"node":"host","cpu":{"hz_actual":[0,0]}},)"
         R"("commit_info":{"id":null,"dirty":false},"benchmarks":[)" +
         benchmarks +
         R"(],"datetime":"2026-11-28T22:00:00+00:00","version":"4.0.0"})";
}

std::string benchmark(const std::string& name, const std::string& stats) {
  return R"({"group":null,"name":")" + name +
         R"(","fullname":"tests/test_a.py::)" + name +
         R"(","params":null,"param":null,"extra_info":{},)"
         R"("options":{"disable_gc":false,"timer":"perf_counter"},)"
         R"("stats":{"min":1e-6,"max":3e-6,"outliers":"0;0",)" +
         stats + "}}";
}

TEST_F(Pytest, HasARunOfRounds) {
  const auto path = folder_.write(
      "x",
      report(benchmark("test_a", R"("mean":2e-6,"stddev":1e-7,"rounds":2,
                      "iterations":100,"data":[1e-6,3e-6])") +
             "," + benchmark("test_sort[10]", R"("rounds":1,"data":[1])")));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(runs(given, "test_a"), (Runs{{1e-6 * 1e9, 3e-6 * 1e9}}));
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"test_sort[10]\"", "test_a"}));
  EXPECT_EQ(given.performances.at({"test_a", "", "", "", {}}).calls, 100);
}

TEST_F(Pytest, HasMeansWhereDataIsNotSaved) {
  const auto path = folder_.write(
      "x", report(benchmark("a", R"("mean":2,"stddev":0.5,"rounds":5,
                      "iterations":10)") +
                  "," + benchmark("b", R"("mean":2,"stddev":0,"rounds":1)") +
                  "," + benchmark("c", R"("mean":2,"rounds":5,"data":[])")));
  const GivenObservations given = read_observations({path});
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(runs(given, name), (Runs{{2e9}})) << name;
    EXPECT_EQ(given.performances.at({name, "", "", "", {}}).spread.has_value(),
              name == std::string("a"))
        << name;
  }
}

// A short entry stands for up to 10 000 observations.
TEST_F(Pytest, HasFewerObservationsOfManyMeans) {
  std::string all;
  for (int i = 0; i < 999; ++i) {
    all += (i == 0 ? "" : ",") +
           benchmark("a" + std::to_string(i),
                     R"("mean":2,"stddev":0.5,"rounds":10000)");
  }
  const auto given = read_observations({folder_.write("x", report(all))});
  const auto& spread = given.performances.at({"a7", "", "", "", {}}).spread;
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->observation_count(), 4000U);
}

// Recorded with pytest-benchmark 3.2.2 and --benchmark-save-data; the white
// space is not.
TEST_F(Pytest, ReadsARecordedReport) {
  const GivenObservations given = read_observations({recorded("pytest.json")});
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"test_join[100]\"", "\"test_join[10]\"",
                                      "test_sorted"}));
  const Runs sorted = runs(given, "test_sorted");
  ASSERT_EQ(sorted.size(), 1U);
  EXPECT_EQ(sorted.front().size(), 8U);
  EXPECT_EQ(given.performances.at({"test_sorted", "", "", "", {}}).calls, 20);
}

TEST_F(Pytest, FailsWhereABenchmarkHasNoValidTime) {
  for (const char* stats :
       {R"("data":[nan])", R"("data":[1,"2"])", R"("data":[-1])",
        R"("data":[1,null])", R"("mean":NaN)", R"("rounds":1)",
        R"("mean":-Infinity,"rounds":3)", R"("data":[1e300])"}) {
    const auto path =
        folder_.write("x", report(benchmark("good", R"("data":[1])") + ",5," +
                                  benchmark("bad", stats) + ",{}"));
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(runs(given, "good"), (Runs{{1e9}}));
    EXPECT_EQ(without_folder(failure(given, "bad")),
              "bad has no valid time in x: a time is a number of ns, us, ms or "
              "s, 0 or more")
        << stats;
    EXPECT_EQ(given.warnings.size(), 1U);  // The one without a name.
  }
}

// Two files may have a test of one name.
TEST_F(Pytest, TellsEqualNamesApartByTheirFiles) {
  std::string other = benchmark("test_a", R"("data":[2])");
  other.replace(other.find("test_a.py"), 9, "t\xE9st_b.py");
  const auto path = folder_.write(
      "x", report(benchmark("test_a", R"("data":[1])") + "," + other));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(runs(given, "tests/test_a.py::test_a"), (Runs{{1e9}}));
  EXPECT_EQ(runs(given, "tests/t?st_b.py::test_a"), (Runs{{2e9}}));
  const std::string one = benchmark("test_a", R"("data":[1])");
  const auto twice = folder_.write("y", report(one + "," + one));
  EXPECT_EQ(without_folder(
                failure(read_observations({twice}), "tests/test_a.py::test_a")),
            "tests/test_a.py::test_a is the name of two benchmarks in y: they "
            "cannot be told apart; rename one of them, or leave them out with "
            "--filter");
}

TEST_F(Pytest, IsRefusedWithoutBenchmarks) {
  EXPECT_EQ(message(report("")),
            "x: benchmarks: there are no benchmarks in this report");
  EXPECT_EQ(message(std::string(R"({"machine_info":{},"benchmarks":1})")),
            "x: benchmarks: expected a list, found a number");
}

}  // namespace
}  // namespace pytest
}  // namespace spl::runner
