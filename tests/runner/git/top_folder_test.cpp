#include "runner/git/repository.hpp"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

TEST(TopFolder, IsTheNearestWithARepository) {
  const TemporaryFolder folder;
  const fs::path top = folder.path();
  fs::create_directories(top / ".git");
  fs::create_directories(top / "build/sub");
  EXPECT_EQ(top_folder(top), top);
  EXPECT_EQ(top_folder(top / "build/sub"), top);
  // Work trees and submodules have a file.
  fs::create_directories(top / "module/src");
  folder.write("module/.git", "gitdir: elsewhere\n");
  EXPECT_EQ(top_folder(top / "module/src"), top / "module");
}

TEST(TopFolder, IsEmptyWithoutARepository) {
  EXPECT_EQ(top_folder("/"), "");
  EXPECT_EQ(top_folder(""), "");
}

}  // namespace
}  // namespace spl::runner
