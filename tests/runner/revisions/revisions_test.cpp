// Formulas with revisions in a scripted world: whole outputs.

#include "runner/revisions/revisions.hpp"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// Workload a takes 100 ns, from the program of c1 on 130.
class RevisionsTest : public ::testing::Test {
 protected:
  RevisionsTest() {
    project_ = folder_.write(
        "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"-c", project_});
    return world_.run(arguments);
  }

  /// The report without the line that sums up.
  [[nodiscard]] std::string report() const {
    return world_.out.substr(0, world_.out.find("\n\n") + 1);
  }

  TemporaryFolder folder_;
  std::string project_;
  SampleWorld world_{[](const RunOrder& order, std::size_t block) {
    const double mean = order.program.starts_with("sample@c0") ? 100 : 130;
    return means({{"a", mean}, {"b", mean}})(order, block);
  }};
};

TEST_F(RevisionsTest, MeasuresEachBlockInFreshLinks) {
  world_.history.relinks = true;
  const fs::path json = folder_.path() / "report.json";
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c2(1)", "--runs", "3", "--json",
                 json.string(), "-s", "observations-in-json"}),
            0);
  ASSERT_EQ(world_.layouts.size(), 1U);
  EXPECT_EQ(world_.layouts[0].fixed, 0U);
  EXPECT_EQ(world_.layouts[0].seed, 42U);
  EXPECT_EQ(world_.layouts[0].programs.at("sample@c0").pack,
            "links of sample@c0");
  std::set<std::string> programs;
  for (const Block& block : world_.launcher.blocks) {
    for (const RunOrder& order : block.runs) programs.insert(order.program);
  }
  EXPECT_THAT(programs,
              ElementsAre("sample@c0, linked 1", "sample@c0, linked 2",
                          "sample@c0, linked 3", "sample@c2, linked 1",
                          "sample@c2, linked 2", "sample@c2, linked 3"));
  EXPECT_THAT(read_file(json), HasSubstr("\"layout\": 3"));
}

TEST_F(RevisionsTest, ComparesMeansOfFixedLayouts) {
  world_.history.relinks = true;
  const fs::path json = folder_.path() / "report.json";
  EXPECT_EQ(run({"-v", "-e", "a@c0(1) < a@c2(1)", "-s", "layouts=5", "--json",
                 json.string()}),
            0);
  EXPECT_EQ(world_.layouts.back().fixed, 5U);
  EXPECT_THAT(report(), HasSubstr("      5 layouts: "));
  const std::string text = read_file(json);
  EXPECT_THAT(text, HasSubstr("\"df\": 4.0"));  // Of blocks: layouts - 1.
  EXPECT_THAT(text, HasSubstr("\"layouts\": {\n            \"count\": 5"));
}

// The n-th link takes n ns longer on the left, 2n on the right.
TEST_F(RevisionsTest, PlansInTheLinksThatItWouldMeasure) {
  SampleWorld world{[](const RunOrder& order, std::size_t /*block*/) {
    const double slower = static_cast<double>(order.layout.value_or(0));
    const bool is_left = order.program.starts_with("sample@c0");
    workload::RunAnswer answer;
    answer.iterations = 100;
    answer.warmup = 2;
    answer.observations.assign(order.observations,
                               100 + slower * (is_left ? 1 : 2));
    return answer;
  }};
  world.history.relinks = true;
  const auto detectable = [&](const std::string& layouts) {
    EXPECT_EQ(world.run({"-c", project_, "-e", "a@c0(1) < a@c2(1)", "plan",
                         "-s", "layouts=" + layouts, "--json=-"}),
              0);
    return nlohmann::json::parse(
        world.out)["plan"]["relations"][0]["typical_calls"];
  };
  // Differences of 1 to 5 ns, each of two blocks, beside a right side of 106:
  // (3.747 + 1.533) sqrt(2.5/5) / 106, of 4 degrees of freedom.
  EXPECT_NEAR(detectable("5")["detectable"].get<double>(), 0.03522, 0.00001);
  EXPECT_TRUE(detectable("1").is_null());  // Nothing varies.
}

TEST_F(RevisionsTest, BuildsNoLongerThanAsked) {
  const auto timeout = [&](const std::string& json,
                           std::vector<std::string> more) {
    more.insert(more.end(), {"-c", folder_.write("timed.json", json), "-e",
                             "a@c0(1) < a@c2(1)"});
    EXPECT_EQ(world_.run(more), 0) << world_.err;
    return world_.history.recipes.back().timeout;
  };
  using std::chrono::minutes;
  const std::string plain =
      R"({ "revisions": { "program": "{build}/sample" } })";
  EXPECT_EQ(timeout(plain, {}), minutes(30));
  EXPECT_EQ(timeout(plain, {"-s", "build-timeout=2min"}), minutes(2));
  const std::string in_recipe =
      R"({ "revisions": { "program": "{build}/sample", "timeout": "3min" } })";
  EXPECT_EQ(timeout(in_recipe, {}), minutes(3));
  EXPECT_EQ(timeout(in_recipe, {"-s", "build-timeout=2min"}), minutes(2));
  EXPECT_EQ(timeout(R"({ "build-timeout": "4min",
                   "revisions": { "program": "{build}/sample" } })",
                    {}),
            minutes(4));
  world_.environment["SPL_BUILD_TIMEOUT"] = "5min";
  EXPECT_EQ(timeout(in_recipe, {}), minutes(5));
}

