// audit in a scripted world.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "runner/system/files.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/golden_report.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;

/// Twenty commits: a(1) gets slower in c6, and faster in c13.
class AuditMode : public ::testing::Test {
 protected:
  AuditMode() {
    world_.keeps_history = true;
    world_.history.commits = 20;
    world_.environment["SPL_HISTORY"] = store_;
    world_.environment["SPL_RUNS"] = "20";
  }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--config", config_});
    return world_.run(arguments);
  }

  int audit(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"audit", "c0..c19", "-f", "a"});
    return run(arguments);
  }

  /// The changes in a report.
  static std::string table_of(const std::string& out) {
    const std::size_t begin = out.find("  commit ");
    const std::size_t end = out.find("\nMeasured in ");
    return begin == out.npos ? "" : out.substr(begin, end - begin);
  }

  TemporaryFolder folder_;
  std::string store_ = (folder_.path() / "history.db").string();
  std::string config_ = folder_.write(
      "spl.json", R"({"revisions": {"program": "{build}/sample"}})");
  SampleWorld world_{[this](const RunOrder& order, std::size_t block) {
    return answer(order, block);
  }};

  /// The time of a method at a commit, by its number.
  std::function<double(const std::string&, std::size_t)> nanoseconds =
      [](const std::string& text, std::size_t commit) {
        if (!text.starts_with("a(1")) return 200.0;
        return commit < 6 ? 100.0 : commit < 13 ? 108.0 : 97.0;
      };

 private:
  /// Runs differ by up to 1 %.
  [[nodiscard]] workload::RunAnswer answer(const RunOrder& order,
                                           std::size_t block) const {
    logic::Performance plain = order.performance;
    plain.revision.clear();
    const std::size_t commit =
        std::stoul(order.program.substr(order.program.find('@') + 2));
    std::mt19937 random(
        static_cast<unsigned>(1000 * order.seed + 100 * commit + block));
    const auto noise = [&] {
      return 1 + 0.02 * (static_cast<double>(random()) / 4294967296.0 - 0.5);
    };
    workload::RunAnswer result;
    result.iterations = 100;
    result.warmup = 2;
    const double run = nanoseconds(to_text(plain), commit) * noise();
    for (std::size_t i = 0; i < order.observations; ++i) {
      result.observations.push_back(run * noise());
    }
    return result;
  }
};

TEST_F(AuditMode, ReportsAsOnFile) {
  const std::string json = (folder_.path() / "audit.json").string();
  ASSERT_EQ(audit({"--json", json}), 0) << world_.err;
  const std::string data = SPL_TEST_DATA;
  expect_golden(data + "/audit.txt", world_.out);
  expect_report("audit.json", read_file(json), {"audit"});
}

TEST_F(AuditMode, MeasuresNothingTwice) {
  ASSERT_EQ(audit(), 0) << world_.err;
  const std::string first = world_.out;
  const std::size_t blocks = world_.launcher.blocks.size();
  EXPECT_GT(blocks, 19 * 20);
  ASSERT_EQ(audit(), 0) << world_.err;
  EXPECT_THAT(world_.out,
              HasSubstr("19 beside c0, 19 of which were measured before\n"));
  // The same answers, without a block.
  EXPECT_EQ(world_.launcher.blocks.size(), blocks);
  EXPECT_EQ(table_of(world_.out), table_of(first));
}

TEST_F(AuditMode, TestsAnewWithOtherSettingsOrOnAnotherMachine) {
  ASSERT_EQ(audit(), 0) << world_.err;
  const std::size_t blocks = world_.launcher.blocks.size();
  ASSERT_EQ(audit({"-s", "resolution=1%"}), 0) << world_.err;
  // What was measured beside the reference is the same.
  EXPECT_THAT(world_.out,
              HasSubstr("19 beside c0, 19 of which were measured before\n"));
  const std::size_t more = world_.launcher.blocks.size();
  EXPECT_GT(more, blocks);
  world_.host = "another";
  ASSERT_EQ(audit({"-s", "resolution=1%"}), 0) << world_.err;
  EXPECT_GT(world_.launcher.blocks.size(), more);
}

TEST_F(AuditMode, GoesOnAfterItsTimeIsUsedUp) {
  const std::string page = (folder_.path() / "audit.html").string();
  EXPECT_EQ(audit({"--budget-total", "100s", "-o", "html:" + page}), 4)
      << world_.err;
  EXPECT_THAT(world_.out,
              HasSubstr("the time is used up; go on: spl-run audit -f a "
                        "--budget-total 100s -o 'html:" +
                        page + "' -c '" + config_ + "' -s seed=42 c0..c19\n"));
  EXPECT_THAT(read_file(page),
              HasSubstr("<p>the time is used up; go on: spl-run audit "));
  int status = 4;
  int calls = 1;
  for (; status == 4 && calls < 30; ++calls) {
    status = audit({"--budget-total", "100s"});
  }
  EXPECT_EQ(status, 0) << world_.out << world_.err;
  EXPECT_GT(calls, 3);
  const std::string in_parts = table_of(world_.out);
  EXPECT_THAT(in_parts, HasSubstr("Change 6"));
  EXPECT_THAT(in_parts, HasSubstr("Change 13"));
}

