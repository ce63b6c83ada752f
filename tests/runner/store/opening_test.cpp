#include "runner/store/opening.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <thread>

#include "runner/store/schema.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kNow = "2026-11-25T12:37:22Z";

class OpeningTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Database> opened() {
    return open_store(place_, kNow, warnings_);
  }

  /// Writes over the file from an offset on.
  void damage(std::streamoff from, std::size_t bytes) const {
    std::fstream file(place_.file,
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(from);
    file << std::string(bytes, 'x');
  }

  TemporaryFolder folder_;
  StorePlace place_{folder_.path() / ".spl" / "history.db"};
  fs::path aside_ = place_.file.string() + ".damaged-2026-11-25T123722Z";
  std::vector<std::string> warnings_;
};

TEST_F(OpeningTest, MakesAStoreForSeveralProcesses) {
  const auto one = opened();
  EXPECT_EQ(one->text("PRAGMA journal_mode"), "wal");
  EXPECT_EQ(one->integer("PRAGMA auto_vacuum"), 2);
  EXPECT_EQ(one->integer("PRAGMA user_version"), kSchema);
  keep_sample(*one, 1, 2);
  const auto other = opened();
  keep_sample(*other, 2, 2);
  EXPECT_EQ(one->integer("SELECT count(*) FROM experiment"), 2);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(OpeningTest, IsDoneByEightAtATime) {
  std::vector<std::vector<std::string>> warnings(8);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        keep_sample(*open_store(place_, kNow, warnings[i]), i + 1, 20);
      });
    }
  }
  for (const auto& some : warnings) EXPECT_THAT(some, IsEmpty());
  EXPECT_EQ(opened()->integer("SELECT count(*) FROM run"), 8 * 20 * 2);
}

TEST_F(OpeningTest, SetsADamagedStoreAsideAndBeginsANewOne) {
  keep_sample(*opened(), 1, 2);
  damage(0, 100);
  const std::string before = read_file(place_.file);
  const auto fresh = opened();
  EXPECT_EQ(fresh->integer("SELECT count(*) FROM run"), 0);
  EXPECT_EQ(read_file(aside_), before);
  EXPECT_THAT(
      warnings_,
      ElementsAre("the store was damaged (" + place_.file.string() +
                  ": file is not a database) and is now " + aside_.string() +
                  "; a new one has been begun, into which sqlite3 may "
                  "recover the old one (.recover)"));
}

TEST_F(OpeningTest, NeverReplacesWhatWasSetAside) {
  for (int i = 0; i < 2; ++i) {
    (void)opened();
    damage(0, 100);
  }
  (void)opened();
  EXPECT_TRUE(fs::exists(aside_));
  EXPECT_TRUE(fs::exists(aside_.string() + "-2"));
}

TEST_F(OpeningTest, SetsNothingAsideThatIsIntact) {
  keep_sample(*opened(), 1, 2);
  set_aside_if_damaged(place_, kNow, warnings_);
  EXPECT_THAT(warnings_, IsEmpty());
  // The pages of tables, of which a new process learns late.
  damage(8192, 4096);
  set_aside_if_damaged(place_, kNow, warnings_);
  EXPECT_EQ(warnings_.size(), 1U);
  EXPECT_TRUE(fs::exists(aside_));
  EXPECT_FALSE(fs::exists(place_.file));
}

TEST_F(OpeningTest, LeavesAFileOfTheUserAlone) {
  place_ = {folder_.write("report.json", std::string(1000, 'x')), true};
  EXPECT_THROW((void)opened(), DatabaseError);
  EXPECT_EQ(read_file(place_.file), std::string(1000, 'x'));
}

TEST_F(OpeningTest, RefusesALaterSchemaAndChangesNothing) {
  opened()->execute("PRAGMA user_version = 7");
  EXPECT_THROW((void)opened(), SchemaError);
  EXPECT_THROW((void)open_store_alone(place_.file), SchemaError);
  EXPECT_EQ(Database(place_.file, Database::Access::kRead)
                .integer("PRAGMA user_version"),
            7);
}

TEST_F(OpeningTest, OfAnExistingStoreNamesOneThatIsMissingOrEmpty) {
  const std::string empty = folder_.write("empty.db", "");
  for (const std::string& file : {std::string("none.db"), empty}) {
    try {
      (void)open_existing_store(file, Database::Access::kRead);
      FAIL();
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()),
                "there is no store " + file +
                    "; it is made by the first measurement, or name another "
                    "with -s history=PATH");
    }
  }
}

}  // namespace
}  // namespace spl::runner
