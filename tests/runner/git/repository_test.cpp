#include "runner/git/repository.hpp"
#include "runner/git/built_files.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/git_repository.hpp"

#include <gmock/gmock.h>

#include <unistd.h>
#include <chrono>
#include <csignal>

#include <map>

#include "runner/system/files.hpp"
#include "tests/runner/git_folder.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

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

TEST_F(RepositoryTest, EndsTheProcessBeyondItsLimits) {
  const auto read_on = [&](const ReadingLimits& limits) {
    const auto repository = open_within(git_.path(), limits);
    while (true) (void)repository->tree(repository->resolve("HEAD"));
  };
  const std::string begin =
      "^spl-run: error: reading the Git repository at .* takes more than ";
  const std::string end = "; git fsck tells whether it is whole\n$";
  EXPECT_EXIT(read_on({std::chrono::nanoseconds(0), 9'000'000'000}),
              ::testing::KilledBySignal(SIGTERM), begin + "0 s" + end);
  EXPECT_EXIT(read_on({std::chrono::hours(1), 1'000'000}),
              ::testing::KilledBySignal(SIGTERM), begin + "0.001 GB" + end);
}

TEST_F(RepositoryTest, HasNoAttributesThatAreMatchedForHours) {
  git_.write(".gitattributes", "**/a/**/b/**/c/**/d/** text\n");
  git_.commit("Stars");
  fs::remove(git_.path() / ".gitattributes");
  const auto repository = opened();
  EXPECT_THAT(
      message_of([&] { (void)repository->tree(repository->resolve("HEAD")); }),
      HasSubstr(".gitattributes has a pattern with more than 4 \"**\""));
}

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

TEST_F(RepositoryTest, CutsTheSubjectOfACommit) {
  git_.write("a", "long");
  git_.commit(std::string(5000, 'x'));
  EXPECT_EQ(opened()->resolve("HEAD").subject,
            std::string(4096, 'x') + " ... and 904 more bytes");
}

TEST_F(RepositoryTest, RefusesOtherNamesAndSuggestsNearOnes) {
  const auto repository = opened();
  const std::pair<std::string, std::string> rows[] = {
      {"mian", "there is no revision \"mian\"; did you mean \"main\"?"},
      {"mian~2", "there is no revision \"mian~2\"; did you mean \"main~2\"?"},
      {"v2", "there is no revision \"v2\"; did you mean \"v1\"?"},
      {"HEAD~9", "there is no revision \"HEAD~9\", though there is \"HEAD\""},
      {"zebra", "there is no revision \"zebra\""},
      {"master~1",
       "there is no revision \"master~1\"; did you mean \"main~1\"?"},
      {"0123abc", "there is no revision \"0123abc\""},
      {"HEAD^{", "\"HEAD^{\" is not a name that Git gives to revisions"},
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

/// The content of a tree by path.
std::map<std::string, std::string> contents(Repository& repository,
                                            const Tree& tree) {
  std::map<std::string, std::string> result;
  for (const TreeFile& file : tree) {
    result[file.path] = repository.content(file);
    EXPECT_EQ(content_id(result[file.path]), file.id) << file.path;
  }
  return result;
}

/// The same as Git checks it out.
std::map<std::string, std::string> checked_out(const GitFolder& git,
                                               const std::string& commit) {
  const fs::path folder = git.around().path() / ("out-" + commit);
  git.git({"worktree", "add", "--quiet", "--detach", folder.string(), commit});
  std::map<std::string, std::string> result;
  for (const auto& one : fs::recursive_directory_iterator(folder)) {
    const std::string path = one.path().lexically_relative(folder).string();
    if (one.is_regular_file() && path != ".git") {
      result[path] = read_file(one.path());
    }
  }
  git.git({"worktree", "remove", "--force", folder.string()});
  return result;
}

TEST_F(RepositoryTest, ComparesTwoVersionsOfAFile) {
  const auto differing = [&](const std::string& old,
                             const std::string& recent) {
    git_.write("a.txt", old);
    git_.commit("old");
    git_.write("a.txt", recent);
    git_.commit("recent");
    const auto repository = opened();
    const auto file = [&](const std::string& revision) {
      return repository->tree(repository->resolve(revision)).front();
    };
    return repository->changed_lines(file("HEAD~1"), file("HEAD"));
  };
  EXPECT_EQ(differing("a\nb\nc\nd\n", "a\nB\nB\nc\n"),
            (std::vector<ChangedLines>{{2, 1, 2, 2}, {4, 1, 4, 0}}));
  EXPECT_EQ(differing("a\nb\n", "a\nb\nc\n"),
            (std::vector<ChangedLines>{{2, 0, 3, 1}}));
}

TEST_F(RepositoryTest, RefusesTreesWithoutEnd) {
  const auto failure = [&](const std::string& tree) {
    const auto repository = open_repository(git_.path());
    const Revision commit = repository->resolve(git_.commit_tree(tree));
    try {
      (void)repository->tree(commit);
    } catch (const RepositoryError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  std::string deep = git_.store("content");
  deep = git_.store_tree({{"100644", "file", deep}});
  for (int i = 0; i <= 200; ++i) deep = git_.store_tree({{"40000", "d", deep}});
  EXPECT_EQ(failure(deep), "its folders nest more than 200 deep");
  // Each level has ten times the folders of the one below.
  for (std::string many :
       {git_.store_tree({{"100644", "file", git_.store("content")}}),
        git_.store_tree(std::vector<GitFolder::Entry>())}) {
    for (int level = 0; level < 10; ++level) {
      std::vector<GitFolder::Entry> tree;
      for (char name = '0'; name <= '9'; ++name) {
        tree.push_back({"40000", {name}, many});
      }
      many = git_.store_tree(tree);
    }
    EXPECT_EQ(failure(many), "it has more than 1 000 000 files and folders");
  }
}

TEST_F(RepositoryTest, ReadsFilesAsGitChecksThemOut) {
  git_.write("mixed.txt", "one\r\ntwo\n");
  git_.write("binary.bin", std::string("\0\n\r\n", 4));
  git_.write("source.c", "/* $Id$ */\n");
  git_.write("folder/lf.txt", "lf\n");
  git_.write("version.txt", "$Format:%H$\n");
  std::vector<std::string> commits{git_.commit("Without attributes")};
  git_.write(".gitattributes",
             "*.txt text eol=crlf\n*.bin eol=crlf -text\n*.c ident\n"
             "version.txt export-subst\n");
  git_.write("folder/.gitattributes", "lf.txt eol=lf\n");
  git_.write("source.c", "/* $Id$ */\nint f();\n");
  commits.push_back(git_.commit("With attributes"));
  git_.write(".gitattributes", "* text=auto\n*.txt ident\n");
  commits.push_back(git_.commit("With others"));
  git_.git({"clone", "--quiet", "--bare", ".", "../bare.git"});
  const auto bare = open_repository(git_.around().path() / "bare.git");
  for (const char* converts : {"false", "input", "true"}) {
    git_.git({"config", "core.autocrlf", converts});
    const auto repository = opened();
    for (const std::string& commit : commits) {
      const auto expected = checked_out(git_, commit);
      const Tree tree = repository->tree(repository->resolve(commit));
      EXPECT_EQ(contents(*repository, tree), expected) << converts << commit;
      if (std::string(converts) != "false") continue;
      EXPECT_EQ(contents(*bare, bare->tree(bare->resolve(commit))), expected);
    }
  }
}

TEST_F(RepositoryTest, ReadsBothSidesByTheSameAttributes) {
  git_.write(".gitattributes", "*.txt text eol=crlf\n*.c text=auto\n");
  git_.write("source.c", "one\n");
  git_.commit("Attributes");
  {
    const auto repository = opened();
    EXPECT_EQ(tree_id(repository->tree({})),
              tree_id(repository->tree(repository->resolve("HEAD"))));
  }
  // Changed by editors that keep other line endings.
  git_.write("a.txt", "changed\n");
  git_.write("source.c", "changed\r\n");
  const auto repository = opened();
  const Tree dirty = repository->tree({});
  const auto before = contents(*repository, dirty);
  EXPECT_EQ(before.at("a.txt"), "changed\r\n");
  EXPECT_EQ(before.at("source.c"), "changed\n");
  git_.commit("Changed");
  const auto after = opened();
  EXPECT_EQ(tree_id(after->tree(after->resolve("HEAD"))), tree_id(dirty));
  EXPECT_EQ(tree_id(after->tree({})), tree_id(dirty));
}

TEST_F(RepositoryTest, ReadsLargeFilesWhereGitKeepsThem) {
  const std::string hash =
      "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
  git_.write(".gitattributes", "*.bin filter=lfs -text\n");
  git_.write("large.bin",
             "version https://git-lfs.github.com/spec/v1\noid "
             "sha256:" +
                 hash + "\nsize 12345\n");
  git_.write("plain.bin", "no pointer\n");
  git_.commit("Large");
  const auto left_out = [&](const std::string& path) {
    const auto repository = opened();
    for (const TreeFile& file : repository->tree(repository->resolve("HEAD"))) {
      if (file.path == path) return file.left_out;
    }
    return std::string("no file");
  };
  EXPECT_EQ(left_out("large.bin"), "filter=lfs");
  EXPECT_EQ(left_out("plain.bin"), "");
  git_.write(".git/lfs/objects/4d/7a/" + hash, "the large file\n");
  EXPECT_EQ(left_out("large.bin"), "");
  const auto repository = opened();
  const auto head =
      contents(*repository, repository->tree(repository->resolve("HEAD")));
  EXPECT_EQ(head.at("large.bin"), "the large file\n");
  EXPECT_EQ(contents(*repository, repository->tree({})), head);
}

TEST_F(RepositoryTest, ReadsNoFileThatIsNoLargeFileOfGit) {
  const TemporaryFolder elsewhere;
  const std::string secret = elsewhere.write("secret", "secret\n");
  const std::string hash(64, 'a');
  const std::string way(64, '/');
  const std::string beginning =
      "version https://git-lfs.github.com/spec/v1\nsize 7\noid sha256:";
  git_.write(".gitattributes", "*.bin filter=lfs -text\n");
  git_.write(".git/lfs/objects/" + hash, "");
  const std::vector<std::string> oids{
      "",
      "\n",
      "a",
      "..",
      "../../secret",
      "../.." + secret,
      hash,
      hash + "0\n",
      way.substr(0, 64 - secret.size()) + secret + "\n",
      std::string(64, 'A') + "\n"};
  for (std::size_t i = 0; i < oids.size(); ++i) {
    git_.write(std::to_string(i) + ".bin", beginning + oids[i]);
  }
  git_.write("link.bin", beginning + hash + "\n");
  git_.commit("Pointers");
  const fs::path objects = git_.path() / ".git/lfs/objects/aa/aa";
  fs::create_directories(objects);
  fs::create_symlink(secret, objects / hash);
  const auto repository = opened();
  const Tree tree = repository->tree(repository->resolve("HEAD"));
  const auto found = contents(*repository, tree);
  for (std::size_t i = 0; i < oids.size(); ++i) {
    EXPECT_EQ(found.at(std::to_string(i) + ".bin"), beginning + oids[i]);
  }
  EXPECT_EQ(found.at("link.bin"), beginning + hash + "\n");
}

TEST_F(RepositoryTest, ReadsNoFileOfMoreThanFourGigabytes) {
  git_.write("large", "");
  fs::resize_file(git_.path() / "large", (std::uintmax_t{4} << 30) + 1);
  const auto repository = opened();
  EXPECT_THAT(
      message_of([&] { (void)repository->tree({}); }),
      HasSubstr("/large: it has more than 4 GiB; name it in .gitignore"));
}

TEST_F(RepositoryTest, NamesWhatItLeavesOut) {
  git_.write(".gitattributes",
             "a.txt working-tree-encoding=UTF-16\nfolder/b.txt "
             "filter=secret\n*.c working-tree-encoding=UTF-8\n");
  git_.write("source.c", "one\n");
  git_.write("a.txt", std::string("\xff\xfeo\0\n\0", 6));
  git_.commit("Attributes");
  const auto repository = opened();
  for (const Tree& tree :
       {repository->tree(repository->resolve("HEAD")), repository->tree({})}) {
    ASSERT_EQ(tree.size(), 4U);
    EXPECT_EQ(tree[0].left_out, "");
    EXPECT_EQ(tree[1].left_out, "working-tree-encoding=UTF-16");
    EXPECT_EQ(tree[2].left_out, "filter=secret");
    EXPECT_EQ(tree[3].left_out, "");
  }
}

TEST_F(RepositoryTest, TellsWhatFiltersLeaveInTheWorkingTree) {
  git_.write(".gitattributes", "*.txt filter=secret\n");
  git_.commit("Attributes");
  git_.write("a.txt", "as the filter left it\n");
  const auto repository = opened();
  const Tree tree = repository->tree({});
  ASSERT_EQ(tree.size(), 3U);
  EXPECT_EQ(tree[1].left_out, "filter=secret");
  EXPECT_TRUE(tree[1].disk);
  EXPECT_EQ(tree[2].left_out, "filter=secret");
  EXPECT_FALSE(tree[2].disk);
}

TEST_F(RepositoryTest, ReadsSubmodulesByTheirOwnAttributes) {
  GitFolder library("library");
  library.write("lib.txt", "one\n");
  library.write(".gitattributes", "lib.txt eol=crlf\n");
  library.commit("One");
  git_.git({"submodule", "--quiet", "add", library.path().string(), "lib"});
  git_.write(".gitattributes", "lib/lib.txt eol=lf\na.txt eol=crlf\n");
  git_.commit("With a library");
  const auto repository = opened();
  const auto head =
      contents(*repository, repository->tree(repository->resolve("HEAD")));
  EXPECT_EQ(head.at("lib/lib.txt"), "one\r\n");
  EXPECT_EQ(head.at("a.txt"), "three\r\n");
  EXPECT_EQ(contents(*repository, repository->tree({})), head);
}

TEST_F(RepositoryTest, ReadsTheWorkingTreeAsItIs) {
  EXPECT_FALSE(opened()->working_tree_revision().dirty);
  EXPECT_EQ(tree_id(opened()->tree({})),
            tree_id(opened()->tree(opened()->resolve("HEAD"))));
  git_.write(".gitignore", "*.o\n");
  git_.commit("Ignore");
  git_.write("made.o", "object");
  git_.write("build/CMakeCache.txt", "of a build\n");
  git_.write("build/bin/program", "built\n");
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

TEST(BuiltFiles, AreBelowTheFoldersOfBuilds) {
  EXPECT_THAT(git::built_files(
                  {"CMakeCache.txt", "a.c", "b/CMakeCache.txt", "b/c/d", "b.c",
                   "m/meson-info/intro-buildoptions.json", "m/x", "n/x"}),
              ElementsAre("b/CMakeCache.txt", "b/c/d",
                          "m/meson-info/intro-buildoptions.json", "m/x"));
}

TEST_F(RepositoryTest, HasTheFilesThatASparseCheckoutLeftOut) {
  git_.git({"sparse-checkout", "set", "--no-cone", "/a.txt"});
  ASSERT_FALSE(fs::exists(git_.path() / "folder"));
  const auto repository = opened();
  EXPECT_FALSE(repository->working_tree_revision().dirty);
  EXPECT_EQ(tree_id(repository->tree({})),
            tree_id(repository->tree(repository->resolve("HEAD"))));
  git_.write("a.txt", "changed\n");
  const auto later = opened();
  const Tree tree = later->tree(later->working_tree_revision());
  EXPECT_THAT(paths(tree), ElementsAre("a.txt", "folder/b.txt"));
  EXPECT_EQ(later->content(tree[0]), "changed\n");
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
    return repository->default_baseline(repository->working_tree_revision(), {})
        .id;
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
  EXPECT_EQ(repository->default_baseline(repository->resolve("topic"), {}).id,
            third_);
}

TEST_F(RepositoryTest, TakesABaselineThatIsBuiltOtherwise) {
  std::set<std::string> alike{third_};
  const auto baseline = [&] {
    const auto repository = opened();
    const BaselineHints hints{
        [&](const Revision& one) { return alike.contains(one.id); }, ""};
    return repository
        ->default_baseline(repository->working_tree_revision(), hints)
        .id;
  };
  EXPECT_EQ(baseline(), second_);
  git_.write("a.txt", "dirty\n");
  EXPECT_EQ(baseline(), second_);
  alike = {second_, third_};
  EXPECT_EQ(baseline(), first_);
  alike = {first_, second_, third_};
  EXPECT_EQ(baseline(), third_);  // None differs.
}

TEST_F(RepositoryTest, TakesTheUpstreamOfUnpushedCommitsForBaseline) {
  git_.git({"update-ref", "refs/remotes/there/main", first_});
  git_.git({"config", "remote.there.url", "."});
  git_.git(
      {"config", "remote.there.fetch", "+refs/heads/*:refs/remotes/there/*"});
  git_.git({"config", "branch.main.remote", "there"});
  git_.git({"config", "branch.main.merge", "refs/heads/main"});
  const auto baseline = [&] {
    const auto repository = opened();
    return repository->default_baseline(repository->working_tree_revision(), {})
        .id;
  };
  EXPECT_EQ(baseline(), first_);
  git_.write("a.txt", "dirty\n");
  EXPECT_EQ(baseline(), first_);
  git_.git({"update-ref", "refs/remotes/there/main", third_});
  EXPECT_EQ(baseline(), third_);
}

TEST_F(RepositoryTest, TakesWhatAPushCameAfterForBaseline) {
  const auto baseline = [&](const std::string& before) {
    const auto repository = opened();
    return repository
        ->default_baseline(repository->working_tree_revision(), {{}, before})
        .id;
  };
  EXPECT_EQ(baseline(first_), first_);
  EXPECT_EQ(baseline(std::string(40, 'a')), second_);  // It was forced away.
  git_.git({"checkout", "--quiet", "-b", "topic"});
  const std::string topic = git_.commit("Topic");
  EXPECT_EQ(baseline(first_), third_);
}

TEST_F(RepositoryTest, TellsWhyThereIsNoBaseline) {
  git_.git({"checkout", "--quiet", "v1"});
  const auto message = [&] {
    return message_of([&] {
      const auto repository = opened();
      (void)repository->default_baseline(repository->working_tree_revision(),
                                         {});
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
            "main is not an ancestor of v1; the good revision comes before the "
            "bad one");
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
  const auto between = [&](const std::string& good, const std::string& bad) {
    return repository->between(repository->resolve(good),
                               repository->resolve(bad));
  };
  const std::string main = repository->resolve("main").id;
  EXPECT_THAT(between("v1", "main"),
              UnorderedElementsAre(second_, third_, topic, main));
  EXPECT_EQ(between("v1", "main").back(), main);
  EXPECT_THAT(between(topic, "main"), ElementsAre(main));
  EXPECT_THAT(between("main", "v1"), ElementsAre());
  // Of these commits, those that first parents lead to.
  std::vector<std::string> ids;
  for (const Revision& one : repository->first_parents(
           repository->resolve("main"), {third_, topic, first_, "unknown"})) {
    ids.push_back(one.id);
  }
  EXPECT_THAT(ids, ElementsAre(first_, third_));
}

// Within the five minutes that a reading may take.
TEST_F(RepositoryTest, WalksThroughManyMergesInLinearTime) {
  constexpr int kLevels = 20000;
  std::string stream;
  const auto commit = [&](int number, std::vector<int> parents) {
    stream += "commit refs/heads/ladder\nmark :" + std::to_string(number) +
              "\ncommitter a <a@b> " + std::to_string(1700000000 + number) +
              " +0000\ndata 0\n";
    for (const char* word : {"from :", "merge :"}) {
      if (parents.empty()) break;
      stream += word + std::to_string(parents.front()) + '\n';
      parents.erase(parents.begin());
    }
  };
  commit(1, {});
  commit(2, {1});
  commit(3, {1});
  for (int i = 4; i < 2 * kLevels; i += 2) {
    commit(i, {i - 2, i - 1});
    commit(i + 1, {i - 1, i - 2});
  }
  const std::string file = git_.around().write("stream", stream);
  git_.git({"-c", "alias.import=!git fast-import --quiet <'" + file + "'",
            "import"});
  const auto repository = opened();
  const Revision last = repository->resolve("ladder");
  EXPECT_EQ(repository->path(repository->resolve("ladder~19998"), last).size(),
            19998U);
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
      "them, in continuous integration fetch-depth: 0 of actions/checkout or "
      "GIT_DEPTH: 0 of GitLab)");
  const auto below = open_repository(git_.path() / "folder");
  EXPECT_EQ(below->resolve("HEAD").id, third_);
}

TEST_F(RepositoryTest, TellsWhatAPartialCloneLacks) {
  git_.git({"config", "uploadpack.allowFilter", "true"});
  const std::string url = "file://" + git_.path().string();
  const std::string remark =
      " (this clone is partial and lacks what was never checked out; git "
      "fetch --refetch --no-filter gets it): object not found - no match for "
      "id (";
  const fs::path around = git_.around().path();
  git_.git({"clone", "--quiet", "--filter=blob:none", url, "../no-blobs"});
  const auto without_blobs = open_repository(around / "no-blobs");
  const Tree tree = without_blobs->tree(without_blobs->resolve("HEAD~1"));
  EXPECT_THAT(paths(tree), ElementsAre("a.txt", "folder/b.txt"));
  EXPECT_EQ(message_of([&] { (void)without_blobs->content(tree[0]); }),
            "cannot read a.txt" + remark + tree[0].id + ")");
  EXPECT_EQ(without_blobs->content(tree[1]), "b\n");
  git_.git({"clone", "--quiet", "--filter=tree:0", url, "../no-trees"});
  const auto without_trees = open_repository(around / "no-trees");
  const std::string root = git_.git({"rev-parse", second_ + "^{tree}"});
  EXPECT_EQ(message_of([&] {
              (void)without_trees->tree(without_trees->resolve("HEAD~1"));
            }),
            "cannot read the tree of " + second_ + remark + root + ")");
  git_.git(
      {"-C", "../no-blobs", "fetch", "--quiet", "--refetch", "--no-filter"});
  const auto whole = open_repository(around / "no-blobs");
  EXPECT_EQ(whole->content(tree[0]), "two\n");
}

TEST_F(RepositoryTest, WarnsOfATagAndABranchOfOneName) {
  git_.git({"tag", "x", first_});
  git_.git({"branch", "x", second_});
  git_.git({"tag", "same", first_});
  git_.git({"branch", "same", first_});
  const auto repository = opened();
  EXPECT_EQ(repository->resolve("x").id, first_);
  EXPECT_EQ(repository->resolve("x").remark,
            "\"x\" is a tag and a branch, and the tag is taken; write "
            "\"tags/x\" or \"heads/x\"");
  EXPECT_EQ(repository->resolve("heads/x~1").id, first_);
  EXPECT_EQ(repository->resolve("heads/x").id, second_);
  for (const char* name : {"heads/x", "tags/x", "same", "v1", "main~1"}) {
    EXPECT_EQ(repository->resolve(name).remark, "") << name;
  }
  EXPECT_THAT(repository->resolve("x^{commit}").remark,
              ::testing::EndsWith("\"heads/x^{commit}\""));
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
  EXPECT_THAT(clone->empty_submodules(), ElementsAre("lib"));
  const auto without = ElementsAre(".gitmodules", "a.txt", "folder/b.txt");
  EXPECT_THAT(paths(clone->tree(clone->resolve("HEAD"))), without);
  EXPECT_THAT(paths(clone->tree(clone->working_tree_revision())), without);
  EXPECT_THAT(repository->empty_submodules(), IsEmpty());
  git_.git({"mv", "lib", "a;b"});
  git_.commit("A name that a shell would take for two");
  git_.git({"clone", "--quiet", ".", "../other"});
  const auto other = open_repository(around / "other");
  // The working tree does not name what was at another path before.
  EXPECT_EQ(message_of([&] { (void)other->tree(other->resolve("HEAD~1")); }),
            "the submodule lib is not here at " + old.substr(0, 10) +
                "; get it with: git submodule update --init lib");
  git_.git({"clone", "--quiet", "--bare", ".", "../bare"});
  const auto bare = open_repository(around / "bare");
  EXPECT_THAT(message_of([&] { (void)bare->tree(bare->resolve("HEAD")); }),
              HasSubstr("git submodule update --init 'a;b'"));
}

TEST_F(RepositoryTest, SeesChangesInSubmodules) {
  GitFolder library("library");
  library.write("lib.txt", "one\n");
  library.commit("One");
  git_.git({"submodule", "--quiet", "add", library.path().string(), "lib"});
  const std::string head = git_.commit("With a library");
  const auto baseline = [&] {
    const auto repository = opened();
    const Revision tree = repository->working_tree_revision();
    std::string id = repository->default_baseline(tree, {}).id;
    EXPECT_EQ(tree.dirty, id == head);
    return id;
  };
  EXPECT_EQ(baseline(), third_);
  git_.write("lib/new.txt", "not tracked\n");
  EXPECT_EQ(baseline(), third_);
  git_.write("lib/lib.txt", "two\n");
  EXPECT_EQ(baseline(), head);
  git_.git({"-C", "lib", "commit", "--quiet", "-a", "-m", "Two"});
  EXPECT_EQ(baseline(), head);
  git_.git({"-C", "lib", "checkout", "--quiet", "HEAD~1"});
  EXPECT_EQ(baseline(), third_);
  git_.git({"submodule", "--quiet", "deinit", "--force", "lib"});
  EXPECT_EQ(baseline(), third_);
}

TEST(Repository, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of([&] { (void)open_repository(folder.path()); }),
            "there is no Git repository at " + folder.path().string() +
                " or above; name that of the revisions with -s repository=PATH "
                "or as \"repository\" in \"revisions\" of spl.json");
}

TEST(Repository, LimitsTheConfigurationOfAllWorktrees) {
  GitFolder git;
  git.commit("One");
  git.git({"worktree", "add", "--quiet", "../tree"});
  const std::string usual = read_file(git.path() / ".git" / "config");
  git.write(".git/config", usual + std::string(600 << 10, '\n'));
  EXPECT_THAT(
      message_of([&] { (void)open_repository(git.around().path() / "tree"); }),
      ::testing::HasSubstr("has more than 512 KiB"));
}

TEST(Repository, NamesWhatARevisionLacks) {
  GitFolder git;
  git.commit("One");
  git.write(".git/refs/tags/v1", std::string(40, '1') + "\n");
  const auto repository = open_repository(git.path());
  EXPECT_EQ(message_of([&] { (void)repository->resolve("v1"); }),
            "there is no revision \"v1\": the repository has this name, but "
            "not what it leads to");
}

TEST(Repository, HasNoRevisionsBeforeTheFirstCommit) {
  const GitFolder git;
  const auto repository = open_repository(git.path());
  EXPECT_EQ(message_of([&] { (void)repository->resolve("HEAD"); }),
            "there is no revision \"HEAD\": the repository has no commit yet");
  EXPECT_EQ(message_of([&] { (void)repository->default_baseline({}, {}); }),
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

TEST_F(RepositoryTest, ListsWhatGitIgnores) {
  git_.write(".gitignore", "gen/\n*.o\n");
  git_.write("gen/deep/config.h", "");
  git_.write("a.o", "");
  git_.write("a.c", "");
  EXPECT_THAT(open_repository(git_.path())->ignored_files(),
              testing::UnorderedElementsAre("a.o", "gen/deep/config.h"));
}

}  // namespace
}  // namespace spl::runner
