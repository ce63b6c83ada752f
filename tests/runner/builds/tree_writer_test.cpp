#include "runner/builds/tree_writer.hpp"

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using Kind = TreeFile::Kind;

TreeFile tree_file(const std::string& path, Kind kind = Kind::kRegular) {
  return {path, kind, "", {}, ""};
}

std::string refusal(const Tree& tree) {
  try {
    check_paths(tree);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(TreeWriter, RefusesPathsThatLeaveTheFolder) {
  EXPECT_EQ(refusal({tree_file("a"), tree_file("b/c"), tree_file("b/..d")}),
            "");
  EXPECT_EQ(refusal({tree_file("a/../../b")}),
            "the tree has a file a/../../b, which is not checked out: it would "
            "leave its folder");
  EXPECT_NE(refusal({tree_file("/etc/passwd")}), "");
  EXPECT_NE(refusal({tree_file("a/.git/config")}), "");
  EXPECT_NE(refusal({tree_file("a\0b"s)}), "");
}

TEST(TreeWriter, RefusesAFileBelowAFile) {
  EXPECT_EQ(refusal({tree_file("a/b", Kind::kLink), tree_file("a/b/c")}),
            "the tree has a/b/c below a/b, which is not a folder in it; such a "
            "tree cannot be checked out");
}

TEST(TreeWriter, MakesFilesOfEachKind) {
  const TemporaryFolder folder;
  TreeWriter writer(folder.path());
  writer.write(tree_file("plain"), "one");
  writer.write(tree_file("a/b/tool", Kind::kExecutable), "two");
  writer.write(tree_file("a/link", Kind::kLink), "b/tool");
  EXPECT_EQ(read_file(folder.path() / "plain"), "one");
  EXPECT_EQ(fs::read_symlink(folder.path() / "a/link"), "b/tool");
  EXPECT_EQ(read_file(folder.path() / "a/link"), "two");
  const auto executes = [&](const char* name) {
    return (fs::status(folder.path() / name).permissions() &
            fs::perms::owner_exec) != fs::perms::none;
  };
  EXPECT_FALSE(executes("plain"));
  EXPECT_TRUE(executes("a/b/tool"));
  EXPECT_EQ(fs::last_write_time(folder.path() / "plain"),
            fs::last_write_time(folder.path() / "a/b/tool"));
}

TEST(TreeWriter, FollowsNoLink) {
  const TemporaryFolder outside;
  const TemporaryFolder folder;
  fs::create_directory_symlink(outside.path(), folder.path() / "a");
  TreeWriter writer(folder.path());
  EXPECT_THROW(writer.write(tree_file("a/b"), "text"), FileError);
  EXPECT_TRUE(fs::is_empty(outside.path()));
}

}  // namespace
}  // namespace spl::runner
