#include "runner/git/own_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/git_folder.hpp"

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

class OwnFiles : public ::testing::Test {
 protected:
  [[nodiscard]] fs::path path(const std::string& name) const {
    return fs::canonical(git_.path()) / name;
  }

  [[nodiscard]] std::string refusal() const {
    try {
      (void)require_readable_repository(git_.path());
    } catch (const RepositoryError& error) {
      return error.what();
    }
    return "";
  }

  static std::string no_regular_file(const fs::path& file) {
    return "cannot open the Git repository: " + file.string() +
           " is not a regular file; remove it";
  }

  GitFolder git_;
};

TEST_F(OwnFiles, AreWhereAFileNamesThem) {
  fs::rename(path(".git"), path("real"));
  ASSERT_EQ(mkfifo(path("real/pipe").c_str(), 0600), 0);
  for (const char* text : {"gitdir: real", "gitdir:real\n", "gitdir:\treal \n",
                           "gitdir:\n\f real\v\n"}) {
    git_.write(".git", text);
    EXPECT_EQ(refusal(), no_regular_file(path("real/pipe"))) << text;
  }
  fs::rename(path("real"), path("re\nal"));
  git_.write(".git", "gitdir: re\nal\n");
  EXPECT_EQ(refusal(), no_regular_file(path("re\nal/pipe")));
}

TEST_F(OwnFiles, AreInAFolderThatIsCommon) {
  fs::create_directory(path("common"));
  ASSERT_EQ(mkfifo(path("common/pipe").c_str(), 0600), 0);
  for (const char* text : {"../common", "../common\n", "../common \f\n"}) {
    git_.write(".git/commondir", text);
    EXPECT_EQ(refusal(), no_regular_file(path("common/pipe"))) << text;
  }
}

TEST_F(OwnFiles, AreInFoldersThatAlternatesName) {
  fs::create_directories(path("other/pack"));
  ASSERT_EQ(mkfifo(path("other/pack/pipe").c_str(), 0600), 0);
  git_.write("more/info/alternates", "../other");
  const std::string name = ".git/objects/info/alternates";
  for (const char* text : {"../../other", "../../other\r\n", "#\r../../other",
                           "../../more", "../../more/../other"}) {
    git_.write(name, text);
    EXPECT_EQ(refusal(), no_regular_file(path("other/pack/pipe"))) << text;
  }
  git_.write(name, std::string(std::size_t{1} << 20, '#') + "\n../../other");
  EXPECT_EQ(refusal(), "cannot open the Git repository: " +
                           path(name).string() + " has more than 1 MiB");
}

// Not all that is below: an alternate may be called /.
TEST_F(OwnFiles, AreThoseOfAlternatesThatAreRead) {
  fs::create_directories(path("other/files"));
  fs::create_directories(path("other/pack/ab"));
  for (const char* name : {"other/pipe", "other/files/pipe", "other/pack/ab/p"})
    ASSERT_EQ(mkfifo(path(name).c_str(), 0600), 0);
  git_.write(".git/objects/info/alternates", "../../other");
  EXPECT_EQ(refusal(), "");
  fs::create_directory(path("other/ab"));
  ASSERT_EQ(mkfifo(path("other/ab/pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal(), no_regular_file(path("other/ab/pipe")));
}

TEST_F(OwnFiles, AreThoseOfTheRepositoryThatIsOpened) {
  git_.write("a/a", "");
  git_.commit("One");
  fs::create_directory(path("a/.git"));
  EXPECT_EQ(require_readable_repository(path("a")), path(".git"));
  git_.write("a/HEAD", "");
  fs::create_directory(path("a/objects"));
  EXPECT_EQ(require_readable_repository(path("a")), path(".git"));
  EXPECT_TRUE(open(path("a")));
  fs::create_directory(path("a/refs"));
  EXPECT_EQ(require_readable_repository(path("a")), path("a"));
  EXPECT_EQ(git_repository_path(open(path("a")).get()), path("a/").string());
}

TEST_F(OwnFiles, AreReadInSeconds) {
  for (const char* name : {".git/index", ".git/HEAD", ".git/refs/heads/b"}) {
    git_.write(name, "");
    fs::resize_file(path(name), (std::uintmax_t{1} << 30) + 1);
    EXPECT_EQ(refusal(), "cannot open the Git repository: " +
                             path(name).string() + " has more than 1 GiB");
    git_.write(name, "");
  }
  fs::resize_file(path(".git/config"), (std::uintmax_t{512} << 10) + 1);
  EXPECT_EQ(refusal(),
            "cannot open the Git repository: " + path(".git/config").string() +
                " has more than 512 KiB");
}

TEST_F(OwnFiles, HaveIndicesOfPacksAsLongAsTheySay) {
  git_.write("a", "");
  git_.commit("One");
  git_.git({"gc", "--quiet"});
  git_.git({"branch", "pack/x.idx"});
  EXPECT_EQ(refusal(), "");
  const std::string pack = ".git/objects/pack/pack-" + std::string(40, 'a');
  const std::string version("\377tOc\0\0\0\2", 8);
  git_.write(pack + ".pack", "PACK");
  for (const std::string& index :
       {version + std::string(2000, '\377'), std::string(1024, '\377'),
        version + std::string(1023, '\0'), version + std::string(2000, '\0'),
        std::string()}) {
    git_.write(pack + ".idx", index);
    EXPECT_EQ(refusal(), "cannot open the Git repository: " +
                             path(pack + ".idx").string() +
                             " does not have the size that it says; git fsck "
                             "tells more");
  }
  git_.write(pack + ".idx", version + std::string(1024 + 40, '\0'));
  EXPECT_EQ(refusal(), "");
}

TEST_F(OwnFiles, HaveNoRulesThatAreReadForMinutes) {
  git_.write(".gitignore", "");
  fs::resize_file(path(".gitignore"), (std::uintmax_t{64} << 20) + 1);
  EXPECT_THROW(require_readable_rules(path("")), RepositoryError);
  fs::resize_file(path(".gitignore"), std::uintmax_t{64} << 20);
  fs::resize_file(path(".gitignore"), std::uintmax_t{64} << 20);
  EXPECT_NO_THROW(require_readable_rules(path("")));
}

TEST_F(OwnFiles, HaveNoRulesThatAreMatchedForHours) {
  const std::string fine = "#**/a/**/b/**/c/**\n#***\n";
  const auto refused = [&](const std::string& name) {
    git_.write(name, fine);
    EXPECT_NO_THROW((void)git::open(path(""))) << name;
    git_.write(name, fine + "#**/a/**/b/**/c/**/d/**\n");
    try {
      (void)git::open(path(""));
      ADD_FAILURE() << name;
    } catch (const RepositoryError& error) {
      EXPECT_EQ(std::string(error.what()),
                "cannot read the Git repository: " + path(name).string() +
                    " has a pattern with more than 4 \"**\", which libgit2 may "
                    "take too long to match");
    }
    git_.write(name, "");
  };
  refused(".gitignore");
  refused("a/.gitattributes");
  refused(".git/info/exclude");
  refused(".git/info/attributes");
}

TEST_F(OwnFiles, NameNoOtherWorkingTree) {
  fs::create_directory(path("other"));
  EXPECT_NO_THROW(require_readable_rules(path("")));
  try {
    require_readable_rules(path("other/"));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const RepositoryError& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot open the Git repository: its core.worktree, " +
                  path("other/").string() + ", has no .git that leads to it");
  }
}

}  // namespace
}  // namespace spl::runner::git
