#include "runner/session/history.hpp"

#include <gmock/gmock.h>

#include "runner/store/opening.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class HistoryTest : public ::testing::Test {
 protected:
  HistoryTest() {
    world_.keeps_history = true;
    world_.environment["SPL_HISTORY"] = file_.string();
  }

  int run(const std::vector<std::string>& arguments) {
    return world_.run(arguments);
  }

  /// Evaluates a formula that holds, in ten blocks.
  int evaluate() { return run({"-p", "sample", "-e", "a(1) < b(1)"}); }

  [[nodiscard]] std::unique_ptr<Database> store() const {
    return open_existing_store(file_, Database::Access::kWrite);
  }

  [[nodiscard]] std::string row(const char* query) const {
    return store()->text(query);
  }

  TemporaryFolder folder_;
  fs::path file_ = folder_.path() / "history.db";
  SampleWorld world_{means({{"a", 100}, {"b(1)", 200}, {"b(2)", 300}})};
};

TEST_F(HistoryTest, HasRunsAndVerdictsOfAnEvaluation) {
  ASSERT_EQ(evaluate(), 0) << world_.err;
  EXPECT_EQ(row("SELECT group_concat(n) FROM (SELECT count(*) AS n FROM run "
                "GROUP BY series)"),
            "10,10");
  EXPECT_EQ(row("SELECT begun || ' ' || seed FROM experiment"),
            "2026-01-02T03:04:05Z 42");
  EXPECT_EQ(row("SELECT formula.text || ': ' || relation.strength || ', ' || "
                "blocks || ' blocks of ' || count(*) || ' series' FROM formula "
                "JOIN relation ON formula = formula.id JOIN relation_series ON "
                "relation = relation.id"),
            "a(1) < b(1): proven, 10 blocks of 2 series");
  EXPECT_EQ(row("SELECT host.name || ' ' || compiler || ' ' || metric FROM "
                "series JOIN host ON host.id = host JOIN build ON build.id = "
                "build"),
            "host GCC 12 wall");
  EXPECT_EQ(row("SELECT count(*) FROM condition"), "1");
}

TEST_F(HistoryTest, HasTheObservationsThatWereMeasured) {
  ASSERT_EQ(evaluate(), 0);
  const auto runs = stored_runs(
      *store(), {logic::Performance{"a", "", "", "", {1.0}}, {}, {}});
  ASSERT_EQ(runs.size(), 10U);
  // 100, with the pattern of the script: 0.995 and -0.005.
  EXPECT_EQ(runs[0].observations.size(), 30U);
  EXPECT_NEAR(runs[0].observations[0], 99, 1e-9);
}

TEST_F(HistoryTest, HasEachBlockAsSoonAsItHasEnded) {
  std::vector<std::string> seen;
  world_.launcher.before_block = [&] {
    if (fs::exists(file_)) seen.push_back(row("SELECT count(*) FROM run"));
  };
  ASSERT_EQ(run({"-p", "sample", "-e", "a(1) < b(1)", "--runs", "4"}), 0);
  EXPECT_THAT(seen, ElementsAre("2", "4", "6"));
}

TEST_F(HistoryTest, HasAllMetricsAndWhyARunFailed) {
  world_.launcher.follow([usual = world_.launcher.script()](
                             const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = usual(order, block);
    if (order.performance.method == "b" && block == 3) {
      answer = {};
      answer.failure = "was killed";
    }
    return answer;
  });
  EXPECT_EQ(run({"-p", "sample", "-e", "a(1) < b(1)", "-s", "record=cpu"}), 3);
  EXPECT_EQ(row("SELECT text || ' in block ' || block || ': ' || failure FROM "
                "run JOIN series ON series.id = series JOIN performance ON "
                "performance.id = performance WHERE failure IS NOT NULL"),
            "b(1) in block 3: b(1) was killed");
  EXPECT_EQ(row("SELECT DISTINCT metric FROM recorded"), "cpu");
  EXPECT_EQ(row("SELECT verdict FROM relation"), "error");
}

TEST_F(HistoryTest, TellsOfAnEarlierEvaluationThatContradicts) {
  const std::vector<std::string> formula{"-p", "sample", "-e", "a(n) < b(n)"};
  world_.launcher.follow(means({{"a", 150}, {"b", 200}}));
  ASSERT_EQ(run(formula), 0) << world_.err;
  EXPECT_THAT(world_.out, Not(HasSubstr("the same programs")));
  world_.launcher.follow(means({{"a", 100}, {"b(1)", 200}, {"b(2)", 134}}));
  ASSERT_EQ(run(formula), 0);
  EXPECT_EQ(world_.out,
            "holds: a(n) < b(n)\n"
            "    n = 1  100 ns  2.00 times as fast as  200 ns  (1.99..2.01)\n"
            "    n = 2  100 ns  25.4% shorter than     134 ns  (25.0..25.8%)\n"
            "        n = 1: the same programs at 2026-01-02T03:04:05Z: 25.0% "
            "shorter (24.6..25.4%); their input, a setting or the machine has "
            "changed: spl-run doctor tests the machine\n\n"
            "1 formula holds, 20 s. Each range covers the true value in at "
            "least 98% of reports.\n");
}

