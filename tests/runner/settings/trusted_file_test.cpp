#include "runner/settings/trusted_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kAnother = 54321;
constexpr gid_t kUsers = 100;  // A group that Debian has for all.

/// A file in a folder that both are the user's alone.
class TrustedFileTest : public ::testing::Test {
 protected:
  TrustedFileTest() : path_(folder_.write("a/file", "text")) {
    fs::permissions(path_, fs::perms(0644));
    fs::permissions(path_.parent_path(), fs::perms(0755));
  }

  /// Why it is not trusted; "" if it is.
  [[nodiscard]] std::string distrust(const fs::path& path,
                                     const Rights& rights = {geteuid()}) const {
    try {
      EXPECT_EQ(read_trusted_file(path, rights), "text");
    } catch (const DistrustError& error) {
      return error.what();
    }
    return "";
  }

  [[nodiscard]] std::string named(const fs::path& path) const {
    return "'" + path.string() + "'";  // It has a space.
  }

  [[nodiscard]] fs::path parent() const { return path_.parent_path(); }

  TemporaryFolder folder_;
  const fs::path path_;
};

TEST_F(TrustedFileTest, ReadsWhatIsTheUsersAlone) {
  EXPECT_EQ(distrust(path_), "");
}

TEST_F(TrustedFileTest, RefusesWhatAllUsersCanWrite) {
  fs::permissions(path_, fs::perms(0666));
  EXPECT_EQ(distrust(path_), path_.string() +
                                 " can be written by all users (chmod go-w " +
                                 named(path_) + ")");
  fs::permissions(path_, fs::perms(0644));
  for (const unsigned mode : {0777U, 01777U}) {
    fs::permissions(parent(), fs::perms(mode));
    EXPECT_EQ(distrust(path_), parent().string() +
                                   " can be written by all users (chmod go-w " +
                                   named(parent()) + ")");
  }
}

TEST_F(TrustedFileTest, LeavesTheRootOfAContainerItsOpenMask) {
  if (geteuid() != 0) GTEST_SKIP() << "needs files of root";
  Rights rights;
  rights.is_root_of_container = true;
  fs::permissions(path_, fs::perms(0666));
  fs::permissions(parent(), fs::perms(0777));
  EXPECT_EQ(distrust(path_, rights), "");
  fs::permissions(parent(), fs::perms(01777));  // For all, as /tmp is.
  EXPECT_NE(distrust(path_, rights), "");
}

TEST_F(TrustedFileTest, RefusesWhatAGroupOfOthersCanWrite) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files to any group";
  fs::permissions(path_, fs::perms(0664));
  fs::permissions(parent(), fs::perms(0775));
  EXPECT_EQ(distrust(path_), "");  // As umask 002 has it.
  ASSERT_EQ(chown(path_.c_str(), 0, kUsers), 0);
  EXPECT_EQ(distrust(path_), path_.string() +
                                 " can be written by group users (chmod g-w " +
                                 named(path_) + ")");
  ASSERT_EQ(chown(path_.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(parent().c_str(), 0, kUsers), 0);
  EXPECT_EQ(distrust(path_), parent().string() +
                                 " can be written by group users (chmod g-w " +
                                 named(parent()) + ")");
}

TEST_F(TrustedFileTest, AcceptsAGroupWithoutANameThatHasTheUsersNumber) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(chown(path_.c_str(), kAnother, kAnother), 0);
  fs::permissions(path_, fs::perms(0664));
  EXPECT_EQ(distrust(path_, {kAnother}), "");
  ASSERT_EQ(chown(path_.c_str(), kAnother, kAnother + 1), 0);
  EXPECT_EQ(distrust(path_, {kAnother}),
            path_.string() + " can be written by group 54322 (chmod g-w " +
                named(path_) + ")");
}

