#include "runner/bisection.hpp"

#include <gmock/gmock.h>

#include <set>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// --- The search --------------------------------------------------------------

/// Searches among `count` commits, the `first` of which is bad; those in
/// `unknown` tell nothing. What was tested goes to `tested`.
std::vector<std::size_t> suspects(std::size_t count, std::size_t first,
                                  const std::set<std::size_t>& unknown,
                                  std::vector<std::size_t>& tested) {
  Bisection bisection(count);
  while (const auto next = bisection.next()) {
    tested.push_back(*next);
    bisection.tell(*next, unknown.contains(*next) ? Standing::kSkipped
                          : *next < first         ? Standing::kGood
                                                  : Standing::kBad);
  }
  return bisection.suspects();
}

TEST(Bisection, FindsEveryCommitInSixTestsOfSixtyFour) {
  for (std::size_t first = 1; first <= 64; ++first) {
    std::vector<std::size_t> tested;
    EXPECT_THAT(suspects(64, first, {}, tested), ElementsAre(first));
    EXPECT_LE(tested.size(), 6U);
  }
}

TEST(Bisection, TestsNothingOfOneCommit) {
  std::vector<std::size_t> tested;
  EXPECT_THAT(suspects(1, 1, {}, tested), ElementsAre(1U));
  EXPECT_THAT(tested, SizeIs(0));
}

TEST(Bisection, TriesTheNeighboursOfWhatTellsNothing) {
  std::vector<std::size_t> tested;
  EXPECT_THAT(suspects(8, 6, {4}, tested), ElementsAre(6U));
  EXPECT_THAT(tested, ElementsAre(4U, 3U, 5U, 6U));
}

TEST(Bisection, NamesAllThatMayBeTheFirst) {
  std::vector<std::size_t> tested;
  EXPECT_THAT(suspects(8, 5, {4, 5}, tested), ElementsAre(4U, 5U, 6U));
}

// --- What counts as good -----------------------------------------------------

FormulaReport formula(logic::Verdict verdict, logic::Finding finding,
                      logic::Strength strength, Stop stopped, double hidden) {
  RelationReport relation;
  relation.decision.verdict = verdict;
  relation.decision.finding = finding;
  relation.decision.strength = strength;
  relation.stopped = stopped;
  relation.hidden = hidden;
  relation.resolution = 0.02;
  FormulaReport result;
  result.verdict = verdict;
  result.relations = {relation};
  return result;
}

TEST(Standing, IsUndecidedWhereAChangeThatMattersMayHide) {
  using logic::Finding;
  using logic::Strength;
  using logic::Verdict;
  const FormulaReport proven = formula(Verdict::kHolds, Finding::kLess,
                                       Strength::kProven, Stop::kDecided, 0);
  const FormulaReport ruled_out =
      formula(Verdict::kHolds, Finding::kIndistinct, Strength::kNotRefuted,
              Stop::kResolution, 0.015);
  const FormulaReport open =
      formula(Verdict::kHolds, Finding::kIndistinct, Strength::kNotRefuted,
              Stop::kBudget, 0.05);
  const FormulaReport refuted = formula(Verdict::kViolated, Finding::kGreater,
                                        Strength::kRefuted, Stop::kDecided, 0);
  const FormulaReport not_proven =
      formula(Verdict::kViolated, Finding::kIndistinct, Strength::kNotProven,
              Stop::kBudget, 0.05);
  const FormulaReport failed = formula(Verdict::kError, Finding::kUnknown,
                                       Strength::kUndecided, Stop::kFailed, 0);
  EXPECT_EQ(standing({proven}), Standing::kGood);
  EXPECT_EQ(standing({ruled_out}), Standing::kGood);
  EXPECT_EQ(standing({open}), Standing::kUndecided);
  EXPECT_EQ(standing({refuted}), Standing::kBad);
  EXPECT_EQ(standing({not_proven}), Standing::kUndecided);
  EXPECT_EQ(standing({failed}), Standing::kSkipped);
  EXPECT_EQ(standing({proven, open, refuted}), Standing::kBad);
  EXPECT_EQ(standing({proven, failed, open}), Standing::kSkipped);
  EXPECT_EQ(standing({proven, open}), Standing::kUndecided);
}

TEST(Standing, IsUndecidedWhereTheRatioHasNoBounds) {
  FormulaReport unbounded =
      formula(logic::Verdict::kHolds, logic::Finding::kIndistinct,
              logic::Strength::kNotRefuted, Stop::kRuns, 0);
  RelationReport& relation = unbounded.relations[0];
  relation.hidden.reset();
  EXPECT_EQ(standing({unbounded}), Standing::kGood);  // Nothing varied.
  relation.decision.detectable = 0.5;
  EXPECT_EQ(standing({unbounded}), Standing::kUndecided);
  relation.decision.detectable = 0.01;
  EXPECT_EQ(standing({unbounded}), Standing::kGood);
}

// --- The whole ---------------------------------------------------------------

