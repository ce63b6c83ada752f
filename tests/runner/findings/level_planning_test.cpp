// Plans by levels of what is measured and of what was: whole reports.

#include "runner/findings/level_planning.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// A number in [-1, 1) for each text: FNV-1a, mixed as MurmurHash3 ends.
double drawn(const std::string& text) {
  std::uint32_t hash = 2'166'136'261;
  for (const char one : text) {
    hash = (hash ^ static_cast<unsigned char>(one)) * 16'777'619;
  }
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  hash ^= hash >> 16;
  return hash / 2'147'483'648.0 - 1;
}

/// Builds and links of a program differ by up to 2 %, their runs by 1 % and
/// observations by 5 %. An observation of 1 us takes 1 ms with its iterations.
Script varying() {
  return [](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer;
    answer.iterations = 1000;
    answer.warmup = 2;
    const std::string number = std::to_string(block);
    const double run = 1 + 0.02 * drawn(order.program) +
                       0.01 * drawn(order.program + ", run " + number);
    for (std::size_t i = 0; i < order.observations; ++i) {
      const double own = drawn(number + "/" + std::to_string(i));
      answer.observations.push_back(1000 * (run + 0.05 * own));
    }
    return answer;
  };
}

/// Runs of ten observations that take 60 ms to start, and builds of 20 s.
class LevelPlanning : public ::testing::Test {
 protected:
  LevelPlanning() {
    project_ = folder_.write(
        "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
    world_.keeps_history = true;
    world_.environment = {{"SPL_HISTORY", (folder_.path() / "a.db").string()}};
    world_.launcher.run_seconds = 0.06;
    world_.launcher.iteration_seconds = {{"a", 0.001}, {"b", 0.001}};
    world_.history.build_seconds = 20;
  }

  int run(const std::string& formula, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-c", project_, "-e", formula, "--runs",
                                       "12", "-s", "observations=10"});
    return world_.run(arguments);
  }

  /// The lines about the left performance.
  [[nodiscard]] std::string left() const {
    std::istringstream lines(world_.out.substr(world_.out.find("\n  a@") + 1));
    std::string result;
    bool is_left = false;
    for (std::string line;
         std::getline(lines, line) && line.starts_with("  ");) {
      if (!line.starts_with("   ")) is_left = line.starts_with("  a@c0(1)");
      if (is_left) result += line + '\n';
    }
    return result;
  }

  TemporaryFolder folder_;
  std::string project_;
  SampleWorld world_{varying()};
};

const char* const kFormula = "a@c0(1) <= a@c2(1)";

// A build takes 20 s and a start with its warm-up 62 ms, which are 20 062
// observations together as runs add nothing: sqrt(20 062 901/51.8) = 590.7.
// With all levels sqrt(20 000/62 S_B^2/S_V^2) runs a build (m0 of Kalibera and
// Tuma).
TEST_F(LevelPlanning, HasTheOptimumOfBuilds) {
  ASSERT_EQ(run(kFormula, {"plan", "-s", "builds=4"}), 0) << world_.err;
  EXPECT_EQ(
      left(),
      "  a@c0(1): 10 observations a run; start 60 ms, warm-up 2 ms, "
      "observation 1 ms, build 20 s\n"
      "  a@c0(1): 4 builds of 2 runs of 10 observations; mean 1.008 us, known "
      "within 2.2 % (98 % interval); -s precision=1% takes 9 builds\n"
      "    variance: builds 51.8, observations 901; runs add nothing\n"
      "    optimum: 591 observations a build; -s precision=1% takes 6 builds, "
      "at the cost of 120 000 observations, 2 min 4 s\n"
      "    by observed variances: 35.70 observations a run, 12.25 runs a "
      "build\n");
}

// sqrt((62 + 500) 902/294) = 41.5.
TEST_F(LevelPlanning, HasTheOptimumOfLinks) {
  world_.history.relinks = true;
  world_.links.seconds = 0.5;
  ASSERT_EQ(run(kFormula, {"plan", "-s", "layouts=4"}), 0) << world_.err;
  EXPECT_EQ(
      left(),
      "  a@c0(1): 10 observations a run; start 60 ms, warm-up 2 ms, "
      "observation 1 ms, link 500 ms\n"
      "  a@c0(1): 4 links of 2 runs of 10 observations; mean 1.013 us, known "
      "within 4.1 % (98 % interval); -s precision=1% takes 22 links\n"
      "    variance: links 294, observations 902; runs add nothing\n"
      "    optimum: 42 observations a link; -s precision=1% takes 20 links, at "
      "the cost of 12 000 observations, 12 s\n"
      "    by observed variances: 34.42 observations a run, 1.07 runs a "
      "link\n");
}

