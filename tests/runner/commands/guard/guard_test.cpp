// guard in a scripted world.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "runner/commands/guard/guard.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/golden_report.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A working tree in which a(2) and c got slower, and b(1) faster.
class GuardMode : public ::testing::Test {
 protected:
  GuardMode() {
    world_.history.dirty = true;
    // Reports name the project file as it was named.
    std::filesystem::current_path(folder_.path());
  }
  ~GuardMode() override { std::filesystem::current_path(before_); }

  int run(std::vector<std::string> arguments = {},
          const std::string& mode = "guard") {
    if (!mode.empty()) arguments.insert(arguments.begin(), mode);
    std::string command = "$ spl-run";
    for (const std::string& word : arguments) command += ' ' + word;
    arguments.insert(arguments.end(), {"--config", config_});
    const int status = world_.run(arguments);
    transcript_ += command + '\n' + world_.err + world_.out + "status " +
                   std::to_string(status) + "\n\n";
    return status;
  }

  std::filesystem::path before_ = std::filesystem::current_path();
  TemporaryFolder folder_;
  std::string config_ =
      folder_
          .write("spl.json", R"({"revisions": {"program": "{build}/sample"}})")
          .filename();
  SampleWorld world_{means({{"a(1)", 100},
                            {"a(2)", 230},
                            {"b(1)", 110},
                            {"b(2)", 230},
                            {"a@baseline(1)", 100},
                            {"a@baseline(2)", 200},
                            {"b@baseline(1)", 150},
                            {"b@baseline(2)", 230}})};
  std::string transcript_;
};

TEST_F(GuardMode, ReportsAsOnFile) {
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(run({"-v", "-f", "b"}), 0);
  EXPECT_EQ(run({"-q"}), 1);
  EXPECT_EQ(run({"--tolerance", "20%"}), 0);
  EXPECT_EQ(run({"--tolerance", "3%", "-f", "a"}), 1);
  EXPECT_EQ(run({"--strict", "--filter", "a"}), 1);
  EXPECT_EQ(run({"--rev", "c1", "--baseline", "c0", "-f", "a"}), 1);
  EXPECT_EQ(run({"--metric", "wall,allocations", "-f", "a"}), 1);
  world_.history.contents = {
      {"c0", "same"}, {"c1", "same"}, {"c2", "same"}, {"dirty", "same"}};
  EXPECT_EQ(run(), 0);
  expect_golden(std::string(SPL_TEST_DATA) + "/guard.txt", transcript_);
}

TEST(GuardRemedy, IsOneBudgetForAllWithoutALook) {
  FormulaReport formula;
  RelationReport& relation = formula.relations.emplace_back();
  relation.decision.verdict = logic::Verdict::kUndecided;
  relation.decision.reason = "the budget is too short";
  relation.lacking_budget = 147;
  Guard guard;
  guard.formulas = {formula, formula};
  guard.formulas[0].relations[0].lacking_budget = 20;
  EXPECT_EQ(remedy_of(guard, {}),
            "the budget is too short: try --budget 3min, which takes about "
            "3min in all");
  Settings settings;
  settings.budget_total = std::chrono::minutes(1);
  EXPECT_EQ(remedy_of(guard, settings), "the budget is too short");
}

TEST(GuardRemedy, IsProcessorTimeWhereOthersDisturb) {
  FormulaReport formula;
  formula.is_weak = true;
  RelationReport& relation = formula.relations.emplace_back();
  relation.blocks = 10;
  relation.blocks_to_end = 30;
  relation.block_seconds = 1;
  Guard guard;
  guard.formulas = {formula};
  Settings settings;
  settings.budget = std::chrono::seconds(5);
  EXPECT_EQ(remedy_of(guard, settings),
            "try --budget 29s, which takes about 24s more");
  EXPECT_EQ(remedy_of(guard, settings, Disturbed::kYes),
            "try --metric cpu, which other programs disturb less");
}

