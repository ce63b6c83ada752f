#include "runner/given/nanobench.hpp"

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

TEST_F(Nanobench, HasARunOfMeasurementsInEachFile) {
  const GivenObservations given = read_observations(
      {recorded("nanobench_1.json"), recorded("nanobench_2.json")});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(names(given),
            (std::vector<std::string>{"\"Sorting/sort(1000)\"",
                                      "\"Sorting/stable sort\""}));
  const Runs stable = runs(given, "Sorting/stable sort");
  ASSERT_EQ(stable.size(), 2U);
  ASSERT_EQ(stable[0].size(), 4U);
  // From seconds; of an iteration, which is a batch of 1000.
  EXPECT_DOUBLE_EQ(stable[0][1], 9762.89473684211);
  EXPECT_EQ(to_texts(given.warnings),
            std::vector<std::string>{
                recorded("nanobench_1.json") + " and " +
                recorded("nanobench_2.json") +
                ": the \"batch\" of the benchmarks differs; what is compared "
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
  EXPECT_EQ(message(std::vector<std::string>{path}, Metric::kCpu),
            "x: reports of nanobench are taken for --metric wall, "
            "instructions, cycles, branch-misses and page-faults, not for "
            "cpu");
}

// It writes zeros where it may not count.
TEST_F(Nanobench, HasNoCountsWithoutCounters) {
  const std::vector<std::string> file{recorded("nanobench_1.json")};
  EXPECT_EQ(message(file, Metric::kInstructions),
            file.front() +
                ": results: \"instructions\" is 0 everywhere, as it is where "
                "the processor's counters may not be used; allow that (sysctl "
                "kernel.perf_event_paranoid=1) and run it again");
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

TEST_F(Nanobench, IsRefusedWithThePlaceAndTheRemedy) {
  struct Row {
    std::string text;
    std::string message;
  };
  const Row rows[] = {
      {report(R"x("name": "a", "median(elapsed)": 1)x"),
       "x: results[0]: only medians are here, not the measurements; render "
       "the report with ankerl::nanobench::templates::json()"},
      {report(R"("name": "a", "measurements": [])"),
       "x: results[0].measurements: expected at least one measurement"},
      {report(R"("name": "a", "measurements": [{ "elapsed": "1" }])"),
       "x: results[0].measurements[0].elapsed: expected a number, found a "
       "string"},
      {report(R"("name": "a", "measurements": [{ "elapsed": -1 }])"),
       "x: results[0].measurements[0].elapsed: a duration is not negative"},
      {report(R"("name": "a", "measurements": [{}])"),
       "x: results[0].measurements[0]: \"elapsed\" is missing here"},
      {report(R"("measurements": [{ "elapsed": 1 }])"),
       "x: results[0]: \"name\" is missing here"},
      {report(R"("name": "a", "title": "t", "measurements": [{"elapsed": 1}] |
                 "name": "a", "title": "t", "measurements": [{"elapsed": 2}])"),
       "x: results[1]: this is the second benchmark that is called \"t/a\"; "
       "give each run() of a title a name of its own"}};
  for (const Row& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
  EXPECT_EQ(message(report(R"("name": "a",
                "measurements": [{ "instructions": -1 }])"),
                    Metric::kInstructions),
            "x: results[0].measurements[0].instructions: a count is not "
            "negative");
}

}  // namespace
}  // namespace nanobench
}  // namespace spl::runner
