#include "runner/revisions/revisions.hpp"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

TreeFile stored(const std::string& path) {
  return {path, TreeFile::Kind::kRegular, "id of " + path, {}, ""};
}

Paths paths(const Tree& tree) {
  Paths result;
  for (const TreeFile& file : tree) result.push_back(file.path);
  return result;
}

class OverlayTest : public ::testing::Test {
 protected:
  OverlayTest() {
    folder_.write("bench/a", "today's");
    folder_.write("bench/deep/b", "today's");
  }

  [[nodiscard]] Tree overlaid_by(const std::vector<std::string>& words) const {
    return overlaid(tree_, words, folder_.path(), folder_.path());
  }

  TemporaryFolder folder_;
  Tree tree_{stored("bench/a"), stored("bench/gone"), stored("benches"),
             stored("main.cpp")};
};

TEST_F(OverlayTest, ReplacesAllBelowAFolder) {
  const Tree tree = overlaid_by({"bench"});
  EXPECT_EQ(paths(tree),
            (Paths{"bench/a", "bench/deep/b", "benches", "main.cpp"}));
  EXPECT_EQ(tree[0].disk, folder_.path() / "bench/a");
  EXPECT_FALSE(tree[3].disk);
}

TEST_F(OverlayTest, ReplacesASingleFile) {
  EXPECT_EQ(paths(overlaid_by({"bench/a"})), paths(tree_));
  EXPECT_TRUE(overlaid_by({"bench/a"})[0].disk);
}

TEST_F(OverlayTest, KnowsExecutablesAndLinks) {
  fs::permissions(folder_.path() / "bench/a", fs::perms::owner_exec,
                  fs::perm_options::add);
  fs::create_symlink("nowhere", folder_.path() / "bench/link");
  const Tree tree = overlaid_by({"bench"});
  EXPECT_EQ(tree[0].kind, TreeFile::Kind::kExecutable);
  EXPECT_EQ(tree[1].kind, TreeFile::Kind::kRegular);
  EXPECT_EQ(tree[2].path, "bench/link");
  EXPECT_EQ(tree[2].kind, TreeFile::Kind::kLink);
}

TEST_F(OverlayTest, ReplacesEverythingIfItIsTheRepository) {
  EXPECT_EQ(paths(overlaid_by({"."})), (Paths{"bench/a", "bench/deep/b"}));
}

TEST_F(OverlayTest, LeavesOutWhatGitKeepsForItself) {
  folder_.write("bench/.git/config", "");
  EXPECT_EQ(overlaid_by({"bench"}).size(), 4U);
}

TEST_F(OverlayTest, NamesAPathThatIsNotThere) {
  try {
    (void)overlaid_by({"absent"});
    FAIL();
  } catch (const RepositoryError& error) {
    EXPECT_EQ(error.what(),
              "there is no " + (folder_.path() / "absent").string() +
                  ", which \"overlay\" in \"revisions\" of spl.json lays over "
                  "each revision");
  }
}

}  // namespace
}  // namespace spl::runner
