#include "runner/project_file.hpp"

#include <gmock/gmock.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TEST(ProjectFile, GivesProgramsFormulasAndSettings) {
  const ProjectFile file = parse_project_file("p/spl.json", R"({
    // comments are allowed
    "program": "../build/x",
    "formulas": ["perf/*.spl", "/absolute.spl"],
    "alpha": 0.001, "runs": 20, "quiet": true, "timeout": "5s",
    "json": "out.json"
  })");
  EXPECT_THAT(file.programs, ElementsAre("build/x"));
  EXPECT_THAT(file.formulas, ElementsAre("p/perf/*.spl", "/absolute.spl"));
  std::vector<std::string> assignments;
  for (const Assignment& one : file.assignments) {
    assignments.push_back(one.option + "=" + one.value);
  }
  EXPECT_THAT(assignments, ElementsAre("alpha=0.001", "json=p/out.json",
                                       "quiet=true", "runs=20", "timeout=5s"));
}

TEST(ProjectFile, RefusesMistakesWithTheirPlace) {
  struct Row {
    std::string text;
    std::string message;
  };
  const Row rows[] = {
      {"{\n  \"alhpa\": 1 }",
       "spl.json:2:3: error: unknown key \"alhpa\"; did you mean \"alpha\"?"},
      {"{\n  \"alpha\": }",
       "spl.json:2:12: error: this is not valid JSON here"},
      {"{ \"program\": 5 }",
       "spl.json:1:3: error: \"program\" takes a path or a list of paths"},
      {"{ \"alpha\": [1] }",
       "spl.json:1:3: error: \"alpha\" takes a string or a number"},
      {"[]",
       "spl.json:1:1: error: a project file is an object: { "
       "\"program\": ... }"},
      {"", "spl.json:1:1: error: this is not valid JSON here"},
  };
  for (const Row& row : rows) {
    try {
      (void)parse_project_file("spl.json", row.text);
      ADD_FAILURE() << row.text;
    } catch (const ProjectFileError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

TEST(ProjectFile, IsFoundInTheNearestFolderAbove) {
  const TemporaryFolder folder;
  folder.write("spl.json", "{}");
  folder.write("a/b/c", "");
  const auto found = find_project_file(folder.path() / "a/b");
  ASSERT_TRUE(found);
  EXPECT_TRUE(std::filesystem::equivalent(*found, folder.path() / "spl.json"));
}

}  // namespace
}  // namespace spl::runner
