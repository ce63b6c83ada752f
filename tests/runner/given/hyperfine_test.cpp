#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace hyperfine {
namespace {

using statistics::Runs;
using Hyperfine = GivenText;

/// A report of results as written.
std::string report(const std::string& results) {
  return "{ \"results\": [" + results + "] }";
}

TEST_F(Hyperfine, HasARunOfTimes) {
  const GivenObservations given =
      read_observations({recorded("hyperfine_1.json")});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(given.dimension, logic::Dimension::kTime);
  EXPECT_TRUE(given.warnings.empty());
  // A name that reads as a performance is one; a command is a method's name.
  EXPECT_EQ(names(given), (std::vector<std::string>{"\"sort -n 100\"",
                                                    "sort(10)", "sort(100)"}));
  const Runs sort = runs(given, "sort", {10.0});
  ASSERT_EQ(sort.size(), 1U);
  ASSERT_EQ(sort[0].size(), 4U);
  EXPECT_DOUBLE_EQ(sort[0][0], 1237966);  // From seconds.
}

TEST_F(Hyperfine, IsRefusedWithoutCommands) {
  EXPECT_EQ(message(report("")),
            "x: results: there are no benchmarks in this report");
  EXPECT_EQ(message(report("1")),
            "x: results: there are no benchmarks in this report");
  EXPECT_EQ(message(R"({ "results": 1 })"),
            "x: results: expected a list, found a number");
}

TEST_F(Hyperfine, FailsWhereACommandHasNoValidTimes) {
  for (const char* times :
       {"[]", "[1, \"2\"]", "[-1]", "[1, null]", "{}", "[1e300]"}) {
    const auto path = folder_.write(
        "x", report(R"({ "command": "good", "times": [1] },
                       { "command": "bad", "times": )" +
                    std::string(times) + "}, { \"times\": [1] }"));
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(runs(given, "good"), (Runs{{1e9}}));
    EXPECT_EQ(without_folder(failure(given, "bad")),
              "bad has no valid time in x: a time is a number of ns, us, ms or "
              "s, 0 or more")
        << times;
    EXPECT_EQ(given.warnings.size(), 1U);
  }
  const auto large =
      folder_.write("x", report(R"({ "command": "a", "times": [1e150] })"));
  EXPECT_EQ(without_folder(failure(read_observations({large}), "a")),
            "a has an observation that is too large to calculate with in x");
}

// A command that failed did not do what is compared.
TEST_F(Hyperfine, FailsWhereARunOfACommandFailed) {
  struct Row {
    std::string codes;
    std::string how;
  };
  const Row rows[] = {{"127, 127, 127", "exited with status 127 in 3 of 3"},
                      {"0, 0, 3", "exited with status 3 in 1 of 3"},
                      {"null, null, 0", "was killed in 2 of 3"}};
  for (const Row& row : rows) {
    const auto path =
        folder_.write("x", report(R"({ "command": "./new", "times": [1, 2, 3],
                         "exit_codes": [)" +
                                  row.codes + R"(] },
                      { "command": "old", "times": [1], "exit_codes": [0] })"));
    const GivenObservations given = read_observations({path});
    EXPECT_EQ(without_folder(failure(given, "./new")),
              "./new failed in x: the command " + row.how +
                  " runs, and what a failure takes proves nothing");
    EXPECT_EQ(runs(given, "old"), (Runs{{1e9}}));
  }
}

// Names that differ are two commands, whatever they read as.
TEST_F(Hyperfine, KeepsNamesApart) {
  const auto path =
      folder_.write("x", report(R"x({ "command": "f(1)", "times": [1] },
                                   { "command": "f(1.0)", "times": [2] },
                                   { "command": "f(2)", "times": [3] })x"));
  const GivenObservations given = read_observations({path});
  EXPECT_EQ(runs(given, "f(1)"), (Runs{{1e9}}));
  EXPECT_EQ(runs(given, "f(1.0)"), (Runs{{2e9}}));
  EXPECT_EQ(runs(given, "f", {2.0}), (Runs{{3e9}}));
  const auto twice =
      folder_.write("y", report(R"({ "command": "a", "times": [1] },
                                   { "command": "a", "times": [2] })"));
  EXPECT_EQ(without_folder(failure(read_observations({twice}), "a")),
            "a is the name of two benchmarks in y: they cannot be told apart; "
            "rename one of them, or leave them out with --filter");
}

TEST_F(Hyperfine, HasMemory) {
  const auto path =
      folder_.write("x", report(R"({ "command": "a", "times": [1, 2],
                       "memory_usage_byte": [4096, 8192] },
                     { "command": "b", "times": [1, 2],
                       "memory_usage_byte": [4096] },
                     { "command": "c", "times": [1, 2] })"));
  const auto given = read_observations({path}, workload::Metric::kPeakMemory);
  EXPECT_EQ(given.dimension, logic::Dimension::kCount);
  EXPECT_EQ(runs(given, "a"), (Runs{{4096, 8192}}));
  for (const char* name : {"b", "c"}) {
    EXPECT_EQ(without_folder(failure(given, name)).substr(1),
              " has no counter \"peak-memory\" in x: the benchmark has none");
  }
}

// Of the processor's time, it keeps the means.
TEST_F(Hyperfine, HasTheMeansOfProcessorTime) {
  const auto path = folder_.write(
      "x", report(R"({ "command": "a", "times": [1, 2], "mean": 1.5,
                       "user": 1.25, "system": 0.25 },
                     { "command": "b", "mean": 3, "user": 2.5, "system": 0.5 },
                     { "command": "c", "times": [1, 2], "user": 1 })"));
  const auto given = read_observations({path}, workload::Metric::kCpu);
  EXPECT_EQ(given.dimension, logic::Dimension::kTime);
  EXPECT_EQ(runs(given, "a"), (Runs{{1.5e9}}));
  EXPECT_EQ(runs(given, "b"), (Runs{{3e9}}));
  EXPECT_EQ(without_folder(failure(given, "c")),
            "c has no valid time in x: a time is a number of ns, us, ms or s, "
            "0 or more");
  // In seconds, as they are given.
  EXPECT_EQ(runs(read_observations({path}, measured_metric("user")), "c"),
            (Runs{{1}}));
  EXPECT_EQ(runs(read_observations({path}), "a"), (Runs{{1e9, 2e9}}));
}

TEST_F(Hyperfine, WarnsOfTimesThatAreZero) {
  const auto one = [&](const std::string& name, const std::string& time) {
    return folder_.write(
        name, report(R"({ "command": "a", "times": [)" + time + "] }"));
  };
  const auto good = one("good", "1");
  EXPECT_TRUE(read_observations({good}).warnings.empty());
  std::vector<std::string> warnings = to_texts(
      read_observations({good, one("bad", "2, 0"), one("worse", "0.0")})
          .warnings);
  for (std::string& warning : warnings) warning = without_folder(warning);
  EXPECT_EQ(warnings,
            (std::vector<std::string>{
                "bad and worse: some times are 0, for hyperfine takes off what "
                "it believes a shell costs: give it -N, so that it starts "
                "commands without a shell"}));
}

TEST_F(Hyperfine, HasMeansWhereTimesAreLeftOut) {
  const auto path =
      folder_.write("x", report(R"({ "command": "a", "mean": 2, "stddev": 0.5,
                       "exit_codes": [0, 0, 0] },
                     { "command": "b", "mean": 2, "stddev": 0.5 },
                     { "command": "c", "mean": 2, "stddev": null,
                       "exit_codes": [0] })"));
  const GivenObservations given = read_observations({path});
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(runs(given, name), (Runs{{2e9}})) << name;
    EXPECT_EQ(given.performances.at({name, "", "", "", {}}).spread.has_value(),
              name == std::string("a"))
        << name;  // How many there were is known.
  }
}

TEST_F(Hyperfine, CountsEachRunOnce) {
  const std::string text = report(R"({ "command": "a", "times": [1.50] })");
  const auto one = folder_.write("one", text);
  const auto copy =
      folder_.write("copy", report(R"({ "times": [1.5], "command": "a" })"));
  EXPECT_EQ(message(std::vector<std::string>{one, copy}),
            "copy: the benchmarks are those of one, and each file counts as a "
            "run of its own; give each run once");
}

}  // namespace
}  // namespace hyperfine
}  // namespace spl::runner
