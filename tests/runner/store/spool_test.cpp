#include "runner/store/keeper.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/store/opening.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SpoolTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  fs::path store_ = folder_.path() / "history.db";
  std::vector<std::string> warnings_;
};

TEST_F(SpoolTest, IsReadyAtTheEnd) {
  {
    const Spool spool(store_);
    keep_sample(*open_store_alone(spool.file()), 1, 2);
    EXPECT_THAT(ready_spools(store_), IsEmpty());
  }
  EXPECT_THAT(ready_spools(store_), SizeIs(1));
  const auto into = open_store_alone(store_);
  take_over(ready_spools(store_), *into, warnings_);
  EXPECT_EQ(into->integer("SELECT count(*) FROM run"), 4);
  EXPECT_THAT(ready_spools(store_), IsEmpty());
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(SpoolTest, OfAKilledProcessIsReadyOnTheSameMachine) {
  const pid_t child = fork();
  if (child == 0) {
    const Spool spool(store_);
    const auto database = open_store_alone(spool.file());
    keep_sample(*database, 1, 2);
    database->execute("BEGIN; DELETE FROM run");
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_THAT(ready_spools(store_), SizeIs(1));
  const auto into = open_store_alone(store_);
  take_over(ready_spools(store_), *into, warnings_);
  EXPECT_EQ(into->integer("SELECT count(*) FROM run"), 4);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(SpoolTest, ThatCannotBeWrittenKeepsNoOtherFromTheStore) {
  for (int day = 1; day <= 2; ++day) {
    const Spool spool(store_);
    keep_sample(*open_store_alone(spool.file()), day, 2);
  }
  const fs::path first = ready_spools(store_).at(0);
  for (const char* part : {"-journal", "-wal"}) {
    fs::create_directories(first.string() + part);
  }
  const auto into = open_store_alone(store_);
  take_over(ready_spools(store_), *into, warnings_);
  EXPECT_EQ(into->integer("SELECT count(*) FROM run"), 4);
  EXPECT_THAT(ready_spools(store_), ::testing::ElementsAre(first));
  EXPECT_THAT(
      warnings_,
      ::testing::ElementsAre(
          "what another process has measured is not stored: " + first.string() +
          "-journal is not used: it is no regular file, has a second name, or "
          "belongs to a user who may not write the store; remove it"));
}

// In a folder such as /tmp anybody can make one beside the store.
TEST_F(SpoolTest, IsOfWhoMayWriteTheStore) {
  if (geteuid() != 0) GTEST_SKIP() << "needs another user";
  constexpr uid_t kNobody = 65534;
  (void)open_store_alone(store_);
  fs::permissions(store_, fs::perms(0644));
  {
    const Spool spool(store_);
    keep_sample(*open_store_alone(spool.file()), 1, 2);
  }
  const fs::path file = ready_spools(store_).at(0);
  for (const fs::path& path : {file, file.parent_path()}) {
    ASSERT_EQ(chown(path.c_str(), kNobody, kNobody), 0);
    EXPECT_THAT(ready_spools(store_), IsEmpty()) << path;
    fs::permissions(store_, fs::perms(0666));
    EXPECT_THAT(ready_spools(store_), SizeIs(1)) << path;
    fs::permissions(store_, fs::perms(0644));
    ASSERT_EQ(chown(path.c_str(), 0, 0), 0);
  }
  ASSERT_EQ(chown(file.parent_path().c_str(), kNobody, kNobody), 0);
  EXPECT_THROW(Spool{store_}, FileError);
}

TEST_F(SpoolTest, OfAKilledProcessLeavesNothing) {
  const pid_t child = fork();
  if (child == 0) {
    const Spool spool(store_);
    const auto database = open_store_alone(spool.file());
    keep_sample(*database, 1, 2);  // Between transactions.
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  const fs::path folder = store_.string() + ".spool";
  const auto count = [&] {
    return std::distance(fs::directory_iterator(folder), {});
  };
  ASSERT_EQ(count(), 2);  // With its journal.
  // Another process took over the first of two.
  const fs::path spool = ready_spools(store_).at(0);
  const std::string other = spool.string().substr(0, spool.string().rfind('~'));
  folder_.write("history.db.spool/" + fs::path(other).filename().string() +
                    "~x.live-journal",
                "");
  folder_.write("history.db.spool/x~1~y.ready-journal", "");
  folder_.write("history.db.spool/of-the-user-journal", "");
  const auto into = open_store_alone(store_);
  take_over(ready_spools(store_), *into, warnings_);
  EXPECT_EQ(count(), 1);
  EXPECT_TRUE(fs::exists(folder / "of-the-user-journal"));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(SpoolTest, ThatIsEmptyIsRemovedUnread) {
  folder_.write("history.db.spool/x~1~y.ready", "");
  folder_.write("history.db.spool/x~1~y.ready-journal", "x");
  // Whoever opens it as a database waits for nothing, and fails.
  fs::create_directory(store_.string() + ".spool/x~1~y.ready-wal");
  const auto into = open_store_alone(store_);
  take_over(ready_spools(store_), *into, warnings_);
  EXPECT_TRUE(fs::is_empty(spool_folder(store_)));
  EXPECT_THAT(warnings_, IsEmpty());
}

// A repository could have links in their places.
TEST_F(SpoolTest, IsNoLinkAndInNone) {
  folder_.write("theirs/a.ready", "theirs");
  folder_.write("theirs/b.ready-journal", "theirs");
  fs::create_directory_symlink("theirs", spool_folder(store_));
  EXPECT_THAT(ready_spools(store_), IsEmpty());
  EXPECT_THROW(Spool{store_}, FileError);
  fs::remove(spool_folder(store_));
  fs::create_directory(spool_folder(store_));
  for (const char* name : {"a.ready", "b.ready-journal"}) {
    fs::create_symlink("../theirs/" + std::string(name),
                       spool_folder(store_) / name);
    EXPECT_THAT(ready_spools(store_), IsEmpty());
    EXPECT_TRUE(fs::is_symlink(spool_folder(store_) / name));
    EXPECT_EQ(read_file(folder_.path() / "theirs" / name), "theirs");
  }
}

TEST_F(SpoolTest, ThatCannotBeReadStaysUnderAnotherName) {
  const auto name =
      folder_.write("history.db.spool/x~1~y.ready", std::string(1000, 'x'));
  const auto into = open_store_alone(store_);
  take_over(ready_spools(store_), *into, warnings_);
  EXPECT_TRUE(fs::exists(name.string() + ".unread"));
  EXPECT_THAT(ready_spools(store_), IsEmpty());
  EXPECT_THAT(warnings_,
              ::testing::ElementsAre(
                  "what another process has measured cannot be read and is "
                  "left in " +
                  name.string() + ".unread (" + name.string() +
                  ": file is not a database)"));
}

}  // namespace
}  // namespace spl::runner