TEST_F(GuardMode, MeasuresNoMoreOnceAClaimIsViolated) {
  world_.environment = {};
  EXPECT_EQ(run({"-v"}), 1);
  const std::size_t all = world_.launcher.blocks.size();
  EXPECT_THAT(world_.out, Not(HasSubstr("fail-fast")));
  EXPECT_EQ(run({"-v", "--fail-fast"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("another formula is violated (fail-fast)"));
  EXPECT_LT(world_.launcher.blocks.size() - all, all);
}

TEST_F(GuardMode, RepeatsAClaimAboutAMetricThatWasNamedTwice) {
  EXPECT_EQ(run({"--metric", "wall,wall", "-f", "a"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("rerun: "));
  EXPECT_THAT(world_.out, Not(HasSubstr("wall,wall")));
}

TEST_F(GuardMode, FitsATerminal) {
  world_.terminal = true;
  const std::vector<std::string> plain{"--color", "never", "-s",
                                       "progress=never"};
  EXPECT_EQ(run(plain), 1);
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), plain.begin(), plain.end());
    return words;
  };
  EXPECT_EQ(run(with({"--tolerance", "3%", "-v", "-f", "a"})), 1);
  world_.columns = 50;
  EXPECT_EQ(run(with({"--tolerance", "3%", "--strict"})), 1);
  expect_golden(std::string(SPL_TEST_DATA) + "/guard_screen.txt", transcript_);
}

TEST_F(GuardMode, ReportsWhatIsNewAndWhatIsGone) {
  world_.launcher.lacking = {{"sample@c2", {"a"}}, {"sample@dirty", {"c"}}};
  EXPECT_EQ(run(), 0);
  EXPECT_THAT(world_.out, HasSubstr("\nNew, so not compared: a\n"
                                    "Gone since the baseline: c\n"));
}

TEST_F(GuardMode, KeepsTheFamilyWhateverAFilterSelects) {
  const auto level = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "-"});
    (void)run(arguments);
    return nlohmann::json::parse(world_.out)
        .at("formulas")
        .at(0)
        .at("relations")
        .at(0)
        .at("adjusted_alpha")
        .get<double>();
  };
  const double all = level({"--metric", "wall,allocations"});
  EXPECT_LT(all, 0.01);
  EXPECT_EQ(level({"--metric", "wall,allocations", "-f", "a"}), all);
  EXPECT_EQ(level({}), 0.01);
  (void)run({"-f", "a", "--metric", "wall,allocations"});
  EXPECT_THAT(world_.out, HasSubstr("rerun: spl-run -v -s family=8 "));
}

TEST_F(GuardMode, WritesClaimsAsHtml) {
  world_.launcher.lacking = {{"sample@c2", {"b"}}, {"sample@dirty", {"c"}}};
  EXPECT_EQ(run({"-o", "html:-"}), 1);
  const std::size_t begin = world_.out.find("<main>");
  const std::size_t end = world_.out.find("</main>");
  ASSERT_NE(end, std::string::npos);
  expect_golden(std::string(SPL_TEST_DATA) + "/guard.html",
                world_.out.substr(begin, end - begin));
}

TEST_F(GuardMode, WritesClaimsAsMarkdown) {
  EXPECT_EQ(run({"-o", "markdown:-", "--metric", "wall,allocations"}), 1);
  expect_golden(std::string(SPL_TEST_DATA) + "/guard.md",
                world_.out.substr(0, world_.out.find("Measured in")));
}

TEST_F(GuardMode, WritesClaimsAsJson) {
  EXPECT_EQ(run({"--json", "-", "-f", "a"}), 1);
  expect_report("guard.json", world_.out, {"revisions", "guard"});
  const auto guard = nlohmann::json::parse(world_.out).at("guard");
  EXPECT_EQ(guard.at("sign"), "<=");
  const auto& worst = guard.at("claims").at(0);
  EXPECT_EQ(worst.at("relation"), "a(2) <= a@baseline(2)");
  EXPECT_EQ(worst.at("standing"), "refuted");
  EXPECT_NEAR(worst.at("baseline").get<double>(), 200, 0.2);
  EXPECT_NEAR(worst.at("under_test").get<double>(), 230, 0.2);
}

