// Two sets of given observations, one against the other.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class OldAndNew : public ::testing::Test {
 protected:
  /// The path of a report of Google Benchmark with five repetitions of each,
  /// some percent apart, in ns.
  std::string report(const std::string& name,
                     const std::map<std::string, double>& times) {
    json rows;
    for (const auto& [benchmark, time] : times) {
      for (int i = 0; i < 5; ++i) {
        const double noise = 1 + 2e-6 * static_cast<double>(random_() % 1000);
        rows.push_back({{"name", benchmark},
                        {"iterations", 100},
                        {"real_time", time * noise},
                        {"time_unit", "ns"}});
      }
    }
    return folder_.write(name, json{{"benchmarks", rows}}.dump());
  }

  /// Options for so many reports of each side.
  std::vector<std::string> data(int count,
                                const std::map<std::string, double>& old,
                                const std::map<std::string, double>& now) {
    std::vector<std::string> result;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i) + ".json";
      result.insert(result.end(),
                    {"--data", "old=" + report("o" + number, old), "--data",
                     "new=" + report("n" + number, now)});
    }
    return result;
  }

  int run(std::vector<std::string> words,
          const std::vector<std::string>& options) {
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--json", "-"});
    const int status = world_.run(words);
    json_ = json::parse(world_.out, nullptr, false);
    return status;
  }

  const TemporaryFolder folder_;
  std::minstd_rand random_{1};
  SampleWorld world_{means({})};
  json json_;
};

TEST_F(OldAndNew, AreNamedInFormulas) {
  const auto some =
      data(6, {{"BM_f/8", 100}, {"g", 50}}, {{"BM_f/8", 150}, {"g", 50}});
  EXPECT_EQ(run({"-e", "\"BM_f/8\"@new() <= 1.05 * \"BM_f/8\"@old()"}, some),
            1);
  EXPECT_EQ(run({"-e", "\"BM_f/8\"@new() <= 2 * \"BM_f/8\"@old()"}, some), 0);
  EXPECT_EQ(run({"-e", "g@old <= 1.05 * g@new"}, some), 0);
  EXPECT_EQ(run({"-e", "g@other <= g@new"}, some), 2);
  EXPECT_EQ(run({"-e", "g <= 1 us"}, some), 2);
  EXPECT_THAT(world_.err, HasSubstr("the data files hold "));
}

TEST_F(OldAndNew, AreGuardedAtOnce) {
  const auto some =
      data(6, {{"a", 100}, {"b", 50}, {"gone", 5}, {"BM_c/8", 20}},
           {{"a", 150}, {"b", 50}, {"fresh", 5}, {"BM_c/8", 20}});
  EXPECT_EQ(run({"guard"}, some), 1);
  ASSERT_EQ(json_["formulas"].size(), 3U);
  EXPECT_EQ(json_["guard"]["new"], json::array({"fresh"}));
  EXPECT_EQ(json_["guard"]["gone"], json::array({"gone"}));
  EXPECT_EQ(run({"guard", "-f", "b:*c*"}, some), 0);
  EXPECT_EQ(json_["formulas"].size(), 2U);
  EXPECT_EQ(run({"guard", "-f", "none*"}, some), 2);
}

// Five reports of one name say little of how much reports differ; those of
// twenty say it together, whichever of them are asked about.
TEST_F(OldAndNew, ShareWhatTheyShowOfDifferencesBetweenReports) {
  std::vector<std::string> all;
  std::vector<std::string> alone;
  const auto add = [&](const std::string& set, int run, double slower) {
    std::map<std::string, double> times;
    for (int i = 0; i < 20; ++i) {
      const double process =
          0.98 + 4e-5 * static_cast<double>(random_() % 1000);
      times["f" + std::to_string(i)] = 100 * process * (i == 7 ? slower : 1);
    }
    const std::string file = set + std::to_string(run) + ".json";
    all.insert(all.end(), {"--data", set + "=" + report(file, times)});
    alone.insert(
        alone.end(),
        {"--data", set + "=" + report("a" + file, {{"f7", times.at("f7")}})});
  };
  for (int run = 0; run < 5; ++run) {
    add("old", run, 1);
    add("new", run, 1.04);
  }
  EXPECT_EQ(run({"guard"}, all), 1);
  EXPECT_EQ(json_["formulas"].size(), 20U);
  const std::vector<std::string> one = {"-e", "f7@new <= f7@old", "-s",
                                        "alpha=0.0001"};
  EXPECT_EQ(run(one, all), 1);
  EXPECT_NE(run(one, alone), 1);
}

