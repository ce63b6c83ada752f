#include <gmock/gmock.h>

#include <filesystem>

#include "runner/git/repository.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/git_folder.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TrackedFile, IsInTheIndex) {
  GitFolder git;
  git.write("a/b.db", "1");
  git.write("c.db", "1");
  EXPECT_THAT(tracked_endings(git.path() / "a" / "b.db"), IsEmpty());
  git.git({"add", "a/b.db"});
  EXPECT_THAT(tracked_endings(git.path() / "a" / "b.db"), ElementsAre(""));
  EXPECT_THAT(tracked_endings(git.path() / "c.db"), IsEmpty());
  // Its name is there, of another folder.
  EXPECT_THAT(tracked_endings(git.path() / "b.db"), IsEmpty());
  std::filesystem::create_directory_symlink("a", git.path() / "link");
  EXPECT_THAT(tracked_endings(git.path() / "link" / "b.db"), ElementsAre(""));
}

TEST(TrackedFile, IsNamedByTheEndOfItsPath) {
  GitFolder git;
  git.write("a/b.db-wal", "1");
  git.write("a/b.db.spool/c", "1");
  git.git({"add", "."});
  EXPECT_THAT(tracked_endings(git.path() / "a" / "b.db"),
              ElementsAre("-wal", ".spool/c"));
}

TEST(TrackedFile, IsFoundInEveryFormatOfAnIndex) {
  GitFolder git;
  git.write("some/folder/b.da", "1");
  git.write("some/folder/b.db", "1");
  git.git({"add", "."});
  git.git({"update-index", "--index-version", "4"});
  EXPECT_THAT(tracked_endings(git.path() / "some" / "folder" / "b.db"),
              ElementsAre(""));
}

TEST(TrackedFile, MayBeInAPartOfAnIndex) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{
           {"update-index", "--split-index"},
           {"sparse-checkout", "set", "--cone", "--sparse-index", "other"}}) {
    GitFolder git;
    git.write("a/b.db", "1");
    git.write("other/c", "1");
    git.commit("First");
    git.git(command);
    EXPECT_THROW((void)tracked_endings(git.path() / "a" / "b.db"),
                 RepositoryError)
        << command.front();
    EXPECT_THAT(tracked_endings(git.write("other/d.db", "1")), IsEmpty())
        << command.front();
    EXPECT_THAT(tracked_endings(git.write("d.db", "1")), IsEmpty())
        << command.front();
  }
}

TEST(TrackedFile, TakesAPartOfAnIndexOnlyWhereItNamesOne) {
  GitFolder git;
  git.write("c", "1");
  git.git({"add", "c"});
  const auto large = [](const std::string& file) {
    std::filesystem::resize_file(file, std::uintmax_t{1} << 28);
  };
  large(git.write(".git/sharedindex.1", ""));
  EXPECT_THAT(tracked_endings(git.path() / "b.db"), IsEmpty());
  large(git.write(".git/index", ""));
  EXPECT_THROW((void)tracked_endings(git.path() / "b.db"), FileError);
}

TEST(TrackedFile, IsUnknownWhereTheRepositoryCannotBeRead) {
  GitFolder git;
  git.write("a/b.db", "1");
  git.git({"add", "."});
  git.git({"config", "core.repositoryFormatVersion", "1"});
  git.git({"config", "extensions.ours", "true"});
  EXPECT_THROW((void)tracked_endings(git.path() / "a" / "b.db"),
               RepositoryError);
  // This name is not there, whatever the rest means.
  EXPECT_THAT(tracked_endings(git.path() / "a" / "d.db"), IsEmpty());
}

TEST(TrackedFile, IsNoneWithoutARepository) {
  const TemporaryFolder folder;
  EXPECT_THAT(tracked_endings(folder.write("a.db", "")), IsEmpty());
  EXPECT_THAT(tracked_endings("/no such folder/a.db"), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
