// Relations that are decided on blocks of the store, as they were decided when
// these were measured.

#include "runner/modes/deciding.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "runner/store/opening.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

using Words = std::vector<std::string>;

/// Means whose blocks vary by `spread` per cent. From the 200th observation on,
/// those of `late` take twice as long.
Script varying(std::map<std::string, double> means, double spread,
               const std::string& late = {}) {
  return [means = std::move(means), spread, late](const RunOrder& order,
                                                  std::size_t block) {
    workload::RunAnswer answer;
    const std::string& method = order.performance.method;
    answer.iterations = 100;
    answer.warmup = 2;
    const auto wave = [](double number) { return std::sin(number * 12.9898); };
    const double letter = method.front();
    const double run =
        1 + spread / 100 * wave(letter + 7.0 * static_cast<double>(block));
    for (std::size_t i = 0; i < order.observations; ++i) {
      const double factor = method == late && i >= 200 ? 2 : 1;
      const double step =
          static_cast<double>(block) + 0.7 * static_cast<double>(i);
      answer.observations.push_back(means.at(method) * factor *
                                    (run + 0.01 * wave(letter * 3 + step)));
    }
    return answer;
  };
}

class StoredDeciding : public ::testing::Test {
 protected:
  StoredDeciding() {
    world_.keeps_history = true;
    world_.decides_by_typical_calls = false;
    world_.environment = {{"SPL_HISTORY", file_.string()}};
    world_.launcher.iteration_seconds = {{"a", 0.001}, {"b", 0.001}};
  }

