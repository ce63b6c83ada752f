// Builds that the user names, in a scripted world: whole outputs.

#include "runner/revisions/named_builds.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Workload a takes 100 ns in the build fast and where no build is named, and
/// 120 ns in plain.
class NamedBuilds : public ::testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"-c", project_});
    return world_.run(arguments);
  }

  int run_both(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"-p", "fast=sample@o3", "-p", "plain=sample@o2"});
    return run(std::move(arguments));
  }

  /// The programs that were measured.
  [[nodiscard]] std::set<std::string> measured() const {
    std::set<std::string> result;
    for (const Block& block : world_.launcher.blocks) {
      for (const RunOrder& order : block.runs) result.insert(order.program);
    }
    return result;
  }

  void write_project(const std::string& content) {
    project_ = folder_.write("spl.json", content);
  }

  TemporaryFolder folder_;
  std::string project_ = folder_.write("spl.json", "{}");
  SampleWorld world_{means({{"a@fast(1)", 100},
                            {"a@fast(2)", 100},
                            {"a@plain(1)", 120},
                            {"a@plain(2)", 120},
                            {"a@c1(1)", 150},
                            {"a(1)", 100}})};
};

TEST_F(NamedBuilds, AreComparedWithoutRevisions) {
  EXPECT_EQ(run_both({"-e", "a@fast(n) < a@plain(n)"}), 0);
  EXPECT_EQ(measured(), (std::set<std::string>{"sample@o2", "sample@o3"}));
  EXPECT_THAT(world_.out, HasSubstr("100 ns  16.7% shorter than  120 ns"));
  EXPECT_EQ(run_both({"-e", "a@plain(1) <= a@fast(1)"}), 1);
}

TEST_F(NamedBuilds, AreReportedByTheirNames) {
  EXPECT_EQ(run_both({"-e", "a@fast(1) < a@plain(1)", "--json", "-"}), 0);
  const auto report = nlohmann::json::parse(world_.out);
  EXPECT_EQ(report["performances"][0]["revision"], "fast");
  EXPECT_EQ(report["performances"][1]["revision"], "plain");
}

TEST_F(NamedBuilds, AreComparedWithTheProgramWithoutAName) {
  EXPECT_EQ(run_both({"-p", "sample", "-e", "a(1) < a@plain(1)"}), 0);
  EXPECT_EQ(measured(), (std::set<std::string>{"sample", "sample@o2"}));
}

