#include "runner/given/hyperfine.hpp"

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

TEST_F(Hyperfine, HasARunOfTimesInEachFile) {
  const GivenObservations given = read_observations(
      {recorded("hyperfine_1.json"), recorded("hyperfine_2.json")});
  EXPECT_EQ(given.metric, "wall");
  EXPECT_EQ(given.dimension, logic::Dimension::kTime);
  EXPECT_TRUE(given.warnings.empty());
  // A name that reads as a performance is one; a command is a method's name.
  EXPECT_EQ(names(given), (std::vector<std::string>{"\"sort -n 100\"",
                                                    "sort(10)", "sort(100)"}));
  const Runs sort = runs(given, "sort", {10.0});
  ASSERT_EQ(sort.size(), 2U);
  ASSERT_EQ(sort[1].size(), 4U);
  EXPECT_DOUBLE_EQ(sort[0][0], 1237966);  // From seconds.
  EXPECT_DOUBLE_EQ(sort[1][3], 3104645);
}

TEST_F(Hyperfine, IsRefusedWithThePlaceAndTheRemedy) {
  struct Row {
    std::string text;
    std::string message;
  };
  const Row rows[] = {
      {report(""), "x: results: there are no results in this report"},
      {R"({ "results": 1 })", "x: results: expected a list, found a number"},
      {report("1"), "x: results[0]: expected an object, found a number"},
      {report(R"({ "times": [1] })"),
       "x: results[0]: \"command\" is missing here"},
      {report(R"({ "command": "a", "mean": 1 })"),
       "x: results[0]: only means are here, not the times of runs; let "
       "hyperfine write them with --export-json"},
      {report(R"({ "command": "a", "times": null })"),
       "x: results[0]: only means are here, not the times of runs; let "
       "hyperfine write them with --export-json"},
      {report(R"({ "command": "a", "times": [] })"),
       "x: results[0].times: expected at least one time"},
      {report(R"({ "command": "a", "times": [1, "2"] })"),
       "x: results[0].times[1]: expected a number, found a string"},
      {report(R"({ "command": "a", "times": [-1] })"),
       "x: results[0].times[0]: a duration is not negative"},
      {report(R"({ "command": "a", "times": [1e300] })"),
       "x: results[0].times[0]: this observation is too large to calculate "
       "with"},
      {report(R"({ "command": "", "times": [1] })"),
       "x: results[0]: expected a name; give each command a name by "
       "--command-name, with its parameters: -n 'sort({n})'"},
      {report(R"({ "command": "a", "times": [1] },
                 { "command": "a", "times": [2] })"),
       "x: results[1]: this is the second benchmark that is called a; give "
       "each command a name by --command-name, with its parameters: -n "
       "'sort({n})'"},
      {report(R"x({ "command": "f(1)", "times": [1] },
                 { "command": "f(1.0)", "times": [2] })x"),
       "x: results[1]: this is the second benchmark that is called f(1); give "
       "each command a name by --command-name, with its parameters: -n "
       "'sort({n})'"}};
  for (const Row& row : rows) {
    EXPECT_EQ(message(row.text), row.message) << row.text;
  }
}

TEST_F(Hyperfine, HasTheWallClockOnly) {
  EXPECT_EQ(message(report(R"({ "command": "a", "times": [1] })"),
                    workload::Metric::kCpu),
            "x: reports of hyperfine are taken for --metric wall, not for "
            "cpu: beside the times of runs they have means only, and no "
            "option of hyperfine gives more");
}

TEST_F(Hyperfine, WarnsOfWhatSpoilsTimes) {
  const auto one = [&](const std::string& name, const std::string& codes,
                       const std::string& time) {
    return folder_.write(name, report(R"({ "command": "a", "times": [)" + time +
                                      R"(], "exit_codes": [)" + codes + "] }"));
  };
  const auto good = one("good", "0", "1");
  const auto bad = one("bad", "0, 3", "2, 0");
  const auto killed = one("killed", "null", "0.0");
  EXPECT_TRUE(read_observations({good}).warnings.empty());
  std::vector<std::string> warnings =
      to_texts(read_observations({good, bad, killed}).warnings);
  for (std::string& warning : warnings) warning = without_folder(warning);
  EXPECT_EQ(warnings,
            (std::vector<std::string>{
                "bad and killed: commands ended with another status than 0, "
                "which hyperfine was told to ignore: what they took may be the "
                "time of a failure",
                "bad and killed: some times are 0, for hyperfine takes off "
                "what it believes a shell costs: give it -N, so that it starts "
                "commands without a shell"}));
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