  json run(const std::string& formula, const Words& more = {}) {
    Words words{"-p", "sample", "-e", formula, "--json", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const std::size_t before = world_.launcher.blocks.size();
    status_ = world_.run(words);
    measured_ = world_.launcher.blocks.size() - before;
    return status_ == 2 ? json() : json::parse(world_.out);
  }

  /// The relations as they were decided, whatever time is known of them.
  static json relations(const json& report) {
    json result = json::array();
    for (const json& formula : report["formulas"]) {
      for (json one : formula["relations"]) {
        if (one["stopped"] == "budget") one["stopped"] = "data";
        one.erase("settled_in");
        result.push_back(std::move(one));
      }
    }
    return result;
  }

  void change(const char* sql) const {
    open_existing_store(file_, Database::Access::kWrite)->execute(sql);
  }

  [[nodiscard]] std::int64_t stored(const char* query) const {
    return open_existing_store(file_, Database::Access::kRead)->integer(query);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "history.db";
  SampleWorld world_{varying({{"a", 100}, {"b", 100}, {"c", 103}}, 0.3)};
  int status_ = 0;
  std::size_t measured_ = 0;  ///< Blocks of the last call.
};

TEST_F(StoredDeciding, DecidesAsWhenBlocksWereMeasured) {
  for (const char* formula : {"a(1) <= b(1)", "c(1) <= a(1)", "a(1) = c(1)"}) {
    SCOPED_TRACE(formula);
    const json first = run(formula);
    const int status = status_;
    EXPECT_GT(measured_, 0U);
    const json again = run(formula, {"--from-history"});
    EXPECT_EQ(status_, status);
    EXPECT_EQ(measured_, 0U);
    EXPECT_EQ(relations(again), relations(first));
    EXPECT_EQ(again["stored"], json::parse(R"([{"begun": "2026-01-02T03:04:05Z",
                               "relations": 1}])"));
  }
}

TEST_F(StoredDeciding, RemembersLateCalls) {
  world_.launcher.follow(varying({{"a", 100}, {"b", 100}}, 0.3, "a"));
  const json first = run("a(1) <= b(1)", {"--layouts", "1", "--budget", "60s"});
  EXPECT_EQ(first["formulas"][0]["relations"][0]["stopped"], "late calls");
  ASSERT_GT(stored("SELECT count(*) FROM run WHERE kind = 1"), 0);
  const json again = run(
      "a(1) <= b(1)", {"--layouts", "1", "--budget", "60s", "--from-history"});
  EXPECT_EQ(relations(again), relations(first));
}

TEST_F(StoredDeciding, TakesTheNewestBlocksOfEachRelation) {
  (void)run("a(1) <= c(1)");
  change("UPDATE experiment SET begun = '2026-01-01T03:04:05Z'");
  (void)run("a(1) <= b(1)");
  world_.launcher.follow(varying({{"a", 200}, {"b", 100}, {"c", 103}}, 0.3));
  (void)run("a(1) <= b(1)");
  change("UPDATE experiment SET begun = '2026-01-02T05:00:00Z' WHERE id = 3");
  const json both =
      run("a(1) <= b(1) && a(1) <= c(1)", {"--from-history", "-v"});
  EXPECT_EQ(both["stored"], json::parse(R"([
      {"begun": "2026-01-01T03:04:05Z", "relations": 1},
      {"begun": "2026-01-02T05:00:00Z", "relations": 1}])"));
  EXPECT_EQ(both["formulas"][0]["verdict"], "violated");
  world_.out.clear();
  (void)world_.run({"-p", "sample", "-e", "a(1) <= b(1)", "--from-history"});
  EXPECT_THAT(world_.out, HasSubstr("from the store: 1 relation by the blocks "
                                    "of 2026-01-02T05:00:00Z\n"));
  EXPECT_THAT(world_.out, HasSubstr("blocks). Nothing was measured, seed 42"));
}

TEST_F(StoredDeciding, TakesNoBlocksThatWereInterrupted) {
  world_.launcher.interruption = world_.launcher.blocks.size() + 12;
  (void)run("a(1) <= b(1)");
  world_.launcher.interruption.reset();
  ASSERT_EQ(stored("SELECT count(*) FROM relation WHERE stopped = "
                   "'interrupted'"),
            1);
  (void)run("a(1) <= b(1)", {"--from-history"});
  EXPECT_EQ(status_, 2);
}

TEST_F(StoredDeciding, GoesWithNoDataFiles) {
  for (const char* option : {"--from-history", "--reuse"}) {
    EXPECT_EQ(world_.run({"--data", "x.json", option, "-e", "a < b"}), 2);
    EXPECT_EQ(world_.err, std::string("spl-run: error: ") + option +
                              " says how to measure, but --data gives the "
                              "observations; leave out one of them\n");
  }
}

TEST_F(StoredDeciding, NamesWhatTheStoreLacks) {
  (void)run("a(1) <= b(1)");
  (void)run("for n in 1..3: a(n) <= c(n)", {"--from-history"});
  EXPECT_EQ(status_, 2);
  EXPECT_EQ(measured_, 0U);
  EXPECT_EQ(world_.err,
            "spl-run: error: --from-history: the store has no blocks of a(1) "
            "<= c(1) and 2 other relations for these programs on this machine; "
            "measure first, without --from-history\n");
}

TEST_F(StoredDeciding, TakesNoBlocksOfOtherBuildsMachinesOrTreatments) {
  (void)run("a(1) <= b(1)");
  const auto refuses = [&](const Words& more = {}) {
    Words words{"--from-history"};
    words.insert(words.end(), more.begin(), more.end());
    (void)run("a(1) <= b(1)", words);
    return status_ == 2;
  };
  ASSERT_FALSE(refuses());
  EXPECT_TRUE(refuses({"--keep-disturbed"}));
  EXPECT_TRUE(refuses({"--metric", "cpu"}));
  EXPECT_TRUE(refuses({"--history", (folder_.path() / "no.db").string()}));
  world_.launcher.records[0].facts.name = "another";
  EXPECT_TRUE(refuses());
  world_.launcher.records[0].facts.name = "host";
  world_.launcher.build.flags = "-O3";
  EXPECT_TRUE(refuses());
  world_.launcher.build.flags = "";
  ASSERT_FALSE(refuses());
  // It was interrupted, or killed.
  change("DELETE FROM formula");
  EXPECT_TRUE(refuses());
}

TEST_F(StoredDeciding, ComparesNoSidesOfDifferentBlocks) {
  (void)run("a(1) <= 2 us");
  (void)run("b(1) <= 2 us");
  (void)run("a(1) <= b(1)", {"--from-history"});
  EXPECT_EQ(status_, 2);
}

TEST_F(StoredDeciding, PlansByTheStore) {
  (void)run("a(1) <= b(1)");
  const json planned = run("a(1) <= b(1)", {"--plan", "--from-history"});
  EXPECT_EQ(status_, 0) << world_.err;
  EXPECT_EQ(measured_, 0U);
  EXPECT_TRUE(planned.contains("plan")) << planned.dump(2);
}

TEST_F(StoredDeciding, GuardsByTheStoreOnlyWhereItMeasures) {
  EXPECT_EQ(world_.run({"--times", "-p", "sample", "--from-history"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --from-history does not go with --times, which "
            "takes nothing from the store; leave it out; spl-run --help shows "
            "all options\n");
  EXPECT_EQ(
      world_.run({"--plan", "-p", "sample", "-e", "a(1) <= b(1)", "--reuse"}),
      2);
}

TEST_F(StoredDeciding, ReusesBlocksOfTheLastHourAtHalfOfTheLevel) {
  const json first = run("c(1) <= a(1)", {"--reuse"});
  EXPECT_GT(measured_, 0U);
  EXPECT_FALSE(first.contains("stored"));
  const json again = run("c(1) <= 0.9 * a(1)", {"--reuse"});
  EXPECT_EQ(measured_, 0U);
  EXPECT_EQ(again["stored"].size(), 1U);
  const json same = run("c(1) <= a(1)", {"--reuse"});
  EXPECT_EQ(measured_, 0U);
  const auto alpha = [](const json& report) {
    return report["formulas"][0]["relations"][0]["adjusted_alpha"]
        .get<double>();
  };
  EXPECT_EQ(alpha(first), 0.01);
  EXPECT_EQ(alpha(same), 0.005);
}

TEST_F(StoredDeciding, MeasuresWhatTheLastHourLeavesOpen) {
  (void)run("a(1) <= b(1)");
  change("UPDATE experiment SET begun = '2026-01-02T02:04:04Z'");
  (void)run("a(1) <= b(1)", {"--reuse"});
  EXPECT_GT(measured_, 0U);  // An hour and a second ago.
  change("DELETE FROM experiment");
  (void)run("a(1) <= b(1)", {"--runs", "4"});
  const json fresh = run("a(1) <= b(1)", {"--reuse"});
  EXPECT_GT(measured_, 0U);  // Nobody asks for four blocks now.
  EXPECT_FALSE(fresh.contains("stored"));
  EXPECT_EQ(status_, 0);
}

TEST_F(StoredDeciding, BelievesNoVerdictForWantOfBlocks) {
  world_.launcher.follow(varying({{"a", 100}, {"c", 103}}, 5));
  (void)run("a(1) >= 0.2 * c(1)");
  ASSERT_EQ(status_, 0);
  ASSERT_EQ(stored("SELECT count(DISTINCT block) FROM run WHERE kind = 0"), 12);
  const json fresh = run("c(1) <= a(1)", {"--reuse"});
  EXPECT_GT(measured_, 12U);
  EXPECT_FALSE(fresh.contains("stored"));
  EXPECT_EQ(fresh["formulas"][0]["relations"][0]["adjusted_alpha"], 0.005);
}

}  // namespace
}  // namespace spl::runner
