#include "runner/store/guarded_files.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/store/database.hpp"
#include "runner/store/exchange.hpp"
#include "runner/store/keeper.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Access = Database::Access;
using ::testing::ElementsAre;

constexpr std::size_t kPage = 4096;
constexpr std::string_view kMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

std::string big_endian(std::size_t number) {
  std::string result;
  for (int shift = 24; shift >= 0; shift -= 8) {
    result += static_cast<char>(number >> shift & 0xff);
  }
  return result;
}

/// A journal without pages of a store with so many bytes. SQLite's format of
/// rollback journals lets it name a super-journal.
std::string journal(std::size_t bytes, const std::string& super_journal) {
  constexpr std::size_t kSector = 512;
  constexpr std::size_t kLockPage = 0x40000000 / kPage + 1;
  std::string result(kMagic);
  for (const std::size_t number :
       {std::size_t{0}, std::size_t{0}, bytes / kPage, kSector, kPage}) {
    result += big_endian(number);
  }
  result.resize(kSector);
  std::size_t sum = 0;
  for (const char letter : super_journal) {
    sum += static_cast<unsigned char>(letter);
  }
  return result + big_endian(kLockPage) + super_journal +
         big_endian(super_journal.size()) + big_endian(sum) +
         std::string(kMagic);
}

class GuardedFiles : public ::testing::Test {
 protected:
  /// Makes a store with this name.
  fs::path store(const std::string& name) {
    fs::path result = folder_.write(name, "");
    keep_sample(*open_store_alone(result), 1, 2);
    return result;
  }

  fs::path journal_beside(const fs::path& store, const fs::path& names) {
    return folder_.write(
        fs::relative(store, folder_.path()).string() + "-journal",
        journal(fs::file_size(store), names.string()));
  }

  [[nodiscard]] static std::string refusal(const fs::path& store) {
    return store.string() + ": the journal beside it, " + store.string() +
           "-journal, names another file, which SQLite would remove; spl-run "
           "writes none like it: remove the journal";
  }

  TemporaryFolder folder_;
  fs::path precious_ = folder_.write("precious", "precious");
  std::vector<std::string> warnings_;
};

// In a folder such as /tmp anybody can put one there.
TEST_F(GuardedFiles, AreNoneOfWhoMayNotWriteTheStore) {
  if (geteuid() != 0) GTEST_SKIP() << "needs another user";
  constexpr uid_t kNobody = 65534;
  for (const char* part : {"-wal", "-journal", "-shm"}) {
    const fs::path file = store(std::string("of") + part);
    fs::permissions(file, fs::perms(0644));
    const fs::path beside = file.string() + part;
    write_file(beside, "");
    ASSERT_EQ(chown(beside.c_str(), kNobody, kNobody), 0);
    const auto open = [&] { (void)open_store({file, true}, "", warnings_); };
    try {
      open();
      ADD_FAILURE() << part;
    } catch (const DatabaseError& error) {
      EXPECT_EQ(
          error.what(),
          beside.string() +
              " is not used: it is no regular file, has a second name, or "
              "belongs to a user who may not write the store; remove it");
    }
    fs::permissions(file, fs::perms(0664));  // Its group may, not others.
    EXPECT_THROW(open(), DatabaseError) << part;
    ASSERT_EQ(chown(beside.c_str(), kNobody, getegid()), 0);
    // There whoever makes a file gives it to the group of the folder.
    ASSERT_EQ(chmod(folder_.path().c_str(), 03777), 0);
    EXPECT_THROW(open(), DatabaseError) << part;
    ASSERT_EQ(chmod(folder_.path().c_str(), 0700), 0);
    EXPECT_NO_THROW(open()) << part;
  }
}

TEST_F(GuardedFiles, AreNoneThatAJournalNames) {
  const fs::path file = store("a.db");
  const std::string before = read_file(file);
  const fs::path journal = journal_beside(file, precious_);
  for (int i = 0; i < 2; ++i) {  // Nor is it played back.
    try {
      (void)open_store({file, true}, "", warnings_);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const DatabaseError& error) {
      EXPECT_EQ(error.what(), refusal(file));
    }
    EXPECT_TRUE(fs::exists(precious_));
    EXPECT_TRUE(read_file(file) == before);
  }
  fs::remove(journal);
  (void)open_store({file, true}, "", warnings_);
}

