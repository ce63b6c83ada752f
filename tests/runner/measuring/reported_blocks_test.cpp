// What was measured is decided again on its report, as it was decided first.

#include "runner/measuring/reported_blocks.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::string>;

Words operator+(Words one, const Words& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// Means whose sides vary by themselves, and by block: by `spread` per cent.
Script noisy(std::map<std::string, double> means, double spread) {
  return [means = std::move(means), spread](const RunOrder& order,
                                            std::size_t block) {
    workload::RunAnswer answer;
    const auto found = means.find(order.performance.method);
    answer.iterations = 100;
    answer.warmup = 2;
    answer.disturbed.net = block % 3;
    const double letter = order.performance.method.front();
    const auto wave = [](double number) { return std::sin(number * 12.9898); };
    const double run =
        1 + spread / 100 * wave(letter + 7.0 * static_cast<double>(block));
    for (std::size_t i = 0; i < order.observations; ++i) {
      const auto step =
          static_cast<double>(block) + 0.7 * static_cast<double>(i);
      answer.observations.push_back(found->second *
                                    (run + 0.01 * wave(letter * 3 + step)));
    }
    for (std::size_t i = 1; i < order.metrics.size(); ++i) {
      answer.others.push_back(answer.observations);
      for (double& one : answer.others.back()) one = std::round(one * 10);
    }
    return answer;
  };
}

class ReportedBlocks : public ::testing::Test {
 protected:
  ReportedBlocks() {
    world_.decides_by_typical_calls = false;
    world_.environment.erase("SPL_RUNS");
  }

  [[nodiscard]] std::string path() const {
    return (folder_.path() / "report.json").string();
  }

  json measure(const Words& deciding, const Words& measuring = {}) {
    status_ = world_.run(
        Words{"-p", "sample", "--json", path(), "-s", "observations-in-json"} +
        deciding + measuring);
    EXPECT_EQ(world_.err, "");
    return json::parse(read_file(path()));
  }

  json decide_again(const Words& deciding) {
    const std::size_t blocks = world_.launcher.blocks.size();
    status_ = world_.run(Words{"--data", path(), "--json", "-"} + deciding);
    EXPECT_EQ(world_.launcher.blocks.size(), blocks);
    if (status_ == 2) return {};
    return json::parse(world_.out);
  }

  /// All that a verdict is made of.
  static json verdicts(const json& report) {
    json result = json::array();
    for (const json& formula : report["formulas"]) {
      result.push_back(formula["verdict"]);
      for (json relation : formula["relations"]) {
        if (relation["stopped"] == "budget") relation["stopped"] = "data";
        result.push_back(std::move(relation));
      }
    }
    return result;
  }

  /// Measures, decides the report, and its report, and compares all three.
  void expect_the_same(const Words& deciding, const Words& measuring = {}) {
    const json first = measure(deciding, measuring);
    const int status = status_;
    const json again = decide_again(deciding);
    EXPECT_EQ(verdicts(again), verdicts(first));
    EXPECT_EQ(status_, status);
    const std::string second = (folder_.path() / "second.json").string();
    EXPECT_EQ(world_.run(Words{"--data", path(), "--json", second, "-s",
                               "observations-in-json", "-q"} +
                         deciding),
              status);
    EXPECT_EQ(world_.run(Words{"--data", second, "--json", "-"} + deciding),
              status);
    EXPECT_EQ(verdicts(json::parse(world_.out)), verdicts(first));
  }

  TemporaryFolder folder_;
  SampleWorld world_{noisy({{"a", 100}, {"b", 104}, {"c", 100.2}}, 3)};
  int status_ = 0;
};

TEST_F(ReportedBlocks, DecideAsTheyDidWithEachInterpretation) {
  for (const char* interpretation :
       {"blocks", "run_means", "welch", "parametric", "nonparametric"}) {
    SCOPED_TRACE(interpretation);
    const Words deciding{"-e", "a(1) <= b(1)",
                         "-e", "a(1) >= b(1)",
                         "-e", "a(1) = c(1)",
                         "-s", std::string("interpretation=") + interpretation};
    expect_the_same(deciding, {"--runs", "14"});
    expect_the_same(deciding, {"-s", "max-runs=40"});
  }
}

TEST_F(ReportedBlocks, DecideAsTheyDidWithEachStatistic) {
  for (const char* statistic : {"both", "typical", "mean", "median"}) {
    SCOPED_TRACE(statistic);
    expect_the_same({"-e", "a(1) <= b(1)", "-e", "a(1) = c(1)", "-s",
                     std::string("statistic=") + statistic});
  }
  expect_the_same({"-e", "p50(a(1)) <= p50(b(1))"}, {"-s", "max-runs=20"});
}

TEST_F(ReportedBlocks, AreLookedAtAsOftenAsWhenTheyWereMade) {
  const json first = measure({"-e", "a(1) >= b(1)"});
  const json& relation = first["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["stopped"], "decided");
  const json again = decide_again({"-e", "a(1) >= b(1)"});
  EXPECT_EQ(again["formulas"][0]["relations"][0]["ratio"]["level"],
            relation["ratio"]["level"]);
  // Another relation on these blocks is held to the levels of its looks, and
  // not to alpha once.
  const json other = decide_again({"-e", "b(1) <= a(1)"});
  EXPECT_EQ(other["formulas"][0]["relations"][0]["ratio"]["level"],
            relation["ratio"]["level"]);
  EXPECT_GT(relation["ratio"]["level"], 0.98);
}

TEST_F(ReportedBlocks, EndWhereTheReportHasNoMore) {
  const json first = measure({"-e", "a(1) <= b(1)", "-s", "alpha=0.1"});
  const json again =
      decide_again({"-e", "a(1) <= 0.96 * b(1)", "-s", "alpha=1e-12"});
  const json& relation = again["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["stopped"], "data");
  EXPECT_EQ(relation["blocks"], first["formulas"][0]["relations"][0]["blocks"]);
  EXPECT_THAT(world_.run({"--data", path(), "-e", "a(1) <= 0.96 * b(1)", "-s",
                          "alpha=1e-12", "--undecided", "pass"}),
              0);
  EXPECT_THAT(world_.out, Not(HasSubstr("budget")));
}

TEST_F(ReportedBlocks, WarnWhereOneLookDecidesOnBlocksThatLooksEnded) {
  (void)measure({"-e", "a(1) <= b(1)"});
  const std::string doubt =
      "the blocks of the report ended when looks at them had found enough, and "
      "here a single look decides, as if their number had been fixed: it finds "
      "differences more often than its level says; measure with --runs for "
      "that";
  const json again =
      decide_again({"-e", "a(1) <= b(1)", "-s", "interpretation=welch"});
  EXPECT_THAT(again["warnings"], Contains(doubt));
  EXPECT_EQ(decide_again({"-e", "a(1) <= b(1)"})["warnings"], json::array());
  (void)measure({"-e", "a(1) <= b(1)"}, {"--runs", "20"});
  EXPECT_THAT(decide_again({"-e", "a(1) <= b(1)", "-s",
                            "interpretation=welch"})["warnings"],
              Not(Contains(doubt)));
}

TEST_F(ReportedBlocks, RankWhatWasMeasured) {
  const json first = [&] {
    EXPECT_EQ(world_.run({"-p", "sample", "rank", "a(1), b(1), c(1)", "--json",
                          path(), "-s", "observations-in-json"}),
              0);
    return json::parse(read_file(path()));
  }();
  EXPECT_EQ(decide_again({"rank", "a(1), b(1), c(1)"})["ranking"],
            first["ranking"]);
}

TEST_F(ReportedBlocks, WarnOnceWhereRankingLooksOnce) {
  (void)measure({"-e", "a(1) <= b(1)"});
  const json again = decide_again({"rank", "a(1), b(1)"});
  std::size_t count = 0;
  for (const json& one : again["warnings"]) {
    count += one.get<std::string>().starts_with("the blocks of the report");
  }
  EXPECT_EQ(count, 1U);
}

TEST_F(ReportedBlocks, PlanWhatWouldBeMeasured) {
  (void)measure({"-e", "a(1) <= b(1)"});
  const json plan =
      decide_again({"plan", "-e", "a(1) <= b(1)", "--runs", "25"})["plan"];
  EXPECT_EQ(status_, 0);
  EXPECT_EQ(plan["relations"][0]["blocks"], 25);
  EXPECT_GT(plan["relations"][0]["typical_calls"]["detectable"], 0.001);
  EXPECT_LT(plan["relations"][0]["typical_calls"]["detectable"], 0.1);
  EXPECT_EQ(plan["performances"].size(), 2U);
  EXPECT_GT(plan["performances"][0]["S2"][1], 0);
  (void)decide_again({"-e", "a(1) <= b(1)", "--runs", "25"});
  EXPECT_EQ(status_, 2);
  EXPECT_THAT(world_.err, HasSubstr("--runs says how to measure"));
}

TEST_F(ReportedBlocks, AreSetsForTheSensitivity) {
  (void)measure({"-e", "a(1) <= 1 s"});
  const json found = decide_again({"sensitivity", "1.5"})["sensitivity"];
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0]["name"], "a(1)");
  EXPECT_EQ(found[0]["rows"][0]["draw"], "one set");
  EXPECT_EQ(found[0]["rows"][0]["found"]["welch"]["slower"], 1000);
}

TEST_F(ReportedBlocks, KeepWhatOnlySomeRelationsNeeded) {
  // b ends soon; c is measured on.
  const Words deciding{"-e", "a(1) >= b(1)", "-e", "a(1) <= c(1)"};
  const json first = measure(deciding, {"-s", "max-runs=60"});
  ASSERT_LT(first["formulas"][0]["relations"][0]["blocks"],
            first["formulas"][1]["relations"][0]["blocks"]);
  expect_the_same(deciding, {"-s", "max-runs=60"});
  // All blocks that both have.
  const json other = decide_again({"-e", "b(1) <= c(1)"});
  EXPECT_LE(other["formulas"][0]["relations"][0]["blocks"],
            first["formulas"][0]["relations"][0]["blocks"]);
}

TEST_F(ReportedBlocks, OfSeveralLayoutsAreComparedByTheirMeans) {
  world_.recorded["sample"].pack = "pack";
  const Words deciding{"-e", "a(1) <= b(1)", "-e", "a(1) = c(1)"};
  expect_the_same(deciding, {"-s", "layouts=4", "--runs", "12"});
  const json again = decide_again(deciding);
  EXPECT_EQ(again["formulas"][0]["relations"][0]["layouts"]["count"], 4);
  // Four layouts are more than four processes.
  (void)measure({"-e", "a(1) < 3 * b(1)"}, {"-s", "layouts=4", "--runs", "12"});
  EXPECT_THAT(world_.out, HasSubstr("1 formula holds"));
  EXPECT_THAT(world_.out, Not(HasSubstr("processes only")));
}

TEST_F(ReportedBlocks, SayThatTheyAreOfOneLayout) {
  world_.recorded["sample"].problem =
      "its objects have changed; build it again";
  const json first = measure({"-e", "a(1) <= b(1)"});
  EXPECT_EQ(first["formulas"][0]["relations"][0]["in_one_layout"], true);
  const json again = decide_again({"-e", "a(1) <= b(1)"});
  EXPECT_EQ(verdicts(again), verdicts(first));
  EXPECT_THAT(again["warnings"][0].get<std::string>(),
              HasSubstr("report.json was measured: a difference may "
                        "come from layouts"));
}

TEST_F(ReportedBlocks, AreWarnedOfOnce) {
  const auto rising = [](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer =
        noisy({{"a", 100}, {"b", 104}}, 0.5)(order, block);
    double factor = 1;
    for (double& one : answer.observations) one *= factor += 0.01;
    return answer;
  };
  world_.launcher.follow(rising);
  const std::vector<std::string> first =
      measure({"-e", "a(1) <= b(1)"})["warnings"];
  EXPECT_THAT(first, Contains(HasSubstr("times drift")));
  const std::vector<std::string> again =
      decide_again({"-e", "a(1) <= b(1)"})["warnings"];
  for (const std::string& one : first) {
    EXPECT_THAT(again, Contains("when " + path() + " was measured: " + one));
    EXPECT_THAT(again, Not(Contains(one)));
  }
}

TEST_F(ReportedBlocks, AreWarnedOfIfTheyAreCompared) {
  world_.launcher.follow(noisy({{"a", 100}, {"b", 104}, {"c", 100}}, 0.5));
  json report = measure({"-e", "a(1) <= b(1)", "-e", "c(1) <= 1 s"});
  report["warnings"] = {"a(1): slow", "when x.json was measured: c(1): slow",
                        "host: busy"};
  report["warning_details"] = {
      {{"subject", "a(1)"}, {"files", json::array()}},
      {{"subject", "c(1)"}, {"files", json::array({"x.json"})}},
      {{"subject", "host"}, {"files", json::array()}}};
  write_file(path(), report.dump());
  const std::vector<std::string> warnings =
      decide_again({"-e", "a(1) <= b(1)"})["warnings"];
  const std::string begin = "when " + path() + " was measured: ";
  EXPECT_THAT(warnings,
              testing::ElementsAre(begin + "a(1): slow", begin + "host: busy"));
}

TEST_F(ReportedBlocks, HaveTheMetricsThatWereRecorded) {
  const Words deciding{"-e", "a(1) <= b(1)"};
  const json first =
      measure(deciding, {"-s", "record=cpu,allocations", "--runs", "10"});
  EXPECT_EQ(verdicts(decide_again(deciding)), verdicts(first));
  const json counts = decide_again(deciding + Words{"--metric", "allocations"});
  EXPECT_EQ(counts["formulas"][0]["metric"], "allocations");
  EXPECT_EQ(counts["performances"][0]["unit"], "1");
  EXPECT_EQ(counts["settings"]["statistic"], "mean");
  (void)decide_again(deciding + Words{"--metric", "cycles"});
  EXPECT_EQ(status_, 2);
  EXPECT_THAT(world_.err,
              HasSubstr("report.json: there are no observations of cycles, but "
                        "of allocations, cpu and wall; choose these with "
                        "--metric"));
}

TEST_F(ReportedBlocks, OfAMetricThatCountsAreDecidedByMeans) {
  const Words deciding{"-e", "a(1) <= b(1)"};
  const json first =
      measure(deciding, {"--metric", "allocations", "--runs", "10"});
  const json again = decide_again(deciding);
  EXPECT_EQ(verdicts(again), verdicts(first));
  EXPECT_EQ(again["formulas"][0]["metric"], "allocations");
}

TEST_F(ReportedBlocks, KeepFailures) {
  world_.launcher.follow([script = world_.launcher.script()](
                             const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = script(order, block);
    const bool fails = order.performance.method == "b" && block >= 14;
    if (fails) answer.failure = "threw: out of space";
    return answer;
  });
  expect_the_same({"-e", "a(1) = c(1)", "-e", "a(1) = b(1)"},
                  {"-s", "max-runs=30"});
}

TEST_F(ReportedBlocks, OfSidesThatWereNotMeasuredTogetherAreNoPairs) {
  const json first =
      measure({"-e", "a(1) <= b(1)", "-e", "c(1) <= 200 ns"}, {"--runs", "12"});
  const json again = decide_again({"-e", "a(1) <= c(1)"});
  EXPECT_EQ(again["formulas"][0]["relations"][0]["decided_by"], "run_means");
  EXPECT_THAT(again["warnings"][0].get<std::string>(),
              HasSubstr("a(1) <= c(1): its sides were not measured in the same "
                        "blocks"));
}

TEST_F(ReportedBlocks, HaveRevisionsAndBuilds) {
  const Words deciding{"-e", "a@fast(1) <= b@slow(1)", "-e",
                       "a@fast(1) <= a@slow(1)"};
  expect_the_same(
      deciding, {"-p", "fast=sample@1", "-p", "slow=sample@2", "--runs", "12"});
  EXPECT_EQ(decide_again({"-e", "a@fast(n) <= a@slow(n) for n in {1}"}).size(),
            0U);
  EXPECT_EQ(status_, 2);
}

}  // namespace
}  // namespace spl::runner
