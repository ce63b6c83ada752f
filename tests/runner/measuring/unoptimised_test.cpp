#include "runner/measuring/unoptimised.hpp"

#include <gmock/gmock.h>

#include "runner/builds/compiled_files.hpp"
#include "runner/measuring/equal_builds.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// a <= b, of which a's program is optimised and b's is not.
class UnoptimisedTest : public ::testing::Test {
 protected:
  UnoptimisedTest() {
    for (const std::string name : {"a", "b"}) {
      logic::Entry entry;
      entry.name = name;
      entry.program = "bin/" + name;
      programs_.catalogue.entries.push_back(entry);
      programs_.programs.push_back({entry.program, {}, {}});
    }
    programs_.programs[1].build.optimized = false;
    logic::Relation relation;
    relation.left = logic::LinearForm(logic::Performance{"a", "", "", "", {}});
    relation.right = logic::LinearForm(logic::Performance{"b", "", "", "", {}});
    relation.theta = relation.left.plus(relation.right.scaled(-1));
    formula_.relations.push_back(relation);
  }

  /// Why the relation is left undecided.
  [[nodiscard]] std::string refusal() const {
    Suite suite;
    suite.formulas.push_back(formula_);
    leave_unoptimised_open(suite, programs_);
    return suite.formulas[0].relations[0].unfit;
  }

  ProgramCatalogue programs_;
  SuiteFormula formula_;
};

TEST_F(UnoptimisedTest, IsLeftOpenWithTheRemedy) {
  EXPECT_EQ(refusal(),
            "bin/b is built without optimisation: build it with "
            "-DCMAKE_BUILD_TYPE=Release, or give -s allow-unoptimised");
  programs_.programs[1].build.optimized = true;
  EXPECT_EQ(refusal(), "");
}

TEST_F(UnoptimisedTest, IsDecidedIfItMay) {
  formula_.settings.allow_unoptimised = true;
  EXPECT_EQ(refusal(), "");
}

TEST_F(UnoptimisedTest, IsDecidedByCountsThatOptimisationHardlyChanges) {
  using workload::Metric;
  for (const Metric metric : {Metric::kPageFaults, Metric::kAllocations,
                              Metric::kAllocatedBytes, Metric::kPeakMemory}) {
    formula_.settings.metric = metric;
    EXPECT_EQ(refusal(), "") << to_text(metric);
  }
  for (const Metric metric :
       {Metric::kWall, Metric::kCpu, Metric::kInstructions, Metric::kCycles,
        Metric::kBranchMisses, Metric::kCacheMisses}) {
    formula_.settings.metric = metric;
    EXPECT_NE(refusal(), "") << to_text(metric);
  }
  formula_.settings.metric.counter = "bytes_per_second";
  EXPECT_NE(refusal(), "");
}

TEST_F(UnoptimisedTest, IsComparedAsANamedBuild) {
  logic::Performance built{"b", "", "", "debug", {}};
  programs_.catalogue.revisions["debug"].is_build = true;
  programs_.catalogue.revisions["debug"].entries.emplace();
  formula_.relations[0].right = logic::LinearForm(built);
  EXPECT_EQ(refusal(), "");
}

/// a <= a@v1, whose programs spl-run has built.
class RevisionsOfCodeTest : public UnoptimisedTest {
 protected:
  RevisionsOfCodeTest() {
    logic::Entry today = programs_.catalogue.entries[0];
    today.program = folder_.path() / "today";
    logic::Entry v1 = today;
    v1.program = folder_.path() / "v1";
    programs_.catalogue.entries = {today};
    programs_.catalogue.revisions["v1"].entries = {v1};
    for (const logic::Entry& one : {today, v1}) {
      programs_.programs.push_back({one.program, {}, {}});
      programs_.programs.back().hash = "known";
    }
    auto& relation = formula_.relations[0];
    relation.right =
        logic::LinearForm(logic::Performance{"a", "", "", "v1", {}});
    relation.theta = relation.left.plus(relation.right.scaled(-1));
    compile("today", "gcc -O2");
    compile("v1", "gcc -O2");
  }

  void compile(const std::string& program, const std::string& flags) {
    folder_.write(program + kCompiledCode,
                  encode({{{"a.c", flags}}, "add -O2"}));
  }

  TemporaryFolder folder_;
};

TEST_F(RevisionsOfCodeTest, AreLeftOpenWithoutOptimisation) {
  EXPECT_EQ(refusal(), "");
  compile("v1", "gcc");
  EXPECT_EQ(refusal(),
            "a.c is compiled without optimisation for the program of @v1: add "
            "-O2, or give -s allow-unoptimised");
  formula_.settings.allow_unoptimised = true;
  formula_.settings.allow_different_builds = true;
  EXPECT_EQ(refusal(), "");
}

TEST_F(RevisionsOfCodeTest, AreLeftOpenWithOtherFlags) {
  compile("today", "gcc -O3");
  EXPECT_EQ(refusal(),
            "a.c is compiled with \"gcc -O3\" for the program of the revision "
            "under test and with \"gcc -O2\" for the program of @v1: let the "
            "build files choose the same flags for both, or give "
            "-s allow-different-builds if flags are what you compare");
  formula_.settings.allow_unoptimised = true;
  EXPECT_NE(refusal(), "");
  formula_.settings.allow_different_builds = true;
  EXPECT_EQ(refusal(), "");
}

TEST_F(RevisionsOfCodeTest, AreComparedWithAWarningIfNobodySawTheirCompiler) {
  const auto warnings = [this] {
    Suite suite;
    suite.formulas.push_back(formula_);
    return to_texts(unknown_builds(suite, programs_));
  };
  EXPECT_THAT(warnings(), IsEmpty());
  compile("v1", "");
  EXPECT_EQ(refusal(), "");
  EXPECT_THAT(
      warnings(),
      ElementsAre("the program of @v1: how a.c was compiled is not known, so "
                  "neither its optimisation nor its flags are checked; let "
                  "the build find its compiler in PATH, or print what it "
                  "executes"));
  formula_.settings.metric = workload::Metric::kAllocations;
  EXPECT_THAT(warnings(), IsEmpty());
  formula_.settings.metric = workload::Metric::kWall;
  formula_.settings.allow_unoptimised = true;
  EXPECT_EQ(warnings().size(), 1);
  formula_.settings.allow_different_builds = true;
  EXPECT_THAT(warnings(), IsEmpty());
}

// Nothing else that is asked ends for lack of this one.
TEST_F(RevisionsOfCodeTest, AreLeftOpenIfProgramsTellOfOtherFlags) {
  programs_.programs[2].build.flags = "-mavx2";
  EXPECT_EQ(refusal(),
            "the program of the revision under test (compiler not known, "
            "optimised, flags -mavx2) and the program of @v1 (compiler not "
            "known, optimised) are built differently: let the build files "
            "choose the same flags for both, or give "
            "-s allow-different-builds if flags are what you compare");
  Suite suite;
  suite.formulas.push_back(formula_);
  leave_unoptimised_open(suite, programs_);
  EXPECT_NO_THROW(require_equal_builds(suite, programs_));
  formula_.settings.metric = workload::Metric::kAllocations;
  EXPECT_NE(refusal(), "");
  formula_.settings.allow_different_builds = true;
  EXPECT_EQ(refusal(), "");
}

}  // namespace
}  // namespace spl::runner
