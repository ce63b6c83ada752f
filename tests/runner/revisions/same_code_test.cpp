#include "runner/revisions/same_code.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

// The same code under two names, in a scripted world: whole outputs.
namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Workload a takes 100 ns everywhere, b 200 ns.
class SameCodeTest : public ::testing::Test {
 protected:
  SameCodeTest() {
    project_ = folder_.write(
        "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"-c", project_});
    return world_.run(arguments);
  }

  /// The first relation of the JSON report.
  nlohmann::json relation(std::vector<std::string> arguments) {
    arguments.emplace_back("--json=-");
    run(std::move(arguments));
    report_ = nlohmann::json::parse(world_.out);
    return report_["formulas"][0]["relations"][0];
  }

  /// The report without the line that sums up.
  [[nodiscard]] std::string report() const {
    return world_.out.substr(0, world_.out.find("\n\n") + 1);
  }

  TemporaryFolder folder_;
  std::string project_;
  SampleWorld world_{means({{"a", 100}, {"b", 200}})};
  nlohmann::json report_;
};

TEST_F(SameCodeTest, OneCommitUnderTwoNamesIsOnePerformance) {
  EXPECT_EQ(run({"-e", "a@HEAD~1(1) <= a@c1(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_EQ(
      report(),
      "holds: a@HEAD~1(1) <= a@c1(1)\n"
      "    HEAD~1 and c1 are the same commit 0000001\n"
      "@HEAD~1: 0000001ccc (Change 1). @c1: 0000001ccc (Change 1).\n"
      "warning: HEAD~1 and c1 are the same commit 0000001: a@HEAD~1(1) <= "
      "a@c1(1) compares code with itself, and nothing of that is measured; "
      "name "
      "another revision, or give -s measure-identical\n");
}

TEST_F(SameCodeTest, OneCommitIsNotFasterThanItself) {
  EXPECT_EQ(run({"-e", "a@HEAD~1(1) < a@c1(1)"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("  x HEAD~1 and c1 are the same "
                                    "commit 0000001\n"));
}

TEST_F(SameCodeTest, RevisionUnderTestMayBeNamedToo) {
  EXPECT_EQ(run({"--rev", "HEAD~1", "-e", "a(1) <= a@HEAD~1(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(world_.out,
              HasSubstr("warning: the revision under test and HEAD~1 are the "
                        "same commit 0000001: a(1) <= a@HEAD~1(1) compares"));
}

TEST_F(SameCodeTest, CleanWorkingTreeIsItsHead) {
  EXPECT_EQ(run({"-e", "a(1) <= a@HEAD(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(world_.out, HasSubstr("    the working tree and HEAD "
                                    "are the same commit 0000002\n"));
}

TEST_F(SameCodeTest, DirtyWorkingTreeIsNot) {
  world_.history.dirty = true;
  EXPECT_EQ(run({"-e", "a(1) <= a@HEAD(1)"}), 0);
  EXPECT_EQ(world_.launcher.blocks.size(), 10U);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(SameCodeTest, BaselineMayBeTheRevisionUnderTest) {
  EXPECT_EQ(run({"--baseline", "HEAD", "-e", "a(1) <= a@baseline(1)"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("warning: the working tree and baseline are the same "
                        "commit 0000002: "));
}

TEST_F(SameCodeTest, TellsEachPairOfNamesOnce) {
  EXPECT_EQ(run({"-e", "for n in 1, 2: a(n) <= a@c2(n) <= a@HEAD(n)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "warning: the working tree and c2 are the same commit 0000002: a(1) "
          "<= a@c2(1) and 1 more relation compare code with itself, and "
          "nothing "
          "of that is measured; name another revision, or give "
          "-s measure-identical\n"
          "warning: HEAD and c2 are the same commit 0000002: a@c2(1) <= "
          "a@HEAD(1) and 1 more relation compare"));
}

TEST_F(SameCodeTest, EqualProgramsAreAnsweredAtOnce) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c1(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_EQ(report(),
            "holds: a@c0(1) <= a@c1(1)\n"
            "    the same program: nothing that is compiled differs\n"
            "@c0: 0000000ccc (Change 0). @c1: 0000001ccc (Change 1).\n");
}

TEST_F(SameCodeTest, EqualProgramsMayReadOtherData) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  world_.history.data = {{"c1", "table.txt"}};
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c1(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, Not(IsEmpty()));
  EXPECT_THAT(
      report(),
      HasSubstr("warning: c0 and c1 are measured though nothing that is "
                "compiled differs: table.txt differs, and a program "
                "may read it as it runs\n"));
}

TEST_F(SameCodeTest, EqualProgramsAreReportedAsSuch) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  const nlohmann::json one = relation({"-e", "a@c0(1) <= a@c1(1)"});
  EXPECT_EQ(one["stopped"], "identical");
  EXPECT_EQ(one["reason"],
            "the same program: nothing that is compiled differs");
  EXPECT_EQ(one["verdict"], "holds");
  EXPECT_EQ(one["finding"], "indistinct");
  EXPECT_EQ(one["difference"], 0);
  EXPECT_TRUE(one["ratio"].is_null());
  EXPECT_EQ(one["blocks"], 0);
}

// A time is above 0, so that a multiple of it has the sign of its factor.
TEST_F(SameCodeTest, FactorsDecideBetweenEqualPrograms) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(run({"-e", "a@c1(1) < 1.03 * a@c0(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("    the same program: "));
  EXPECT_EQ(run({"-e", "a@c1(1) <= 0.9 * a@c0(1)"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("  x the same program: "));
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  const nlohmann::json one = relation({"-e", "a@c1(1) < 1.03 * a@c0(1)"});
  EXPECT_TRUE(one["difference"].is_null());
}

// Nothing may be allocated at all.
TEST_F(SameCodeTest, CountsMayBeNone) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(run({"--metric", "allocations", "-e", "a@c1(1) <= 1.1 * a@c0(1)"}),
            0);
  EXPECT_EQ(world_.launcher.blocks.size(), 10U);
  EXPECT_EQ(world_.launcher.blocks[0].runs.size(), 1U);
}

TEST_F(SameCodeTest, MergesWhatIsEqualInSums) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(run({"-e", "a@c0(1) + b@c0(1) <= a@c1(1) + b@c1(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_EQ(run({"-e", "a@c0(1) + b@c0(1) <= a@c1(1) + 1 us"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("compared: b@c0(1) with 1000 ns, "));
  EXPECT_EQ(world_.launcher.blocks.size(), 10U);
  EXPECT_EQ(world_.launcher.blocks[0].runs.size(), 1U);
}

TEST_F(SameCodeTest, OtherWorkloadsAndArgumentsAreOthers) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(run({"-e", "a@c0(1) <= b@c1(1)"}), 0);
  EXPECT_EQ(world_.launcher.blocks.size(), 10U);
  EXPECT_EQ(run({"-e", "a@c0(1) <= a@c1(2)"}), 0);
  EXPECT_EQ(world_.launcher.blocks.size(), 20U);
}

TEST_F(SameCodeTest, WhatCannotBeBuiltIsNotAnswered) {
  world_.history.broken = {"c1"};
  EXPECT_EQ(run({"-e", "a@HEAD~1(1) <= a@c1(1)", "-e", "a@c0(1) <= 1 s"}), 3);
  EXPECT_THAT(world_.out, HasSubstr("cannot be built"));
}

TEST_F(SameCodeTest, MeasuresIdenticalCodeOnRequest) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(run({"-s", "measure-identical", "-e", "a@c0(1) <= a@c1(1)", "-e",
                 "a@HEAD~1(1) <= a@c1(1)"}),
            0);
  ASSERT_EQ(world_.launcher.blocks.size(), 10U);
  EXPECT_EQ(world_.launcher.blocks[0].runs.size(), 3U);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
  EXPECT_THAT(world_.out, Not(HasSubstr("same")));
}

TEST_F(SameCodeTest, FormulaFilesMayInsistOnMeasuring) {
  const std::string file = folder_.write("a.spl",
                                         "a@HEAD~1(1) <= a@c1(1)\n"
                                         "set measure-identical = true\n"
                                         "b@HEAD~1(1) <= b@c1(1)\n");
  EXPECT_EQ(run({file}), 0);
  ASSERT_EQ(world_.launcher.blocks.size(), 10U);
  EXPECT_EQ(to_text(world_.launcher.blocks[0].runs[0].performance).substr(0, 1),
            "b");
}

// 0.04 for one relation, 0.02 for each of two.
TEST_F(SameCodeTest, FamiliesAreOfWhatIsMeasured) {
  world_.history.contents = {{"c0", "program"}, {"c1", "program"}};
  const std::string file =
      folder_.write("a.spl", "a@c0(1) <= a@c2(1)\na@c0(1) <= a@c1(1)\n");
  EXPECT_EQ(relation({file, "-s", "familywise=0.04", "-s",
                      "alpha=0.1"})["adjusted_alpha"],
            0.04);
  EXPECT_EQ(relation({file, "-s", "familywise=0.04", "-s", "alpha=0.1", "-s",
                      "measure-identical"})["adjusted_alpha"],
            0.02);
}

TEST_F(SameCodeTest, PlansNothingForIt) {
  EXPECT_EQ(run({"plan", "-e", "a@HEAD~1(1) <= a@c1(1)"}), 0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(world_.out,
              HasSubstr("<formula 1>:1: formula1: a@HEAD~1(1) <= a@c1(1)\n"
                        "  nothing to measure: HEAD~1 and c1 are the same "
                        "commit 0000001\n"));
  EXPECT_THAT(world_.out, HasSubstr("warning: HEAD~1 and c1 are the same "));
}

TEST_F(SameCodeTest, GoodEndOfABisectionIsGood) {
  SampleWorld world{[](const RunOrder& order, std::size_t block) {
    const bool is_slow = order.program == "sample@c2";
    return means({{"a", is_slow ? 130 : 100}})(order, block);
  }};
  world.environment["XDG_CACHE_HOME"] = folder_.path().string();
  world.history.contents = {{"c0", "program"}, {"c1", "program"}};
  EXPECT_EQ(world.run({"-c", project_, "bisect", "c0", "-e",
                       "a(1) <= a@baseline(1)"}),
            0);
  EXPECT_THAT(world.out, HasSubstr("0000000ccc (Change 0): good\n"));
  EXPECT_THAT(world.out, HasSubstr("0000001ccc (Change 1): good\n"));
  EXPECT_EQ(world.launcher.blocks.size(), 10U);  // Of the bad end.
}

using ::testing::ElementsAre;

TreeFile version(const std::string& path, const std::string& id) {
  return {path, TreeFile::Kind::kRegular, id, std::nullopt, "", ""};
}

TEST(DifferingFiles, AreThoseThatChangedAppearedOrVanished) {
  EXPECT_THAT(differing_files(
                  {version("a", "1"), version("b", "1"), version("c", "1")},
                  {version("a", "1"), version("b", "2"), version("d", "1")}),
              ElementsAre("b", "d", "c"));
}

TEST(FilesText, NamesThreeAtMost) {
  EXPECT_EQ(files_text({"a"}), "a");
  EXPECT_EQ(files_text({"a", "b"}), "a and b");
  EXPECT_EQ(files_text({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(files_text({"a", "b", "c", "d", "e"}), "a, b, c and 2 more");
}

}  // namespace

}  // namespace spl::runner
