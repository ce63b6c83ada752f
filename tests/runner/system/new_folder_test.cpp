#include "runner/system/new_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "runner/system/claimed_folder.hpp"
#include "runner/system/passing_folder.hpp"
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