TEST_F(HistoryTest, TellsOfAnEarlierTimeBesideALimit) {
  const std::vector<std::string> limit{"-p", "sample", "-e", "a(1) < 120 ns",
                                       "--json=-"};
  ASSERT_EQ(run(limit), 0) << world_.err;
  EXPECT_THAT(world_.out, Not(HasSubstr("earlier")));
  world_.launcher.follow(means({{"a", 150}}));
  ASSERT_EQ(run(limit), 1);
  EXPECT_THAT(world_.out,
              HasSubstr("\"earlier\": {\n"
                        "            \"begun\": \"2026-01-02T03:04:05Z\",\n"));
  ASSERT_EQ(run({"-p", "sample", "-e", "a(1) < 120 ns"}), 1);
  EXPECT_THAT(world_.out,
              StartsWith("violated: a(1) < 120 ns\n"
                         "  x 150 ns  (149..151)  allowed: 120 ns\n"
                         "        the same programs at 2026-01-02T03:04:05Z: "
                         "100 ns (99..101); their input, a setting or the "
                         "machine has changed: spl-run doctor tests the "
                         "machine\n"
                         "        would hold: a(1) < 151 ns\n"));
}

TEST_F(HistoryTest, HasTimesAndRanksWithoutVerdicts) {
  ASSERT_EQ(run({"times", "-p", "sample", "-f", "a:b"}), 0) << world_.err;
  ASSERT_EQ(run({"rank", "a(1), b(1)", "-p", "sample"}), 0) << world_.err;
  EXPECT_EQ(row("SELECT count(*) FROM experiment"), "2");
  EXPECT_EQ(row("SELECT count(*) FROM relation"), "0");
}