// sqrt((62 + 500) 877/297) = 40.7; without the link it were 13.5.
TEST_F(LevelPlanning, LetsARunPayForALinkOfItsOwn) {
  world_.history.relinks = true;
  world_.links.seconds = 0.5;
  ASSERT_EQ(run(kFormula, {"plan"}), 0) << world_.err;
  EXPECT_EQ(left(),
            "  a@c0(1): 10 observations a run; start 60 ms, warm-up 2 ms, "
            "observation 1 ms, link 500 ms\n"
            "    variance between runs 297, between observations 877; optimum "
            "of observations 41 (2013), 36 (2005)\n");
}

TEST_F(LevelPlanning, MakesTwoBlocksOfEachBuild) {
  ASSERT_EQ(run(kFormula, {"plan", "-s", "builds=6"}), 0) << world_.err;
  EXPECT_EQ(world_.launcher.blocks.size(), 12U);
  EXPECT_THAT(world_.out, HasSubstr("6 builds of 2 runs of 10 observations"));
}

// 12.25/sqrt(2) runs a build.
TEST_F(LevelPlanning, SharesABuildAmongPerformancesOfARevision) {
  ASSERT_EQ(run("a@c0(1) <= b@c0(1)", {"plan", "-s", "builds=4"}), 0);
  EXPECT_EQ(
      left(),
      "  a@c0(1): 10 observations a run; start 60 ms, warm-up 2 ms, "
      "observation 1 ms, build 20 s\n"
      "  a@c0(1): 4 builds of 2 runs of 10 observations; mean 1.008 us, known "
      "within 2.2 % (98 % interval); -s precision=1% takes 9 builds\n"
      "    variance: builds 51.8, observations 901; runs add nothing\n"
      "    optimum: 591 observations a build; -s precision=1% takes 6 builds, "
      "at the cost of 120 000 observations, 2 min 4 s\n"
      "    by observed variances: 35.70 observations a run, 12.25 runs a "
      "build\n"
      "    the same if 2 performances share a build: 35.70 observations a run, "
      "8.66 runs a build\n");
  // Those of two revisions have builds of their own.
  ASSERT_EQ(run(kFormula, {"plan", "-s", "builds=4"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("share a build")));
}

TEST_F(LevelPlanning, SaysThatTheTimeOfABuildIsNotKnown) {
  world_.history.build_seconds = 0;
  ASSERT_EQ(run(kFormula, {"plan", "-s", "builds=4"}), 0) << world_.err;
  EXPECT_THAT(
      world_.out,
      HasSubstr("\n    the optimum is not known: the time of a build is "
                "not known\n"));
}

TEST_F(LevelPlanning, IsPossibleByReportsOfBuilds) {
  const std::string file = (folder_.path() / "report.json").string();
  ASSERT_EQ(run(kFormula, {"-s", "builds=4", "--json", file, "-s",
                           "observations-in-json"}),
            0)
      << world_.err;
  const std::size_t measured = world_.launcher.blocks.size();
  ASSERT_EQ(run(kFormula, {"plan", "--data", file}), 0) << world_.err;
  EXPECT_EQ(
      left(),
      "  a@c0(1): 10 observations a run; start 60 ms, warm-up 2 ms, "
      "observation 1 ms, build 20 s\n"
      "  a@c0(1): 4 builds of 3 runs of 10 observations; mean 1.009 us, known "
      "within 1.4 % (98 % interval); -s precision=1% takes 6 builds\n"
      "    variance: builds 10.5, observations 840; runs add nothing\n"
      "    optimum: 1266 observations a build; -s precision=1% takes 4 builds, "
      "at the cost of 85 000 observations, 1 min 25 s\n"
      "    by observed variances: 29.83 observations a run, 22.38 runs a "
      "build\n");
  EXPECT_THAT(
      world_.out,
      HasSubstr("    variance: builds 177, runs 4.56, observations 858\n"
                "    optimum: 108 observations a run, 3 runs a build; "));
  EXPECT_EQ(world_.launcher.blocks.size(), measured);
}

TEST_F(LevelPlanning, IsInTheLevelsOfReports) {
  const auto optimum = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-s", "builds=4", "--json", "-"});
    EXPECT_EQ(run(kFormula, arguments), 0) << world_.err;
    return json::parse(world_.out)["performances"][0]["levels"]["optimum"];
  };
  const json measured = optimum({});
  EXPECT_NEAR(measured["costs"][0], 62, 1e-9);
  EXPECT_NEAR(measured["costs"][1], 20000, 1e-9);
}

TEST(Sharing, IsOfOneRevisionAndOfBuilds) {
  const logic::Performance a{"a", "", "", "v1", {}};
  const logic::Performance b{"b", "", "", "v1", {}};
  const logic::Performance other{"a", "", "", "v2", {}};
  EXPECT_EQ(sharing_of(a, {{a, 3}, {b, 3}, {other, 3}}), 2U);
  EXPECT_EQ(sharing_of(a, {{a, 3}, {b, 4}, {other, 3}}), 1U);
  EXPECT_EQ(sharing_of(a, {{a, 2}, {b, 2}, {other, 2}}), 1U);
}

}  // namespace
}  // namespace spl::runner
