#include "runner/given/foreign_report.hpp"

#include <gmock/gmock.h>

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace {

using statistics::Runs;
using ::testing::ElementsAre;
using ForeignReports = GivenText;

ReportedBenchmark benchmark(const std::string& name, double time = 1) {
  return {name, "", {{time}}};
}

TEST_F(ForeignReports, FailWhereABenchmarkLacksOrFailed) {
  ReportedBenchmark failed{"b", "", {}, {"failed", "no\ndevice"}};
  const GivenObservations given =
      united({{"one", "1", {{benchmark("a", 3), failed, benchmark("c", 5)}}},
              {"two", "2", {{benchmark("b", 4), benchmark("c", 6)}}}},
             workload::Metric::kWall);
  EXPECT_EQ(failure(given, "a"),
            "a is not in two, and each report is a run of all benchmarks");
  EXPECT_EQ(failure(given, "b"), "b failed in one: no\n    device");
  EXPECT_EQ(runs(given, "c"), (Runs{{5}, {6}}));
}

// Other tools have names that formulas read otherwise.
TEST_F(ForeignReports, KeepNamesAsTheyAre) {
  const auto names_of = [](const std::vector<std::string>& all) {
    ToolReport report;
    for (const std::string& name : all) {
      report.benchmarks.push_back(benchmark(name));
    }
    return names(united({{"x", "1", report}}, workload::Metric::kWall));
  };
  EXPECT_THAT(names_of({"f(1)", "f(2)", "g"}),
              ElementsAre("f(1)", "f(2)", "g"));
  EXPECT_THAT(names_of({"BM_f(1,2)", "BM_f(1, 2)"}),
              ElementsAre("\"BM_f(1, 2)\"", "\"BM_f(1,2)\""));
  EXPECT_THAT(names_of({"sort[random]", "random", "a@b", "sorted"}),
              ElementsAre("\"a@b\"", "\"sort[random]\"", "random", "sorted"));
  EXPECT_THAT(names_of({"f(0.5)", "f(.5)", "f( 0.50 )"}),
              ElementsAre("\"f( 0.50 )\"", "\"f(.5)\"", "\"f(0.5)\""));
}

TEST_F(ForeignReports, FailWhereFormulasCannotTellNamesApart) {
  const GivenObservations given = united(
      {{"x", "1", {{benchmark("a.b"), benchmark("a::b"), benchmark("c")}}}},
      workload::Metric::kWall);
  EXPECT_EQ(failure(given, "a.b"),
            "a.b is the name of two benchmarks: they cannot be told apart; "
            "rename one of them, or leave them out with --filter");
  EXPECT_EQ(failure(given, "a::b").substr(0, 4), "a::b");
  EXPECT_EQ(runs(given, "c"), (Runs{{1}}));
}

TEST_F(ForeignReports, AreRunsOfTheirSets) {
  const GivenObservations given =
      united({{"1", "x", {{benchmark("a", 1)}}, "old"},
              {"2", "y", {{benchmark("a", 2), benchmark("b", 3)}}, "new"},
              {"3", "x", {{benchmark("a", 3), benchmark("b", 5)}}, "new"}},
             workload::Metric::kWall);
  const auto of = [&](const std::string& name, const std::string& set) {
    return std::get<statistics::Sample>(
               given.performances.at({name, "", "", set, {}}).observed)
        .runs();
  };
  EXPECT_EQ(of("a", "old"), (Runs{{1}}));
  EXPECT_EQ(of("a", "new"), (Runs{{2}, {3}}));
  EXPECT_EQ(of("b", "new"), (Runs{{3}, {5}}));
  EXPECT_EQ(given.performances.size(), 3U);
}

TEST(ForeignReport, NamesFiles) {
  EXPECT_EQ(names_of_files({"a"}), "a");
  EXPECT_EQ(names_of_files({"a", "b"}), "a and b");
  EXPECT_EQ(names_of_files({"a", "b", "c"}), "a and 2 others");
}

}  // namespace
}  // namespace spl::runner