TEST_F(OldAndNew, AreDecidedByOneMetric) {
  const auto some = data(2, {{"a", 100}}, {{"a", 100}});
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"guard"}, {"-e", "a@new <= a@old"}}) {
    std::vector<std::string> asked = words;
    asked.insert(asked.end(), {"--metric", "wall,cpu"});
    EXPECT_EQ(run(asked, some), 2);
    EXPECT_EQ(world_.err,
              "spl-run: error: --metric names several metrics, and given "
              "observations are decided by one; ask for each in a call of its "
              "own\n");
  }
}

TEST_F(OldAndNew, AskForMoreReportsWhereMostAreOpen) {
  std::vector<std::string> words{"guard"};
  int number = 0;
  for (const double time : {80.0, 90.0, 150.0, 60.0}) {
    const std::string set = number < 2 ? "old=" : "new=";
    words.insert(words.end(),
                 {"--data", set + report(std::to_string(number++) + ".json",
                                         {{"a", time}, {"b", time}})});
  }
  (void)world_.run(words);
  EXPECT_THAT(world_.out, HasSubstr("       Give more reports a side, each "
                                    "with its own --data.\n"));
  words.resize(words.size() - 2);
  (void)world_.run(words);
  EXPECT_THAT(world_.out,
              HasSubstr("       One side is one run, which says nothing of "
                        "other processes and layouts; give two reports or more "
                        "a side, each with its own --data, or ask for -s "
                        "interpretation=welch.\n"));
}

TEST_F(OldAndNew, AreGuardedByWhatAMemoryManagerCounts) {
  const auto file = [&](const std::string& name, double count) -> std::string {
    json row = {{"name", "a"},
                {"iterations", 100},
                {"real_time", random_()},
                {"time_unit", "ns"},
                {"allocs_per_iter", 0},
                {"max_bytes_used", 0},
                {"net_heap_growth", 0},
                {"total_allocated_bytes", 0}};
    for (auto& [key, value] : row.items()) {
      if (value == 0) value = count;
    }
    return folder_.write(name, json{{"benchmarks", {row}}}.dump());
  };
  std::vector<std::string> some;
  for (const std::string number : {"1", "2", "3"}) {
    some.insert(some.end(), {"--data", "old=" + file("o" + number, 100),
                             "--data", "new=" + file("n" + number, 130)});
  }
  for (const char* metric : {"allocs_per_iter", "max_bytes_used",
                             "net_heap_growth", "total_allocated_bytes"}) {
    EXPECT_EQ(run({"guard", "--metric", metric}, some), 1) << metric;
    EXPECT_THAT(world_.err, HasSubstr(" 130  30% more than  100 ")) << metric;
    EXPECT_EQ(run({"guard", "--metric", metric, "--tolerance", "40%"}, some), 0)
        << metric;
  }
  EXPECT_EQ(run({"guard", "--metric", "iterations"}, some), 2);
}

TEST_F(OldAndNew, HaveOneRatioTogether) {
  // The cube root of 1.5 is 1.1447.
  EXPECT_EQ(run({"guard"}, data(6, {{"BM_a/8", 100}, {"b", 50}, {"c d", 20}},
                                {{"BM_a/8", 150}, {"b", 50}, {"c d", 20}})),
            1);
  EXPECT_THAT(world_.err, HasSubstr("\nall 3 together: 14.5% longer (14."));
  json all = json_["guard"]["together"];
  EXPECT_EQ(all["claims"], 3);
  EXPECT_NEAR(all["ratio"].get<double>(), 1.1447, 1e-3);
  EXPECT_LT(all["lower"], all["ratio"]);
  EXPECT_LT(all["ratio"], all["upper"]);
  EXPECT_EQ(all["level"], 0.98);
  // One gains what another loses.
  EXPECT_EQ(run({"guard"},
                data(6, {{"a", 100}, {"b", 200}}, {{"a", 200}, {"b", 100}})),
            1);
  EXPECT_THAT(world_.err,
              HasSubstr("\nall 2 together: about as long as before"));
  // Nothing is said of one, nor of one process a side.
  EXPECT_EQ(run({"guard"}, data(6, {{"a", 100}}, {{"a", 100}})), 0);
  EXPECT_FALSE(json_["guard"].contains("together"));
  EXPECT_EQ(run({"guard", "-s", "interpretation=welch"},
                data(1, {{"a", 100}, {"b", 50}}, {{"a", 150}, {"b", 50}})),
            1);
  EXPECT_FALSE(json_["guard"].contains("together"));
}

