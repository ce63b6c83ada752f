#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace nanobench {
namespace {

using statistics::Runs;
using workload::Metric;
using Nanobench = GivenText;

/// A report with a benchmark of each of the parts between `|`.
std::string report(const std::string& parts) {
  std::string text = "{ \"results\": [{ \"epochs\": 1, ";
  for (const char c : parts) {
    text += c == '|' ? "}, { \"epochs\": 1, " : std::string(1, c);
  }
  return text + "}] }";
}

TEST_F(Nanobench, HasARunOfMeasurements) {
  const std::string file = recorded("nanobench_1.json");
  const GivenObservations given = read_observations({file});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"Sorting/sort(1000)\"",
                                      "\"Sorting/stable sort\""}));
  const Runs stable = runs(given, "Sorting/stable sort");
  ASSERT_EQ(stable.size(), 1U);
  ASSERT_EQ(stable[0].size(), 4U);
  // From seconds; of an iteration, which is a batch of 1000.
  EXPECT_DOUBLE_EQ(stable[0][1], 9762.89473684211);
  EXPECT_EQ(
      to_texts(given.warnings),
      std::vector<std::string>{
          file + ": the \"batch\" of the benchmarks differs; what is compared "
                 "here is an iteration, while nanobench's table divides it by "
                 "its batch"});
}

TEST_F(Nanobench, HasCounts) {
  const auto path = folder_.write("x", report(R"("name": "a",
    "measurements": [{ "instructions": 5, "cpucycles": 7.5, "pagefaults": 0,
                       "branchmisses": 0.25 }])"));
  const auto of = [&](Metric metric) {
    return read_observations({path}, metric);
  };
  EXPECT_EQ(runs(of(Metric::kInstructions), "a"), (Runs{{5}}));
  EXPECT_EQ(runs(of(Metric::kCycles), "a"), (Runs{{7.5}}));
  EXPECT_EQ(runs(of(Metric::kPageFaults), "a"), (Runs{{0}}));
  EXPECT_EQ(runs(of(Metric::kBranchMisses), "a"), (Runs{{0.25}}));
  EXPECT_EQ(of(Metric::kCycles).dimension, logic::Dimension::kCount);
  EXPECT_EQ(of(Metric::kCycles).metric, "cycles");
}

// It writes zeros where it may not count.
TEST_F(Nanobench, HasNoCountsWithoutCounters) {
  const std::string file = recorded("nanobench_1.json");
  EXPECT_EQ(failure(read_observations({file}, Metric::kInstructions),
                    "Sorting/stable sort"),
            "Sorting/stable sort has no counter \"instructions\" in " + file +
                ": the benchmark has none; a processor's counters may be "
                "forbidden (sysctl kernel.perf_event_paranoid=1)");
}

TEST_F(Nanobench, PutsTitlesInFront) {
  const auto path = folder_.write("x", report(R"(
      "title": "map", "name": "find", "measurements": [{ "elapsed": 1e-9 }] |
      "title": "set", "name": "find", "measurements": [{ "elapsed": 2e-9 }] |
      "title": "benchmark", "name": "put", "measurements": [{ "elapsed": 3e-9 }])"));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"map/find\"", "\"set/find\"", "put"}));
  EXPECT_EQ(runs(given, "set/find"), (Runs{{2}}));
  EXPECT_TRUE(given.warnings.empty());
}

TEST_F(Nanobench, FailsWhereABenchmarkHasNoValidMeasurements) {
  struct Row {
    std::string measurements;
    std::string failure;
  };
  const std::string invalid =
      "has no valid time in x: a time is a number of ns, us, ms or s, 0 or "
      "more";
  const Row rows[] = {{R"x("median(elapsed)": 1)x",
                       "has medians only in x: render the report with "
                       "ankerl::nanobench::templates::json()"},
                      {R"("measurements": [])", "has no epochs in x"},
                      {R"("measurements": [{ "elapsed": "1" }])", invalid},
                      {R"("measurements": [{ "elapsed": -1 }])", invalid},
                      {R"("measurements": [{ "elapsed": nan }])", invalid},
                      {R"("measurements": [{}])", invalid}};
  for (const Row& row : rows) {
    const auto path = folder_.write(
        "x", report(R"("name": "good", "medianAbsolutePercentError": -nan,
                       "measurements": [{ "elapsed": 1e-9 }] |
                       "measurements": [{ "elapsed": 1 }] |
                       "name": "bad", )" +
                    row.measurements));
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(runs(given, "good"), (Runs{{1}}));
    EXPECT_EQ(without_folder(failure(given, "bad")), "bad " + row.failure);
  }
  const auto path = folder_.write("x", report(R"("name": "a",
                "measurements": [{ "instructions": -1 }])"));
  EXPECT_EQ(without_folder(
                failure(read_observations({path}, Metric::kInstructions), "a")),
            "a has a counter \"instructions\" that is negative or not finite "
            "in x: it cannot be compared");
}

}  // namespace
}  // namespace nanobench
}  // namespace spl::runner