TEST_F(NamedBuilds, AreNamedInTheProjectFile) {
  write_project(R"({ "programs": { "fast": "sample@o3",
                                    "plain": ["sample@o2"] } })");
  const std::string folder = folder_.path().string() + '/';
  // Paths are relative to it, and nothing is there in this world.
  EXPECT_EQ(run({"-e", "a@fast(1) < a@plain(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: there is no program " + folder + "sample@o3\n");
  // The command line has the last word, for each name.
  EXPECT_EQ(run_both({"-e", "a@fast(1) < a@plain(1)"}), 0);
}

TEST_F(NamedBuilds, MayDifferInHowTheyAreBuilt) {
  world_.launcher.builds["sample@o2"] = {"Clang 14", true, false, ""};
  EXPECT_EQ(run_both({"-e", "a@fast(n) < a@plain(n)"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("warning: fast (GCC 12, optimised) and plain (Clang "
                        "14, optimised) are built differently, which is part "
                        "of what is compared\n"));
  EXPECT_EQ(run_both({"-p", "sample", "-e", "a(1) < a@plain(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("warning: sample (GCC 12, optimised) and "
                                    "plain (Clang 14, optimised) are built "));
}

TEST_F(NamedBuilds, AreNeededWhereNothingElseHasTheMethod) {
  EXPECT_EQ(run_both({"-e", "a(1) < a@plain(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:1: error: \"a\" is in named builds only; say which "
            "one is meant: a@fast or a@plain\n"
            "1 | a(1) < a@plain(1)\n"
            "  | ^\n");
  EXPECT_EQ(run_both({"-e", "\"a\"(1) < a@plain(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:1: error: \"a\" is in named builds only; say which "
            "one is meant: \"a\"@fast or \"a\"@plain\n"
            "1 | \"a\"(1) < a@plain(1)\n"
            "  | ^\n");
  EXPECT_EQ(run_both({"-e", "x(1) < a@plain(1)"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("error: there is no method or workload "
                                    "\"x\"; there are only "));
}

TEST_F(NamedBuilds, HaveAllThatTheyWillEverHave) {
  world_.launcher.lacking["sample@o2"] = {"b"};
  EXPECT_EQ(run_both({"-p", "sample", "-e", "b@fast(1) < b@plain(1)"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("error: there is no method or workload \"b\" at "
                        "plain; there are only \"a\", \"c\"\n"));
  EXPECT_EQ(run_both({"-p", "sample", "-e", "x = b\nx@fast(1) < x@plain(1)"}),
            2);
  EXPECT_THAT(world_.err,
              HasSubstr("error: the build \"plain\" has no \"b\"\n"));
}

TEST_F(NamedBuilds, MayBeUsedByDefinitions) {
  EXPECT_EQ(run_both({"-e", "f = a@fast\ng = a\nf(1) < g@plain(1)"}), 0);
}

TEST_F(NamedBuilds, OfOneFileAreTheSameProgram) {
  EXPECT_EQ(run({"-p", "fast=sample", "-p", "plain=sample", "-e",
                 "a@fast(1) <= a@plain(1)"}),
            0);
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
  EXPECT_THAT(world_.out, HasSubstr("    fast and plain "
                                    "are the same program\n"));
  EXPECT_THAT(
      world_.out,
      HasSubstr("warning: fast and plain are the same program: a@fast(1) <= "
                "a@plain(1) compares code with itself, and nothing of that is "
                "measured; name another build, or give "
                "-s measure-identical\n"));
  EXPECT_EQ(run({"-p", "fast=sample", "-p", "plain=sample", "-e",
                 "a@fast(1) <= a@plain(1)", "-s", "measure-identical"}),
            0);
  EXPECT_THAT(world_.launcher.blocks, Not(IsEmpty()));
  EXPECT_THAT(world_.err, Not(HasSubstr("-s measure-identical has no effect")));
}

TEST_F(NamedBuilds, StandBesideRevisions) {
  write_project(R"({ "revisions": { "program": "{build}/sample" } })");
  EXPECT_EQ(run_both({"-e", "a@fast(1) < a@c1(1)"}), 0);
  EXPECT_EQ(measured(), (std::set<std::string>{"sample@c1", "sample@o3"}));
}

TEST_F(NamedBuilds, ComeBeforeRevisionsOfTheirName) {
  EXPECT_EQ(run({"-p", "c1=sample@o3", "-p", "plain=sample@o2", "-e",
                 "a@c1(1) <= 2 * a@plain(1)"}),
            0);
  EXPECT_EQ(measured(), (std::set<std::string>{"sample@o2", "sample@o3"}));
  EXPECT_THAT(
      world_.err,
      HasSubstr("warning: @c1 names a build, though Git has a revision c1, "
                "too: write @c1~0 for the revision, or rename the build\n"));
}

TEST_F(NamedBuilds, AreSuggestedWhereANameIsUnknown) {
  EXPECT_EQ(run_both({"-e", "a@fsat(1) < a@plain(1)"}), 2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:3: error: no build is called \"fsat\"; did you mean "
            "\"fast\"?\n"
            "1 | a@fsat(1) < a@plain(1)\n"
            "  |   ^\n");
  EXPECT_EQ(run_both({"-e", "a@v1(1) < a@plain(1)", "check"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("error: no build is called \"v1\"; name it with -p "
                        "v1=PROGRAM, or say in \"revisions\" of spl.json how "
                        "revisions are built\n"));
  EXPECT_EQ(run_both({"-e", "a@HEAD~1(1) < a@plain(1)", "check"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("error: no build is called \"HEAD~1\"; say in "
                        "\"revisions\" of spl.json how revisions are built\n"));
}

TEST_F(NamedBuilds, AreCheckedAndListed) {
  EXPECT_EQ(run_both({"-e", "a@fast(n) < a@plain(n)", "check"}), 0);
  EXPECT_EQ(run_both({"-e", "a@fast(n) < a@plain(n)", "check", "--offline"}),
            0);
  EXPECT_EQ(run_both({"list"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("sample@o3 (@fast)\n  workload a(int n = "
                                    "1, 2)\n"));
  EXPECT_THAT(world_.out, HasSubstr("sample@o2 (@plain)\n"));
  EXPECT_THAT(world_.launcher.blocks, IsEmpty());
}

TEST_F(NamedBuilds, AreNotBisected) {
  write_project(R"({ "revisions": { "program": "{build}/sample" } })");
  EXPECT_EQ(run_both({"bisect", "c1", "-e", "a(1) <= a@fast(1)"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: bisect compares revisions, but @fast is a named "
            "build; remove @fast, or select other formulas with --filter\n");
}

TEST_F(NamedBuilds, AreRefusedWhereTheyWouldNotBeMeasured) {
  const std::string data = folder_.write("data.json", R"({ "schema": 1,
    "unit": "ns", "performances": { "a": { "runs": [[1], [2]] } } })");
  EXPECT_EQ(run_both({"-e", "a <= 2 * a", "--data", data}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: the build fast is named (-p), but would not be "
            "measured: --data gives the observations; leave out -p\n");
  EXPECT_EQ(run_both({"doctor"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: doctor compares each program with itself and "
            "takes no named builds; test each program by itself: -p PROGRAM, "
            "without a name\n");
  EXPECT_EQ(run_both({"guard"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: guard compares revisions and takes no named "
            "builds; compare these by formulas, as f@fast(n) <= f@plain(n)\n");
}

TEST_F(NamedBuilds, AreTimed) {
  EXPECT_EQ(run_both({"times", "-f", "a", "--json", "-"}), 0);
  std::vector<std::string> names;
  const auto report = nlohmann::json::parse(world_.out);
  for (const auto& row : report.at("times").at("rows")) {
    names.push_back(row.at("name"));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a@fast(1)", "a@fast(2)",
                                             "a@plain(1)", "a@plain(2)"}));
}

TEST_F(NamedBuilds, AreRanked) {
  EXPECT_EQ(run_both({"rank", "a@fast(1), a@plain(1)"}), 0);
  EXPECT_EQ(measured(), (std::set<std::string>{"sample@o2", "sample@o3"}));
}

}  // namespace
}  // namespace spl::runner
