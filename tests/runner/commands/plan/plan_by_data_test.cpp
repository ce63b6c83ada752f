#include "runner/commands/plan/planning.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/runner/golden_report.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// Kalibera and Jones, section 6.1: binaries of executions of measurements.
const char* const kBuilds =
    "[[[9, 5], [8, 3]], [[10, 6], [7, 11]], [[1, 12], [2, 4]]]";

/// Known answers are at 95 %.
class PlanByData : public ::testing::Test {
 protected:
  int plan(const std::string& performances,
           std::vector<std::string> arguments = {}) {
    path_ = folder_.write("data.json", R"({ "schema": 1, "unit": "1",
      "performances": { )" + performances + " } }");
    arguments.insert(arguments.end(), {"plan", "--data", path_});
    return world_.run(arguments);
  }

  static std::string performance(const std::string& name,
                                 const std::string& runs,
                                 const std::string& costs) {
    return '"' + name + R"(": { "runs": )" + runs + R"(, "costs": )" + costs +
           " }";
  }

  [[nodiscard]] std::string origin() const {
    return "Observations of " + path_ + ".\n";
  }

  [[nodiscard]] json levels() const {
    return json::parse(world_.out)["plan"]["levels"];
  }

  TemporaryFolder folder_;
  std::string path_;
  SampleWorld world_{means({})};
};

// Executions add nothing; if a binary costs ten measurements, nineteen of each
// are the best.
TEST_F(PlanByData, IsTheWorkedExample) {
  EXPECT_EQ(plan(performance("K3", kBuilds, "[10, 0]"), {"-s", "alpha=0.025"}),
            0)
      << world_.err;
  EXPECT_EQ(world_.err, "");
  EXPECT_EQ(
      world_.out,
      "  K3: 3 builds of 2 runs of 2 observations; mean 6.5, known within 72 % "
      "(95 % interval); -s precision=2.5% takes 521 builds\n"
      "    variance: builds 0.382, observations 12.7; runs add nothing\n"
      "    optimum: 19 observations a build; -s precision=2.5% takes 156 "
      "builds, "
      "at the cost of 4 500 observations\n" +
          origin());
}

// Kalibera and Tuma 2006, eqs 21 and 23 with q = 4.
TEST_F(PlanByData, HasTheOptimumOfBuildsAndOfSharedOnes) {
  std::string four;
  for (const char* name : {"a", "b", "c", "d"}) {
    four +=
        (four.empty() ? "" : ", ") + performance(name, kBuilds, "[10, 300]");
  }
  ASSERT_EQ(plan(four), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("    by observed variances: 7.99 observations a run, "
                        "4.66 runs a build\n"
                        "    the same if 4 performances share a build: 7.99 "
                        "observations a run, 2.33 runs a build\n"));
  ASSERT_EQ(plan(four, {"--json", "-"}), 0);
  const json optimum = levels()[3]["optimum"];
  EXPECT_NEAR(optimum["observed_counts"][0], 7.99193141499, 1e-10);
  EXPECT_NEAR(optimum["observed_counts"][1], 4.66415972764, 1e-10);
  EXPECT_EQ(optimum["sharing"], 4);
  EXPECT_NEAR(optimum["shared_counts"][0], 7.99193141499, 1e-10);
  EXPECT_NEAR(optimum["shared_counts"][1], 2.33207986382, 1e-10);
}

TEST_F(PlanByData, HasCountsForThePrecisionAskedFor) {
  ASSERT_EQ(plan(performance("K3", kBuilds, "[10, 0]"),
                 {"-s", "alpha=0.025", "-s", "precision=50%", "--json", "-"}),
            0);
  expect_report("plan_levels.json", world_.out, {"plan"});
  const json one = levels()[0];
  EXPECT_EQ(one["optimum"]["counts"], json({19}));
  EXPECT_EQ(one["optimum"]["kept"], json({1, 3}));
  EXPECT_NEAR(one["half_width"], 4.68870710953 / 6.5, 1e-10);
}

TEST_F(PlanByData, SaysWhatIsMissing) {
  ASSERT_EQ(plan("\"a\": { \"runs\": " + std::string(kBuilds) +
                 " }, \"b\": { \"runs\": [[1, 2], [3]] }, " +
                 performance("c", "[[1, 2], [2, 3]]", "[0]") + ", " +
                 performance("d", "[[1, 2], [1, 2]]", "[3]")),
            0);
  EXPECT_EQ(
      world_.out,
      "  a: 3 builds of 2 runs of 2 observations; mean 6.5, known within 117 % "
      "(98 % interval); -s precision=2.5% takes 734 builds\n    variance: "
      "builds 0.382, observations 12.7; runs add nothing\n    the optimum is "
      "not known: \"costs\" of the levels are missing in the data file\n  b: "
      "the items of a level differ in size, and a plan repeats each level "
      "equally often; cut them to one size\n  c: 2 runs of 2 observations; "
      "mean 2, known within 796 % (98 % interval); -s precision=2.5% takes "
      "1086 runs\n    variance: runs 0.25, observations 0.5\n    optimum: not "
      "known, because a variance or a cost is 0\n  d: 2 runs of 2 "
      "observations; mean 1.5, known within 0 % (98 % interval); -s "
      "precision=2.5% takes 2 runs\n    variance: observations 0.333; runs add "
      "nothing\n    optimum: only observations vary, so that any counts do; -s "
      "precision=2.5% takes 1287 observations\n" +
          origin());
}

// What an evaluation of the same data says, too.
TEST_F(PlanByData, SaysWhatAnotherSuchExperimentWouldFind) {
  const std::string data =
      std::string(SPL_TEST_DATA) + "/given/known_answers.json";
  const std::vector<std::string> formula{"-e", "A <= 1.02 * B", "--data",
                                         data, "--json",        "-"};
  ASSERT_EQ(world_.run(formula), 0);
  const json found =
      json::parse(world_.out)["formulas"][0]["relations"][0]["detectable"];
  std::vector<std::string> planning = formula;
  planning.emplace_back("plan");
  ASSERT_EQ(world_.run(planning), 0) << world_.err;
  const json plan = json::parse(world_.out)["plan"];
  EXPECT_EQ(plan["relations"][0]["blocks"], 4);
  EXPECT_NEAR(plan["relations"][0]["typical_calls"]["detectable"],
              found.get<double>(), 1e-12);
  EXPECT_EQ(plan["levels"].size(), 2U);
  EXPECT_EQ(world_.run({"plan", "-e", "A <= 1.02 * B", "-e", "C <= D", "--data",
                        data, "-s", "statistic=mean"}),
            0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("  4 blocks as given\n"
                "  nine of ten would find a change of 0.85 % at 1 %; the ratio "
                "would be known within "));
  EXPECT_THAT(world_.out,
              HasSubstr("formula2: C <= D\n  the sides have different numbers "
                        "of runs, so the runs are not blocks; a plan of blocks "
                        "needs equally many of each\n"));
}

}  // namespace
}  // namespace spl::runner
