#include "runner/measuring/equal_builds.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

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

}  // namespace
}  // namespace spl::runner
