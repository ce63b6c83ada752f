#include "runner/repository.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <functional>

#include "tests/runner/git_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const RepositoryError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> paths(const Tree& tree) {
  std::vector<std::string> result;
  for (const TreeFile& file : tree) result.push_back(file.path);
  return result;
}

/// Three commits; v1 is an annotated tag of the first.
class RepositoryTest : public ::testing::Test {
 protected:
  RepositoryTest() {
    git_.write("a.txt", "one\n");
    git_.write("folder/b.txt", "b\n");
    first_ = git_.commit("First commit\n\nWith more to say.");
    git_.git({"tag", "-a", "v1", "-m", "Version 1"});
    git_.write("a.txt", "two\n");
    second_ = git_.commit("Second commit");
    git_.write("a.txt", "three\n");
    third_ = git_.commit("Third commit");
  }

  [[nodiscard]] std::unique_ptr<Repository> opened() const {
    return open_repository(git_.path());
  }

  GitFolder git_;
  std::string first_;
  std::string second_;
  std::string third_;
};

TEST_F(RepositoryTest, ResolvesWhatGitDoes) {
  git_.git({"branch", "feature/x", "HEAD~1"});
  const auto repository = opened();
  const std::pair<std::string, std::string> rows[] = {
      {"HEAD", third_},
      {"main", third_},
      {"HEAD~1", second_},
      {"HEAD^^", first_},
      {"v1", first_},
      {"refs/tags/v1", first_},
      {"feature/x", second_},
      {first_.substr(0, 7), first_},
      {first_, first_},
      {"main@{1}", second_},
      {"HEAD^{/Second}", second_},
      {":/First", first_},
      {"v1^{commit}", first_},
      {"@~1", second_}};
  for (const auto& [name, id] : rows) {
    EXPECT_EQ(repository->resolve(name).id, id) << name;
  }
}

TEST_F(RepositoryTest, DescribesACommit) {
  const Revision revision = opened()->resolve("v1");
  EXPECT_EQ(revision.name, "v1");
  EXPECT_EQ(revision.subject, "First commit");
  EXPECT_EQ(revision.author_date, "2023-11-14T23:14:20+01:00");
  EXPECT_EQ(to_text(revision), first_.substr(0, 10) + " (First commit)");
}

TEST_F(RepositoryTest, RefusesOtherNamesAndSuggestsNearOnes) {
  const auto repository = opened();
  const std::pair<std::string, std::string> rows[] = {
      {"mian", "there is no revision \"mian\"; did you mean \"main\"?"},
      {"mian~2", "there is no revision \"mian~2\"; did you mean \"main~2\"?"},
      {"v2", "there is no revision \"v2\"; did you mean \"v1\"?"},
      {"HEAD~9", "there is no revision \"HEAD~9\", though there is \"HEAD\""},
      {"zebra", "there is no revision \"zebra\""},
      {"0123abc", "there is no revision \"0123abc\""},
      {"HEAD^{", "\"HEAD^{\" is no name of a revision as Git writes them"},
      {"HEAD:a.txt",
       "\"HEAD:a.txt\" is a blob, not a commit; name a revision that has been "
       "committed"}};
  for (const auto& row : rows) {
    EXPECT_EQ(message_of([&] { (void)repository->resolve(row.first); }),
              row.second);
  }
}

TEST_F(RepositoryTest, RefusesAnAmbiguousHash) {
  // Blobs whose hashes begin alike: found among a few thousand small ones.
  std::map<std::string, int> beginnings;
  std::string twice;
  for (int i = 0; twice.empty(); ++i) {
    const std::string start = content_id(std::to_string(i)).substr(0, 4);
    const auto [known, first] = beginnings.emplace(start, i);
    if (first) continue;
    git_.write("one", std::to_string(known->second));
    git_.write("two", std::to_string(i));
    twice = start;
  }
  git_.commit("Both");
  EXPECT_EQ(message_of([&] { (void)opened()->resolve(twice); }),
            '"' + twice +
                "\" is the beginning of several hashes; write more of the one "
                "that is meant");
}

TEST_F(RepositoryTest, ReadsTrees) {
  git_.write("run.sh", "#!/bin/sh\n");
  fs::permissions(git_.path() / "run.sh", fs::perms::owner_all);
  fs::create_symlink("folder/b.txt", git_.path() / "link");
  git_.commit("More kinds of files");
  const auto repository = opened();
  const Tree tree = repository->tree(repository->resolve("HEAD"));
  EXPECT_THAT(paths(tree),
              ElementsAre("a.txt", "folder/b.txt", "link", "run.sh"));
  EXPECT_EQ(tree[0].kind, TreeFile::Kind::kRegular);
  EXPECT_EQ(tree[2].kind, TreeFile::Kind::kLink);
  EXPECT_EQ(tree[3].kind, TreeFile::Kind::kExecutable);
  EXPECT_EQ(repository->content(tree[0]), "three\n");
  EXPECT_EQ(repository->content(tree[2]), "folder/b.txt");
}

