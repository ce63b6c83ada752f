#include "runner/system/text_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

TEST(TextFile, IsReadUpToALimit) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.spl", "text");
  EXPECT_EQ(read_text_file(path), "text");
  // Without blocks on the disk.
  fs::resize_file(path, std::uintmax_t{1} << 42);
  try {
    (void)read_text_file(path);
    FAIL() << "a file of 4 TiB was read";
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(),
              "cannot read " + path.string() +
                  ": it has more than 64 MiB; give a smaller file");
  }
}

TEST(NearestWith, PassesOverWhatAnotherUserMadeWhereAllCan) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const TemporaryFolder folder;
  const fs::path top = fs::canonical(folder.path());
  const fs::path git = top / ".git";
  fs::create_directories(git);
  fs::create_directories(top / "a");
  const auto found = [&] { return nearest_with(".git", top / "a"); };
  const auto give_away = [&](uid_t user) {
    ASSERT_EQ(chown(git.c_str(), user, 0), 0);
  };
  give_away(54321);
  EXPECT_EQ(found(), top);
  ASSERT_EQ(chmod(top.c_str(), 01777), 0);
  EXPECT_NE(found(), top);
  give_away(0);
  EXPECT_EQ(found(), top);
}

class OutsideLink : public ::testing::Test {
 protected:
  OutsideLink() {
    fs::create_directories(path("repository/.git"));
    fs::create_directories(path("repository/below"));
    folder_.write("secret", "");
    folder_.write("repository/file", "");
  }

  [[nodiscard]] fs::path path(const std::string& name) const {
    const fs::path folder = fs::canonical(folder_.path());
    return name.empty() ? folder : folder / name;
  }

  void link(const std::string& target, const std::string& name) const {
    fs::create_symlink(target, path(name));
  }

  /// Returns the message about a file in the folder; empty if it may be read.
  [[nodiscard]] std::string refusal(const std::string& name) const {
    try {
      refuse_outside_link(path(name));
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  [[nodiscard]] std::string text(const std::string& name, const std::string& at,
                                 const std::string& target,
                                 const std::string& top) const {
    return "cannot read " + path(name).string() + ": " + path(at).string() +
           " is a link to " + path(target).string() +
           ", outside of the project in " + path(top).string() +
           "; name what it links to, or copy it into the project";
  }

  TemporaryFolder folder_;
};

TEST_F(OutsideLink, OfAnotherUserInAFolderOfAllIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root is several users";
  link("secret", "shared");
  ASSERT_EQ(lchown(path("shared").c_str(), 54322, 54322), 0);
  EXPECT_EQ(refusal("shared"), "");
  fs::permissions(path(""), fs::perms::all | fs::perms::sticky_bit);
  EXPECT_EQ(refusal("shared"),
            "cannot read " + path("shared").string() + ": " +
                path("shared").string() +
                " is a link of another user; name what it links to, or copy it "
                "into the project");
}

TEST_F(OutsideLink, OfARepositoryIsRefused) {
  link("../../secret", "repository/below/a.spl");
  EXPECT_EQ(refusal("repository/below/a.spl"),
            text("repository/below/a.spl", "repository/below/a.spl", "secret",
                 "repository"));
  link("..", "repository/up");
  EXPECT_EQ(refusal("repository/up/secret"),
            text("repository/up/secret", "repository/up", "", "repository"));
  link("../none", "repository/dangling");
  EXPECT_EQ(
      refusal("repository/dangling"),
      text("repository/dangling", "repository/dangling", "none", "repository"));
  // Through another link.
  link("below/a.spl", "repository/b.spl");
  EXPECT_EQ(
      refusal("repository/b.spl"),
      text("repository/b.spl", "repository/b.spl", "secret", "repository"));
}

TEST_F(OutsideLink, OfAProjectWithoutRepositoryIsRefused) {
  folder_.write("unpacked/spl.json", "{}");
  link("../secret", "unpacked/a.spl");
  EXPECT_EQ(refusal("unpacked/a.spl"),
            text("unpacked/a.spl", "unpacked/a.spl", "secret", "unpacked"));
}

TEST_F(OutsideLink, IsNoneWithinTheRepository) {
  folder_.write("repository/below/spl.json", "{}");
  link("../file", "repository/below/a.spl");
  link("below", "repository/other");
  EXPECT_EQ(refusal("repository/below/a.spl"), "");
  EXPECT_EQ(refusal("repository/other/../file"), "");
  EXPECT_EQ(refusal("repository/file"), "");
  EXPECT_EQ(refusal("repository/none"), "");
}

TEST_F(OutsideLink, IsNoneOfTheUser) {
  link("repository", "work");
  link("secret", "a.spl");
  EXPECT_EQ(refusal("work/file"), "");
  EXPECT_EQ(refusal("a.spl"), "");
}

}  // namespace

}  // namespace spl::runner
