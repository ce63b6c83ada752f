#include "runner/store/store_place.hpp"

#include <gtest/gtest.h>

#include <map>

#include "runner/builds/build_inputs.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/git_repository.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/git_folder.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// The place as "PATH" or "named PATH"; "none" without one.
std::string place(const std::string& history,
                  const std::optional<fs::path>& project,
                  const std::map<std::string, std::string>& variables = {}) {
  const auto found =
      store_place(history, project, [&](const std::string& name) {
        const auto at = variables.find(name);
        return at == variables.end() ? std::nullopt : std::optional(at->second);
      });
  if (!found) return "none";
  return (found->is_named ? "named " : "") + found->file.string();
}

TEST(StorePlace, IsBesideTheProjectFileOrInTheStateOfTheUser) {
  EXPECT_EQ(place("", "some"), "some/.spl/history.db");
  EXPECT_EQ(place("", {}, {{"XDG_STATE_HOME", "/s"}, {"HOME", "/h"}}),
            "/s/spl/history.db");
  EXPECT_EQ(place("", {}, {{"XDG_STATE_HOME", "relative"}, {"HOME", "/h"}}),
            "/h/.local/state/spl/history.db");
  EXPECT_EQ(place("", {}), "none");
}

TEST(StorePlace, IsWhatTheUserNames) {
  EXPECT_EQ(place("a.db", "some"), "named a.db");
  EXPECT_EQ(place("off", "some"), "none");
}

TEST(StorePlace, IgnoresItselfUnlessTheUserNamedIt) {
  const TemporaryFolder folder;
  make_store_folder({folder.path() / ".spl" / "history.db"});
  EXPECT_EQ(read_file(folder.path() / ".spl" / ".gitignore"), "*\n");
  make_store_folder({folder.path() / "named" / "history.db", true});
  EXPECT_TRUE(fs::is_directory(folder.path() / "named"));
  EXPECT_FALSE(fs::exists(folder.path() / "named" / ".gitignore"));
  make_store_folder({"history.db", true});
}

TEST(StorePlace, IsNoLinkThatARepositoryCouldHave) {
  const TemporaryFolder folder;
  const fs::path link = folder.path() / ".spl";
  fs::create_directory_symlink(folder.path(), link);
  try {
    make_store_folder({link / "history.db"});
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(
        error.what(),
        link.string() +
            " is a link; name the file that is meant with -s history=PATH");
  }
  make_store_folder({link / "history.db", true});
}

TEST(StorePlace, SaysWhyItCannotBeMade) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("file", "");
  try {
    make_store_folder({file / "history.db", true});
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(),
              "cannot make " + file.string() + ": Not a directory");
  }
}

TEST(StorePlace, IsNoPartOfAWorkingTree) {
  GitFolder git;
  git.write("a.cpp", "int a();\n");
  git.commit("First");
  BuildRecipe recipe;
  recipe.project = git.path();
  const auto identity = [&] {
    const auto repository = open_repository(git.path());
    const Revision revision = repository->working_tree_revision();
    return tree_id(repository->tree(revision)) + project_names_id(recipe) +
           (revision.dirty ? " dirty" : " clean");
  };
  const std::string before = identity();
  std::vector<std::string> warnings;
  const auto store =
      open_store({git.path() / ".spl" / "history.db"}, "", warnings);
  keep_sample(*store, 1, 2);
  EXPECT_EQ(identity(), before);
  EXPECT_EQ(git.git({"status", "--porcelain"}), "");
}

constexpr std::string_view kIsTracked =
    " is a file that Git tracks, so whoever wrote the repository may have "
    "written it; take it out (git rm --cached), or name another store with -s "
    "history=PATH, which takes over what it has by history import";

TEST(StorePlace, IsNoFileThatGitTracks) {
  GitFolder git;
  const StorePlace place{git.path() / ".spl" / "history.db"};
  std::vector<std::string> warnings;
  (void)open_store(place, "", warnings);
  git.git({"add", "--force", ".spl/history.db"});
  try {
    (void)open_store(place, "", warnings);
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), place.file.string() + std::string(kIsTracked));
  }
  EXPECT_THROW((void)open_existing_store(place.file, Database::Access::kRead),
               FileError);
  git.git({"rm", "--cached", "--quiet", ".spl/history.db"});
  (void)open_store(place, "", warnings);
}

TEST(StorePlace, HasNothingBesideItThatGitTracks) {
  GitFolder git;
  const StorePlace place{git.path() / ".spl" / "history.db"};
  std::vector<std::string> warnings;
  (void)open_store(place, "", warnings);
  git.git({"add", "--force", "."});
  git.git({"rm", "--cached", "--quiet", ".spl/history.db"});
  git.write(".spl/history.dbs", "");  // It is no part of the store.
  git.git({"add", "--force", ".spl/history.dbs"});
  (void)open_store(place, "", warnings);
  for (const std::string part :
       {"history.db-journal", "history.db-wal", "history.db-shm",
        "history.db.spool/x~1~y.ready"}) {
    git.write(".spl/" + part, "");
    git.git({"add", "--force", ".spl/" + part});
    try {
      (void)open_store(place, "", warnings);
      ADD_FAILURE() << part;
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(), (git.path() / ".spl" / part).string() +
                                  std::string(kIsTracked));
    }
    git.git({"rm", "--cached", "--quiet", ".spl/" + part});
    std::filesystem::remove(git.path() / ".spl" / part);
  }
}

TEST(StorePlace, IsNoneWhereGitMayTrackTheStore) {
  GitFolder git;
  const StorePlace place{git.path() / ".spl" / "history.db"};
  std::vector<std::string> warnings;
  (void)open_store(place, "", warnings);
  git.git({"config", "core.repositoryFormatVersion", "1"});
  git.git({"config", "extensions.ours", "true"});
  std::filesystem::remove(git.path() / ".git" / "index");
  (void)open_store(place, "", warnings);  // Nothing is tracked.
  git.write(".git/index", std::string("DIRC\0\0\0\2history.db", 18));
  try {
    (void)open_store(place, "", warnings);
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(),
              place.file.string() +
                  " may be a file that Git tracks (cannot open the Git "
                  "repository at " +
                  git.path().string() +
                  ": unsupported extension name extensions.ours), so whoever "
                  "wrote the repository may have written it; name a store "
                  "outside of the repository with -s history=PATH, which takes "
                  "over what it has by history import");
  }
}

TEST(StorePlace, IsOnNoNetworkHere) {
  EXPECT_FALSE(is_on_network("/proc"));
  EXPECT_FALSE(is_on_network("/no such folder"));
}

}  // namespace
}  // namespace spl::runner