// c6 makes a(1) slower by half, c13 a(2) faster by a tenth.
TEST_F(AuditMode, TestsTheLargestChangeFirstWhereItsTimeIsShort) {
  nanoseconds = [](const std::string& text, std::size_t commit) {
    if (text.starts_with("a(1")) return commit < 6 ? 100.0 : 150.0;
    return commit < 13 ? 200.0 : 180.0;
  };
  EXPECT_EQ(audit({"--budget-total", "400s"}), 4) << world_.err;
  EXPECT_THAT(world_.out, HasSubstr("0000006ccc  a(1)         1."));
  EXPECT_THAT(world_.out, HasSubstr("the time is used up; go on: "));
  const std::size_t tests = world_.out.find("  a(1): confirmed at ");
  ASSERT_NE(tests, std::string::npos) << world_.out;
  EXPECT_GT(tests, world_.out.find("measured\n"));
}

// Each commit slows a(1) down by 0.4 %.
TEST_F(AuditMode, ClearsWhatAFinerMeasurementDoesNotShow) {
  nanoseconds = [](const std::string& text, std::size_t commit) {
    if (!text.starts_with("a(1")) return 200.0;
    return 100 + 0.37 * static_cast<double>(commit);
  };
  const std::string json = (folder_.path() / "audit.json").string();
  const std::string page = (folder_.path() / "audit.html").string();
  EXPECT_EQ(audit({"--json", json, "-o", "html:" + page}), 0) << world_.err;
  EXPECT_THAT(table_of(world_.out), HasSubstr("  cleared "));
  EXPECT_THAT(world_.out, HasSubstr(" leave no change of 2 %\n"));
  EXPECT_THAT(read_file(page), HasSubstr(" leave no change of 2 %\n"));
}

// No commit changes a(1) by 0.1 %, all together by 1.5 %.
TEST_F(AuditMode, NamesASlowChangeThatNoCommitShows) {
  nanoseconds = [](const std::string& text, std::size_t commit) {
    if (!text.starts_with("a(1")) return 200.0;
    return 100 + 0.079 * static_cast<double>(commit);
  };
  const std::string json = (folder_.path() / "audit.json").string();
  const std::string page = (folder_.path() / "audit.html").string();
  EXPECT_EQ(audit({"--json", json, "-o", "html:" + page}), 0) << world_.err;
  EXPECT_THAT(world_.out, HasSubstr("\na(1) changed slowly up to 0000019ccc: "
                                    "1.01"));
  EXPECT_THAT(world_.out, HasSubstr("; no commit alone shows 2 %\n"));
  const auto drifts =
      nlohmann::json::parse(read_file(json)).at("audit").at("drifts");
  ASSERT_EQ(drifts.size(), 1);
  EXPECT_NEAR(drifts.at(0).at("factor").get<double>(), 1.015, 0.005);
  EXPECT_THAT(read_file(page),
              HasSubstr("<p>a(1) changed slowly up to 0000019ccc: 1.01"));
}

TEST_F(AuditMode, SaysWhatItCannotSeeWhereNothingChanges) {
  nanoseconds = [](const std::string&, std::size_t) { return 100.0; };
  EXPECT_EQ(audit(), 0) << world_.err;
  EXPECT_THAT(world_.out, HasSubstr("\nno change of 2 % or more was found\n"));
}

TEST_F(AuditMode, NamesCommitsWithTheSameProgram) {
  world_.history.contents = {{"c3", "x"}, {"c4", "x"},  {"c5", "x"},
                             {"c9", "y"}, {"c10", "y"}, {"c15", "x"}};
  const std::string json = (folder_.path() / "audit.json").string();
  const std::string page = (folder_.path() / "audit.html").string();
  EXPECT_EQ(audit({"--json", json, "-o", "html:" + page}), 0) << world_.err;
  EXPECT_THAT(
      world_.out,
      HasSubstr("\nthe same program: 0000003ccc (Change 3), 0000004ccc "
                "(Change 4), 0000005ccc (Change 5)\n"
                "the same program: 0000009ccc (Change 9), 0000010ccc (Change "
                "10)\n"));
  EXPECT_EQ(nlohmann::json::parse(read_file(json))
                .at("audit")
                .at("same_programs")
                .size(),
            2);
  EXPECT_THAT(read_file(page),
              HasSubstr("<p>the same program: 0000009ccc (Change 9), "
                        "0000010ccc (Change 10)\n"));
  EXPECT_THAT(read_file(page), HasSubstr("<td>confirmed: slower"));
}

TEST_F(AuditMode, LeavesWordsForAnInterruption) {
  ASSERT_EQ(audit(), 0);
  ASSERT_GE(world_.last_words.size(), 2);
  EXPECT_EQ(world_.last_words.front(),
            "spl-run: interrupted; the store has what was measured\n"
            "go on: spl-run audit -f a -c '" +
                config_ + "' -s seed=42 c0..c19\n");
  EXPECT_EQ(world_.last_words.back(), "");
}