/// c1 of three commits made a(2) slower, as intended.
class AcceptedGuard : public GuardMode {
 protected:
  AcceptedGuard() {
    world_.keeps_history = true;
    world_.environment["SPL_HISTORY"] =
        (folder_.path() / "history.db").string();
    follow(230);
    EXPECT_EQ(
        run({"history", "accept", "c1", "a", "--reason", "checks more"}, ""), 0)
        << world_.err;
  }

  /// The time of a(2) at c2, which is under test.
  void follow(double now) {
    const std::string c1 = "@0000001" + std::string(33, 'c');
    world_.launcher.follow(means({{"a(1)", 100},
                                  {"a(2)", now},
                                  {"b", 200},
                                  {"a" + c1 + "(1)", 100},
                                  {"a" + c1 + "(2)", 230},
                                  {"a@baseline(1)", 100},
                                  {"a@baseline(2)", 200},
                                  {"b@baseline", 200}}));
  }

  int guard(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.end(), {"--rev", "c2", "--baseline", "c0"});
    return run(arguments);
  }
};

TEST_F(AcceptedGuard, TakesTheAcceptedCommitForTheBaseline) {
  EXPECT_EQ(guard({"--json", "-"}), 0) << world_.err;
  const auto claims =
      nlohmann::json::parse(world_.out).at("guard").at("claims");
  for (const auto& one : claims) {
    const bool is_a = one.at("call").get<std::string>().starts_with("a(");
    EXPECT_EQ(one.contains("accepted"), is_a) << one;
    if (!is_a) continue;
    EXPECT_EQ(one.at("accepted").at("reason"), "checks more");
  }
  EXPECT_EQ(guard(), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("\naccepted: a(1) and a(2) are compared with "
                        "0000001ccc (Change 1), not with the baseline: checks "
                        "more\n"));
}

// Nothing is measured then.
TEST_F(AcceptedGuard, NamesTheAcceptedCommitThatHasTheSameProgram) {
  world_.history.contents = {{"c1", "same"}, {"c2", "same"}};
  EXPECT_EQ(guard({"-f", "a"}), 0) << world_.err;
  EXPECT_THAT(world_.out,
              HasSubstr("2 of 2 hold: the same program on both sides.\n"
                        "accepted: a(1) and a(2) are compared with "
                        "0000001ccc (Change 1), not with the "
                        "baseline: checks more\n"));
}

TEST_F(AcceptedGuard, ExcusesNoOtherSlowdown) {
  follow(300);
  EXPECT_EQ(guard(), 1);
  EXPECT_THAT(world_.out, HasSubstr("\n  x a(2) "));
}

