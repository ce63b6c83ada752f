#include "runner/measuring/equal_builds.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/builds/compiled_files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

TEST(EqualBuilds, AreDescribed) {
  workload::BuildFacts build;
  build.compiler = "GCC 12.2.0";
  EXPECT_EQ(to_text(build), "GCC 12.2.0, optimised");
  build.assertions = true;
  build.sanitizers = "address";
  build.flags = "-fPIE, -mavx2";
  EXPECT_EQ(to_text(build),
            "GCC 12.2.0, optimised, with assertions, with sanitizers "
            "(address), flags -fPIE, -mavx2");
  workload::BuildFacts plain;
  plain.compiler = "Clang 14.0.6";
  plain.optimized = false;
  EXPECT_EQ(to_text(plain), "Clang 14.0.6, without optimisation");
}

/// a <= b, of which `one` has a and `other` has b.
class EqualBuildsTest : public ::testing::Test {
 protected:
  EqualBuildsTest() {
    for (const std::string name : {"a", "b"}) {
      logic::Entry entry;
      entry.name = name;
      entry.program = "program of " + name;
      programs_.catalogue.entries.push_back(entry);
      programs_.programs.push_back({entry.program, {}, {}});
      programs_.programs.back().build.compiler = "GCC 12.2.0";
    }
    SuiteFormula formula;
    formula.file = "f.spl";
    formula.line = 3;
    formula.label = "a <= b";
    logic::Relation relation;
    relation.left = logic::LinearForm(logic::Performance{"a", "", "", "", {}});
    relation.right = logic::LinearForm(logic::Performance{"b", "", "", "", {}});
    formula.relations.push_back(relation);
    suite_.formulas.push_back(std::move(formula));
  }

  [[nodiscard]] std::string refusal() const {
    try {
      require_equal_builds(suite_, programs_);
    } catch (const ProgramError& error) {
      return error.what();
    }
    return "";
  }

  ProgramCatalogue programs_;
  Suite suite_;
};

TEST_F(EqualBuildsTest, MayBeCompared) { EXPECT_EQ(refusal(), ""); }

TEST_F(EqualBuildsTest, AreRequiredUnlessOthersAreAllowed) {
  programs_.programs[1].build.optimized = false;
  EXPECT_EQ(refusal(),
            "f.spl:3: a <= b compares programs that are built differently: "
            "program of a (GCC 12.2.0, optimised) and program of b "
            "(GCC 12.2.0, without optimisation); build them alike, or give "
            "-s allow-different-builds if that is what you compare");
  suite_.formulas[0].settings.allow_different_builds = true;
  EXPECT_EQ(refusal(), "");
}

// Which linker it was changes some counts by a tenth.
TEST_F(EqualBuildsTest, AreLinkedAlikeWhereValgrindCounts) {
  const TemporaryFolder folder;
  const std::string source = folder.write("main.c", "int main() {}\n");
  std::vector<std::string> paths;
  for (const std::string linker : {"bfd", "mold"}) {
    paths.push_back((folder.path() / linker).string());
    const std::string command =
        "cc -fuse-ld=" + linker + " -o '" + paths.back() + "' '" + source + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  programs_.catalogue.entries = {};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    logic::Entry entry;
    entry.name = i == 0 ? "a" : "b";
    entry.program = paths[i];
    programs_.catalogue.entries.push_back(entry);
    programs_.programs[i].path = paths[i];
  }
  EXPECT_EQ(refusal(), "");
  suite_.formulas[0].settings.metric = workload::Metric::kValgrindInstructions;
  EXPECT_EQ(refusal(),
            "f.spl:3: a <= b compares programs that are built differently: " +
                paths[0] +
                " (GCC 12.2.0, optimised, linked dynamically by GNU ld) and " +
                paths[1] +
                " (GCC 12.2.0, optimised, linked dynamically by mold); build "
                "them alike, or give -s allow-different-builds if that is what "
                "you compare");
}

// Programs do not show -O2 and -O3.
TEST(NamedBuilds, DifferByTheVariablesOfTheirFolders) {
  const TemporaryFolder folder;
  ProgramCatalogue programs;
  logic::Entry entry;
  entry.name = "a";
  for (const std::string name : {"fast", "plain"}) {
    const std::filesystem::path build = folder.path() / name;
    std::filesystem::create_directories(build);
    std::ofstream(build / "CMakeCache.txt")
        << "CMAKE_CXX_FLAGS:STRING=" << (name == "fast" ? "-O3" : "-O2")
        << "\nCMAKE_BUILD_TYPE:STRING=Release\n";
    entry.program = build / "program";
    programs.programs.push_back({entry.program, {}, {}});
    programs.programs.back().build.compiler = "GCC 12.2.0";
    programs.catalogue.revisions[name].entries = {entry};
    programs.catalogue.revisions[name].is_build = true;
  }
  Suite suite;
  logic::Relation relation;
  relation.left =
      logic::LinearForm(logic::Performance{"a", "", "", "fast", {}});
  relation.right =
      logic::LinearForm(logic::Performance{"a", "", "", "plain", {}});
  suite.formulas.emplace_back();
  suite.formulas.back().relations.push_back(relation);
  EXPECT_EQ(build_differences(suite, programs),
            (std::vector<std::string>{
                "fast (GCC 12.2.0, optimised; CMAKE_CXX_FLAGS=-O3) and plain "
                "(GCC 12.2.0, optimised; CMAKE_CXX_FLAGS=-O2) are built "
                "differently, which is part of what is compared"}));
  std::filesystem::remove(folder.path() / "plain" / "CMakeCache.txt");
  EXPECT_TRUE(build_differences(suite, programs).empty());
}

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
