#include "runner/given/foreign_report.hpp"

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace {

using ForeignReports = GivenText;

NamedBenchmark benchmark(const std::string& name, const std::string& group) {
  return {name, group, group.empty() ? "" : group + "/s", "here", {{1}, {}}};
}

TEST_F(ForeignReports, HaveNamesThatAreUnique) {
  const auto names_of = [](std::vector<NamedBenchmark> benchmarks) {
    std::vector<std::string> result;
    for (const auto& [performance, one] :
         named_run(std::move(benchmarks), "x", "mend it")) {
      result.push_back(to_text(performance));
    }
    return result;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_of({benchmark("a", ""), benchmark("f(1)", "")}),
            (Names{"a", "f(1)"}));
  EXPECT_EQ(names_of({benchmark("a", "g"), {"a", "g", "", "", {}}}),
            (Names{"\"g/a\"", "\"g/s/a\""}));
  try {
    (void)names_of({benchmark("a", "g"), benchmark("a", "g")});
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_STREQ(error.what(),
                 "x: here: this is the second benchmark that is called "
                 "\"g/s/a\"; mend it");
  }
}

TEST_F(ForeignReports, FailWhereABenchmarkLacksOrFailed) {
  const logic::Performance a{"a", "", "", "", {}};
  const logic::Performance b{"b", "", "", "", {}};
  const GivenObservations given =
      united({{"one", "1", {{a, {{3}, {}}}, {b, {{}, "b failed"}}}},
              {"two", "2", {{b, {{4}, {}}}}}},
             workload::Metric::kCycles);
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
  EXPECT_EQ(failure(given, "a"),
            "a is not in two, and each report is a run of all benchmarks");
  EXPECT_EQ(failure(given, "b"), "b failed");
}

TEST(ForeignReport, NamesFiles) {
  EXPECT_EQ(names_of_files({"a"}), "a");
  EXPECT_EQ(names_of_files({"a", "b"}), "a and b");
  EXPECT_EQ(names_of_files({"a", "b", "c"}), "a and 2 others");
  EXPECT_EQ(failure_text("f", "x", ""), "f failed in x");
}

}  // namespace
}  // namespace spl::runner
