#include "runner/store/keeper.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/store/opening.hpp"
#include "runner/store/stored_runs.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Access = Database::Access;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t kPlenty = 1'000'000'000;

class KeeperTest : public ::testing::Test {
 protected:
  [[nodiscard]] Keeper keeper(int day = 1) const {
    return {place_, experiment_on(day), {kPlenty}};
  }

  std::int64_t count(const std::string& table) {
    return open_existing_store(place_.file, Access::kWrite)
        ->integer(("SELECT count(*) FROM " + table).c_str());
  }

  TemporaryFolder folder_;
  StorePlace place_{folder_.path() / ".spl" / "history.db"};
  std::vector<SeriesFacts> series_ = sample_series();
};

TEST_F(KeeperTest, KeepsEachBlockAndWhatWasFound) {
  Keeper keeper = this->keeper();
  keeper.keep(series_, {run_of(0, 0), run_of(1, 0)});
  EXPECT_EQ(count("run"), 2);
  keeper.keep(series_, {run_of(0, 1), run_of(1, 1)});
  keeper.finish({sample_formula()}, {});
  EXPECT_EQ(count("run"), 4);
  EXPECT_EQ(count("relation"), 1);
  EXPECT_THAT(keeper.take_warnings(), IsEmpty());
}

TEST_F(KeeperTest, MakesNoStoreWithoutARun) {
  Keeper keeper = this->keeper();
  keeper.keep(series_, {});
  keeper.finish({sample_formula()}, {});
  EXPECT_FALSE(fs::exists(place_.file.parent_path()));
}

TEST_F(KeeperTest, WarnsOnceWhereNothingCanBeWritten) {
  place_ = {folder_.write("file", "") / "history.db", true};
  Keeper keeper = this->keeper();
  for (std::size_t i = 0; i < 3; ++i) keeper.keep(series_, {run_of(0, i)});
  keeper.finish({sample_formula()}, {});
  EXPECT_THAT(keeper.take_warnings(),
              ElementsAre("the measurements are not stored: cannot make " +
                          place_.file.parent_path().string() +
                          ": Not a directory (-s history=PATH names another "
                          "place, -s history=off none)"));
  EXPECT_THAT(keeper.take_warnings(), IsEmpty());
}

TEST_F(KeeperTest, WarnsOnceOfAFileThatMayNotBeWritten) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everything";
  this->keeper().keep(series_, {run_of(0, 0)});
  for (const auto& entry : fs::directory_iterator(place_.file.parent_path())) {
    fs::permissions(entry.path(), fs::perms::owner_read);
  }
  fs::permissions(place_.file.parent_path(),
                  fs::perms::owner_read | fs::perms::owner_exec);
  Keeper keeper = this->keeper(2);
  for (std::size_t i = 0; i < 3; ++i) keeper.keep(series_, {run_of(0, i)});
  fs::permissions(place_.file.parent_path(), fs::perms::owner_all);
  EXPECT_THAT(keeper.take_warnings(), SizeIs(1));
}

