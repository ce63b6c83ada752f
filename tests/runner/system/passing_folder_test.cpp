#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "runner/system/passing_folder.hpp"
#include "tests/runner/refused_calls.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// A umask as long as it lives.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(umask(mask)) {}
  ~Umask() { umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t before_;
};

fs::perms mode_of(const fs::path& path) {
  return fs::status(path).permissions();
}

TEST(NewFolder, IsOfThisUserAloneWithAnyUmask) {
  const TemporaryFolder parent;
  for (const mode_t mask : {0777U, 0400U, 0U}) {
    const Umask masked(mask);
    const fs::path made = make_new_folder(parent.path(), "begin-");
    EXPECT_TRUE(made.filename().string().starts_with("begin-"));
    EXPECT_EQ(mode_of(made), fs::perms::owner_all);
    EXPECT_EQ(mode_of(ClaimedFolder(parent.path()).path()),
              fs::perms::owner_all);
    EXPECT_EQ(mode_of(PassingFolder(parent.path()).path()),
              fs::perms::owner_all);
  }
}

[[noreturn]] void claim_without_stat(const fs::path& parent) {
  refuse({SYS_newfstatat, EIO});
#ifdef SYS_fstat
  refuse({SYS_fstat, EIO});
#endif
  try {
    (void)ClaimedFolder(parent);
  } catch (const std::system_error&) {
    _exit(rmdir(parent.c_str()) == 0 ? 0 : 1);  // Only if it is empty.
  }
  _exit(2);
}

TEST(NewFolder, LeavesNothingWhereItCannotBeTold) {
  if (prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "needs a kernel with seccomp";
  const TemporaryFolder parent;
  fs::create_directory(parent.path() / "a");
  EXPECT_EXIT(claim_without_stat(parent.path() / "a"),
              ::testing::ExitedWithCode(0), "");
}

TEST(NewFolder, LeavesNothingWhereNoFileCanBeOpened) {
  const TemporaryFolder parent;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  int error = 0;
  try {
    (void)ClaimedFolder(parent.path());
  } catch (const std::system_error& failure) {
    error = failure.code().value();
  }
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(error, EMFILE);
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST(NewFolder, TellsWhyItCannotBeMade) {
  const TemporaryFolder parent;
  try {
    (void)make_new_folder(parent.path() / "none", "");
    FAIL() << "there is a folder in none";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), ENOENT);
  }
}

}  // namespace
}  // namespace spl::runner
