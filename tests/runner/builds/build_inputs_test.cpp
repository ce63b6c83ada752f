#include "runner/builds/build_inputs.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

/// What spl-run --json writes begins so.
constexpr const char* kReport =
    R"({ "schema": 1, "formulas": [], "settings": {} })";

Tree tree_of(const std::vector<std::string>& paths) {
  Tree tree;
  for (const std::string& path : paths) {
    tree.push_back({path, TreeFile::Kind::kRegular, "", {}, ""});
  }
  return tree;
}

std::vector<std::string> paths(const Tree& tree) {
  std::vector<std::string> result;
  for (const TreeFile& file : tree) result.push_back(file.path);
  return result;
}

TEST(BuildInputs, MatchPatterns) {
  EXPECT_TRUE(matches("src/a.cpp", "src/*.cpp"));
  EXPECT_TRUE(matches("src/a.cpp", "./src/?.cpp"));
  EXPECT_FALSE(matches("src/deep/a.cpp", "src/*.cpp"));
  EXPECT_TRUE(matches("src/deep/a.cpp", "src/**/a.cpp"));
  EXPECT_TRUE(matches("src/a.cpp", "src/**/a.cpp"));
  EXPECT_TRUE(matches("src/deep/a.cpp", "**"));
  EXPECT_FALSE(matches("src", "src/*"));
  EXPECT_TRUE(matches("a/b/c/b/d", "**/b/d"));
  EXPECT_FALSE(matches("a/b/c/b", "**/b/d"));
  // Without an end if each `**` tried all folders.
  std::string path;
  std::string pattern;
  for (int i = 0; i < 60; ++i) path += "a/";
  for (int i = 0; i < 30; ++i) pattern += "**/a/";
  EXPECT_TRUE(matches(path + "b", pattern + "b"));
  EXPECT_FALSE(matches(path + "b", pattern + "c"));
}

TEST(BuildInputs, AreNotFormulasAndReports) {
  const TemporaryFolder folder;
  EXPECT_TRUE(is_around_builds("formulas/a.spl"));
  EXPECT_TRUE(is_around_builds("deep/spl.json"));
  EXPECT_TRUE(is_around_builds(folder.write("report.json", kReport)));
  EXPECT_FALSE(is_around_builds(folder.write("data.json", "{}")));
  EXPECT_FALSE(is_around_builds(folder.write("broken.json", "{")));
  EXPECT_FALSE(is_around_builds(folder.write("report.txt", kReport)));
  // A build may read what begins like a report.
  EXPECT_FALSE(is_around_builds(
      folder.write("behind.json", std::string(kReport) + "1")));
  EXPECT_FALSE(is_around_builds(
      folder.write("inner.json", "{\"a\": " + std::string(kReport) + "}")));
  EXPECT_FALSE(is_around_builds(
      folder.write("list.json", "[" + std::string(kReport) + "]")));
  EXPECT_THAT(paths(counted(tree_of({"a.cpp", "a.spl", "x/spl.json"}))),
              ElementsAre("a.cpp"));
}

// As values, 20 million lists would take more than a gigabyte.
TEST(BuildInputs, MayBeLargeData) {
  const TemporaryFolder folder;
  std::string data = "{\"a\": ";
  data.append(20'000'000, '[').append(20'000'000, ']').append("}");
  EXPECT_FALSE(is_around_builds(folder.write("data.json", data)));
  data.back() = ',';
  data += std::string(kReport).substr(1);
  EXPECT_TRUE(is_around_builds(folder.write("report.json", data)));
  rusage used{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &used), 0);
  EXPECT_LT(used.ru_maxrss, 800'000);
}

TEST(BuildInputs, AreNoDocumentsForABaseline) {
  EXPECT_THAT(
      paths(counted_for_baseline(
          tree_of({".github/ci.yml", "CMakeLists.txt", "CMakePresets.json",
                   "Makefile", "NOTES", "README.md", "a.cpp", "docs/x.svg"}))),
      ElementsAre("CMakeLists.txt", "CMakePresets.json", "Makefile", "a.cpp"));
}

TEST(BuildInputs, MayBeDataUnlessTheirNamesSayOtherwise) {
  for (const char* path : {"table.txt", "a/words", "x.csv", "keys.bin",
                           "data.json", "load.py", "LICENSE.txt"}) {
    EXPECT_TRUE(may_be_data(path)) << path;
  }
  for (const char* path :
       {"a.cpp", "b/a.hpp", "CMakeLists.txt", "find.cmake", "README.md",
        "README", ".gitignore", ".github/ci.yml", "a.spl", "spl.json",
        "Makefile", "CMakePresets.json"}) {
    EXPECT_FALSE(may_be_data(path)) << path;
  }
}

TEST(BuildInputs, AreTheFilesThatTheProjectNames) {
  const TemporaryFolder repository;
  BuildRecipe recipe;
  recipe.project = repository.path() / "project";
  fs::create_directory(recipe.project);
  const Tree tree = tree_of({"a.cpp", "project/b.cpp", "project/c.txt"});
  EXPECT_EQ(paths(given_to_builds(tree, recipe, repository.path())),
            paths(tree));
  recipe.files = {"*.cpp"};
  EXPECT_THAT(paths(given_to_builds(tree, recipe, repository.path())),
              ElementsAre("project/b.cpp"));
  // A project elsewhere names files of its own.
  recipe.project = "/elsewhere";
  EXPECT_EQ(paths(given_to_builds(tree, recipe, repository.path())),
            paths(tree));
}

TEST(BuildInputs, AreNoReportsThatAreNotCommitted) {
  const TemporaryFolder folder;
  Tree tree = tree_of({"report.json", "stored.json"});
  tree[0].disk = folder.write("report.json", kReport);
  EXPECT_THAT(paths(given_to_builds(tree, {}, folder.path())),
              ElementsAre("stored.json"));
}

TEST(BuildInputs, NameWhatABuildCouldLookFor) {
  const TemporaryFolder folder;
  BuildRecipe recipe;
  recipe.project = folder.path();
  folder.write("a.cpp", "");
  const std::string before = project_names_id(recipe);
  folder.write("a.cpp", "changed");
  folder.write("README.md", "");
  EXPECT_EQ(project_names_id(recipe), before);
  EXPECT_THAT(project_files(recipe), ElementsAre(folder.path() / "README.md",
                                                 folder.path() / "a.cpp"));
  folder.write("a.hpp", "");
  EXPECT_NE(project_names_id(recipe), before);
  recipe.files = {"a.cpp"};
  EXPECT_EQ(project_names_id(recipe), before);
}

}  // namespace
}  // namespace spl::runner
