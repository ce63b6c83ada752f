#include "runner/git/tracked_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/runner/git_folder.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

TEST(TrackedFile, IsInTheIndex) {
  GitFolder git;
  git.write("a/b.db", "1");
  git.write("c.db", "1");
  EXPECT_FALSE(is_tracked(git.path() / "a" / "b.db"));
  git.git({"add", "a/b.db"});
  EXPECT_TRUE(is_tracked(git.path() / "a" / "b.db"));
  EXPECT_FALSE(is_tracked(git.path() / "c.db"));
  // Its name is there, of another folder.
  EXPECT_FALSE(is_tracked(git.path() / "b.db"));
  std::filesystem::create_directory_symlink("a", git.path() / "link");
  EXPECT_TRUE(is_tracked(git.path() / "link" / "b.db"));
}

TEST(TrackedFile, IsFoundInEveryFormatOfAnIndex) {
  GitFolder git;
  git.write("some/folder/b.da", "1");
  git.write("some/folder/b.db", "1");
  git.git({"add", "."});
  git.git({"update-index", "--index-version", "4"});
  EXPECT_TRUE(is_tracked(git.path() / "some" / "folder" / "b.db"));
}

TEST(TrackedFile, IsNoneWithoutARepository) {
  const TemporaryFolder folder;
  EXPECT_FALSE(is_tracked(folder.write("a.db", "")));
  EXPECT_FALSE(is_tracked("/no such folder/a.db"));
}

}  // namespace
}  // namespace spl::runner