TEST_F(GuardedFiles, AreNoneThatAJournalNamesWithALog) {
  const fs::path file = folder_.path() / "a.db";
  keep_sample(*open_store({file, true}, "", warnings_), 1, 2);
  journal_beside(file, precious_);
  try {
    (void)open_existing_store(file, Access::kWrite);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const DatabaseError& error) {
    EXPECT_EQ(error.what(), refusal(file));
  }
  EXPECT_TRUE(fs::exists(precious_));
}

TEST_F(GuardedFiles, AreNotRemovedAsASuperJournal) {
  const fs::path file = store("a.db");
  const fs::path other = folder_.write("b.db-journal", "");
  (void)store("b.db");
  for (const fs::path& own : {file, fs::path(file.string() + "-wal"), other}) {
    if (!fs::exists(own)) folder_.write(own.filename().string(), "of others");
    const std::string before = read_file(own);
    journal_beside(file, own);
    try {
      (void)Database(file, Access::kWrite).integer("SELECT count(*) FROM run");
    } catch (const DatabaseError&) {
      // Which names are refused at once does not matter.
    }
    EXPECT_TRUE(read_file(own) == before) << own;
  }
}

TEST_F(GuardedFiles, AreNoneThatTheJournalOfASpoolNames) {
  fs::create_directory(folder_.path() / "a.db.spool");
  const fs::path spool = store("a.db.spool/x~1~y.ready");
  journal_beside(spool, precious_);
  const auto into = open_store_alone(folder_.path() / "a.db");
  take_over({spool}, *into, warnings_);
  EXPECT_TRUE(fs::exists(precious_));
  EXPECT_THAT(warnings_,
              ElementsAre("what another process has measured cannot be read "
                          "and is left in " +
                          spool.string() + ".unread (" + refusal(spool) + ")"));
}

TEST_F(GuardedFiles, AreNoPipes) {
  const fs::path file = store("a.db");
  for (const char* part : {"-journal", "-wal"}) {
    const std::string pipe = file.string() + part;
    fs::remove(pipe);
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW((void)Database(file, Access::kWrite)
                     .integer("SELECT count(*) FROM run"),
                 DatabaseError)
        << part;
    fs::remove(pipe);
  }
}

TEST_F(GuardedFiles, AreNoOtherNamesOfFilesOfTheUser) {
  const fs::path file = store("a.db");
  for (const char* part : {"-journal", "-wal", "-shm"}) {
    const std::string name = file.string() + part;
    fs::remove(name);
    fs::create_hard_link(precious_, name);
    EXPECT_THROW(keep_sample(*open_store({file, true}, "", warnings_), 2, 2),
                 DatabaseError)
        << part;
    EXPECT_TRUE(read_file(precious_) == "precious") << part;
    fs::remove(name);
  }
}

TEST_F(GuardedFiles, TakeBackWhatAKilledProcessLeft) {
  Database killed(folder_.path() / "a.db", Access::kCreate);
  killed.execute(
      "PRAGMA cache_size = 1; CREATE TABLE t (a); INSERT INTO t VALUES "
      "(zeroblob(100000)); BEGIN; DELETE FROM t; INSERT INTO t VALUES "
      "(randomblob(200000))");
  const fs::path copy = folder_.path() / "b.db";
  for (const char* part : {"", "-journal"}) {
    fs::copy_file(killed.file().string() + part, copy.string() + part);
  }
  ASSERT_GT(fs::file_size(copy.string() + "-journal"), kPage);
  EXPECT_EQ(
      Database(copy, Access::kWrite)
          .integer("SELECT sum(length(a)) FROM t WHERE a = zeroblob(1e5)"),
      100'000);
  EXPECT_FALSE(fs::exists(copy.string() + "-journal"));
}

TEST_F(GuardedFiles, HoldWhatDoesNotFitInMemory) {
  Database database(folder_.path() / "a.db", Access::kCreate);
  database.execute(
      "PRAGMA temp_store = FILE; PRAGMA temp.cache_size = 1; CREATE TEMP TABLE "
      "t (a); BEGIN; SAVEPOINT s; INSERT INTO t VALUES (zeroblob(1000000)); "
      "UPDATE t SET a = randomblob(2000000); ROLLBACK TO s; COMMIT");
  database.statement("VACUUM INTO ?").run((folder_.path() / "b.db").string());
  EXPECT_EQ(database.integer("SELECT count(*) FROM t"), 0);
}

}  // namespace
}  // namespace spl::runner