TEST_F(RepositoryTest, ReadsContentWithoutLineEndingFilters) {
  git_.git({"config", "core.autocrlf", "true"});
  git_.write(".gitattributes", "*.txt text eol=crlf\n");
  git_.commit("Attributes");
  const auto repository = opened();
  const Tree tree = repository->tree(repository->resolve("HEAD"));
  EXPECT_EQ(tree[1].path, "a.txt");
  EXPECT_EQ(repository->content(tree[1]), "three\n");
}

TEST_F(RepositoryTest, ReadsTheWorkingTreeAsItIs) {
  EXPECT_FALSE(opened()->working_tree_revision().dirty);
  EXPECT_EQ(tree_id(opened()->tree({})),
            tree_id(opened()->tree(opened()->resolve("HEAD"))));
  git_.write(".gitignore", "*.o\n");
  git_.commit("Ignore");
  git_.write("made.o", "object");
  git_.write("new.txt", "new\n");
  EXPECT_FALSE(opened()->working_tree_revision().dirty);
  git_.write("folder/b.txt", "changed\n");
  fs::remove(git_.path() / "a.txt");
  const auto repository = opened();
  const Revision revision = repository->working_tree_revision();
  EXPECT_EQ(to_text(revision), "the dirty working tree");
  const Tree tree = repository->tree(revision);
  EXPECT_THAT(paths(tree),
              ElementsAre(".gitignore", "folder/b.txt", "new.txt"));
  EXPECT_EQ(repository->content(tree[1]), "changed\n");
}

TEST_F(RepositoryTest, KnowsAStagedChangeForADirtyTree) {
  git_.write("a.txt", "staged\n");
  git_.git({"add", "a.txt"});
  EXPECT_TRUE(opened()->working_tree_revision().dirty);
}

TEST_F(RepositoryTest, NoticesAFileThatChangesMeanwhile) {
  const fs::path file = git_.write("a.txt", "dirty\n");
  const auto repository = opened();
  const Tree tree = repository->tree({});
  git_.write("a.txt", "dirtier\n");
  EXPECT_EQ(message_of([&] { (void)repository->content(tree[0]); }),
            file.string() + " changed while it was read; start again");
}

TEST_F(RepositoryTest, FindsTheBaseline) {
  const auto baseline = [&] {
    const auto repository = opened();
    return repository->default_baseline(repository->working_tree_revision()).id;
  };
  EXPECT_EQ(baseline(), second_);
  git_.write("a.txt", "dirty\n");
  EXPECT_EQ(baseline(), third_);
  git_.git({"checkout", "--quiet", "-b", "topic"});
  git_.commit("Topic");
  EXPECT_EQ(baseline(), third_);
  git_.git({"checkout", "--quiet", "--detach", "main"});
  EXPECT_EQ(baseline(), second_);
  const auto repository = opened();
  EXPECT_EQ(repository->default_baseline(repository->resolve("topic")).id,
            third_);
}

TEST_F(RepositoryTest, TellsWhyThereIsNoBaseline) {
  git_.git({"checkout", "--quiet", "v1"});
  const auto message = [&] {
    return message_of([&] {
      const auto repository = opened();
      (void)repository->default_baseline(repository->working_tree_revision());
    });
  };
  EXPECT_EQ(message(), "there is no commit before " + first_.substr(0, 7) +
                           "; say what @baseline means with --baseline REV");
  git_.git({"branch", "-m", "main", "other"});
  EXPECT_EQ(message(),
            "the repository has no default branch to compare with: neither "
            "origin/HEAD nor a branch main or master; say what @baseline means "
            "with --baseline REV");
}

TEST_F(RepositoryTest, WalksFromGoodToBad) {
  const auto repository = opened();
  const auto path =
      repository->path(repository->resolve("v1"), repository->resolve("main"));
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].id, second_);
  EXPECT_EQ(path[1].id, third_);
  EXPECT_EQ(message_of([&] {
              (void)repository->path(repository->resolve("main"),
                                     repository->resolve("v1"));
            }),
            "main is no ancestor of v1; the good revision comes before the bad "
            "one");
}

