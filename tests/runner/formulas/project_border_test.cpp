#include "runner/formulas/project_border.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

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