TEST_F(OldAndNew, HaveTheSameRatioInAFormula) {
  const auto some = data(6, {{"f/8", 100}, {"f/9", 50}, {"f/10", 20}},
                         {{"f/8", 150}, {"f/9", 50}, {"f/10", 20}});
  EXPECT_EQ(run({"guard"}, some), 1);
  const json all = json_["guard"]["together"];
  const std::string mean = "geomean(f@new(n) / f@old(n) for n in 8..10)";
  EXPECT_EQ(run({"-e", mean + " <= 1.2"}, some), 0);
  EXPECT_EQ(run({"-e", mean + " <= 1"}, some), 1);
  const json relation = json_["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["text"], mean + " <= 1");
  EXPECT_EQ(relation["quotients"], 3);
  EXPECT_NEAR(relation["ratio"]["estimate"], all["ratio"], 1e-12);
  EXPECT_NEAR(relation["ratio"]["lower"], all["lower"], 1e-12);
  EXPECT_NEAR(relation["ratio"]["upper"], all["upper"], 1e-12);
  EXPECT_EQ(relation["times"]["left"]["text"],
            "geomean(\"f/10\"@new(), \"f/8\"@new(), \"f/9\"@new())");
  EXPECT_THAT(world_.err, HasSubstr(" ns  14.5% longer than  46.46 ns  (14."));
  EXPECT_EQ(run({"-e", mean + " <= 1"},
                data(1, {{"f/8", 100}, {"f/9", 50}, {"f/10", 20}},
                     {{"f/8", 150}, {"f/9", 50}, {"f/10", 20}})),
            4);
}

// One report is one process: it has no look at what processes differ in.
TEST_F(OldAndNew, AreUndecidedByOneReportASide) {
  for (const double now : {50.0, 52.0, 100.0}) {
    const auto one = data(1, {{"a", 50}}, {{"a", now}});
    EXPECT_EQ(run({"guard"}, one), 4) << now;
    EXPECT_THAT(json_["formulas"][0]["relations"][0]["reason"],
                HasSubstr("give two reports or more a side"));
    EXPECT_THAT(world_.err,
                HasSubstr(now > 60 ? " ns  perhaps 2.0 times as long as  50."
                                   : " ns  about as long as  50."));
    EXPECT_THAT(
        world_.err,
        HasSubstr("\n       This is one run, which says nothing of other "
                  "processes and layouts; give two"));
    std::vector<std::string> words{"guard", "-o", "markdown:-"};
    words.insert(words.end(), one.begin(), one.end());
    EXPECT_EQ(world_.run(words), 4);
    EXPECT_THAT(world_.out, HasSubstr(now > 60 ? " | perhaps 2.0 times as long "
                                                 "as before |\n"
                                               : " | about as long as before "
                                                 "|\n"));
    EXPECT_THAT(world_.out, HasSubstr("\nMost claims are not settled; this is "
                                      "one run, which says"));
    EXPECT_EQ(run({"guard", "-s", "interpretation=welch"}, one),
              now > 50 ? 1 : 0)
        << now;
  }
}

TEST_F(OldAndNew, AreTwoReportsOfCompare) {
  const std::string old = report("old.json", {{"a", 50}, {"b", 50}});
  const std::string now = report("new.json", {{"a", 50}, {"b", 60}});
  EXPECT_EQ(run({"compare", old, now}, {}), 4);
  EXPECT_EQ(json_["formulas"].size(), 2U);
  EXPECT_EQ(run({"compare", old, now}, {"-s", "interpretation=welch"}), 1);
  const std::string folder = folder_.path().string();
  EXPECT_EQ(run({"compare", folder, now}, {}), 4);
  EXPECT_EQ(run({"compare", old, now, old}, {}), 2);
  EXPECT_THAT(world_.err, HasSubstr("compare takes two reports"));
}

TEST_F(OldAndNew, AreTwoSetsOfOneKindEach) {
  const std::string a = report("a.json", {{"a", 50}});
  const std::string b = report("b.json", {{"a", 50}});
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--data", a},
        {"--data", a, "--data", b},
        {"--data", "x=" + a},
        {"--data", "x=" + a, "--data", "y=" + b, "--data", "z=" + a}}) {
    EXPECT_EQ(run({"guard"}, options), 2);
    EXPECT_THAT(world_.err, HasSubstr("guard compares two sets of files"));
  }
}

TEST_F(OldAndNew, AreListedWithTheirTimes) {
  const auto some = data(2, {{"a", 100}, {"BM_c/8", 20}}, {{"a", 150}});
  EXPECT_EQ(run({"times"}, some), 0);
  ASSERT_EQ(json_["times"]["rows"].size(), 3U);
  EXPECT_EQ(run({"times", "-f", "a*"}, some), 0);
  EXPECT_EQ(json_["times"]["rows"].size(), 2U);
  EXPECT_EQ(run({"times"}, {"--data", report("x.json", {{"d", 7}})}), 0);
  EXPECT_EQ(json_["times"]["rows"].size(), 1U);
}

}  // namespace
}  // namespace spl::runner
