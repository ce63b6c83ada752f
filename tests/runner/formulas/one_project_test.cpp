#include "runner/formulas/one_project.hpp"

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

// Formula files that belong to different project files.
namespace spl::runner {
namespace {

class OneProject : public ::testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-p", "sample"});
    return world_.run(arguments);
  }

  /// The name of a searched file in messages.
  static std::string near(const std::string& path) {
    return std::filesystem::proximate(path).string();
  }

  /// The path of something in the folder.
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  static std::string refusal(const std::string& one, const std::string& other) {
    return "spl-run: error: one spl-run takes one project file, and " + one +
           ", but " + other +
           "; evaluate them one after the other, or name the project file of "
           "all with --config\n";
  }

  TemporaryFolder folder_;
  SampleWorld world_{means({{"a", 100}, {"b", 110}})};
  const std::string x_ = folder_.write("a/x.spl", "a(1) < b(1)\n");
  const std::string y_ = folder_.write("b/y.spl", "a(2) < b(2)\n");
  const std::string project_ = folder_.write("a/spl.json", "{}");
};

TEST_F(OneProject, IsThatOfAllFiles) {
  const std::string other =
      folder_.write("b/spl.json", R"({ "alpha": 0.001 })");
  EXPECT_EQ(run({x_, y_}), 2);
  EXPECT_EQ(world_.err, refusal("that of " + x_ + " is " + near(project_),
                                "that of " + y_ + " is " + near(other)));
  EXPECT_EQ(run({y_, x_}), 2);
  EXPECT_EQ(world_.err, refusal("that of " + y_ + " is " + near(other),
                                "that of " + x_ + " is " + near(project_)));
  EXPECT_EQ(run({"check", x_, y_}), 2);
  EXPECT_TRUE(world_.launcher.blocks.empty());
}

TEST_F(OneProject, HasEachFileOnceHoweverItIsSpelt) {
  const std::filesystem::path folder = std::filesystem::path(x_).parent_path();
  std::filesystem::create_symlink(x_, folder / "link.spl");
  EXPECT_EQ(
      run({"check", x_, (folder / "." / "x.spl").string(), folder.string()}),
      0);
  EXPECT_EQ(world_.out, "1 formula with 1 relation: no errors\n");
}

TEST_F(OneProject, MayBeThatOfAFolderAbove) {
  folder_.write("b/c/z.spl", "a(1) < b(2)\n");
  folder_.write("b/spl.json", "{}");
  EXPECT_EQ(run({y_, path("b/c/z.spl")}), 0);
  EXPECT_EQ(run({path("b"), y_}), 0);
}

TEST_F(OneProject, IsMissedWhereAFileHasNone) {
  EXPECT_EQ(run({x_, y_}), 2);
  EXPECT_EQ(world_.err, refusal("that of " + x_ + " is " + near(project_),
                                y_ + " has none"));
  EXPECT_EQ(run({y_, x_}), 2);
  EXPECT_EQ(world_.err, refusal(y_ + " has none",
                                "that of " + x_ + " is " + near(project_)));
}

TEST_F(OneProject, IsMissedInFoldersBelow) {
  const std::string other = folder_.write("a/c/spl.json", "{}");
  folder_.write("a/c/z.cpp", "int main() {}\n");
  EXPECT_EQ(run({path("a")}), 0);
  const std::string z = folder_.write("a/c/z.spl", "a(1) < b(2)\n");
  EXPECT_EQ(run({path("a")}), 2);
  EXPECT_EQ(world_.err,
            refusal("that of " + path("a") + " is " + near(project_),
                    "that of " + z + " is " + near(other)));
}

TEST_F(OneProject, IsWhatConfigNames) {
  folder_.write("b/spl.json", "{}");
  EXPECT_EQ(run({x_, y_, "--config", project_}), 0);
}

TEST_F(OneProject, TakesTheFilesThatTheProjectFileNames) {
  folder_.write("b/spl.json", "{}");
  const std::string all =
      folder_.write("spl.json", R"({ "formulas": ["*/*.spl"] })");
  EXPECT_EQ(run({"--config", all}), 0);
}

namespace fs = std::filesystem;

class ProjectBorderTest : public ::testing::Test {
 protected:
  ProjectBorderTest() {
    folder_.write("top/perf/spl.json", "{}");
    folder_.write("top/other/a.spl", "");
    folder_.write("elsewhere/file", "");
  }

  [[nodiscard]] fs::path path(const std::string& name) const {
    return fs::canonical(folder_.path()) / name;
  }

  [[nodiscard]] std::string fault(const std::string& name,
                                  const fs::path& home = {}) const {
    return ProjectBorder(path("top/perf"), home).fault_of(path(name));
  }

  [[nodiscard]] std::string outside(const std::string& name,
                                    const std::string& top) const {
    return "names " + path(name).string() + ", outside of the project in " +
           path(top).string();
  }

  TemporaryFolder folder_;
};

TEST_F(ProjectBorderTest, IsTheFolderWithoutARepository) {
  EXPECT_EQ(fault("top/perf/new/report.json"), "");
  EXPECT_EQ(fault("top/perf/../perf/*/a?.spl"), "");
  for (const char* name : {"top/other/a.spl", "top/perf/../x", "top/perfect",
                           "elsewhere/new/file", "elsewhere/*.spl"}) {
    EXPECT_EQ(fault(name), outside(name, "top/perf"));
  }
  EXPECT_EQ(ProjectBorder(path("top/perf"), {}).fault_of("/dev/stdout"),
            "names /dev/stdout, outside of the project in " +
                path("top/perf").string());
}

TEST_F(ProjectBorderTest, IsTheTopOfTheRepository) {
  fs::create_directory(path("top/.git"));
  EXPECT_EQ(fault("top/other/a.spl"), "");
  EXPECT_EQ(fault("elsewhere/file"), outside("elsewhere/file", "top"));
  EXPECT_EQ(fault("top/other/a.spl", path("top")),
            outside("top/other/a.spl", "top/perf"));
  EXPECT_EQ(
      fault("top/.git/hooks/new"),
      "names " + path("top/.git/hooks/new").string() + ", which is Git's own");
  EXPECT_EQ(fault("top/.gitignore"), "");
}

TEST_F(ProjectBorderTest, IsNotCrossedByLinks) {
  fs::create_symlink(path("elsewhere"), path("top/perf/a"));
  fs::create_symlink(path("elsewhere/none"), path("top/perf/b"));
  fs::create_symlink("/dev/stdout", path("top/perf/c"));
  EXPECT_EQ(fault("top/perf/a/file"), outside("top/perf/a/file", "top/perf"));
  EXPECT_EQ(fault("top/perf/b"), "names " + path("top/perf/b").string() +
                                     ", which is not a regular file");
  EXPECT_NE(fault("top/perf/c"), "");
  // A link that the user made around the project.
  fs::create_symlink(path("top"), path("link"));
  EXPECT_EQ(ProjectBorder(path("link/perf"), {}).fault_of(path("link/perf/a2")),
            "");
}

TEST_F(ProjectBorderTest, HasRegularFilesOnly) {
  ASSERT_EQ(mkfifo(path("top/perf/pipe").c_str(), 0600), 0);
  EXPECT_EQ(fault("top/perf/pipe"), "names " + path("top/perf/pipe").string() +
                                        ", which is not a regular file");
  EXPECT_EQ(fault("top/perf"), "");
}

}  // namespace

}  // namespace spl::runner