TEST_F(RevisionsTest, SaysWhatHelpsARevisionFromBeforeTheBenchmarks) {
  world_.launcher.lacking["sample@c0"] = {"a", "b", "c"};
  EXPECT_EQ(run({"guard", "--baseline", "c0"}), 3);
  EXPECT_THAT(
      world_.err,
      HasSubstr("\n    if this revision is from before the benchmarks, list "
                "their files as \"overlay\" in \"revisions\" of spl.json, or "
                "name another revision, as with --baseline\n"));
}

TEST_F(RevisionsTest, ComparesMeansOfBuilds) {
  const fs::path json = folder_.path() / "report.json";
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c2(1)", "-s", "builds=3", "--runs", "6",
                 "--json", json.string(), "-s", "observations-in-json"}),
            0);
  EXPECT_THAT(world_.history.built,
              ElementsAre("sample@c0, build 1", "sample@c2, build 1",
                          "sample@c0, build 2", "sample@c2, build 2",
                          "sample@c0, build 3", "sample@c2, build 3"));
  EXPECT_FALSE(world_.history.recipes.back().keeps_links);
  EXPECT_TRUE(world_.history.recipes.back().shuffles_builds);
  ASSERT_EQ(world_.layouts.size(), 1U);
  EXPECT_EQ(world_.layouts[0].fixed, 3U);
  EXPECT_THAT(world_.layouts[0].programs.at("sample@c0, build 1").given,
              ElementsAre("sample@c0, build 1", "sample@c0, build 2",
                          "sample@c0, build 3"));
  std::map<std::string, std::set<std::size_t>> blocks;
  for (const Block& block : world_.launcher.blocks) {
    for (const RunOrder& order : block.runs) {
      blocks[order.program].insert(block.number);
    }
  }
  EXPECT_EQ(blocks.at("sample@c0, build 2"), (std::set<std::size_t>{1, 4}));
  EXPECT_EQ(blocks.at("sample@c2, build 2"), (std::set<std::size_t>{1, 4}));
  EXPECT_EQ(report(),
            "holds: a@c0(1) < a@c2(1)\n"
            "    100 ns  23.1% shorter than  130 ns\n"
            "@c0: 0000000ccc (Change 0). @c2: 0000002ccc (Change 2).\n");
  const std::string text = read_file(json);
  EXPECT_THAT(text, HasSubstr("\"df\": 2.0"));  // Of blocks: builds - 1.
  EXPECT_THAT(text, HasSubstr("\"layouts\": null,\n          \"builds\": {\n"
                              "            \"count\": 3"));
  EXPECT_THAT(text, HasSubstr("\"builds\": 3\n"));
}

TEST_F(RevisionsTest, MeasuresOneBuildWhereAllAreIdentical) {
  world_.history.differs_by_build = false;
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c2(1)", "-s", "builds=3"}), 0);
  EXPECT_THAT(world_.layouts, IsEmpty());
  const std::string rest =
      " comes out identical from all 3 builds (they are linked in different "
      "orders only if there is mold or lld in PATH and the build heeds "
      "CXXFLAGS and LDFLAGS), so that it is measured in one build; a "
      "difference may come from layouts, not from sources\n";
  EXPECT_THAT(world_.out, HasSubstr("warning: @c0" + rest));
  EXPECT_THAT(world_.out, HasSubstr("warning: @c2" + rest));
  EXPECT_THAT(world_.out, Not(HasSubstr("3 builds:")));
}

TEST_F(RevisionsTest, OnlyCompilesAnewWhereOneLayoutIsAskedFor) {
  EXPECT_EQ(run({"-v", "-e", "a@c0(1) < a@c2(1)", "-s", "builds=3", "-s",
                 "layouts=1"}),
            0);
  EXPECT_FALSE(world_.history.recipes.back().shuffles_builds);
  EXPECT_THAT(world_.out, HasSubstr("      3 builds: "));
}

TEST_F(RevisionsTest, TellsThatOneOfSeveralBuildsFailed) {
  world_.history.broken = {"c0"};
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c2(1)", "-s", "builds=2"}), 3);
  EXPECT_THAT(world_.out, HasSubstr("cannot be measured: @c0 cannot be built: "
                                    "cc exited with status 1\n"));
}