/// What the child process returns is its status; it shares nothing.
template <typename Work>
int status_of(const Work& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// The limit of a file's size stops writes as a full disk does.
TEST_F(KeeperTest, GoesOnWhereTheDiskIsFull) {
  const int status = status_of([&] {
    signal(SIGXFSZ, SIG_IGN);
    Keeper keeper = this->keeper();
    keeper.keep(series_, {run_of(0, 0)});
    const rlimit limit{200'000, 200'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::vector<double> many(1000, std::sqrt(2));
    for (std::size_t i = 1; i < 100; ++i) {
      keeper.keep(series_, {run_of(0, i, many)});
    }
    keeper.finish({sample_formula()}, {});
    const auto warnings = keeper.take_warnings();
    const bool is_right =
        warnings.size() == 1 &&
        warnings[0].starts_with(
            "the measurements are not stored: " + place_.file.string() + ": ");
    return is_right ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  const auto database = open_existing_store(place_.file, Access::kWrite);
  EXPECT_EQ(database->text("PRAGMA integrity_check"), "ok");
  EXPECT_GE(database->integer("SELECT count(*) FROM run"), 1);
}

TEST_F(KeeperTest, BeginsANewStoreWhereItsOwnTurnsOutToBeDamaged) {
  {
    Keeper before = keeper();
    for (std::size_t i = 0; i < 500; ++i) before.keep(series_, {run_of(0, i)});
    before.finish({}, {});
  }
  {
    // All but the first pages.
    const auto size = fs::file_size(place_.file);
    std::fstream file(place_.file,
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(size - 4096, 'x');
  }
  Keeper keeper = this->keeper(2);
  keeper.keep(series_, {run_of(0, 0), run_of(1, 0)});
  keeper.keep(series_, {run_of(0, 1), run_of(1, 1)});
  keeper.finish({sample_formula()}, {});
  const auto warnings = keeper.take_warnings();
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings[0], HasSubstr("the store was damaged"));
  EXPECT_EQ(count("run"), 4);
  EXPECT_EQ(count("formula"), 1);
  EXPECT_TRUE(fs::exists(place_.file.string() + ".damaged-2026-01-02T083000Z"));
}

TEST_F(KeeperTest, SpoolsOnANetworkAndTheNextTakesOver) {
  const auto on_network = [](const fs::path&) { return true; };
  for (int day = 1; day <= 3; ++day) {
    Keeper keeper(place_, experiment_on(day), {kPlenty}, on_network);
    keeper.keep(series_, {run_of(0, 0), run_of(1, 0)});
    keeper.finish({sample_formula()}, {});
    EXPECT_THAT(keeper.take_warnings(), IsEmpty());
  }
  // The last one waits for the next.
  EXPECT_EQ(count("run"), 4);
  EXPECT_THAT(ready_spools(place_.file), SizeIs(1));
  Keeper here = keeper(4);
  here.keep(series_, {run_of(0, 0)});
  EXPECT_EQ(count("run"), 7);
}

TEST_F(KeeperTest, SpoolsWhereAnotherHoldsTheStore) {
  this->keeper().keep(series_, {run_of(0, 0)});
  auto holder = open_existing_store(place_.file, Access::kWrite);
  holder->execute("BEGIN IMMEDIATE");
  Keeper keeper(place_, experiment_on(2),
                {kPlenty, std::chrono::milliseconds(20)});
  for (std::size_t i = 0; i < 3; ++i) keeper.keep(series_, {run_of(0, i)});
  keeper.finish({sample_formula()}, {});
  EXPECT_THAT(
      keeper.take_warnings(),
      ElementsAre(place_.file.string() +
                  " is locked by another process: the measurements are in " +
                  place_.file.string() +
                  ".spool, and the next spl-run stores them"));
  EXPECT_THAT(ready_spools(place_.file), SizeIs(1));
  holder.reset();
  this->keeper(3).keep(series_, {run_of(0, 0)});
  EXPECT_EQ(count("run"), 5);
  EXPECT_EQ(count("formula"), 1);
  EXPECT_THAT(ready_spools(place_.file), IsEmpty());
}

// Blocks that are in the store stay there, and the others join them.
TEST_F(KeeperTest, GoesOnInASpoolWhereTheStoreIsHeldMeanwhile) {
  Keeper keeper(place_, experiment_on(1),
                {kPlenty, std::chrono::milliseconds(20)});
  keeper.keep(series_, {run_of(0, 0)});
  auto holder = open_existing_store(place_.file, Access::kWrite);
  holder->execute("BEGIN IMMEDIATE");
  keeper.keep(series_, {run_of(0, 1)});
  holder.reset();
  keeper.keep(series_, {run_of(0, 2)});
  keeper.finish({sample_formula()}, {});
  EXPECT_THAT(keeper.take_warnings(), SizeIs(1));
  EXPECT_EQ(count("run"), 1);
  this->keeper(2).keep(series_, {run_of(0, 0)});
  EXPECT_EQ(count("run"), 4);
  EXPECT_EQ(count("experiment"), 2);
}

/// Keeps blocks for ever and acknowledges each through the descriptor.
[[noreturn]] void keep_for_ever(const StorePlace& place, int day, int out) {
  Keeper keeper(place, experiment_on(day), {kPlenty});
  const auto series = sample_series();
  for (std::size_t block = 0;; ++block) {
    keeper.keep(series, {run_of(0, block), run_of(1, block)});
    if (!keeper.take_warnings().empty()) _exit(1);
    if (write(out, "x", 1) != 1) _exit(2);
  }
}

/// Kills a writer at a random moment; the blocks that it acknowledged.
std::int64_t killed_writer(const StorePlace& place, int day,
                           std::mt19937& random) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    keep_for_ever(place, day, ends[1]);
  }
  close(ends[1]);
  std::int64_t acknowledged = 0;
  char sign = 0;
  const std::int64_t wanted = random() % 20;
  while (acknowledged < wanted && read(ends[0], &sign, 1) == 1) ++acknowledged;
  usleep(static_cast<useconds_t>(random() % 500));
  kill(child, SIGKILL);
  while (read(ends[0], &sign, 1) == 1) ++acknowledged;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  return acknowledged;
}

/// SPL_KILLS in the environment, or a few.
int kills() {
  const char* asked = std::getenv("SPL_KILLS");
  return asked == nullptr ? 10 : std::atoi(asked);
}

TEST_F(KeeperTest, LosesNoBlockWhereItsProcessIsKilled) {
  std::mt19937 random(std::random_device{}());
  std::int64_t acknowledged = 0;
  std::int64_t lost = 0;
  for (int i = 0; i < kills(); ++i) {
    acknowledged += killed_writer(place_, 1 + i % 28, random);
    if (!fs::exists(place_.file)) continue;
    const auto database = open_existing_store(place_.file, Access::kWrite);
    EXPECT_EQ(database->text("PRAGMA integrity_check"), "ok");
    const auto blocks = database->integer("SELECT count(*) FROM run") / 2;
    // The last block may be there and not acknowledged.
    lost += blocks < acknowledged ? 1 : 0;
    EXPECT_LE(blocks, acknowledged + i + 1);
    EXPECT_EQ(database->integer("SELECT count(*) FROM run") % 2, 0);
  }
  EXPECT_EQ(lost, 0);
  EXPECT_TRUE(fs::exists(place_.file));
}

TEST_F(KeeperTest, LetsEightProcessesWriteAtATime) {
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    Keeper keeper = this->keeper(i + 1);
    for (std::size_t block = 0; block < 40; ++block) {
      keeper.keep(series_, {run_of(0, block), run_of(1, block)});
    }
    keeper.finish({sample_formula()}, {});
    _exit(keeper.take_warnings().empty() ? 0 : 1);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(count("run"), 8 * 40 * 2);
  EXPECT_EQ(count("formula"), 8);
  EXPECT_EQ(count("host"), 1);
}

class RetentionTest : public ::testing::Test {
 protected:
  std::int64_t count(const std::string& table) {
    return database_->integer(("SELECT count(*) FROM " + table).c_str());
  }

  std::int64_t shrunk(std::uint64_t most_bytes) {
    return shrink(*database_, most_bytes, {own_, "2026-12-31T00:00:00Z"});
  }

  Uuid own_ = random_uuid();
  TemporaryFolder folder_;
  std::vector<std::string> warnings_;
  std::unique_ptr<Database> database_ =
      open_store({folder_.path() / "a.db", true}, "", warnings_);
};

TEST_F(RetentionTest, PrunesExperimentsWithAllTheirParts) {
  keep_sample(*database_, 1, 2);
  keep_sample(*database_, 2, 3);
  EXPECT_EQ(prune(*database_, "2026-01-02T00:00:00Z"), 1);
  EXPECT_EQ(count("experiment"), 1);
  EXPECT_EQ(count("run"), 6);
  EXPECT_EQ(count("formula"), 1);
  EXPECT_EQ(count("condition"), 1);
  EXPECT_EQ(count("host"), 1);
  EXPECT_EQ(prune(*database_, "2027-01-01T00:00:00Z"), 1);
  for (const char* table :
       {"host", "build", "performance", "experiment", "series", "run",
        "recorded", "condition", "formula", "relation", "relation_series"}) {
    EXPECT_EQ(count(table), 0) << table;
  }
}

TEST_F(RetentionTest, ShrinksByTheOldestExperiments) {
  for (int day = 1; day <= 20; ++day) keep_sample(*database_, day, 150);
  const auto pages = database_->integer("PRAGMA page_count");
  EXPECT_EQ(shrunk(1'000'000'000), 0);
  const std::uint64_t half = pages / 2 * 4096;
  const auto removed = shrunk(half);
  EXPECT_GT(removed, 5);
  EXPECT_LT(removed, 15);
  EXPECT_EQ(count("experiment"), 20 - removed);
  EXPECT_EQ(database_->text("SELECT max(begun) FROM experiment"),
            "2026-01-20T08:30:00Z");
  EXPECT_LE(database_->integer("PRAGMA page_count"), pages / 2);
  EXPECT_EQ(shrunk(0), 20 - removed);
  EXPECT_EQ(count("run"), 0);
}

TEST_F(RetentionTest, KeepsTheOwnExperimentWhateverDatesOthersHave) {
  own_ = keep_sample(*database_, 1, 2);
  for (int day = 2; day <= 4; ++day) keep_sample(*database_, day, 2);
  keep_sample(*database_, 5, 150);
  database_->execute(
      "UPDATE experiment SET begun = '9999-12-31T23:59:59Z' "
      "WHERE begun > '2026-01-05'");
  EXPECT_EQ(shrunk(database_->integer("PRAGMA page_count") * 4096 - 1), 1);
  EXPECT_EQ(database_->text("SELECT max(begun) FROM experiment"),
            "2026-01-04T08:30:00Z");
  EXPECT_EQ(shrunk(0), 3);
  EXPECT_EQ(database_->text("SELECT begun FROM experiment"),
            "2026-01-01T08:30:00Z");
}

/// The seconds of the processor in which a store loses so many experiments.
double seconds_to_shrink(int experiments) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const auto database =
      open_store({folder.path() / "a.db", true}, "", warnings);
  database
      ->statement(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
          "WHERE i < ?) INSERT INTO experiment SELECT i, randomblob(16), "
          "'2026-01-01T00:00:00Z', '1', 1 FROM n")
      .run(std::int64_t{experiments});
  const std::clock_t begin = std::clock();
  EXPECT_EQ(shrink(*database, 0, {}), experiments);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST_F(RetentionTest, ShrinksInATimeThatGrowsWithTheExperiments) {
  constexpr int kFew = 500;
  double few = 0;
  for (int i = 0; i < 3; ++i) few = std::max(few, seconds_to_shrink(kFew));
  EXPECT_LT(seconds_to_shrink(16 * kFew), 3 * 16 * few);
}

}  // namespace

}  // namespace spl::runner