TEST_F(TrustedFileTest, RefusesWhatBelongsToAnother) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(chown(path_.c_str(), kAnother, 0), 0);
  EXPECT_EQ(distrust(path_), path_.string() + " belongs to user 54321");
  Rights rights;
  rights.is_root_of_container = true;
  EXPECT_EQ(distrust(path_, rights), path_.string() + " belongs to user 54321");
  rights.caller = kAnother;
  EXPECT_EQ(distrust(path_, rights), "");
  ASSERT_EQ(chown(path_.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(parent().c_str(), kAnother, 0), 0);
  EXPECT_EQ(distrust(path_), parent().string() + " belongs to user 54321");
}

TEST_F(TrustedFileTest, RefusesLinksOfAnotherAndToWhatIsAnothers) {
  const fs::path link = folder_.path() / "link";
  fs::create_symlink(path_, link);
  EXPECT_EQ(distrust(link), "");
  fs::permissions(parent(), fs::perms(0777));
  EXPECT_EQ(distrust(link), parent().string() +
                                " can be written by all users (chmod go-w " +
                                named(parent()) + ")");
  fs::permissions(parent(), fs::perms(0755));
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(lchown(link.c_str(), kAnother, 0), 0);
  EXPECT_EQ(distrust(link), link.string() + " belongs to user 54321");
}

TEST_F(TrustedFileTest, DoesNotWaitForPipes) {
  const fs::path pipe = folder_.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [path, reason] :
       {std::pair(pipe, "it is not a regular file"),
        std::pair(folder_.path() / "none", "No such file or directory")}) {
    try {
      (void)read_trusted_file(path, {geteuid()});
      ADD_FAILURE() << path;
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(), "cannot read " + path.string() + ": " + reason);
    }
  }
}

class OwnFolderTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string distrust() const {
    try {
      require_own_folder(cache_, {geteuid()});
    } catch (const DistrustError& error) {
      return error.what();
    }
    return "";
  }

  [[nodiscard]] unsigned mode() const {
    return static_cast<unsigned>(fs::status(cache_).permissions());
  }

  TemporaryFolder folder_;
  const fs::path cache_ = folder_.path() / "a/cache";
};

TEST_F(OwnFolderTest, IsMadeForTheUserAlone) {
  fs::create_directory(folder_.path() / "a");
  fs::permissions(folder_.path() / "a", fs::perms(0755));
  const mode_t before = umask(0);
  EXPECT_EQ(distrust(), "");
  umask(before);
  EXPECT_EQ(mode(), 0700U);
  EXPECT_EQ(distrust(), "");
}

TEST_F(OwnFolderTest, IsNoFolderThatOthersCanWrite) {
  fs::create_directories(cache_);
  fs::permissions(cache_.parent_path(), fs::perms(01777));  // Like /tmp.
  fs::permissions(cache_, fs::perms(0755));
  EXPECT_EQ(distrust(), "");
  fs::permissions(cache_.parent_path(), fs::perms(0777));
  EXPECT_EQ(distrust(), cache_.parent_path().string() +
                            " can be written by all users (chmod go-w '" +
                            cache_.parent_path().string() + "')");
  fs::permissions(cache_.parent_path(), fs::perms(0755));
  fs::permissions(cache_, fs::perms(0777));
  EXPECT_EQ(distrust(), cache_.string() +
                            " can be written by all users (chmod go-w '" +
                            cache_.string() + "')");
}

TEST_F(OwnFolderTest, IsNoFolderOrLinkOfAnother) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  fs::create_directories(cache_);
  ASSERT_EQ(chown(cache_.c_str(), kAnother, 0), 0);
  EXPECT_EQ(distrust(), cache_.string() + " belongs to user 54321");
  fs::remove(cache_);
  fs::create_directory_symlink(folder_.path(), cache_);
  EXPECT_EQ(distrust(), "");
  ASSERT_EQ(lchown(cache_.c_str(), kAnother, 0), 0);
  EXPECT_EQ(distrust(), cache_.string() + " belongs to user 54321");
}

TEST_F(OwnFolderTest, NeedNotBeThere) {
  folder_.write("a", "a file");
  EXPECT_EQ(distrust(), "");
}

}  // namespace
}  // namespace spl::runner