TEST_F(AuditMode, ShowsWhatWasAccepted) {
  ASSERT_EQ(run({"history", "accept", "c6", "a", "--reason", "checks more"}), 0)
      << world_.err;
  EXPECT_EQ(world_.out,
            store_ +
                " keeps that 0000006ccc (Change 6) changes a as intended: "
                "checks more\n");
  const std::string json = (folder_.path() / "audit.json").string();
  ASSERT_EQ(audit({"--json", json}), 0) << world_.err;
  EXPECT_THAT(table_of(world_.out), HasSubstr("  accepted: slower  "));
  EXPECT_THAT(world_.out,
              HasSubstr("accepted: a(1) at 0000006ccc: checks more\n"));
  const auto changes =
      nlohmann::json::parse(read_file(json)).at("audit").at("changes");
  ASSERT_EQ(changes.size(), 2);
  EXPECT_EQ(changes[0].at("accepted").at("reason"), "checks more");
  EXPECT_FALSE(changes[1].contains("accepted"));
}

TEST_F(AuditMode, RefusesSettingsBeforeAnythingIsBuilt) {
  EXPECT_EQ(
      audit({"-s", "interpretation=parametric", "-s", "statistic=typical"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("spl-run: error: audit: parametric is about means, "
                        "which -s statistic=typical does not change"));
  world_.self = "sample";
  world_.launcher.missing = {{workload::Metric::kCycles, "has no counter"}};
  EXPECT_EQ(audit({"--metric=cycles"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: what is compared needs the metric cycles, but "
            "sample has no counter\n");
  EXPECT_TRUE(world_.history.built.empty());
}

TEST_F(AuditMode, SkipsCommitsThatCannotBeBuilt) {
  world_.history.broken = {"c6", "c9"};
  ASSERT_EQ(audit(), 0) << world_.err;
  EXPECT_EQ(world_.history.undertaking, "audit 42");
  EXPECT_THAT(world_.out, HasSubstr("one of 2 up to 0000007ccc  a(1) "));
  EXPECT_THAT(world_.out,
              HasSubstr("0000009ccc (Change 9) was skipped: cannot be "
                        "measured: the revision under test (0000009ccc) "
                        "cannot be built: cc exited"));
}

TEST_F(AuditMode, LeavesOutWhatTheReferenceLacks) {
  world_.launcher.lacking = {{"sample@c0", {"b"}}};
  ASSERT_EQ(run({"audit", "c0..c2", "-f", "a:b"}), 0) << world_.err;
  EXPECT_THAT(world_.out, HasSubstr("\nnot audited: b (c0 does not have it)"));
  EXPECT_EQ(run({"audit", "c0..c2", "-f", "b"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: audit: there is nothing to audit: no workload "
            "that --filter b selects is at both 0000002ccc and c0; spl-run "
            "list shows the "
            "workloads\n");
}

TEST_F(AuditMode, TakesARangeOfCommits) {
  EXPECT_EQ(run({"audit", "..c2"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: audit takes GOOD..BAD, or GOOD for GOOD..HEAD, "
            "not \"..c2\"\n");
  EXPECT_EQ(run({"audit", "c1...c2"}), 2);
  EXPECT_EQ(run({"audit", "c99"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: audit: there is no revision \"c99\"\n");
  EXPECT_EQ(run({"audit", "c3..c2"}), 2);
  EXPECT_EQ(world_.err, "spl-run: error: audit: c3 is not an ancestor of c2\n");
  EXPECT_EQ(run({"audit", "HEAD"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: audit: there is no commit after HEAD up to "
            "HEAD\n");
  EXPECT_EQ(run({"audit", "c0", "-s", "history=off"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: there is no store: `history` is off, or there is "
            "neither a project file nor XDG_STATE_HOME; name one with -s "
            "history=PATH\n");
  EXPECT_EQ(run({"audit", "c0", "--rev", "c1"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --rev does not go with audit, which measures "
            "the commits of its range; leave it out; spl-run --help shows all "
            "options\n");
}

TEST_F(AuditMode, AcceptsWithACommitAndAReason) {
  EXPECT_EQ(run({"history", "accept", "c6", "a"}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: history accept needs a reason, which reports show; give "
      "--reason TEXT; spl-run --help shows all options\n");
  EXPECT_EQ(run({"history", "accept", "c99", "a", "--reason", "x"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: history accept: there is no revision \"c99\"\n");
  EXPECT_EQ(run({"--reason", "x"}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: --reason goes with history accept; leave it out, or "
      "write spl-run history accept first\n");
  EXPECT_EQ(
      run({"history", "accept", "c6", "a", "--reason", "x", "--withdraw"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --withdraw takes back what was accepted, and "
            "--reason accepts; leave one of them out; spl-run --help shows all "
            "options\n");
}

}  // namespace
}  // namespace spl::runner