/// Workload a slows down by 30 % with commit c40 of c0 to c64.
class BisectTest : public ::testing::Test {
 protected:
  BisectTest() {
    world_.history.commits = 65;
    project_ = folder_.write(
        "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"-c", project_, "-e", "a(1) <= a@baseline(1)"});
    return world_.run(arguments);
  }

  TemporaryFolder folder_;
  std::string project_;
  SampleWorld world_{[this](const RunOrder& order, std::size_t block) {
    const std::size_t number =
        std::stoul(order.program.substr(std::string("sample@c").size()));
    workload::RunAnswer answer =
        means({{"a", number < 40 ? 100 : 130}, {"b", 100}})(order, block);
    if (noisy_.contains(number)) {  // In half of the runs, by half of it.
      for (double& one : answer.observations) one *= block % 2 == 0 ? 1.5 : 0.5;
    }
    return answer;
  }};
  std::set<std::size_t> noisy_;
};

TEST_F(BisectTest, FindsTheCommit) {
  EXPECT_EQ(run({"--bisect", "c0", "--seed", "7"}), 0);
  EXPECT_EQ(world_.err, "");
  const std::string hash = "0000040" + std::string(33, 'c');
  const std::string good = "0000000" + std::string(33, 'c');
  EXPECT_THAT(
      world_.out,
      AllOf(HasSubstr("bisecting 64 commits after 0000000ccc (Change 0)\n"
                      "  0000000ccc (Change 0): good\n"
                      "  0000064ccc (Change 64): bad\n"
                      "  0000032ccc (Change 32): good\n"
                      "  0000048ccc (Change 48): bad\n"
                      "  0000040ccc (Change 40): bad\n"
                      "  0000036ccc (Change 36): good\n"
                      "  0000038ccc (Change 38): good\n"
                      "  0000039ccc (Change 39): good\n"
                      "8 of 65 commits tested; the first bad commit is\n"
                      "commit " +
                      hash +
                      "\n"
                      "Date:   2024-01-02T03:04:05+00:00\n"
                      "\n"
                      "    Change 40\n"
                      "\n"
                      "    With reasons.\n"
                      "\n"
                      "<formula 1>:1: formula1: violated\n"
                      "  a(1) <= a@baseline(1)  refuted      ratio 1.3 (1.3 .. "
                      "1.3); 10 blocks, as planned\n"
                      "without @: 0000040ccc (Change 40)\n"
                      "@baseline: 0000000ccc (Change 0)\n"),
            HasSubstr("again: spl-run -c '" + project_ +
                      "' -e 'a(1) <= a@baseline(1)' --rev " + hash +
                      " --baseline " + good + " --seed 7\n")));
  EXPECT_EQ(world_.history.built.size(), 8U);
}

TEST_F(BisectTest, BuildsEightOfSixtyFourAtMost) {
  for (const std::size_t last : {40U, 41U, 47U, 55U, 64U}) {
    world_.history.built.clear();
    EXPECT_EQ(run({"--bisect", "c0", "--rev", "c" + std::to_string(last)}), 0);
    EXPECT_THAT(world_.out, HasSubstr("    Change 40\n"));
    EXPECT_LE(world_.history.built.size(), 8U);
  }
}

TEST_F(BisectTest, SkipsWhatCannotBeBuilt) {
  world_.history.broken = {"c32", "c40", "c41"};
  EXPECT_EQ(run({"--bisect", "c0"}), 4);
  EXPECT_THAT(world_.out,
              AllOf(HasSubstr("  0000032ccc (Change 32): skipped\n"),
                    HasSubstr("the first bad commit is one of 3, for the "
                              "others of these cannot be told\n"
                              "commit 0000040"),
                    HasSubstr("    Change 42\n")));
}

TEST_F(BisectTest, MeasuresLongerWhatIsUndecided) {
  noisy_ = {32};
  EXPECT_EQ(run({"--bisect", "c0"}), 0);
  EXPECT_THAT(world_.out, AllOf(HasSubstr("(Change 32): undecided\n  0000031"),
                                HasSubstr("    Change 40\n")));
  std::size_t most = 0;
  for (const Block& block : world_.launcher.blocks) {
    most = std::max(most, block.number);
  }
  EXPECT_EQ(most, 159U);  // Sixteen times ten blocks.
}

TEST_F(BisectTest, WarnsOfWhatSpoilsTheFirstBadCommit) {
  world_.launcher.build.optimized = false;
  EXPECT_EQ(run({"--bisect", "c0"}), 0);
  EXPECT_THAT(world_.out,
              AllOf(HasSubstr("\nwarning: sample@c0 is built without "),
                    HasSubstr("\nwarning: sample@c40 is built without ")));
}

TEST_F(BisectTest, TestsTheEndsFirst) {
  EXPECT_EQ(run({"--bisect", "c45", "--baseline", "c0"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --bisect: the good end, 0000045ccc (Change 45), "
            "is bad already: a formula is violated there; name an earlier "
            "commit\n");
  EXPECT_EQ(run({"--bisect", "c0", "--rev", "c20"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: --bisect: the bad end, 0000020ccc (Change 20), is "
            "good: all formulas hold there; name a later commit with --rev\n");
  world_.history.broken = {"c64"};
  EXPECT_EQ(run({"--bisect", "c0"}), 3);
  EXPECT_EQ(world_.err,
            "spl-run: error: --bisect: the bad end, 0000064ccc (Change 64), "
            "cannot be tested: cannot be measured: the revision under test "
            "cannot be built: cc exited with status 1\n");
}

TEST_F(BisectTest, RefusesWhatCannotBeSearched) {
  const std::pair<std::vector<std::string>, std::string> rows[] = {
      {{"--bisect", "c7", "--rev", "c5"}, "--bisect: c7 is no ancestor of c5"},
      {{"--bisect", "c5", "--rev", "c5"},
       "--bisect: there is no commit after c5 up to c5"},
      {{"--bisect", "v1"}, "--bisect: there is no revision \"v1\""},
      {{"--bisect", "c0", "--data", "x.json"},
       "--bisect measures; it cannot be had with --data"}};
  for (const auto& [arguments, message] : rows) {
    EXPECT_EQ(run(arguments), 2);
    EXPECT_EQ(world_.err, "spl-run: error: " + message + '\n');
  }
}

}  // namespace
}  // namespace spl::runner