TEST_F(RepositoryTest, WalksThroughMergesTowardsGood) {
  git_.git({"checkout", "--quiet", "-b", "topic", "v1"});
  git_.write("t.txt", "t");
  const std::string topic = git_.commit("Topic");
  git_.git({"checkout", "--quiet", "main"});
  git_.git({"merge", "--quiet", "--no-edit", "topic"});
  const auto repository = opened();
  const auto length = [&](const std::string& good) {
    return repository
        ->path(repository->resolve(good), repository->resolve("main"))
        .size();
  };
  EXPECT_EQ(length("v1"), 3U);  // Along first parents.
  EXPECT_EQ(length(topic), 1U);
}

TEST_F(RepositoryTest, OpensEveryKindOfClone) {
  const fs::path around = git_.around().path();
  git_.git({"clone", "--quiet", "--bare", ".", "../bare.git"});
  git_.git({"worktree", "add", "--quiet", "--detach", "../tree", "HEAD~1"});
  git_.git({"clone", "--quiet", "--depth", "1",
            "file://" + git_.path().string(), "../shallow"});
  const auto bare = open_repository(around / "bare.git");
  EXPECT_EQ(bare->resolve("main~1").id, second_);
  EXPECT_EQ(bare->folder(), "");
  EXPECT_EQ(message_of([&] { (void)bare->working_tree_revision(); }),
            "the Git repository " + (around / "bare.git/").string() +
                " is bare and has no working tree; name the revision under "
                "test with --rev REV");
  const auto tree = open_repository(around / "tree");
  EXPECT_EQ(tree->resolve("HEAD").id, second_);
  EXPECT_THAT(paths(tree->tree(tree->working_tree_revision())),
              ElementsAre("a.txt", "folder/b.txt"));
  const auto shallow = open_repository(around / "shallow");
  EXPECT_EQ(shallow->resolve("HEAD").id, third_);
  EXPECT_EQ(
      message_of([&] { (void)shallow->resolve("HEAD~1"); }),
      "there is no revision \"HEAD~1\", though there is \"HEAD\" (this "
      "clone is shallow and lacks old commits; git fetch --unshallow gets "
      "them)");
  const auto below = open_repository(git_.path() / "folder");
  EXPECT_EQ(below->resolve("HEAD").id, third_);
}

TEST_F(RepositoryTest, ReadsSubmodulesThatAreHere) {
  const fs::path around = git_.around().path();
  GitFolder library("library");
  library.write("lib.txt", "one\n");
  const std::string old = library.commit("One");
  git_.git({"submodule", "--quiet", "add", library.path().string(), "lib"});
  git_.commit("With a library");
  const auto expected =
      ElementsAre(".gitmodules", "a.txt", "folder/b.txt", "lib/lib.txt");
  const auto repository = opened();
  const Tree tree = repository->tree(repository->resolve("HEAD"));
  EXPECT_THAT(paths(tree), expected);
  EXPECT_EQ(repository->content(tree[3]), "one\n");
  EXPECT_THAT(paths(repository->tree(repository->working_tree_revision())),
              expected);
  git_.git({"clone", "--quiet", ".", "../clone"});
  const auto clone = open_repository(around / "clone");
  EXPECT_EQ(message_of([&] { (void)clone->tree(clone->resolve("HEAD")); }),
            "the submodule lib is not here at " + old.substr(0, 10) +
                "; get it with: git submodule update --init lib");
}

TEST(Repository, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of([&] { (void)open_repository(folder.path()); }),
            "there is no Git repository at " + folder.path().string() +
                " or above; name the one with the revisions by --repository "
                "PATH or as \"repository\" in \"revisions\" of spl.json");
}

TEST(Repository, HasNoRevisionsBeforeTheFirstCommit) {
  const GitFolder git;
  const auto repository = open_repository(git.path());
  EXPECT_EQ(message_of([&] { (void)repository->resolve("HEAD"); }),
            "there is no revision \"HEAD\": the repository has no commit yet");
  EXPECT_EQ(message_of([&] { (void)repository->default_baseline({}); }),
            "the repository has no commit yet, and so no @baseline");
}

TEST(Repository, TellsHowToReadAnotherUsersRepository) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give folders away";
  GitFolder git;
  git.commit("One");
  for (const fs::path& path : {git.path(), git.path() / ".git"}) {
    ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
  }
  EXPECT_EQ(message_of([&] { (void)open_repository(git.path()); }),
            "the Git repository " + git.path().string() +
                " belongs to another user, and libgit2 does not read it unless "
                "that is allowed: git config --global --add safe.directory '" +
                git.path().string() + "' (this very path; * is not enough)");
}

}  // namespace
}  // namespace spl::runner