TEST_F(AcceptedGuard, KnowsOnlyCommitsSinceTheBaseline) {
  EXPECT_EQ(run({"--rev", "c2", "--baseline", "c1", "-f", "b"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("accepted")));
  EXPECT_EQ(run({"--rev", "c0", "--baseline", "c0", "-f", "a"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("accepted")));
}

TEST_F(AcceptedGuard, WalksOnceHoweverManyCommitsAreAccepted) {
  for (const char* commit : {"c0", "c2"}) {
    EXPECT_EQ(run({"history", "accept", commit, "b", "--reason", "more"}, ""),
              0)
        << world_.err;
  }
  world_.history.walks = 0;
  EXPECT_EQ(guard(), 0) << world_.err;
  EXPECT_EQ(world_.history.walks, 1U);
}

TEST_F(AcceptedGuard, ComparesWithTheBaselineIfTheCommitCannotBeBuilt) {
  world_.history.broken = {"c1"};
  EXPECT_EQ(guard(), 1);
  EXPECT_THAT(world_.out, HasSubstr("what was accepted at 0000001ccc counts as "
                                    "a slowdown: "));
}

TEST_F(GuardMode, LogsOnlyClaimsThatDoNotHold) {
  world_.shows_signs = true;
  EXPECT_EQ(run({"-f", "a"}), 1);
  EXPECT_THAT(world_.err, HasSubstr(": a(2): measured; 2 of 2 formulas in "));
  EXPECT_THAT(world_.err, Not(HasSubstr(": a(1): ")));
}

TEST_F(GuardMode, ReportsFailedRuns) {
  world_.launcher.follow(means({{"a(1)", 100},
                                {"a(2)", 230},
                                {"b", 100},
                                {"a@baseline(1)", 100},
                                {"b@baseline", 100}}));
  EXPECT_EQ(run({"-f", "a"}), 3);
  EXPECT_THAT(world_.out, HasSubstr("\n  ! a(2) "));
}

TEST_F(GuardMode, NeedsABaselineThatCanBeBuilt) {
  EXPECT_EQ(run({"--baseline", "v9"}), 2);
  EXPECT_EQ(world_.err, "spl-run: error: guard: there is no revision \"v9\"\n");
  world_.history.broken = {"c0"};
  EXPECT_EQ(run({"--baseline", "c0"}), 3);
  EXPECT_EQ(world_.err,
            "spl-run: error: the claims cannot be measured: @baseline cannot "
            "be built: cc exited with status 1\n");
}

// PROGRAMS of spl_add_guard() name programs of a build by the ends of paths.
// The workloads of both have the same names here.
TEST_F(GuardMode, GuardsTheProgramsThatItIsGiven) {
  config_ = folder_.write("spl.json", R"({"revisions": {"program": [
    "{build}/one/sample", "{build}/two/sample", "google-benchmark:{build}/b"]}})");
  world_.history.builds_two = true;
  EXPECT_EQ(run({"--runs", "14"}), 3);
  EXPECT_THAT(world_.err, HasSubstr("there is no program two/sample@"));
  EXPECT_EQ(run({"--runs", "14", "--own-program", "out/one/sample"}), 1)
      << world_.err;
  const char* const built =
      "\"revisions\" in spl.json builds {build}/one/sample, "
      "{build}/two/sample, google-benchmark:{build}/b";
  EXPECT_EQ(run({"--own-program", "out/other"}), 2);
  EXPECT_EQ(world_.err,
            std::string("spl-run: error: out/other is not guarded: ") + built +
                "; give its path in \"program\" there, such as "
                "{build}/other\n");
  EXPECT_EQ(run({"--own-program", "out/sample"}), 2);
  EXPECT_EQ(world_.err,
            std::string("spl-run: error: out/sample is not guarded: ") + built +
                ", of which several may be meant; give its path in "
                "\"program\" there, such as {build}/sample\n");
  config_ = folder_.write("spl.json", R"({"revisions": {"program": [
    "{build}/sample", "{build}/two/sample"]}})");
  EXPECT_EQ(run({"--runs", "14", "--own-program", "out/sample"}), 1)
      << world_.err;
  config_ = folder_.write("spl.json", R"({"revisions": {},
    "commands": {"convert": "{build}/convert"}})");
  EXPECT_EQ(run({"--own-program", "out/sample"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("spl.json builds no program; give its "));
}

TEST_F(GuardMode, BuildsWhatItMeasures) {
  EXPECT_EQ(run({"-p", "build/bench"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: build/bench is named (-p), but would not be "
            "measured: guard builds both sides as \"revisions\" in spl.json "
            "says; leave out -p\n");
}

TEST_F(GuardMode, RefusesToGuardNothing) {
  EXPECT_EQ(run({"-f", "x*"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: guard: there is nothing to compare: no workload "
            "that --filter x* selects is on both sides; spl-run list shows the "
            "workloads\n");
  EXPECT_EQ(run({"-f", "x:y"}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: guard: there is nothing to compare: no workload "
      "that --filter x:y selects is on both sides; spl-run list shows the "
      "workloads, and a colon separates patterns: write ? for one in a "
      "name\n");
  EXPECT_EQ(run({"-f", "c"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: guard: there is nothing to compare: c cannot be "
            "guarded, since its parameter n declares no values\n");
  world_.launcher.lacking = {{"sample@c2", {"a", "b"}},
                             {"sample@dirty", {"c"}}};
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: guard: there is nothing to compare: no workload "
            "is on both sides; spl-run list shows the workloads\n");
}

TEST_F(GuardMode, HasSettingsOfItsOwnInTheProjectFile) {
  config_ = folder_.write("spl.json", R"({
    "revisions": {"program": "{build}/sample"},
    "guard": {"tolerance": "20%", "filter": "a", "metric": "wall,cpu"}})");
  EXPECT_EQ(run(), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("4 of 4 hold: none of these takes over 15% longer."));
  EXPECT_EQ(world_.run({"-c", config_, "-e", "b(2) <= b@baseline(2)"}), 0);
  config_ = folder_.write("spl.json", R"({"guard": {"tolerence": "20%"}})");
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(world_.err, config_ +
                            ":1:12: error: unknown key \"tolerence\" in "
                            "\"guard\"; did you mean \"tolerance\"?\n");
  config_ = folder_.write("spl.json", R"({"guard": {"metric": "wall,x"}})");
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(world_.err, HasSubstr(":1:12: error: metric takes "));
}

TEST_F(GuardMode, RepeatsAClaimWithItsSettingsOfTheProjectFile) {
  config_ = folder_.write("spl.json", R"({
    "revisions": {"program": "{build}/bench"},
    "guard": {"tolerance": "1%", "runs": 16, "undecided": "pass",
              "strict": false, "filter": "a"}})");
  EXPECT_EQ(run({"--runs", "14", "--own-program", "build/bench"}), 1)
      << world_.err;
  EXPECT_THAT(world_.out,
              HasSubstr("spl-run -v --undecided pass --runs 14 -c '" + config_ +
                        "' -e 'a(2) <= 1.01 * a@baseline(2)'"));
  config_ = folder_.write("spl.json", R"({"guard": {"output": "x.csv"}})");
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(world_.err, HasSubstr("guard writes no csv; leave it out\n"));
}

// As in formulas: few blocks and calls show no slow run that is rare.
TEST_F(GuardMode, RulesOutNoIncreaseByFewBlocks) {
  EXPECT_EQ(run({"-s", "statistic=both", "-f", "a", "--tolerance", "20%",
                 "--runs", "11"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("\n  ? a(1)  "));
  EXPECT_THAT(world_.out, Not(HasSubstr("of 2 hold")));
}

TEST_F(GuardMode, RefusesUnknownMetrics) {
  EXPECT_EQ(run({"--metric", "wall,heat"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("--metric takes wall, cpu, "));
  EXPECT_THAT(
      world_.err,
      HasSubstr("valgrind-data-misses or a rate like bytes_per_second, not "
                "\"heat\": guard does not know whether more of it "
                "is worse; compare it by a formula\n"));
}

/// Claims about `b` are clear at once. In `a` differences of noise are no
/// answer, so that only the time ends its claims.
class NoisyGuard : public GuardMode {
 protected:
  NoisyGuard() {
    world_.environment.erase("SPL_RUNS");
    world_.launcher.follow([](const RunOrder& order, std::size_t block) {
      workload::RunAnswer answer;
      answer.iterations = 100;
      const bool is_noisy = order.performance.method == "a";
      const bool is_old = order.performance.revision == "baseline";
      std::mt19937 random(static_cast<unsigned>(2 * block + (is_old ? 1 : 0)));
      std::uniform_real_distribution<double> time(90, 110);
      answer.observations.assign(order.observations,
                                 is_noisy ? time(random) : 100);
      return answer;
    });
  }
};

TEST_F(NoisyGuard, EndsClaimsInWhichNoLargeIncreaseCouldHide) {
  world_.launcher.run_seconds = 0.001;
  EXPECT_EQ(run(), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("\n4 of 4 hold: none of these takes over 5% longer.\n"));
  EXPECT_EQ(run({"-v", "-f", "a"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("; 60 blocks, enough for a guard\n"));
  EXPECT_EQ(run({"--budget", "1s", "-s", "may-hide=7%", "--json", "-"}), 0);
  const auto report = nlohmann::json::parse(world_.out);
  EXPECT_EQ(report.at("settings").at("may-hide"), 0.07);
  EXPECT_EQ(report.at("guard").at("claims").at(0).at("standing"), "ruled out");
  EXPECT_EQ(report.at("formulas").at(0).at("relations").at(0).at("stopped"),
            "may hide");
}

// The option is for guards alone.
TEST_F(NoisyGuard, RepeatsAClaimWithoutWhatMayHide) {
  world_.launcher.run_seconds = 0.5;
  EXPECT_EQ(run({"-f", "a", "-s", "may-hide=1%"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("rerun: spl-run -v "));
  EXPECT_THAT(world_.out, Not(HasSubstr("-s may-hide=1%")));
}

// Strict claims need evidence, tolerant ones soon have it, and a time that is
// given is to be used.
TEST_F(NoisyGuard, GoesOnForTheResolutionIfAsked) {
  world_.launcher.run_seconds = 0.001;
  for (const char* one :
       {"may-hide=0", "may-hide=1%", "strict=true", "tolerance=1%", "budget=2s",
        "budget-total=2s", "resolution=2%", "mean-resolution=4%",
        "precision=4%"}) {
    EXPECT_NE(run({"-f", "a", "-s", one}), 2) << world_.err;
    EXPECT_THAT(world_.out, Not(HasSubstr("`may-hide`)"))) << one;
  }
  // `precision` goes on until the ratio is known, and decides once.
  EXPECT_EQ(run({"-f", "a", "-s", "may-hide=5%", "-s", "precision=1%"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("`may-hide`)")));
  (void)run({"-f", "a", "-s", "may-hide=2%", "--strict"});
  EXPECT_THAT(
      world_.err + world_.out,
      HasSubstr("warning: -s may-hide has no effect beside --strict\n"));
}

TEST_F(NoisyGuard, SaysFirstThatMostClaimsAreOpen) {
  EXPECT_EQ(run({"--runs", "20", "-f", "a"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("\nguard: holds, but 2 of 2 are open: a slowdown of up "
                        "to "));
  EXPECT_THAT(world_.out, HasSubstr("k for less: --tolerance "));
  EXPECT_EQ(run({"--runs", "20", "-f", "a", "-q"}), 0);
  EXPECT_EQ(world_.out, "");
}

TEST_F(NoisyGuard, CountsClaimsThatPassUnsettled) {
  EXPECT_EQ(run({"--runs", "20"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("\n2 of 4 hold: none of these takes "));
  EXPECT_THAT(world_.out, HasSubstr("\nguard: holds, but 2 of 4 are open: "));
  EXPECT_EQ(run({"--runs", "20", "--tolerance", "3%"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("\nguard: holds, but 2 of 4 are open: "));
}

TEST_F(NoisyGuard, SaysWhatAllCallsAndRareOnesLeaveOpen) {
  world_.launcher.run_seconds = 0.001;
  EXPECT_EQ(run({"-f", "a", "-s", "statistic=both", "-s", "may-hide=0",
                 "--budget", "1h"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("2 of 2 hold: none of these takes over "));
}

TEST_F(NoisyGuard, SharesATotalBudget) {
  EXPECT_EQ(run({"--budget-total", "40s", "--budget", "1h", "-v"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("budget used up after"));
  EXPECT_LT(world_.launcher.spent, 40.5);
  EXPECT_GT(world_.launcher.spent, 20);
}

// The pilot expects short links; those of the second block would take longer
// than the total has left.
TEST_F(NoisyGuard, EndsLinksWithTheTotal) {
  world_.history.relinks = true;
  world_.links.expected = 0.1;
  world_.links.seconds = 6;
  (void)run({"--budget-total", "20s"});
  EXPECT_GT(world_.links.late, 0U);
  EXPECT_LT(world_.launcher.spent + world_.links.spent, 20.5);
}

TEST_F(NoisyGuard, GivesAnOpenClaimSeveralSharesOfTheTotal) {
  EXPECT_EQ(run({"--budget-total", "40s"}), 0);
  EXPECT_LT(world_.launcher.spent, 40.5);
  EXPECT_GT(world_.launcher.spent, 20);
  world_.launcher.spent = 0;
  EXPECT_EQ(run({"--budget-total", "40s", "--budget", "5s"}), 0);
  EXPECT_LT(world_.launcher.spent, 20);
}

TEST_F(NoisyGuard, ReportsATotalThatIsTooShort) {
  EXPECT_EQ(run({"--budget-total", "2s"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("\nwarning: 2 relations ended before a first look, for "
                        "all together have 2 s; --budget-total 2.9s may hold a "
                        "first look at each\n"));
  EXPECT_EQ(run({"--budget-total", "40s"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("before a first look")));
}

TEST_F(NoisyGuard, CountsClaimsThatTheTotalDoesNotBegin) {
  world_.launcher.run_seconds = 0.5;
  EXPECT_EQ(run({"--budget-total", "8s", "--budget", "1h"}), 4);
  EXPECT_THAT(world_.out,
              HasSubstr("\nwarning: 4 relations ended before a first look, for "
                        "all together have 8 s; --budget-total 29s may hold a "
                        "first look at each\n"));
  EXPECT_LT(world_.launcher.spent, 9);
  EXPECT_EQ(run({"--budget-total", "29s", "--budget", "1h"}), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("before a first look")));
}

TEST_F(NoisyGuard, ProbesNoSlowClaimOnceTheTotalIsUsedUp) {
  world_.launcher.run_seconds = 3;
  EXPECT_EQ(run({"--budget-total", "8s", "--budget", "1h"}), 4);
  EXPECT_THAT(world_.out, HasSubstr("it was not measured: the time of all "
                                    "relations together was used up; give a "
                                    "longer --budget-total"));
  EXPECT_LT(world_.launcher.spent, 8.5);
}

TEST_F(NoisyGuard, EndsASlowRunWhereTheTotalDoes) {
  world_.launcher.run_seconds = 10;
  EXPECT_EQ(run({"--budget-total", "8s", "--budget", "1h", "-f", "a"}), 4);
  EXPECT_THAT(world_.out,
              HasSubstr("\nwarning: <guard>: a(1): a run of a(1) did not end "
                        "within 7.6 s, which was left of the time of all "
                        "relations together; give a longer --budget-total\n"
                        "warning: <guard>: a(2): it was not measured: the "
                        "time of all relations together was used up; give a "
                        "longer --budget-total\n"));
  EXPECT_LT(world_.launcher.spent, 8.5);
}

TEST_F(GuardMode, HasOptionsOfItsOwn) {
  EXPECT_EQ(run({"--tolerance", "3"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --tolerance takes 0 or a share below 100%, like "
            "2%, not \"3\"\n");
  EXPECT_EQ(run({"--tolerance", "0%", "-s", "familywise=0%", "--runs", "14"}),
            1);
  EXPECT_EQ(run({"--baseline", ""}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --baseline takes a revision, not \"\"\n");
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("--formula does not go with guard"));
  EXPECT_EQ(world_.run({"--strict", "-e", "a(1) < b(1)"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("--strict goes with guard; leave it out, "
                                    "or write spl-run guard first"));
}

}  // namespace
}  // namespace spl::runner