TEST_F(HistoryTest, IsNotMadeByModesThatMeasureNothing) {
  for (const char* mode : {"check", "list", "plan"}) {
    EXPECT_EQ(run({mode, "-p", "sample", "-e", "a(1) < b(1)"}), 0);
  }
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(HistoryTest, IsOffIfItIsAskedToBe) {
  ASSERT_EQ(run({"-p", "sample", "-e", "a(1) < b(1)", "-s", "history=off"}), 0);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(HistoryTest, WarnsOnceAndTheVerdictStays) {
  world_.environment["SPL_HISTORY"] =
      (folder_.write("file", "") / "history.db").string();
  EXPECT_EQ(evaluate(), 0);
  const std::string all = world_.err + world_.out;
  const std::string warning = "the measurements are not stored";
  const auto at = all.find(warning);
  ASSERT_NE(at, std::string::npos) << all;
  EXPECT_EQ(all.find(warning, at + 1), std::string::npos);
}

class LearningTest : public HistoryTest {
 protected:
  /// Evaluates a formula by Definition 4.10, which holds.
  int evaluate(std::vector<std::string> more) {
    std::vector<std::string> all{"-p", "sample",
                                 "-e", "a(1) < b(1)",
                                 "-s", "interpretation=nonparametric"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
};

TEST_F(LearningTest, JudgesASingleRun) {
  ASSERT_EQ(evaluate({"--runs", "10"}), 0) << world_.err;
  ASSERT_EQ(evaluate({"--runs", "12"}), 0) << world_.err;
  EXPECT_EQ(evaluate({"--runs", "1", "-s", "learn"}), 0) << world_.err;
  EXPECT_THAT(world_.out, StartsWith("holds: "));
  EXPECT_THAT(world_.out,
              HasSubstr("learned: a(1) from 22 runs of 2 evaluations since "
                        "2026-01-02T03:04:05Z\n"
                        "learned: b(1) from 22 runs of 2 evaluations since "
                        "2026-01-02T03:04:05Z\n"));
}

TEST_F(LearningTest, CountsTheRunsThatAreMissing) {
  ASSERT_EQ(evaluate({"--runs", "4"}), 0) << world_.err;
  const std::size_t blocks = world_.launcher.blocks.size();
  EXPECT_EQ(evaluate({"--runs", "1", "-s", "learn"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: -s learn takes 10 or more stored runs of each "
            "performance, of the same program and kind of machine: a(1) lacks "
            "6, b(1) lacks 6; measure them without -s learn first\n");
  EXPECT_EQ(world_.launcher.blocks.size(), blocks);
}

TEST_F(LearningTest, LearnsFromOthersIfAsked) {
  ASSERT_EQ(run({"-p", "sample", "-e", "b(1) < b(2)", "--runs", "10"}), 0)
      << world_.err;
  EXPECT_EQ(evaluate({"--runs", "1", "-s", "learn-from=b*"}), 0) << world_.err;
  EXPECT_THAT(world_.out, StartsWith("holds: "));
  EXPECT_THAT(
      world_.out,
      HasSubstr("learned: a(1) from 10 runs of b(1), scaled to its mean, of 1 "
                "evaluation since 2026-01-02T03:04:05Z\n"
                "learned: a(1) from 10 runs of b(2), scaled to its mean, of 1 "
                "evaluation since 2026-01-02T03:04:05Z\n"
                "learned: b(1) from 10 runs of b(1), scaled to its mean, of 1 "
                "evaluation since 2026-01-02T03:04:05Z\n"));
}

TEST_F(LearningTest, CountsTheRunsOfOthersThatAreMissing) {
  ASSERT_EQ(run({"-p", "sample", "-e", "b(1) < b(2)", "--runs", "4"}), 0);
  const std::size_t blocks = world_.launcher.blocks.size();
  EXPECT_EQ(evaluate({"--runs", "1", "-s", "learn-from=b*"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: -s learn-from takes performances with 10 or more "
            "stored runs of one program on this kind of machine: b(1) lacks 6, "
            "b(2) lacks 6; measure one of them first, or give another "
            "pattern\n");
  EXPECT_EQ(evaluate({"--runs", "1", "-s", "learn-from=c*"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: -s learn-from=\"c*\" selects no performance that "
            "is in the store; measure one first, or give another pattern\n");
  EXPECT_EQ(world_.launcher.blocks.size(), blocks);
  EXPECT_EQ(run({"times", "-p", "sample", "-s", "learn-from=b*"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: -s learn-from does not go with times, which "
            "measures and decides nothing; leave it out; spl-run --help shows "
            "all options\n");
}

TEST_F(LearningTest, NeedsAStoreAndAnInterpretationThatLearns) {
  EXPECT_EQ(evaluate({"-s", "learn", "-s", "history=off"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: there is no store: `history` is off, or there is "
            "neither a project file nor XDG_STATE_HOME; name one with -s "
            "history=PATH\n");
  EXPECT_EQ(run({"-p", "sample", "-e", "a(1) < b(1)", "--runs", "1"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --runs takes a whole number of at least 2 (one "
            "run says nothing about how runs differ), not \"1\"\n");
  EXPECT_EQ(
      run({"-p", "sample", "-e", "a(1) < b(1)", "--runs", "1", "-s", "learn"}),
      2);
  EXPECT_THAT(world_.err,
              HasSubstr("error: one run says nothing about how runs differ, "
                        "which blocks does not learn from the store; set "
                        "interpretation to nonparametric, or runs to 2 or "
                        "more\n"));
  EXPECT_EQ(run({"times", "-p", "sample", "-s", "learn"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: -s learn does not go with times, which measures "
            "and decides nothing; leave it out; spl-run --help shows all "
            "options\n");
}

TEST_F(HistoryTest, IsExportedImportedAndPruned) {
  ASSERT_EQ(evaluate(), 0);
  const std::string exported = (folder_.path() / "export.db").string();
  EXPECT_EQ(run({"history", "export", exported}), 0) << world_.err;
  EXPECT_EQ(world_.out, exported + " has 1 experiment and 20 runs\n");
  EXPECT_EQ(run({"history", "prune", "1d"}), 0) << world_.err;
  EXPECT_EQ(world_.out, file_.string() +
                            " lost 0 experiments from before "
                            "2026-01-01T03:04:05Z\n");
  const std::string other = (folder_.path() / "other.db").string();
  EXPECT_EQ(run({"history", "import", exported, "-s", "history=" + other}), 0);
  EXPECT_EQ(world_.out, other + " got 1 new experiment and 20 new runs from " +
                            exported + '\n');
  EXPECT_EQ(run({"history", "import", exported, "-s", "history=" + other}), 0);
  EXPECT_EQ(world_.out, other + " got 0 new experiments and 0 new runs from " +
                            exported + '\n');
}

TEST_F(HistoryTest, NamesWhatCannotBeImported) {
  const auto report = folder_.write("report.json", std::string(1000, 'x'));
  EXPECT_EQ(run({"history", "import", report.string()}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: " + report.string() +
                ": file is not a database; a store that is imported or "
                "replaced is one that history export has written\n");
  EXPECT_EQ(run({"history", "export", report.string()}), 2);
  EXPECT_EQ(run({"history", "prune", "soon"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("history prune takes an age like 90d, 12w or 36h, "
                        "not \"soon\""));
  EXPECT_EQ(run({"history", "prune", "1d", "--runs", "3"}), 2);
  EXPECT_EQ(run({"history", "import", "a.db", "history", "export", "b.db"}), 2);
}

}  // namespace
}  // namespace spl::runner
