#include "runner/system/folder_removal.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>

#include <string>
#include <vector>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// A program that is measured as root could mount a folder in its own.
class FolderRemoval : public ::testing::Test {
 protected:
  void SetUp() override {
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
      GTEST_SKIP() << "mounting is not allowed here";
    }
    kept_ = folder_.write("outside/kept", "kept");
    fs::permissions(outside(), fs::perms::all);
  }

  ~FolderRemoval() override {
    std::vector<fs::path> all;
    std::error_code error;
    for (const auto& one :
         fs::recursive_directory_iterator(folder_.path(), error)) {
      if (one.path().filename() == "mounted") all.push_back(one.path());
    }
    for (const fs::path& one : all) umount2(one.c_str(), MNT_DETACH);
  }

  [[nodiscard]] fs::path outside() const { return folder_.path() / "outside"; }

  void mount_at(const std::string& name) const {
    const fs::path place = folder_.path() / name / "mounted";
    fs::create_directories(place);
    ASSERT_EQ(
        mount(outside().c_str(), place.c_str(), nullptr, MS_BIND, nullptr), 0);
  }

  TemporaryFolder folder_;
  fs::path kept_;
};

TEST_F(FolderRemoval, TakesNothingOfWhatIsMounted) {
  mount_at("work");
  mount_at("work/a/b");
  folder_.write("work/a/b/file", "");
  folder_.write("work/z/z/file", "");
  remove_folder(folder_.path() / "work");
  EXPECT_TRUE(fs::exists(kept_));
  EXPECT_EQ(fs::status(outside()).permissions(), fs::perms::all);
  EXPECT_FALSE(fs::exists(folder_.path() / "work/z"));
  for (const auto& one :
       fs::recursive_directory_iterator(folder_.path() / "work")) {
    EXPECT_NE(one.path().filename(), "file");
  }
}

TEST_F(FolderRemoval, TakesAllThatIsNotMounted) {
  folder_.write("work/a/b/file", "");
  fs::create_symlink(outside(), folder_.path() / "work/link");
  remove_folder(folder_.path() / "work");
  EXPECT_FALSE(fs::exists(folder_.path() / "work"));
  EXPECT_TRUE(fs::exists(kept_));
  remove_folder(folder_.path() / "work");
  remove_folder(kept_);
  EXPECT_FALSE(fs::exists(kept_));
}

}  // namespace
}  // namespace spl::runner