TEST_F(RevisionsTest, RefusesBuildsBeforeAnythingIsMeasured) {
  const std::tuple<std::vector<std::string>, std::string> rows[] = {
      {{"-e", "a@c0(1) < a@c2(1)", "-s", "builds=1"},
       "-s builds takes a whole number of at least 2 (one build says nothing "
       "about how builds differ), not \"1\""},
      {{"-e", "a@c0(1) < a@c2(1)", "-s", "builds=3", "-s", "layouts=5"},
       "-s builds=3 and -s layouts=5 exclude each other: one compares the "
       "means of builds, the other those of links of one build; leave out one "
       "of them"},
      {{"rank", "a@c0(1), a@c2(1)", "-s", "builds=3"},
       "rank does not take -s builds: every run is a unit of its own there"},
      {{"-p", "sample", "-e", "a(1) <= b(1)", "-s", "builds=3"},
       "-s builds=3 compiles revisions, and there is none to be measured; let "
       "a "
       "formula name one, as f@HEAD~1 does, or give --rev"},
      {{"-p", "sample", "-e", "a(1) <= b(1)", "-e", "a@c0(1) < b(1)", "-f",
        "formula1", "-s", "builds=3"},
       "-s builds=3 compiles revisions, and there is none to be measured; let "
       "a "
       "formula name one, as f@HEAD~1 does, or give --rev"}};
  for (const auto& [arguments, message] : rows) {
    EXPECT_EQ(run(arguments), 2);
    EXPECT_EQ(world_.err, "spl-run: error: " + message + '\n');
    EXPECT_THAT(world_.launcher.blocks, IsEmpty());
    EXPECT_THAT(world_.history.built, IsEmpty());
  }
  EXPECT_EQ(
      run({"-p", "sample", "-e", "a(1) <= b(1)", "-s", "builds=3", "check"}),
      0);
}

TEST_F(RevisionsTest, MeasuresProgramsAsTheyAreWhereOneLayoutIsAskedFor) {
  world_.history.relinks = true;
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c2(1)", "-s", "layouts=1"}), 0);
  EXPECT_THAT(world_.layouts, IsEmpty());
}

TEST_F(RevisionsTest, ComparesTheWorkingTreeWithRevisions) {
  world_.history.dirty = true;
  EXPECT_EQ(run({"-e", "a(1) <= a@c0(1)", "-e", "a(1) <= a@baseline(1)"}), 1);
  EXPECT_EQ(world_.err, "");
  EXPECT_EQ(report(),
            "<formula 2>: holds: a(1) <= a@baseline(1)\n"
            "    130 ns  as long as  130 ns\n"
            "<formula 1>: violated: a(1) <= a@c0(1)\n"
            "  x 130 ns  30% longer than  100 ns\n"
            "        would hold: a(1) <= 1.3 * a@c0(1)\n"
            "        rerun:      spl-run -v -c '" +
                project_ +
                "' -e 'a(1) <= a@c0(1)'\n"
                "Now: the dirty working tree. @baseline: 0000002ccc (Change "
                "2). @c0: 0000000ccc (Change 0).\n");
  EXPECT_THAT(world_.history.built,
              ElementsAre("sample@c2", "sample@c0", "sample@dirty"));
}

TEST_F(RevisionsTest, BuildsOnlyWhatTheFilterLeaves) {
  const std::string path =
      folder_.write("x.spl", "one: a@c0(1) < a@c1(1)\ntwo: a@c2(1) < a(1)\n");
  EXPECT_EQ(run({"-f", "one", path}), 0);
  EXPECT_THAT(world_.history.built, ElementsAre("sample@c0", "sample@c1"));
  world_.history.built.clear();
  EXPECT_EQ(run({"-p", "sample", "-e", "a(1) <= 2 * b(1)", "-e",
                 "a@v1(1) < b(1)", "-f", "formula1"}),
            0);
  EXPECT_THAT(world_.history.built, IsEmpty());
}

// Without a program there was no workload, and the formula held.
TEST_F(RevisionsTest, BuildsTheWorkingTreeIfNothingElseIsLeft) {
  world_.history.dirty = true;
  const std::string path = folder_.write(
      "x.spl", "one: a(1) < 0.5 * b(1)\ntwo: a(1) <= a@baseline(1)\n");
  EXPECT_EQ(run({"-f", "one", path}), 1);
  EXPECT_THAT(report(), HasSubstr("violated: one: a(1) < 0.5 * b(1)\n"));
  EXPECT_THAT(world_.history.built, ElementsAre("sample@dirty"));
  const std::string missing = folder_.write(
      "y.spl", "one: nobody(1) < b(1)\ntwo: a(1) <= a@baseline(1)\n");
  EXPECT_EQ(run({"-f", "one", missing}), 2);
  EXPECT_THAT(world_.err, HasSubstr("there is no method or workload \"nobody"));
}

TEST_F(RevisionsTest, FollowsDefinitions) {
  EXPECT_EQ(run({"-e", "old = a@c0; new = a@c1; for i in 1: old(i) < new(i)"}),
            0);
  EXPECT_THAT(world_.history.built, ElementsAre("sample@c0", "sample@c1"));
}

