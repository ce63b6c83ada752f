#include "runner/builds/build_slot.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TreeFile link(const std::string& path) {
  return {path, TreeFile::Kind::kLink, "", std::nullopt, ""};
}

TreeFile file(const std::string& path) {
  return {path, TreeFile::Kind::kRegular, "", std::nullopt, ""};
}

/// Links in trees name the folder "outside".
class BuildSlotTest : public ::testing::Test {
 protected:
  BuildSlotTest() { fs::create_directory(outside()); }

  [[nodiscard]] fs::path outside() const { return around_.path() / "outside"; }

  void check_out(const Tree& tree) {
    build_slot_.check_out(tree, [&](const TreeFile& one) {
      return one.kind == TreeFile::Kind::kLink ? outside().string() : "content";
    });
  }

  /// Why the tree is not checked out, without the path of the build slot.
  std::string failure(const Tree& tree) {
    try {
      check_out(tree);
    } catch (const FileError& error) {
      std::string text = error.what();
      const std::string folder = build_slot_.path().string();
      const std::size_t at = text.find(folder);
      return at == std::string::npos ? text
                                     : text.replace(at, folder.size(), "LANE");
    }
    return "";
  }

  static std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> result;
    for (const auto& one : fs::directory_iterator(folder)) {
      result.push_back(one.path().filename().string());
    }
    return result;
  }

  TemporaryFolder around_;
  BuildSlot build_slot_{around_.path() / "lanes"};
};

TEST_F(BuildSlotTest, HoldsTheFilesOfATree) {
  check_out({file("a"), file("b/c/d"), file("b/e"), link("l"), file("f/g")});
  EXPECT_EQ(read_file(build_slot_.source() / "b/c/d"), "content");
  EXPECT_EQ(read_file(build_slot_.source() / "f/g"), "content");
  EXPECT_EQ(fs::read_symlink(build_slot_.source() / "l"), outside());
  EXPECT_THAT(names_in(build_slot_.source()),
              UnorderedElementsAre("a", "b", "f", "l"));
}

TEST_F(BuildSlotTest, WritesNothingThroughLinksOfATree) {
  EXPECT_EQ(failure({link("a"), file("a/b")}),
            "the tree has a/b below a, which is not a folder in it; such a "
            "tree cannot be checked out");
  EXPECT_EQ(failure({file("a/b"), link("a")}),
            "the tree has a/b below a, which is not a folder in it; such a "
            "tree cannot be checked out");
  EXPECT_EQ(failure({file("a-"), link("a/b"), file("a/b/c/d")}),
            "the tree has a/b/c/d below a/b, which is not a folder in it; such "
            "a tree cannot be checked out");
  EXPECT_THAT(names_in(outside()), IsEmpty());
}

TEST_F(BuildSlotTest, WritesNothingThroughLinksThatAppear) {
  EXPECT_THROW(
      build_slot_.check_out({file("a/b"), file("c"), file("a/d")},
                            [&](const TreeFile& one) -> std::string {
                              if (one.path == "c") {
                                fs::remove_all(build_slot_.source() / "a");
                                fs::create_symlink(outside(),
                                                   build_slot_.source() / "a");
                              }
                              return "content";
                            }),
      FileError);
  EXPECT_THAT(names_in(outside()), IsEmpty());
}

TEST_F(BuildSlotTest, RefusesPathsThatLeaveIt) {
  for (const char* path : {"../a", "a/../../b", "/a", ".git/config", "a/.."}) {
    EXPECT_EQ(failure({file(path)}),
              std::string("the tree has a file ") + path +
                  ", which is not checked out: it would leave its folder");
  }
  // The system would see "..".
  EXPECT_THROW(check_out({file(std::string("..\0/a", 5))}), FileError);
}

TEST_F(BuildSlotTest, RefusesNamesThatCannotBeFiles) {
  EXPECT_EQ(failure({file("a"), file("a")}),
            "cannot write LANE/source/a: File exists");
  EXPECT_EQ(failure({file(std::string(300, 'a') + "/b")}),
            "cannot make the folder LANE/source/" + std::string(300, 'a') +
                ": File name too long");
}

TEST_F(BuildSlotTest, IsEmptiedHoweverDeepABuildNests) {
  check_out({file("a")});
  Descriptor folder(open(build_slot_.build().c_str(), O_RDONLY | O_DIRECTORY));
  // More levels than the longest path has, and than files may be open.
  rlimit usual{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &usual), 0);
  const rlimit few{256, usual.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(mkdirat(folder.number(), "d", 0700), 0);
    folder.reset(openat(folder.number(), "d", O_RDONLY | O_DIRECTORY));
    ASSERT_GE(folder.number(), 0);
  }
  check_out({file("b")});
  setrlimit(RLIMIT_NOFILE, &usual);
  EXPECT_THAT(names_in(build_slot_.path()),
              UnorderedElementsAre("lock", "source", "build"));
  EXPECT_THAT(names_in(build_slot_.build()), IsEmpty());
  EXPECT_THAT(names_in(build_slot_.source()), UnorderedElementsAre("b"));
}

TEST_F(BuildSlotTest, IsEmptiedWithoutFollowingLinks) {
  check_out({file("a")});
  std::ofstream(outside() / "kept") << "kept";
  fs::create_directories(build_slot_.build() / "closed/below");
  fs::create_symlink(outside(), build_slot_.build() / "closed/link");
  fs::create_symlink(outside(), build_slot_.path() / "link");
  fs::create_symlink("circular", build_slot_.path() / "circular");
  fs::permissions(build_slot_.build() / "closed", fs::perms::owner_read);
  check_out({file("b")});
  EXPECT_THAT(names_in(build_slot_.path()),
              UnorderedElementsAre("lock", "source", "build"));
  EXPECT_THAT(names_in(outside()), UnorderedElementsAre("kept"));
}

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