TEST_F(RevisionsTest, TestsWhatRevNames) {
  EXPECT_EQ(run({"--rev", "c0", "-e", "a(1) < a@HEAD(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("Now: 0000000ccc (Change 0). "));
  EXPECT_EQ(run({"--rev", "c0", "-e", "a(1) < 110 ns"}), 0);
  EXPECT_THAT(world_.history.built, ElementsAre("sample@c0", "sample@c2"));
}

TEST_F(RevisionsTest, IsNotDisarmedByADocumentAfterTheSlowCommit) {
  world_.history.documents = {"c2"};
  EXPECT_EQ(run({"-e", "a(1) <= a@baseline(1)"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("@baseline: 0000000ccc (Change 0)."));
}

TEST_F(RevisionsTest, IsNotDisarmedByADocumentThatIsNotCommitted) {
  world_.history.commits = 2;
  world_.history.dirty = true;
  world_.history.documents = {"dirty"};
  EXPECT_EQ(run({"-e", "a(1) <= a@baseline(1)"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("@baseline: 0000000ccc (Change 0)."));
}

TEST_F(RevisionsTest, IsNotDisarmedByACommentAfterTheSlowCommit) {
  world_.history.contents = {{"c1", "same"}, {"c2", "same"}};
  EXPECT_EQ(run({"-e", "a(1) <= a@baseline(1)"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("@baseline: 0000000ccc (Change 0)."));
}

TEST_F(RevisionsTest, IsNotDisarmedByACommentThatIsNotCommitted) {
  world_.history.commits = 2;
  world_.history.dirty = true;
  world_.history.contents = {{"c1", "same"}, {"dirty", "same"}};
  EXPECT_EQ(run({"-e", "a(1) <= a@baseline(1)"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("@baseline: 0000000ccc (Change 0)."));
}

TEST_F(RevisionsTest, TakesTheUsualBaselineWhereNoProgramDiffers) {
  world_.history.contents = {{"c0", "same"}, {"c1", "same"}, {"c2", "same"}};
  EXPECT_EQ(run({"-e", "a(1) <= a@baseline(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("@baseline: 0000001ccc (Change 1).\n"));
}

TEST_F(RevisionsTest, WarnsOfABaselineThatNoFormulaNames) {
  (void)run({"-e", "a(1) <= a@c0(1)", "--baseline", "c0"});
  const std::string warning =
      "warning: --baseline is not used: no formula names @baseline, as f(n) <= "
      "f@baseline(n) does\n";
  EXPECT_THAT(world_.err, HasSubstr(warning));
  (void)run({"-e", "a(1) <= a@baseline(1)", "--baseline", "c0"});
  EXPECT_THAT(world_.err, Not(HasSubstr(warning)));
}

TEST_F(RevisionsTest, KnowsWhatAPushCameAfter) {
  const auto baseline_is = [&](const std::string& change) {
    EXPECT_EQ(run({"-e", "a@baseline(1) <= a(1)"}), 0);
    EXPECT_THAT(world_.out, HasSubstr("(" + change + ").\n"));
  };
  world_.environment["CI_COMMIT_BEFORE_SHA"] = "c0";
  baseline_is("Change 0");
  world_.environment["CI_COMMIT_BEFORE_SHA"] = std::string(40, '0');
  baseline_is("Change 1");
  world_.environment.erase("CI_COMMIT_BEFORE_SHA");
  world_.environment["GITHUB_EVENT_PATH"] =
      folder_.write("event.json", R"({ "before": "c0" })");
  baseline_is("Change 0");
  world_.environment["GITHUB_EVENT_PATH"] =
      folder_.write("event.json", R"({ "before": null })");
  baseline_is("Change 1");
}

TEST_F(RevisionsTest, TakesTheBaselineThatIsGiven) {
  EXPECT_EQ(run({"--baseline", "c0", "-e", "a@baseline(1) < a@c1(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("@baseline: 0000000ccc (Change 0)."));
}

TEST_F(RevisionsTest, OpensTheRepositoryAroundTheProjectOrTheGivenOne) {
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)"}), 0);
  EXPECT_EQ(run({"-s", "repository=/x.git", "-e", "a@c0(1) < a@c1(1)"}), 0);
  EXPECT_THAT(world_.history.opened,
              ElementsAre(folder_.path().string(), "/x.git"));
}

TEST_F(RevisionsTest, RefusesUnknownRevisionsWithTheirPlace) {
  EXPECT_EQ(run({"-e", "a@v1(1) < a@c1(1)", "-e", "a@bseline(1) < a(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:3: error: there is no revision \"v1\"\n"
            "1 | a@v1(1) < a@c1(1)\n"
            "  |   ^\n"
            "<formula 2>:1:3: error: there is no revision \"bseline\"; did you "
            "mean \"baseline\"?\n"
            "1 | a@bseline(1) < a(1)\n"
            "  |   ^\n");
  EXPECT_THAT(world_.history.built, IsEmpty());
  EXPECT_EQ(run({"--rev", "v1", "-e", "a(1) < a@c1(1)"}), 2);
  EXPECT_EQ(world_.err, "spl-run: error: --rev: there is no revision \"v1\"\n");
  EXPECT_EQ(run({"--baseline", "v1", "-e", "a(1) < a@baseline(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:10: error: there is no revision \"v1\"\n"
            "1 | a(1) < a@baseline(1)\n"
            "  |          ^\n");
}

TEST_F(RevisionsTest, ChecksWithoutBuilding) {
  EXPECT_EQ(run({"check", "-p", "sample", "-e", "a(1) < a@c0(1)"}), 0);
  EXPECT_EQ(run({"check", "-p", "sample", "-e", "a(1, 2) < a@c0(1)"}), 2);
  EXPECT_EQ(run({"check", "-e", "a(1) < a@v1(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:10: error: there is no revision \"v1\"\n"
            "1 | a(1) < a@v1(1)\n"
            "  |          ^\n");
  EXPECT_THAT(world_.history.built, IsEmpty());
}

TEST_F(RevisionsTest, GoesOnWithoutARevisionThatCannotBeBuilt) {
  world_.history.broken = {"c1"};
  EXPECT_EQ(run({"-e", "a(1) < a@c1(1)", "-e", "a@c0(1) < a(1)"}), 3);
  EXPECT_EQ(
      report(),
      "<formula 2>: holds: a@c0(1) < a(1)\n"
      "    100 ns  23.1% shorter than  130 ns\n"
      "<formula 1>: error: a(1) < a@c1(1)\n"
      "  ! a@c1(1) cannot be measured: @c1 cannot be built: cc exited with "
      "status 1\n"
      "        rerun: spl-run -v -c '" +
          project_ +
          "' -e 'a(1) < a@c1(1)'\n"
          "Now: the working tree. @c0: 0000000ccc (Change 0). @c1: 0000001ccc "
          "(Change 1).\n");
}

TEST_F(RevisionsTest, WarnsOnceOfANameThatMeansTwoThings) {
  world_.history.remarks["c0"] = "\"c0\" is two things";
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)", "-e", "a@c0(2) < a@c1(2)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("\nwarning: \"c0\" is two things\n"));
  EXPECT_EQ(world_.out.find("two things"), world_.out.rfind("two things"));
}

TEST_F(RevisionsTest, WarnsOfWhatIsLeftOutOfFiles) {
  world_.history.left_out = "filter=lfs";
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)"}), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("\nwarning: file.cpp: \"filter=lfs\" of .gitattributes is not "
                "applied: the build gets the files as Git stores them; git lfs "
                "fetch --all gets the files themselves\n"));
}

TEST_F(RevisionsTest, WarnsWhereOnlyTheWorkingTreeIsFiltered) {
  world_.history.left_out = "filter=secret";
  world_.history.dirty = true;
  EXPECT_EQ(run({"-e", "a(1) <= a@c1(1)"}), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "\nwarning: file.cpp: \"filter=secret\" of .gitattributes is not "
          "applied: the build of the working tree gets the files on "
          "disk, and builds of commits the files as Git stores them; "
          "this alone may make the sides differ\n"));
}

TEST_F(RevisionsTest, WarnsOfWhatMayBeWhyNothingCanBeBuilt) {
  world_.history.left_out = "filter=secret";
  world_.history.broken = {"c0", "c1"};
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)"}), 3);
  EXPECT_EQ(
      world_.err,
      "warning: file.cpp: \"filter=secret\" of .gitattributes is not applied: "
      "the "
      "build gets the files as Git stores them\nspl-run: error: cannot be "
      "measured: @c0 cannot be built: cc exited with status 1\n");
}

/// Loses a program in a block, that many times.
class LostProgramsTest : public RevisionsTest {
 protected:
  LostProgramsTest() {
    Script usual = means({{"a", 100}});
    world_.launcher = ScriptedLauncher(
        [this, usual](const RunOrder& order, std::size_t block) {
          if (block == 3 && losses_ > 0 && order.program == "sample@c0") {
            --losses_;
            world_.history.lost.insert(order.program);
          }
          if (!world_.history.lost.contains(order.program)) {
            return usual(order, block);
          }
          workload::RunAnswer answer;
          answer.failure = "cannot be started: No such file or directory";
          return answer;
        });
  }
  int losses_ = 0;
};

TEST_F(LostProgramsTest, AreBuiltAgainAndAllIsMeasuredAnew) {
  losses_ = 1;
  EXPECT_EQ(run({"-v", "-e", "a@c0(1) <= a@c1(1)"}), 0);
  EXPECT_TRUE(world_.history.lost.empty());
  EXPECT_EQ(world_.history.recipes.size(), 2U);
  const std::string warning =
      "warning: built programs were removed from the cache while they were "
      "measured; they have been built again, and all is measured anew\n";
  EXPECT_THAT(report(), HasSubstr(warning));
  EXPECT_THAT(world_.out, HasSubstr("10 blocks, as planned"));
  EXPECT_THAT(world_.out, Not(HasSubstr("No such file")));
}

TEST_F(LostProgramsTest, AreAFailureTheSecondTime) {
  losses_ = 2;
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c1(1)"}), 3);
  EXPECT_EQ(world_.err,
            "spl-run: error: built programs were removed from the cache while "
            "they were measured, and again after they had been built again; "
            "keep what cleans up away from the cache, or set XDG_CACHE_HOME to "
            "another folder\n");
}

TEST_F(LostProgramsTest, AreNotToBlameForAWorkloadThatFails) {
  world_.launcher = ScriptedLauncher(means({}));
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c1(1)"}), 3);
  EXPECT_EQ(world_.history.recipes.size(), 1U);
  EXPECT_THAT(world_.out, HasSubstr("Segmentation fault"));
}

TEST_F(RevisionsTest, ChecksWhatOnlyARevisionHas) {
  EXPECT_EQ(run({"check", "-p", "sample", "-e", "zebra@c0(1) < a@c1(1)", "-e",
                 "a(1) < b(1)"}),
            0);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:1: note: there is no method or workload \"zebra\" "
            "at c0; there are only \"a\", \"b\", \"c\"; this is no error, "
            "because the revision may have it, which is known once it is "
            "built\n1 | zebra@c0(1) < a@c1(1)\n  | ^\n");
  EXPECT_EQ(world_.out,
            "2 formulas with 1 relation: no errors; the relations of 1 formula "
            "are known once the programs are built\n");
  EXPECT_THAT(world_.history.built, IsEmpty());
}

// Each of these may be right: nothing of it is evaluated with today's program.
TEST_F(RevisionsTest, ChecksNothingOfARevisionAgainstTodaysProgram) {
  for (const char* formula :
       {"a@c0(1, 2) < a(1)", "a@c0(1.5) < a(1)", "a@c0(\"x\") < a(1)",
        "a[gen, make]@c0(1) < a(1)", "zebra@c0(n) < a(n)", "c@c0(n) < a(1)",
        "old = zebra@c0; old(1) < a(1)", "zebra@c0() < a@c1(1, 2, 3)"}) {
    EXPECT_EQ(run({"check", "-p", "sample", "-e", formula}), 0)
        << formula << '\n'
        << world_.err;
    EXPECT_THAT(world_.err, HasSubstr(": note: ")) << formula;
  }
  EXPECT_EQ(
      run({"check", "-p", "sample", "--rev", "c1", "-e", "zebra(1) < a@c0(1)"}),
      0);
}

TEST_F(RevisionsTest, ChecksWhatCanBeKnownWithoutBuilding) {
  for (const char* formula :
       {"zebra(1) < a@c0(1)", "a(1, 2) < zebra@c0(1)", "a(\"x\") < a@c0(1)",
        "zebra@c0(1) < ", "for n in 1, 2: zebra@c0(1) < a(1)",
        "zebra@v1(1) < a(1)", "x = 5; zebra@c0(1) < a(1)"}) {
    EXPECT_EQ(run({"check", "-p", "sample", "-e", formula}), 2) << formula;
  }
}

TEST_F(RevisionsTest, ChecksWithoutTheProgramThatEvaluationDoesNotNeed) {
  EXPECT_EQ(run({"--own-program", "absent", "-e", "a@c0(1) < a@c1(1)"}), 0);
  EXPECT_EQ(run({"check", "-p", "absent", "-e", "a@c0(1) < a@c1(1)"}), 0);
  EXPECT_EQ(world_.err,
            "warning: methods have not been checked: there is no program "
            "absent\n");
  EXPECT_EQ(world_.out,
            "1 formula: no errors; the relations of all are known once the "
            "programs are built\n");
  EXPECT_EQ(run({"check", "-p", "absent", "-e", "a(1) < b(1)"}), 2);
}

// Whoever names a program means to measure it.
TEST_F(RevisionsTest, RefusesAProgramThatItWouldNotMeasure) {
  const std::string refusal =
      "spl-run: error: sample is named (-p), but would not be measured: where "
      "formulas or --rev name a revision, the program of the working tree is "
      "built as those of revisions are; leave out -p\n";
  const std::vector<std::string> rows[] = {
      {"-e", "a(1) <= a@c0(1)"},
      {"-e", "a@c1(1) <= a@c0(1)"},
      {"-e", "a(1) <= b(1)", "--rev", "c0"},
      {"-e", "a(1) <= a@c0(1)", "plan"},
      {"rank", "a(1), a@c0(1)"},
      {"-e", "a(1) <= 200 ns", "bisect", "c0"}};
  for (std::vector<std::string> arguments : rows) {
    arguments.insert(arguments.end(), {"-p", "sample"});
    EXPECT_EQ(run(arguments), 2);
    EXPECT_EQ(world_.err, refusal);
  }
  world_.environment["SPL_PROGRAM"] = "copy";
  EXPECT_EQ(run({"-e", "a(1) <= a@c0(1)"}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: copy is named (SPL_PROGRAM), but would not be measured: "
      "where formulas or --rev name a revision, the program of the working "
      "tree is built as those of revisions are; unset SPL_PROGRAM\n");
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(world_.history.built, IsEmpty());
}

// A project file has a program for all its formulas, a test has itself.
TEST_F(RevisionsTest, SaysWhichProgramIsNotMeasured) {
  const auto line = [this] {
    const std::size_t at = world_.out.find("Now: ");
    return world_.out.substr(at, world_.out.find('.', at) - at);
  };
  EXPECT_EQ(run({"--own-program", "sample", "-e", "a(1) <= a@c1(1)"}), 0);
  EXPECT_EQ(line(),
            "Now: the working tree, built for this; sample is not "
            "measured");
  project_ = folder_.write("spl.json", R"({ "program": ["x", "y"],
    "revisions": { "program": "{build}/sample" } })");
  EXPECT_EQ(run({"-e", "a(1) <= a@c1(1)"}), 0);
  EXPECT_EQ(line(), "Now: the working tree, built for this; " +
                        (folder_.path() / "x").string() + ", " +
                        (folder_.path() / "y").string() + " are not measured");
  world_.environment["SPL_PROGRAM"] = "x";  // Weaker than what a test gives.
  EXPECT_EQ(run({"--own-program", "sample", "-e", "a(1) <= a@c1(1)"}), 0);
}

TEST_F(RevisionsTest, EvaluatesBesideWhatIsKeptAsDocumentation) {
  const auto file = folder_.write(
      "x.spl", "past: zebra@c2(1) < a@c2(1)\nnow: a@c0(1) < a@c1(1)\n");
  EXPECT_EQ(run({"-f", "now", file.string()}), 0);
}

TEST_F(RevisionsTest, LeavesOutOfItsTimeWhatOthersMeasured) {
  const std::string time = "1 formula holds, ";
  const auto measured = [&] {
    EXPECT_EQ(run({"-e", "a@c0(1) < a@c2(1)", "--runs", "4"}), 0);
    return world_.out.substr(world_.out.find(time));
  };
  EXPECT_THAT(measured(), Not(HasSubstr("waiting")));
  const double all =
      std::stod(world_.out.substr(world_.out.find(time) + time.size()));
  world_.launcher.blocks.clear();
  world_.launcher.wait_seconds = 0.5;  // Of four blocks.
  EXPECT_THAT(measured(),
              HasSubstr(", after waiting 2 s for another measurement."));
  EXPECT_EQ(std::stod(world_.out.substr(world_.out.find(time) + time.size())),
            all - 2);
}

TEST_F(RevisionsTest, BuildsNothingForALabelThatNoFormulaHas) {
  EXPECT_EQ(run({"-f", "nobody", "-e", "a@c0(1) < a@c1(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: no formula has a label that -f nobody "
            "selects; spl-run list shows the labels\n");
  EXPECT_THAT(world_.history.built, IsEmpty());
}

TEST_F(RevisionsTest, SaysSoWhenNothingCanBeBuilt) {
  world_.history.broken = {"c0", "c1"};
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)"}), 3);
  EXPECT_EQ(world_.err,
            "spl-run: error: cannot be measured: @c0 cannot be built: cc "
            "exited with status 1\n");
}

// Two builds take minutes, and would end in the same error.
TEST_F(RevisionsTest, AsksTheUsersOwnBuildFirst) {
  const std::string own = folder_.write("build/sample", "").string();
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)"}), 3);
  EXPECT_EQ(world_.err,
            "spl-run: error: there is no program " + own +
                "\n    this is your own build, and revisions would be built "
                "alike: nothing has been built of them; if it is old, build it "
                "again\n");
  EXPECT_THAT(world_.history.built, IsEmpty());
  std::filesystem::remove(own);
  EXPECT_EQ(run({"-e", "a@c0(1) < a@c1(1)"}), 0);
}

TEST_F(RevisionsTest, KnowsThatARevisionLacksAWorkload) {
  world_.launcher.lacking["sample@c0"] = {"b"};
  EXPECT_EQ(run({"-e", "b(1) < b@c0(1)", "-e", "a@c0(1) < a(1)"}), 3);
  EXPECT_THAT(world_.out,
              HasSubstr("b@c0(1) cannot be measured: the program of c0 has no "
                        "\"b\"\n"));
}

TEST_F(RevisionsTest, GoesOnWithoutAWorkloadThatNoRevisionHas) {
  EXPECT_EQ(run({"-e", "aa@c0(n) < a(n)", "-e", "zebra@c0(n) < zebra@c2(n)",
                 "-e", "a@c0(1) < a(1)"}),
            3);
  for (const char* row :
       {"  ! n = 1  aa@c0(1) cannot be measured: the program of c0 has no "
        "\"aa\"; did you mean \"a\"?\n",
        "  ! zebra@c0(\"n\") cannot be measured: the program of c0 "
        "has no \"zebra\"\n",
        "<formula 3>: holds: "}) {
    EXPECT_THAT(world_.out, HasSubstr(row));
  }
  // Without a revision it is a slip of the pen.
  EXPECT_EQ(run({"-e", "zebra(1) < a@c0(1)"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("there is no method or workload "
                                    "\"zebra\""));
}

TEST_F(RevisionsTest, DecidesTheOthersThanASlipOfThePen) {
  EXPECT_EQ(run({"-e", "aa(1) < a@c0(1)", "-e", "a@c0(1) < a(1)"}), 3);
  for (const char* row :
       {"  ! aa(1) cannot be measured: the program of the revision under test "
        "has no \"aa\"; did you mean \"a\"?\n",
        "<formula 2>: holds: "}) {
    EXPECT_THAT(world_.out, HasSubstr(row));
  }
  // There is nothing else, or another mistake.
  EXPECT_EQ(run({"-e", "aa(1) < a@c0(1)", "-e", "a(1) < ab@c0(1)"}), 2);
  EXPECT_EQ(run({"-e", "aa(1) < a@c0(1)", "-e", "a@c0(1) < a(1, 2)"}), 2);
}

TEST_F(RevisionsTest, KnowsWhatTheMachineCannotCountBeforeItBuilds) {
  world_.self = "sample";
  world_.launcher.missing = {{workload::Metric::kCycles, "has no counter"},
                             {workload::Metric::kAllocations, "has its own"}};
  for (const char* option : {"--metric=cycles", "-srecord=cycles"}) {
    EXPECT_EQ(run({option, "-e", "a@c0(1) < a(1)"}), 2);
    EXPECT_EQ(world_.err,
              "spl-run: error: what is compared needs the metric cycles, but "
              "sample has no counter\n");
  }
  for (const char* command : {"evaluate", "bisect"}) {
    std::vector<std::string> words{"-e",
                                   "set metric = cycles;\nb@c0(1) < 9 * a(1)"};
    if (command == std::string("bisect")) {
      words.insert(words.begin(), {"bisect", "c0"});
    }
    EXPECT_EQ(run(words), 2);
    EXPECT_EQ(world_.err,
              "spl-run: error: <formula 1>:2: formula1 needs the "
              "metric cycles, but sample has no counter\n");
  }
  EXPECT_EQ(run({"-slauncher=/nowhere/there -n 1", "-e", "a@c0(1) < a(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: the launcher `/nowhere/there` is not in PATH; it "
            "is a command with its arguments\n");
  EXPECT_THAT(world_.history.built, IsEmpty());
  EXPECT_EQ(run({"--metric=alocations", "-e", "a@c0(1) < a(1)"}), 2);
  EXPECT_THAT(world_.err,
              StartsWith("warning: no metric is called alocations, so it must "
                         "be a counter of the programs; did you mean "
                         "\"allocations\"?\n"));
}

TEST_F(RevisionsTest, SaysWhyAWorkloadOfABrokenRevisionIsNotKnown) {
  world_.history.broken = {"c1", "c2"};
  EXPECT_EQ(run({"-e", "zebra@c1(1) < a@c0(1)", "-e", "zebra(1) < a@c0(1)",
                 "-e", "a@c0(1) <= a@c0(1)"}),
            3);
  for (const char* row :
       {"  ! zebra@c1(1) cannot be measured: @c1 cannot be built: "
        "cc exited with status 1\n",
        "  ! zebra(1) cannot be measured: the revision under test "
        "cannot be built: cc exited with status 1\n",
        "<formula 3>: holds: "}) {
    EXPECT_THAT(world_.out, HasSubstr(row));
  }
}

TEST_F(RevisionsTest, MeasuresWhatOnlyARevisionHas) {
  world_.launcher.lacking["sample@c2"] = {"b"};
  EXPECT_EQ(run({"-e", "b@c0(1) < a(1)"}), 0);
}

TEST_F(RevisionsTest, TellsRevisionsInTheJsonReport) {
  EXPECT_EQ(run({"--json", "-", "-e", "a@c0(1) < a(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr(R"("revisions": [
    {
      "name": null,
      "commit": null,
      "subject": null,
      "author_date": null,
      "dirty": false,
      "programs": [
        "sample@c2"
      ]
    },
    {
      "name": "c0",
      "commit": "0000000ccccccccccccccccccccccccccccccccc",
      "subject": "Change 0",
      "author_date": "2024-01-02T03:04:05+00:00",
      "dirty": false,
      "programs": [
        "sample@c0"
      ]
    }
  ])"));
}

TEST_F(RevisionsTest, NeedsToKnowHowToBuild) {
  const std::vector<std::string> words{"-p", "sample", "-e", "a(1) < a@c0(1)"};
  EXPECT_EQ(world_.run(words), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: there is no spl.json in this folder or above it, "
            "and nothing says how revisions are built; spl-run init writes "
            "one, or write { \"revisions\": { \"program\": "
            "\"{build}/NAME\" } }\n");
  const TemporaryFolder folder;
  const std::string bare = folder.write("spl.json", "{}");
  EXPECT_EQ(world_.run({"-p", "sample", "-c", bare, "-e", words.back()}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: \"revisions\" in spl.json, which says how "
            "revisions are built, names no program; add at least "
            "\"revisions\": { \"program\": \"{build}/NAME\" }\n");
}

TEST_F(RevisionsTest, ShowsProgressOfBuildingOnATerminal) {
  world_.terminal = true;
  EXPECT_EQ(run({"--color", "never", "-e", "a@c0(1) < a@c1(1)"}), 0);
  EXPECT_THAT(
      world_.err,
      HasSubstr("\r\x1b[Kbuilding: 0000000ccc (Change 0), 0 s; 0 of 2 done"));
}

TEST_F(RevisionsTest, ListsTheCache) {
  EXPECT_EQ(world_.run({"cache", "list"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: there is no place for the cache of built "
            "programs; set XDG_CACHE_HOME to a folder that can be written\n");
  world_.environment["HOME"] = folder_.path() / "home";
  EXPECT_EQ(world_.run({"cache", "list"}), 0);
  EXPECT_EQ(world_.out, (folder_.path() / "home/.cache/spl: 0 B\n").string());
  world_.environment["XDG_CACHE_HOME"] = folder_.path() / "cache";
  EXPECT_EQ(world_.run({"cache", "list", "-s", "cache-limit=1 parsec"}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: -s cache-limit takes a size like 500MB or 2GB, not "
      "\"1 parsec\"\n");
  EXPECT_EQ(world_.run({"cache", "list"}), 0);
  EXPECT_EQ(world_.out, (folder_.path() / "cache/spl: 0 B\n").string());
}

}  // namespace
}  // namespace spl::runner
